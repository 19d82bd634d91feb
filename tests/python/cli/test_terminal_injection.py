"""Names, tags and other text from outside are escaped, so that they cannot control a terminal."""

from __future__ import annotations

import json
import re
import shutil
import sys
import unicodedata
from pathlib import Path

import pytest

import volo
from support.command_line import called, called_on_terminal, run
from support.data import read_jsonl
from volo.cli.terminal import printable

# A title, colors, a bell, DEL, C1, direction marks, zero-width characters, line ends, markup, and a byte that is not
# UTF-8. No command prints any of these sequences itself.
HOSTILE = "a\x1b]0;owned\x07\x1b[31;5m\x9b7m\x7f\x85\u200b\u202eb\u2066c\ufeff\u2028\r\n[red]:bird: \udcff"
ESCAPED = r"a\x1b]0;owned\x07\x1b[31;5m\x9b7m\x7f\x85\u200b\u202eb\u2066c\ufeff\u2028\r\n[red]:bird: \udcff"  # the same
RULES = ("--rules", "standard-4")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not allow such file names")


def command(text: str) -> list[str]:
    """Split a command into words, and replace X with the hostile text."""
    return [word.replace("X", HOSTILE) for word in text.split()]


# Commands that print the hostile text, escaped, on standard output or on standard error; and commands that do not.
NAMED = [
    "simulate --games 5 --rules standard-4 --out new-X",
    "simulate --games 6 --rules standard-4 --out kept-X",
    "simulate --games 5 --policy X",
    "summarize kept-X kept-X",
    "summarize broken-X",
    "summarize damaged-X",
    "merge all-X kept-X",
    "show X",
    "show --svg nowhere-X/a.svg",
    "moves --X",
    "X",
    "replay games-X",
    "replay wrong-X",
    "replay games-X --html games-X",
    "convert games-X new-X.volo",
    "convert games-X new.volo --to X",
]
UNNAMED = [
    "replay records-X",
    "simulate --games 5 --rules standard-4 --json --out kept-X",
    "summarize kept-X",
    "show --rules standard-4 --svg X.svg",
    "convert games-X - --to jsonl",
]


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with files and folders that have hostile names and contents."""
    folder = tmp_path_factory.mktemp("good")
    with (folder / f"games-{HOSTILE}").open("wb") as games:
        volo.write_records(games, [volo.Game(volo.Position("standard-4"), ["b5", "c6"])], format="volo")
    game = read_jsonl("abstract-play.jsonl")[0]
    # JSON may have an escaped control character, and a raw character of any other kind.
    wrong = json.dumps(game | {"moves": [HOSTILE[:-1], *game["moves"][1:]]}, ensure_ascii=False)
    (folder / f"wrong-{HOSTILE}").write_text(f"{wrong}\n{wrong}\n", encoding="utf-8")
    (folder / f"records-{HOSTILE}").write_text(f'[Event "{HOSTILE[:-1]}"]\n', encoding="utf-8", newline="")
    kept = folder / f"kept-{HOSTILE}"
    assert run("simulate", "--games", "5", *RULES, "--out", str(kept)).returncode == 0
    for name in ("broken", "damaged"):
        shutil.copytree(kept, folder / f"{name}-{HOSTILE}")
    manifest = folder / f"broken-{HOSTILE}" / "_manifest.jsonl"
    lines = manifest.read_text(encoding="utf-8").replace("uniform", HOSTILE[:-1])
    manifest.write_text(lines, encoding="utf-8", newline="")
    (shard,) = (folder / f"damaged-{HOSTILE}").glob("*.parquet")
    shard.write_bytes(b"damaged")
    return folder


def assert_harmless(text: str) -> None:
    assert {each for each in text if not each.isprintable()} <= {"\n"}, repr(text)


def seen(shown: bytes) -> str:
    """The text that a terminal shows, without the control sequences of progress bars and tables."""
    assert b"\x1b[31;5m" not in shown
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode()).replace("\r", "")


@pytest.mark.parametrize("words", [*NAMED, *UNNAMED])
def test_a_pipe_and_a_terminal_get_text_without_control_characters(
    words: str, good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shutil.copytree(good, tmp_path / "copy"))
    _, out, err = called(*command(words))
    assert_harmless(out + err)
    if words in NAMED:
        # A table folds long names, and a message may quote as Python does, which doubles backslashes, or as Rust does.
        printed = re.sub(r"\s", "", out + err).replace("\\\\", "\\")
        assert re.search(r"a\\(x1b|u\{1b\})\]0;owned", printed)
    _, shown = called_on_terminal(*command(words))
    assert shown
    assert_harmless(seen(shown))


@pytest.mark.parametrize("words", ["replay -", "convert - new.volo", "convert - - --from jsonl --to volo"])
@pytest.mark.parametrize("given", [HOSTILE.encode(errors="surrogateescape"), HOSTILE[:-1].encode(), b"\x1b", b"\0"])
def test_standard_input_is_quoted_harmlessly(
    words: str, given: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = called(*words.split(), given=given)
    assert (status in {1, 2}, out) == (True, "")
    assert err.startswith("volo: <stdin>:")
    assert_harmless(err)
    assert_harmless(seen(called_on_terminal(*words.split(), given=given)[1]))


@pytest.mark.parametrize("dialog", ["play --terminal --you both --nodes 1 --hash-mb 1", "puzzle --edge 4"])
def test_a_dialog_answers_any_line_harmlessly(dialog: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("", "moves", "hint", "undo", "board", "fen", "save", "next", "help")
    texts = (
        "",
        HOSTILE.replace("\n", ""),
        "\x1b[2J" * 300,
        "e" + "\u0301" * 900,
        "\U0001f426" * 900,
        "\u0661",
        "..",
        "/",
    )
    lines = [f"{word} {text}\n".encode(errors="surrogateescape") for word in words for text in texts]
    _, out, err = called(*dialog.split(), given=b"".join(lines))
    _, shown = called_on_terminal(*dialog.split(), given=b"".join(lines))
    assert err == ""
    for text in (out, seen(shown)):
        assert_harmless(text)
        assert r"a\x1b]0;owned" in text
        assert len(text) < 1_000_000


def test_tags_go_to_a_pipe_byte_for_byte_and_to_a_terminal_escaped(tmp_path: Path) -> None:
    """Tags and comments may have any characters that their format allows."""
    game = volo.Game(volo.Position("standard-4"), ["b5", "c6"])
    game.tags["Event"] = "Turn \u202e and \u2066 and \u200b [red]:bird:"
    game.comments[1] = "Zero \u200b width, \u202e back"
    file = tmp_path / "games.volo"
    volo.write_records(file, [game])
    assert run("convert", str(file), "-", "--to", "volo").stdout == file.read_bytes()
    status, shown = called_on_terminal("convert", str(file), "-", "--to", "jsonl")
    assert status == 0
    assert_harmless(seen(shown))
    assert r"Turn \u202e and \u2066 and \u200b [red]:bird:" in seen(shown)


def test_what_is_printable_stays_and_the_escapes_are_those_of_python() -> None:
    for text in ("", "games.jsonl", "Vögel", "鳥.jsonl", "птицы", "طيور", "ציפורים", "🐦", "e\u0301", "a  b", r"\x1b"):
        assert printable(text) == text
    assert printable(HOSTILE) == printable(Path(HOSTILE)) == ESCAPED
    for code in range(sys.maxunicode + 1):
        if unicodedata.category(chr(code)) in {"Cc", "Cf", "Cs", "Zl", "Zp"}:
            line = printable(f"a{chr(code)}b")
            assert line.isascii(), hex(code)
            assert line.isprintable(), hex(code)
            assert line.encode().decode("unicode_escape") == f"a{chr(code)}b"


@pytest.mark.parametrize(("variable", "status"), [("TERM", 0), ("VOLO_BACKEND", 2), ("_VOLO_COMPLETE", 1)])
def test_the_environment_is_quoted_harmlessly(variable: str, status: int) -> None:
    done = run("moves", "--rules", "standard-4", **{variable: HOSTILE})  # type: ignore[arg-type]
    assert done.returncode == status
    assert_harmless((done.stdout + done.stderr).decode())
    assert b"Traceback" not in done.stderr

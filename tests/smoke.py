"""Check an installed volo on this machine: `python tests/smoke.py`.

Before a wheel is published, this program runs on the wheel's own architecture. It needs volo, NumPy and the tables in
`tests/data`. The command line is checked if click and rich are installed, and kept games if pyarrow is installed.
"""

from __future__ import annotations

import argparse
import io
import json
import pickle
import platform
import sys
import traceback
from collections.abc import Iterator
from contextlib import redirect_stdout
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import volo

DATA = Path(__file__).parent / "data"
ERRORS = {
    "notation": volo.NotationError,
    "position": volo.InvalidPositionError,
    "rules": volo.InvalidRulesError,
}


def read_jsonl(name: str) -> list[dict[str, Any]]:
    """The objects of a table in `tests/data`."""
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


def winner(position: volo.Position) -> str | None:
    """The winner, "draw", or None if the game is not over."""
    if (outcome := position.outcome()) is None:
        return None
    return "draw" if outcome.winner is None else str(outcome.winner)


def ruling_against(position: volo.Position, move: str) -> str | None:
    """The ruling that forbids a move, or None if the move is legal."""
    try:
        position.play(move)
    except volo.IllegalMoveError as error:
        return error.ruling
    return None


def error_of(fen: str) -> volo.VoloError | None:
    """The error of a text that is not a valid position, or None if it is one."""
    try:
        volo.Position.from_fen(fen)
    except volo.VoloError as error:
        return error
    return None


def figures() -> Iterator[str]:
    """The figures of the rulebook: flights, refused moves with their rulings, and what the moves lead to."""
    for figure in read_jsonl("figures.jsonl"):
        position = volo.Position.from_fen(figure["fen"])
        legal = position.legal_moves()
        if "legal_moves" in figure:
            assert {str(move) for move in legal} == set(figure["legal_moves"])
        if birds := set(figure.get("flights_of", [])):
            flights = {str(move) for move in legal if move.kind == "fly" and birds.issuperset(move.spaces)}
            assert flights == set(figure["flights"])
            yield f"figure {figure['figure']}: flights"
        for move, ruling in figure.get("refused", {}).items():
            assert ruling_against(position, move) == ruling, (figure["fen"], move)
            yield f"figure {figure['figure']}: {move} is refused by {ruling}"
        for line in figure["lines"]:
            after = position
            for move in line["play"]:
                after = after.play(move)
            assert winner(after) == line["winner"]
            assert {str(color): len(after.birds(color)) for color in volo.Color} == line["birds"]
            yield f"figure {figure['figure']}: {' '.join(line['play'])}"


def walls() -> Iterator[str]:
    """Flights that divide the opponent, and the regions that the mover may keep."""
    for wall in read_jsonl("walls.jsonl"):
        legal = [str(move) for move in volo.Position.from_fen(wall["fen"]).legal_moves()]
        assert len(legal) == wall["legal_moves"], wall
        choices = {f"{wall['flight']}/{keep}" for keep in wall["keeps"]} or {wall["flight"]}
        assert choices <= set(legal), wall
        yield f"{wall['shape']}: {wall['fen']}"


def texts_of_positions() -> Iterator[str]:
    """Positions that are written as they were read, and texts that are refused at the right offset."""
    for entry in read_jsonl("valid.jsonl"):
        assert volo.Position.from_fen(entry["fen"]).fen() == entry.get("written", entry["fen"])
        yield entry["why"]
    for entry in read_jsonl("invalid.jsonl"):
        assert isinstance(error := error_of(entry["fen"]), ERRORS[entry["error"]]), entry
        assert entry["offset"] in {None, getattr(error, "offset", None)}, entry
        yield entry["why"]


def known_counts() -> Iterator[str]:
    """The numbers of legal move sequences, on one thread and on two."""
    for number, row in enumerate(read_jsonl("perft.jsonl")):
        nodes = volo.Position(row["rules"]).perft(row["depth"], threads=1 + number % 2)
        assert nodes == row["nodes"], (row, nodes)
        yield f"perft {row['depth']} by {row['rules']}"


def games_of_another_implementation() -> Iterator[str]:
    """The games recorded by Abstract Play, with the number of legal moves in each position."""
    for number, game in enumerate(read_jsonl("abstract-play.jsonl")):
        position = volo.Position(game["rules"])
        for move, count in zip(game["moves"], game["legal_moves"], strict=True):
            assert len(position.legal_moves()) == count, position.fen()
            position = position.play(move)
        assert winner(position) == game["winner"]
        yield f"game {number}"


def signatures(rule_sets: int | None) -> Iterator[str]:
    """The games of a seed are the same on every architecture."""
    for row in read_jsonl("signatures.jsonl")[:rule_sets]:
        games = volo.play_random(10_000, position=row["rules"], seed=0, record=True)
        assert games.moves is not None
        assert games.offsets is not None
        signed = games.moves.astype("<u4").tobytes() + games.offsets.astype("<i8").tobytes()
        assert sha256(signed).hexdigest() == row["sha256"], row
        yield f"10,000 games by {row['rules']}"


def values() -> Iterator[str]:
    """Values keep what they are through pickle, and their numbers are the same on every architecture."""
    position = volo.Position("standard-5")
    for value in (
        position,
        position.rules,
        position.legal_moves(),
        position.parse_move("d5"),
        position.play("d5"),
        volo.Game(position, ["d5"]),
        volo.SYMMETRIES[1],
        volo.Color.BLUE,
        volo.Position.from_fen("o1/5/6/4/6/5/1b o 0 standard-4").outcome(),
        volo.play_random(20, position=position, seed=1, record=True, tally=True),
    ):
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(value, protocol)) == value, value
        yield f"pickled {type(value).__name__}"
    assert volo.Position("standard").zobrist == 0xD006_C0FF_406B_A036
    yield "zobrist key"
    move = position.parse_move("d5")
    assert volo.Move.from_code(move.code) == move
    assert position.legal_moves().codes()[0] == position.legal_moves()[0].code
    yield "codes of moves"


def batches() -> Iterator[str]:
    """Games in lockstep agree with games that are played one by one."""
    batch = volo.Batch(50, "standard-4")
    games = [volo.Position("standard-4")] * 50
    random = np.random.default_rng(1)
    for _ in range(30):
        codes, offsets = batch.legal_moves()
        counts = np.diff(offsets)
        assert counts.tolist() == [len(game.legal_moves()) for game in games]
        chosen = codes[offsets[:-1] + random.integers(0, counts)]
        batch.play(chosen)
        games = [game.play(volo.Move.from_code(code)) for game, code in zip(games, chosen.tolist(), strict=True)]
        assert batch.positions == games
        over = np.array([game.outcome() is not None for game in games])
        assert (over == (batch.outcome != volo.Batch.ONGOING)).all()
        batch.reset(over)
        games = [volo.Position("standard-4") if ended else game for game, ended in zip(games, over, strict=True)]
        yield "a ply of 50 games"
    seen = batch.observe()
    assert seen.dtype == np.uint8
    own = seen[:, volo.Batch.PLANES.index("own")].sum(axis=(1, 2))
    assert own.tolist() == [len(game.birds(game.turn)) for game in games]
    yield "observed positions"


def records() -> Iterator[str]:
    """Records are read again as they were written, in every format that has all the data of a game."""
    game = volo.Game("standard-4", ["b5", "c6"])
    game.tags |= {"Orange": "Änne", "Blue": "Boris", "Result": "0-1", "Termination": "resignation"}
    with TemporaryDirectory() as folder:
        for name in ("games.volo", "games.volo.gz", "games.json", "games.json.gz"):
            path = Path(folder, name)
            assert volo.write_records(path, [game, game]) == 2
            assert [(read, read.tags["Orange"]) for read in volo.read_records(path)] == [(game, "Änne")] * 2
            yield name


def pictures() -> Iterator[str]:
    """A position as text and as SVG."""
    from volo.render import svg

    position = volo.Position("standard")
    assert volo.Position.from_board(str(position)) == position
    yield "a board as text"
    assert "</svg>" in svg.board(position)
    yield "a board as SVG"


def command_line() -> Iterator[str]:
    """The command `volo`, if its packages are installed."""
    if not (find_spec("click") and find_spec("rich")):
        return
    from volo.cli import main

    for arguments, shown in (
        (["--version"], volo.__version__),
        (["perft", "3", "--rules", "standard-4"], "1,290"),
        (["replay", str(DATA / "abstract-play.jsonl")], "52"),
    ):
        with redirect_stdout(io.StringIO()) as output:
            status = main(arguments)
        assert status == 0, arguments
        assert shown in output.getvalue(), (arguments, output.getvalue())
        yield f"volo {' '.join(arguments)}"


def kept_games() -> Iterator[str]:
    """A folder of kept games, if pyarrow is installed."""
    if not find_spec("pyarrow"):
        return
    from volo.simulate import Configuration, keep

    with TemporaryDirectory() as folder:
        plan = Configuration(games=300, position=volo.Position("standard-5"), seed=7, shard_size=100)
        *_, summary = keep(folder, plan)
        lengths = [len(game) for game in volo.read_games(folder)]
    assert (len(lengths), sum(lengths)) == (summary.games, summary.plies) == (300, summary.plies)
    yield "300 kept games"


def main() -> int:
    """Run all checks. Print the numbers of passed and failed checks, and return 1 if any failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--signatures", type=int, metavar="N", help="play the 10,000 games of N rule sets only; emulation is slow"
    )
    given = parser.parse_args()
    passed = failed = 0
    for subject, checks in {
        "the figures of the rulebook": figures(),
        "walls": walls(),
        "positions as text": texts_of_positions(),
        "known counts": known_counts(),
        "games of another implementation": games_of_another_implementation(),
        "signatures of random games": signatures(given.signatures),
        "values": values(),
        "batches": batches(),
        "records": records(),
        "pictures": pictures(),
        "the command line": command_line(),
        "kept games": kept_games(),
    }.items():
        before = passed
        try:
            for _ in checks:
                passed += 1
        except Exception:
            failed += 1
            traceback.print_exc()
        sys.stdout.write(f"{subject}: {passed - before}\n")
        sys.stdout.flush()
    system = f"Python {platform.python_version()}, {platform.machine()}, {sys.byteorder}-endian, {platform.system()}"
    sys.stdout.write(f"volo {volo.__version__} on {system}: {passed} passed, {failed} failed\n")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())

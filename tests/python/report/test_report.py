"""A report: the measures, the portions of the work and their resumption, the results, the page, and the command."""

from __future__ import annotations

import json
import re
import shlex
import signal
from collections import Counter
from dataclasses import replace
from html import unescape
from itertools import chain, islice, pairwise
from pathlib import Path
from typing import Any

import pytest

import volo
from support.command_line import complaint, output, signaled
from support.elements import Elements
from volo import Color, Position, Rules, VoloError
from volo.recorded import codes_of
from volo.report import Collection, Plan, Results, collect, page, results
from volo.report.counts import Counts
from volo.report.given import GivenGames
from volo.report.measures import classes, keeping_birds, keeping_colors
from volo.report.plan import WINNING, Portion, threat
from volo.report.samples import cleared
from volo.simulate import Configuration, Share, keep

PLAN = Plan(["standard-4", "french-4"], games=12, nodes=8, seed=3)
FEW = Plan(["standard-4"], games=4, nodes=8)
BLUE_FIRST = Position("standard-4").play("a3").fen()


def collected(plan: Plan = PLAN, **options: object) -> Collection:
    *_, collection = collect(plan, **options)  # type: ignore[arg-type]
    return collection


@pytest.fixture(scope="module")
def whole() -> Collection:
    return collected()


@pytest.fixture(scope="module")
def found(whole: Collection) -> Results:
    return results(whole)


def test_the_classes_of_spaces_divide_the_sky() -> None:
    for edge in Rules.EDGES:
        rules = Rules(edge=edge)
        start = Position(rules)
        assert keeping_birds(start) == volo.SYMMETRIES
        for symmetries, most in ((volo.SYMMETRIES, 12), (keeping_colors(start), 6)):
            divided = classes(edge, symmetries)
            assert sorted(space for spaces in divided for space in spaces) == sorted(rules.spaces)
            assert all(most % len(spaces) == 0 for spaces in divided)
        # The nests of Orange are images of each other, and those of Blue are not among them.
        orange, blue = (start.birds(color) for color in Color)
        assert orange in classes(edge, keeping_colors(start))
        assert tuple(sorted(orange + blue, key=rules.spaces.index)) in [
            tuple(sorted(spaces, key=rules.spaces.index)) for spaces in classes(edge)
        ]


def test_threats_agree_with_the_legal_moves() -> None:
    """The slow way: try all moves of both players."""

    def is_won(position: Position, player: Color) -> bool:
        outcome = position.outcome()
        return outcome is not None and outcome.winner is player

    def can_win(position: Position) -> bool:
        return any(is_won(position.play(move), position.turn) for move in position.legal_moves())

    seen = set()
    for game in volo.play_random(16, position="standard-4", policy="careful", seed=1, record=True):
        for position in game.positions[:-1][-6:]:
            rows, _, _, rules = position.fen().split()
            other = Position.from_fen(f"{rows} {str(position.turn.other)[0]} 0 {rules}")
            expected = WINNING if can_win(position) else -1
            if expected == -1 and can_win(other):
                after = [position.play(move) for move in position.legal_moves()]
                expected = sum(is_won(each, position.turn) if each.outcome() else not can_win(each) for each in after)
            assert threat(position) == expected
            seen.add(expected)
    assert {WINNING, -1, 0} < seen


def test_portions_do_not_depend_on_threads_or_other_portions(whole: Collection) -> None:
    few = Plan(["standard-4"], games=4, nodes=8, seed=3)
    assert collected(few, threads=3).portions[few.rules[0]][0] == whole.portions[few.rules[0]][0]
    smaller = collected(Plan(["french-4"], games=4, nodes=8, seed=3))
    (rules,) = smaller.plan.rules
    assert smaller.portions[rules][0] == whole.portions[rules][0]
    other = collected(Plan(["french-4"], games=4, nodes=8, seed=4))
    assert other.portions[rules][0].games != smaller.portions[rules][0].games


def test_work_that_was_stopped_goes_on(whole: Collection, tmp_path: Path) -> None:
    list(islice(collect(PLAN, folder=tmp_path, threads=1), 4))
    file = tmp_path / "standard-4.jsonl"
    assert len(file.read_bytes().splitlines()) == 1 + 2
    # A process that was killed leaves a line without an end.
    file.write_bytes(file.read_bytes() + b'{"portion": 9, "ga')
    resumed = collect(PLAN, folder=tmp_path)
    assert next(resumed).played == 3
    *_, collection = resumed
    assert collection.portions == whole.portions
    # All is there, so nothing is played. Fewer games leave out what there is more.
    assert [each.played for each in collect(PLAN, folder=tmp_path)] == [6]
    fewer = Plan(PLAN.rules, games=4, nodes=8, seed=3)
    assert [each.played for each in collect(fewer, folder=tmp_path)] == [2]


def test_a_folder_of_other_work_is_refused(tmp_path: Path) -> None:
    collected(FEW, folder=tmp_path)
    file = tmp_path / "standard-4.jsonl"
    for name, plan in (("nodes", Plan(["standard-4"], 4, 9)), ("seed", Plan(["standard-4"], 4, 8, 1))):
        with pytest.raises(VoloError, match=f"standard-4.jsonl: line 1: .* another report, with a different {name}"):
            collected(plan, folder=tmp_path)
    heading, _ = file.read_bytes().splitlines(keepends=True)
    empty = b'{"portion":0,"games":5,"leads":[],"threats":[],"answers":[],"points":[]}'
    for line in b"5", b"[" * 200_000, b'{"portions":0}', empty:
        file.write_bytes(heading + line + b"\n")
        with pytest.raises(VoloError, match=r"standard-4.jsonl: line 2: "):
            collected(FEW, folder=tmp_path)
    file.write_bytes(heading)
    running = collect(FEW, folder=tmp_path)
    next(running)
    with pytest.raises(VoloError, match="another report is using this file"):
        collected(FEW, folder=tmp_path)
    running.close()


def test_other_values_are_not_results(found: Results) -> None:
    for place, value in (
        *(("lengths", 5), ("results", "orange"), ("agreement", {"same": 5}), ("rules", "chess"), ("edge", True)),
        *(
            ("start", "x"),
            ("start", BLUE_FIRST.replace("standard", "french")),
            ("format", "x"),
            ("version", 9),
            ("nodes", True),
        ),
    ):
        values = json.loads(json.dumps(found.to_dict()))
        one = values["rule_sets"][0]
        changed = one if place in one else values
        changed[place] = changed[place] | value if isinstance(value, dict) else value
        with pytest.raises(VoloError):
            Results.from_dict(values)


@pytest.mark.parametrize("rules", ["standard-4", "french-5", BLUE_FIRST])
def test_counts_are_those_of_the_positions(rules: str) -> None:
    """The slow way: look at every position. The games are counted in two parts, and one game has no moves."""
    cut = volo.play_random(10, position=rules, seed=7, record=True, max_plies=25)
    games = [volo.Game(rules), *volo.play_random(20, position=rules, seed=5, record=True), *cut]
    counts = Counts(Position(rules))
    for part in (games[:12], games[12:], []):
        counts.add(*codes_of(part))
    positions = [position for game in games for position in game.positions]
    both, difference = counts.birds()
    for space in Position(rules).rules.spaces:
        orange, blue = (sum(space in each.birds(color) for each in positions) for color in Color)
        assert both[space] == pytest.approx((orange + blue) / len(positions))
        assert difference[space] == pytest.approx((orange - blue) / len(positions))
    clearings = [[birds for _, birds in cleared(game)] for game in games]
    tallied = volo.tally_games(rules, *codes_of(games)).clearings
    assert sorted(chain(*clearings)) == [birds for birds, number in enumerate(tallied) for _ in range(number)]
    assert counts.clearings == Counter(map(len, clearings))
    assert counts.taken == Counter(sum(each) / len(each) for each in clearings if each)
    for moves, outcomes in counts.first_moves:
        began = [game.outcome() for game in games if len(game) and game.moves[0] in moves]
        assert outcomes[0] == sum(each is not None and each.winner is Color.ORANGE for each in began)
        assert outcomes[1] == sum(each is not None and each.winner is Color.BLUE for each in began)
        assert outcomes[volo.Batch.DRAW] == sum(each is not None and each.winner is None for each in began)


def test_all_given_games_are_counted_and_some_are_judged(tmp_path: Path) -> None:
    games = list(volo.play_random(50, position="standard-4", seed=2, record=True))
    collected(FEW, given=games, folder=tmp_path)
    resumed = collect(Plan(["standard-4"], games=8, nodes=8), given=games, folder=tmp_path)
    assert next(resumed).played == 1
    *_, collection = resumed
    (sample,) = collection.given.values()
    (one,) = results(collection).rule_sets
    assert (one.is_given, one.players) == (True, ["unknown"])
    assert one.results["orange"].of == sum(one.lengths) == sum(each.points.of for each in one.first_moves) == 50
    assert one.results["orange"].value == sum(game.result == "1-0" for game in games) / 50
    assert (one.course["changes"].of, one.agreement.same[0][1].of) == (2, 8)
    judged = {" ".join(map(str, game.moves)) for game in (sample[0], sample[4])}
    assert {" ".join(sample.moves) for sample in one.samples} <= judged
    with pytest.raises(VoloError, match="game 1 does not begin at the start of french-4"):
        collected(Plan(["french-4"], games=8, nodes=8), given=games)


def test_the_sample_is_drawn_from_all_games_with_equal_chances() -> None:
    moves, offsets = codes_of([volo.Game("standard-4", [move]) for move in Position("standard-4").legal_moves()] * 40)

    def sample(most: int, seed: int, *parts: int) -> list[volo.Game]:
        given = GivenGames(Position(Rules(edge=4)), most, seed)
        for start, end in pairwise([0, *parts, len(offsets) - 1]):
            given.add(moves, offsets[start : end + 1], 1)
        return given.sample

    assert sample(8, 1) == sample(8, 1, 5, 17, 300) == sample(40, 1)[:8] != sample(8, 2)
    assert len(sample(1000, 1)) == 360
    given = GivenGames(Position(Rules(edge=4)), 90, 3)
    given.add(*codes_of([volo.Game("standard-4")] * 900 + [volo.Game("standard-4", ["a3"])] * 900), 1)
    assert 30 < sum(map(len, given.sample)) < 60


def tables(text: str) -> dict[str, list[list[str]]]:
    return {
        unescape(caption): [
            [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
            for row in re.findall("<tr>(.*?)</tr>", body)
        ]
        for caption, body in re.findall("<caption>(.*?)</caption>(.*?)</table>", text)
    }


def test_the_numbers_of_a_report_are_those_of_its_portions() -> None:
    played = list(volo.play_random(40, position="standard-4", seed=2, policy="careful", record=True))
    games = [next(game for game in played if game.result == result) for result in ("1-0", "0-1")]
    lengths = [len(game) for game in games]
    portions = {}
    for number, (game, side) in enumerate(zip(games, (1, -1), strict=True)):
        # The winner is once behind, and the game is decided after four plies.
        leads = [side * lead for lead in (0, 0.1, -0.49, 0.09, *[0.5] * (len(game) - 4))]
        threats = [*[-1] * (len(game) - 4), 1, 0, 3, WINNING]
        answers = [["a3", "a3", "d5", "d5"], ["a3", "b5", "b5", "b5"]]
        moves = [[str(move) for move in game]]
        portions[number] = Portion(number, moves, leads, threats, answers, [2, 0.5 + number, 0])
    plan = Plan(["standard-4"], games=8, nodes=40, seed=3)
    report = results(Collection(plan, {plan.rules[0]: portions}))
    (one,) = report.rule_sets
    assert (report.nodes, report.judge, report.games, report.seed) == (40, 160, 8, 3)
    assert (one.rules, one.edge, one.players) == ("standard-4", 4, ["engine:40,opening=4"])
    assert {name: each.value for name, each in one.results.items() if each.value} == {"orange": 0.5, "blue": 0.5}
    share = sum(1 / length for length in lengths) / 2
    shares = {"can_win": share, "one_move_averts": share, "no_move_averts": share, "threatened": 3 * share}
    assert {name: one.threats[name].value for name in shares} == pytest.approx(shares, abs=1e-5)
    course = {
        "changes": 2,
        "games_with_changes": 1,
        "change_rate": sum(2 / (length - 1) for length in lengths) / 2,
        "drama": 0.7,
        "deepest": 0.49,
        "comebacks": 0,
        "decided": sum(4 / length for length in lengths) / 2,
        "plies_after": sum(lengths) / 2 - 4,
        "swing": 0.59,
    }
    assert {name: each.value for name, each in one.course.items()} == pytest.approx(course, abs=1e-4)
    assert [each.value for each in one.winner_leads][-5:] == [1] * 5
    assert [each.value for each in one.threatened][:5] == [0] * 5
    same = [[each.value for each in row] for row in one.agreement.same]
    assert same == [[1, 0.5, 0, 0], [0.5, 1, 0.5, 0.5], [0, 0.5, 1, 1], [0, 0.5, 1, 1]]
    assert [(rung.nodes, rung.points.value) for rung in one.rungs] == [(10, 1), (40, 0.5), (160, 0)]
    assert one.lengths == [lengths.count(plies) for plies in range(max(lengths) + 1)]
    assert (one.quantiles["shortest"], one.quantiles["longest"]) == (min(lengths), max(lengths))
    positions = [position for game in games for position in game.positions]
    for places in one.birds:
        birds = sum(space in each.birds(color) for each in positions for color in Color for space in places.spaces)
        assert places.value == pytest.approx(birds / len(positions) / len(places.spaces), abs=1e-4)
    assert sum(len(places.spaces) for places in one.birds) == 30
    assert sum(one.moves.values()) == pytest.approx(1, abs=1e-3)
    assert [len(each.moves) for each in one.first_moves] in ([3, 6], [6, 3])
    assert sum(each.points.of for each in one.first_moves) == 2
    assert sorted(sample.moves for sample in one.samples) == sorted(portion.games[0] for portion in portions.values())
    ply, birds = max(cleared(games[0]), key=lambda each: each[1])
    assert any(f"at ply {ply + 1}, took {birds} bird" in sample.story for sample in one.samples)
    assert all(re.search(r"twice\. At worst, before ply 3, .*From ply 5 on, ", sample.story) for sample in one.samples)
    # On the page, each number is in its row, before its interval.
    shown = {name: [row[1].partition(" (")[0] for row in rows[1:]] for name, rows in tables(page(report)).items()}
    rate, decided, after = (course[name] for name in ("change_rate", "decided", "plies_after"))
    once, thrice = f"{share:.1%}", f"{3 * share:.1%}"
    assert shown["Legal moves"][-2:] == [f"{one.choices[-1]:.1f}", f"{one.mean_choices:.1f}"]
    assert shown["Results"] == ["50.0%", "50.0%", "0.0%", "0.0%", "50.0%", "0"]
    assert shown["The course of a game"] == [
        *("2 of 2", "2.00", f"{rate:.1%}", "100.0%", "0.700", "0.49", "0.0%"),
        *(f"{decided:.1%}", f"{after:.1f}", "0.59"),
    ]
    assert shown["Shares of the positions"] == ["2 of 2", once, thrice, once, once, "0.0%"]
    assert tables(page(report))["Twice the nodes"][2][:2] == ["standard-4: 80 against 40", "4"]


def test_the_page_has_all_parts_and_loads_nothing(found: Results) -> None:
    text = page(found)
    assert [each.rules for each in found.rule_sets] == ["standard-4", "french-4"]
    assert page(Results.from_dict(json.loads(json.dumps(found.to_dict())))) == text
    elements = Elements(text).attributes
    sections = [values.get("id") for tag, values in elements if tag == "section" and "id" in values]
    assert sections == [
        *("results", "lengths", "choices", "moves", "places", "first-moves", "skill", "drama", "threats", "agreement"),
        *("games", "method"),
    ]
    links = [values["href"] for tag, values in elements if tag == "a"]
    assert [link for link in links if not str(link).startswith("#")] == ["https://eprints.qut.edu.au/17025/"] * 2
    assert {str(link)[1:] for link in links if str(link).startswith("#")} == set(sections)
    assert not any("src" in values for _, values in elements)
    identifiers = [values["id"] for _, values in elements if "id" in values]
    assert len(identifiers) == len(set(identifiers))
    assert {str(values["href"])[1:] for tag, values in elements if tag == "use"} <= set(identifiers)
    for part in re.findall(r'<div class="pair">.*?(?=<div class="pair">|</section>)', text, re.DOTALL):
        assert "<svg" in part
        assert "<table" in part or "The moves, each with that score:" in part
    nothing = results(Collection(PLAN, {rules: {} for rules in PLAN.rules}))
    assert nothing.rule_sets == []
    assert "Nothing was played." in page(nothing)


def test_wrong_plans_are_refused() -> None:
    (over,) = (game.positions[-1] for game in volo.play_random(1, position="standard-4", seed=1, record=True))
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        ([], {}, "a report is on 1 to 4 different rule sets"),
        (["standard", "standard-7"], {}, "a report is on 1 to 4 different rule sets"),
        ([f"standard-{edge}" for edge in (4, 5, 6, 7, 8)], {}, "a report is on 1 to 4 different rule sets"),
        ([volo.Position("standard-4").fen()], {}, "rule set"),
        ([None], {}, "None"),
        ("standard", {}, "not a str"),
        (["standard"], {"games": 3}, "games must be 4 to 1000000"),
        (["standard"], {"nodes": 7}, "nodes must be 8 to 300000"),
        (["standard"], {"seed": -1}, "seed must be 0 to 4294967295"),
        (["standard-4"], {"start": over}, "the game is over at the start"),
        (["standard"], {"start": "standard-4"}, "the start has edge 4, and standard has edge 7"),
    ]
    for rules, options, error in wrong:
        with pytest.raises((VoloError, TypeError), match=error):
            Plan(rules, **options)


# The command.

SMALL = ("report", "--rules", "standard-4", "--games", "4", "--nodes", "8")


def test_the_page_is_that_of_the_results(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    printed = output(*SMALL, "--out", str(file), "--json")
    written = file.read_text(encoding="utf-8")
    assert written == page(Results.from_dict(json.loads(printed)))
    # A folder without games continues nothing.
    for options in ([], ["--keep", str(tmp_path)]):
        assert complaint(2, *SMALL, "--out", str(file), *options) == f"{file}: the file exists already"
    assert file.read_text(encoding="utf-8") == written


def test_all_games_of_a_folder_and_of_a_file_are_described(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    policy = "careful", "uniform"
    *_, _ = keep(tmp_path / "kept", Configuration(60, "french-4", seed=1, policy=policy, shard_size=40))
    volo.write_records(tmp_path / "games.jsonl", volo.read_games(tmp_path / "kept"))
    options = ("report", "--nodes", "8", "--games", "4")
    sources = ["kept", "games.jsonl", "kept/games-000000000040.parquet"]
    folder, file, shard = (
        Results.from_dict(json.loads(output(*options, "--json", "--from", name))) for name in sources
    )
    summaries = [json.loads(output("summarize", name, "--json"))["summary"] for name in sources]
    for found, summary, source in zip((folder, file, shard), summaries, sources, strict=True):
        (one,) = found.rule_sets
        assert (found.sources, one.rules, one.is_given) == ([source], "french-4", True)
        assert sum(one.lengths) == summary["games"] == (20 if source == sources[2] else 60)
        shares = {result: share.value for result, share in one.results.items()} | one.moves
        expected = {name: share["share"] for kind in ("results", "moves") for name, share in summary[kind].items()}
        assert shares == pytest.approx({name: expected[name] for name in shares}, abs=1e-5)
        assert one.quantiles["mean"] == pytest.approx(summary["plies"]["mean"], abs=0.05)
        assert one.mean_choices == pytest.approx(summary["legal_moves"]["mean"], abs=0.05)
        clearings = summary["clearings"]["all"] / summary["games"]
        assert one.clearings["in_a_game"].value == pytest.approx(clearings, abs=1e-5)
        assert (one.course["changes"].of, one.agreement.same[0][0].of) == (1, 4)
    # Only the file does not say who played.
    players = [each.rule_sets[0].players for each in (folder, file)]
    assert players == [["careful as Orange against uniform"], ["unknown"]]
    assert replace(file.rule_sets[0], players=folder.rule_sets[0].players) == folder.rule_sets[0]
    for one_source, other, problem in (
        ("kept", "kept/games-000000000040.parquet", "game 40 of the same run is in both"),
        ("kept", "./kept", "game 0"),
        ("games.jsonl", str(tmp_path / "games.jsonl"), "are the same file"),
    ):
        assert problem in complaint(2, *options, "--json", "--from", one_source, "--from", other)
    message = "kept: no games of these rule sets"
    assert complaint(2, *options, "--json", "--rules", "standard-4", "--from", "kept") == message


def test_the_page_has_the_command_that_makes_it_and_describes_the_players(tmp_path: Path) -> None:
    *_, _ = keep(tmp_path / "kept games", Configuration(30, "standard-4"))
    options = ("--rules", "standard-4", "--games", "4", "--nodes", "8", "--seed", "0", "--from", "kept games")
    output("report", *options, "--out", "given.html", cwd=tmp_path)
    output("report", "--rules", "french-4", *options, "--out", "both.html", cwd=tmp_path)
    given, both = (unescape((tmp_path / f"{name}.html").read_text(encoding="utf-8")) for name in ("given", "both"))
    (command,) = re.findall(r"<code>volo (report .*)</code>", given)
    output(*shlex.split(command), cwd=tmp_path)
    assert unescape((tmp_path / "report.html").read_text(encoding="utf-8")) == given
    assert "<td>uniform</td>" in given
    assert [text.count("<td>1 of 30</td>") for text in (given, both)] == [3, 3]
    assert ["engine:8,opening=4" in text for text in (given, both)] == [False, True]


def test_a_given_match_shows_what_twice_the_nodes_are_worth(tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    words = ("match", "engine:40", "engine:20", "--rules", "standard-4", "--games", "8", "--seed", "1", "--json")
    match = json.loads(output(*words, "--out", file))
    (one,) = Results.from_dict(json.loads(output(*SMALL[:3], "--nodes", "80", "--json", "--from", file))).rule_sets
    assert [(rung.nodes, rung.is_given) for rung in one.rungs] == [(20, False), (20, True), (80, False), (320, False)]
    assert one.rungs[1].points.of == 4
    assert one.rungs[1].points.value == match["share"] != 0.5


def test_ctrl_c_leaves_a_report_and_the_same_command_goes_on(tmp_path: Path) -> None:
    words = (*SMALL[:3], "--games", "8", "--nodes", "8", "--keep", "work", "--out", "report.html", "--threads", "1")
    # While the second portion is written to the folder.
    stopped = signaled(*words, at=3, function="volo._support.journal.Journal.add", cwd=tmp_path)
    assert stopped.returncode == 128 + signal.SIGINT
    assert stopped.stdout == "report.html: 4 games of standard-4\n"
    assert stopped.stderr == "volo: stopped early; the same command goes on\n"
    assert output(*words, cwd=tmp_path) == "report.html: 8 games of standard-4\n"
    resumed = (tmp_path / "report.html").read_bytes()
    output(*words[:7], "--out", "other.html", cwd=tmp_path)
    assert (tmp_path / "other.html").read_bytes() == resumed


def test_a_setting_is_varied_and_differences_have_intervals(tmp_path: Path) -> None:
    rules = ["edge=4,supply=8,pass=standard,stuck=draw", "edge=4,supply=none,pass=standard,stuck=draw"]
    words = ["report", "--rules", "standard-4", "--games", "8", "--nodes", "8", "--json", "--out", "r.html"]
    found = json.loads(output(*words, "--vary", "supply=8,none", cwd=tmp_path))
    assert [each["rules"] for each in found["rule_sets"]] == rules
    won = [each["results"]["orange"] for each in found["rule_sets"]]
    few, many = (Share(round(each["value"] * each["of"]), each["of"]) for each in won)
    table = unescape((tmp_path / "r.html").read_text(encoding="utf-8").partition("Differences</caption>")[2])
    numbers = "{:+.1%} ({:+.1%}\xa0to\xa0{:+.1%})".format(*many.minus(few)).replace("-", "−")  # noqa: RUF001
    assert f"{rules[1]} − {rules[0]}" in table  # noqa: RUF001
    assert f"Orange wins</th><td>{numbers}</td>" in table
    given = ["--fen", BLUE_FIRST, "--vary", "supply=8,none"]
    for name, chosen in {"first": given, "again": [*given[:2], "--rules", rules[0], "--rules", rules[1]]}.items():
        printed = output(*words[:1], *chosen, *words[3:7], "--json", "--out", f"{name}.html", cwd=tmp_path)
        for each, text in zip(json.loads(printed)["rule_sets"], rules, strict=True):
            assert (each["rules"], each["start"]) == (text, BLUE_FIRST.replace("standard-4", text))
            of_moves = [move["points"] for move in each["first_moves"] if move["points"]["of"]]
            points = sum(one["value"] * one["of"] for one in of_moves) / 8
            assert points == pytest.approx(each["first_player"]["value"], abs=1e-4)
    first, again = (unescape((tmp_path / f"{name}.html").read_text(encoding="utf-8")) for name in ("first", "again"))
    assert first == again
    assert "Blue moves first." in first
    assert f"--rules {rules[1]} --fen '{BLUE_FIRST.replace('standard-4', rules[0])}'" in first
    for setting, problem in {"edge=9": "the edge must be 4 to 8", "wings": 'unknown setting "wings"'}.items():
        assert problem in complaint(2, "report", "--json", "--vary", setting)


def test_wrong_arguments(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for words, message in {
        "": "--out or --json is needed",
        "--json --rules standard-4 --rules standard-4": "a report is on 1 to 4 different rule sets",
        "--json --from missing": "missing: No such file or directory",
        "--out missing/report.html": "missing/report.html: No such file or directory",
        "--rules standard-4 --minutes 0 --out report.html": "stopped before anything was played",
    }.items():
        assert complaint(2, "report", *words.split()) == message
    assert list(tmp_path.iterdir()) == []

"""The parts of the page: on games, and on engines with matches, the judge's opinion of games, threats and choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

from volo._support.confidence import Estimate
from volo._volo import Position
from volo.render.html.escape import text
from volo.render.svg.charts import Bar, Line, Places, bars, heat_map, lines, whiskers
from volo.report.document import Results, RuleSetResults
from volo.report.measures import AHEAD, SAFE
from volo.report.tables import (
    BROWNE,
    NONE,
    Rows,
    Section,
    by_rules,
    decimal,
    differences,
    elo,
    figure,
    keyed,
    pair,
    part,
    percent,
    percentage,
    signed,
    signed_percentage,
    table,
    whole_percentage,
)

_PLIES_SHOWN = 8


def outcomes(results: Results) -> Section:
    names = {"orange": "Orange wins", "blue": "Blue wins", "draw": "draw", "truncated": "cut off"}
    rows = keyed({key: name.capitalize() for key, name in names.items()}, lambda each, key: percent(each.results[key]))
    rows += [
        ("Points of the first player", lambda each: percent(each.first_player)),
        ("Worth of the first move, Elo", lambda each: elo(each.first_player_elo)),
    ]
    pictures = [
        bars(
            "Results",
            [Bar(each.rules, [each.results[key].value or 0 for key in names]) for each in results.rule_sets],
            list(names.values()),
            name="results",
        ),
        whiskers(
            "The first move",
            [(each.rules, index, each.first_player_elo) for index, each in enumerate(results.rule_sets)],
            "worth of the first move, Elo points",
            signed,
            0,
        ),
    ]
    first = Position.from_fen(results.rule_sets[0].start).turn.name.title()
    words = (
        f"<p>{first} moves first. A win is one point, a draw half a point. Games that were cut off have no result and "
        "no points. The worth of the first move is the difference in Elo points between two players of whom one would "
        "get the first player's share of the points. If its interval contains 0, these games do not show that it "
        "matters who begins. Two rule sets differ if the interval of their difference does not contain 0.</p>"
    )
    compared: list[tuple[str, Callable[[RuleSetResults], Estimate]]] = [
        (name.capitalize(), lambda each, key=key: each.results[key])  # type: ignore[misc]
        for key, name in names.items()
    ]
    compared.append(("Points of the first player", lambda each: each.first_player))
    tables = [by_rules("Results", results, rows), *differences("Differences", results, compared)]
    return Section("results", "Results", words, pair(pictures, tables))


def lengths(results: Results) -> Section:
    names = {
        "shortest": "Shortest",
        "median": "Median",
        "mean": "Mean",
        "percentile_95": "95th percentile",
        "longest": "Longest",
    }
    rows = keyed(names, lambda each, key: f"{each.quantiles[key]:g}")
    series = []
    for each in results.rule_sets:
        over = list(accumulate(each.lengths))
        points = [(float(plies), games / over[-1]) for plies, games in enumerate(over)]
        # Points within a level stretch of the curve are left out.
        kept = [
            point
            for index, point in enumerate(points)
            if index in (0, len(points) - 1) or not points[index - 1][1] == point[1] == points[index + 1][1]
        ]
        series.append(Line(each.rules, kept))
    picture = lines("Lengths", series, "plies", "share of games that are over", is_share=True, top=1)
    words = (
        "<p>The length of a game is its number of plies: the moves of both players. The curve shows which share of the "
        "games was over after a number of plies; where it is steep, many games end.</p>"
    )
    return Section("lengths", "Lengths", words, pair([picture], [by_rules("Plies of a game", results, rows)]))


def choices(results: Results) -> Section:
    series = []
    for each in results.rule_sets:
        choices = each.choices
        # The players alternate, and the one who is to move at odd plies may have more moves.
        pairs = [(choices[ply] + choices[ply + 1]) / 2 for ply in range(len(choices) - 1)]
        series.append(Line(each.rules, [(ply + 1.5, round(mean, 2)) for ply, mean in enumerate(pairs)]))
    longest = max(1, *(len(each.choices) for each in results.rule_sets))
    plies = sorted({round(step * (longest - 1) / (_PLIES_SHOWN - 1)) for step in range(_PLIES_SHOWN)})
    rows: Rows = [
        (f"At ply {ply + 1}", lambda each, ply=ply: f"{each.choices[ply]:.1f}" if ply < len(each.choices) else NONE)  # type: ignore[misc]
        for ply in plies
    ]
    rows.append(("At all plies, mean", lambda each: f"{each.mean_choices:.1f}"))
    picture = lines("Decisions over the game", series, "ply", "legal moves, mean of two plies")
    words = (
        "<p>The number of decisions a turn is the number of legal moves, on average over the games that reached the "
        "ply. Each choice of a region to keep is a move of its own. Plies that fewer than ten games reached are left "
        "out.</p>"
    )
    return Section("choices", "Decisions a turn", words, pair([picture], [by_rules("Legal moves", results, rows)]))


def moves(results: Results) -> Section:
    kinds: dict[str, Callable[[str], bool]] = {
        "adds": lambda kind: kind == "add",
        "flights of one bird": lambda kind: kind == "fly 1",
        "of lines in file": lambda kind: kind.endswith("in file"),
        "of lines side by side": lambda kind: kind.endswith("side by side"),
        "passes": lambda kind: kind == "pass",
    }

    def share(each: RuleSetResults, is_kind: Callable[[str], bool]) -> float:
        return sum(part for kind, part in each.moves.items() if is_kind(kind))

    picture = bars(
        "Kinds of moves",
        [Bar(each.rules, [share(each, is_kind) for is_kind in kinds.values()]) for each in results.rule_sets],
        list(kinds),
    )
    moves: Rows = [
        (name.capitalize(), lambda each, is_kind=is_kind: f"{share(each, is_kind):.1%}")  # type: ignore[misc]
        for name, is_kind in kinds.items()
    ]
    clearings: Rows = [
        ("Clearings in a game", lambda each: decimal(each.clearings["in_a_game"])),
        ("Birds that one takes", lambda each: decimal(each.clearings["birds_taken"])),
        (
            "Games with a clearing won by who cleared last",
            lambda each: percent(each.clearings["won_by_who_cleared_last"]),
        ),
        ("Clearings that lose at once", lambda each: percent(each.clearings["lost_at_once"])),
        ("Games lost by one's own move", lambda each: percent(each.clearings["games_lost_at_once"])),
    ]
    words = (
        "<p>An add puts a bird into the sky. A flight moves one bird or a straight line of birds, in file or side by "
        "side. A clearing is a flight that divides the opponent, so that birds of the opponent leave the sky. It can "
        "lose at once: if the birds that stay are one flock, their owner wins. How many birds a clearing takes is "
        "averaged in each game, and then over the games with one.</p>"
    )
    tables = [by_rules("Shares of all plies", results, moves), by_rules("Clearings", results, clearings)]
    return Section("moves", "Moves and clearings", words, pair([picture], tables))


def places(results: Results) -> Section:
    body = []
    for each in results.rule_sets:
        edge, name = each.edge, text(each.rules)
        maps = [
            figure(heat_map("Where birds are", edge, each.birds, percentage), "How often a bird is on a space."),
            figure(
                heat_map("Where games are won", edge, each.flocks, percentage),
                "How often a winning flock has a bird on a space.",
            ),
            figure(
                heat_map("Whose birds are where", edge, each.orange_birds, signed_percentage, of_players=True),
                "Where Orange has birds more often (orange) or Blue does (blue).",
            ),
        ]
        folded = [
            [both.spaces[0], str(len(both.spaces)), percentage(both.value), percentage(won.value)]
            for both, won in zip(each.birds, each.flocks, strict=True)
        ]
        of_players = [[one.spaces[0], str(len(one.spaces)), signed_percentage(one.value)] for one in each.orange_birds]
        tables = [
            table(f"{each.rules}: birds and flocks", ["Space", "Images", "Birds", "Flocks"], folded),
            table(f"{each.rules}: whose birds", ["Space", "Images", "Difference"], of_players),
        ]
        body.append(f"<h3>{name}</h3>" + pair([f'<div class="maps">{"".join(maps)}</div>'], tables))
    words = (
        "<p>The sky has twelve symmetries. Where the question does not depend on the players, each space has the mean "
        "of its images under those that keep the spaces with birds at the start: all twelve, if games begin at the "
        "start of a rule set. Six of them map the nests of Orange to nests of Orange; the others exchange the players. "
        "Who moves first is not symmetric. So the question whose birds are where is folded over those only that keep "
        "the birds of each player at the start. All positions of all games count, those at the start and at the end as "
        "well. A winning flock is the one with which a game ended. The fuller the color, the larger the number; each "
        "map has its own scale. The spaces of a table are the first of their images; point at a space of a map to see "
        "its number.</p>"
    )
    return Section("places", "Where birds are and where games are won", words, "\n".join(body))


def first_moves(results: Results) -> Section:
    body = []
    for each in results.rule_sets:
        known = [(one, one.points.value) for one in each.first_moves if one.points.value is not None]
        found = [Places(spaces=one.moves, value=value - 0.5) for one, value in known]
        spaces = {space for classes in each.birds for space in classes.spaces}
        adds = [one for one in found if spaces.issuperset(one.spaces)]
        picture = figure(
            heat_map("First moves", each.edge, adds, signed_percentage, of_players=True),
            "Points of the first player above one half (filled orange) or below it (filled blue), by the first move.",
        )
        rows = [
            [min(one.moves), str(len(one.moves)), f"{one.points.of:,}", percent(one.points)] for one in each.first_moves
        ]
        numbers = table(f"{each.rules}: first moves up to symmetry", ["Move", "Images", "Games", "Points"], rows)
        body.append(f"<h3>{text(each.rules)}</h3>" + pair([picture], [numbers]))
    played = any(not each.is_given for each in results.rule_sets)
    random = "In the games that the report played, the three plies after it were random too. " if played else ""
    words = (
        "<p>Two first moves are the same up to symmetry if they lead to images of the same position. The points are "
        f"those of the first player in all games that began with one of the moves. {random}There "
        "may be few games for each move: look at the intervals before you believe in an order.</p>"
    )
    return Section("first-moves", "First moves", words, "\n".join(body))


def skill(results: Results) -> Section:
    rungs = [(rung, index, each) for index, each in enumerate(results.rule_sets) for rung in each.rungs]
    rows, marks = [], []
    for rung, index, each in sorted(rungs, key=lambda item: (item[0].nodes, item[0].is_given, item[1])):
        name = f"{each.rules}: {2 * rung.nodes:,} against {rung.nodes:,}" + ", given" * rung.is_given
        rows.append([name, f"{2 * rung.points.of:,}", percent(rung.points), elo(rung.elo)])
        marks.append((name, index, rung.elo))
    picture = whiskers("Skill", marks, "advantage of the player with twice the nodes, Elo points", signed, 0)
    has_given = any(rung.is_given for rung, _, _ in rungs)
    given = "Matches among the games that were given are marked; they may begin in another way. " if has_given else ""
    words = (
        "<p>A game of skill rewards those who look further ahead. In each match, a player that searches twice as many "
        "positions (nodes) plays against one that searches the given number. The games are played in pairs that begin "
        f"with the same six random moves, with exchanged colors, and the intervals are computed from the pairs. "
        f"{given}If twice the nodes are worth much also at high numbers, there is more to find in the game.</p>"
    )
    numbers = table("Twice the nodes", ["Match", "Games", "Points", "Elo"], rows)
    return Section("skill", "Skill", words, pair([picture], [numbers]))


def course(results: Results) -> Section:
    rows: Rows = [
        ("Judged games", judged),
        ("Changes of lead in a game", lambda each: decimal(each.course["changes"])),
        ("Changes of lead for each ply", lambda each: percent(each.course["change_rate"])),
        ("Games with a change of lead", lambda each: percent(each.course["games_with_changes"])),
        ("Drama", lambda each: decimal(each.course["drama"], 3)),
        ("Largest lead of the loser", lambda each: decimal(each.course["deepest"])),
        (f"Wins after a lead of the loser of {SAFE}", lambda each: percent(each.course["comebacks"])),
        ("Share of the game until it is decided", lambda each: percent(each.course["decided"])),
        ("Plies from then on", lambda each: decimal(each.course["plies_after"], 1)),
        ("Largest change of the lead by one move", lambda each: decimal(each.course["swing"])),
    ]
    series = [_tenths(each.rules, each.winner_leads) for each in results.rule_sets]
    label = "how often the later winner is ahead"
    picture = lines("The later winner", series, "tenth of the game", label, is_share=True, top=1)
    words = (
        "<p>The judge gives the lead of a player before each move: the expected result, from −1 for a certain loss to "  # noqa: RUF001
        "1 for a certain win. These measures follow "
        f"{BROWNE}, with this lead as the difference of the evaluations of both players.</p><ul>"
        f"<li><b>Changes of lead</b>: a player leads with a lead of at least {AHEAD}, and until the other player does. "
        "Browne counts every change of sign, for each ply; the threshold keeps noise out. A win that a player "
        "overlooks and the judge sees is a change of lead, too.</li>"
        "<li><b>Drama</b>: the mean of the square roots of the loser's leads, over the positions in which the later "
        "winner is behind; 0 if there are none. It says how bad the positions are from which games are still "
        "won.</li>"
        f"<li>A game is <b>decided</b> when the lead of the winner has reached {SAFE}, and does not fall below that "
        "again: an expected score of 75%. The later, the longer a game stays open.</li>"
        "<li>The <b>largest change by one move</b> is large where single moves turn games (Browne's killer "
        "moves).</li></ul>"
        "<p>The changes of lead, and the largest change by one move, are those of all judged games. The other numbers, "
        "and the picture, are about the judged games that somebody won. The picture shows how often the later winner "
        "is ahead in each tenth of a game. At the start nobody knows the winner, and it is near one half; the earlier "
        "it rises, the earlier games are decided.</p>"
    )
    return Section("drama", "Drama", words, pair([picture], [by_rules("The course of a game", results, rows)]))


def threats(results: Results) -> Section:
    names = {
        "can_win": "The mover can win at once",
        "threatened": "The mover is threatened",
        "one_move_averts": "One move averts the threat",
        "no_move_averts": "No move averts the threat",
        "only_one_legal_move": "There is only one legal move",
    }
    rows = [("Judged games", judged), *keyed(names, lambda each, key: percent(each.threats[key]))]
    series = [_tenths(each.rules, each.threatened) for each in results.rule_sets]
    picture = lines("Threats", series, "tenth of the game", "how often the mover is threatened", is_share=True)
    words = (
        "<p>The mover is threatened if the mover cannot win at once, and the opponent could, if it were the opponent's "
        "turn. A move averts the threat if it does not lose, and does not let the opponent win with the next move. A "
        "move is forced if it is the only one that averts the threat, or the only legal one. The shares are those of "
        "all positions of a judged game.</p>"
    )
    return Section(
        "threats",
        "Forced moves and threats",
        words,
        pair([picture], [by_rules("Shares of the positions", results, rows)]),
    )


def agreement(results: Results) -> Section:
    marks, tables = [], []
    for index, each in enumerate(results.rule_sets):
        nodes, same = each.agreement.nodes, each.agreement.same
        marks += [
            (f"{each.rules}: {number:,} and {nodes[-1]:,}", index, same[row][-1])
            for row, number in enumerate(nodes[:-1])
        ]
        rows = [
            [f"{number:,}", *(percent(one) if column > row else NONE for column, one in enumerate(same[row]))]
            for row, number in enumerate(nodes[:-1])
        ]
        # The first column would compare the weakest player with itself.
        head = ["Nodes", *(f"{number:,}" for number in nodes[1:])]
        caption = f"{each.rules}: the same move, in positions of {part(same[0][0].of, each)} games"
        tables.append(table(caption, head, [[row[0], *row[2:]] for row in rows]))
    picture = whiskers("Agreement", marks, "how often both choose the same move", whole_percentage, 0)
    words = (
        "<p>Engines that search different numbers of positions were asked for a move in the same position, one of "
        "each game of the sample, drawn at random. Low agreement means that the choice is hard, or that many moves are "
        "equally good.</p>"
    )
    return Section("agreement", "Agreement of players", words, pair([picture], tables))


def judged(each: RuleSetResults) -> str:
    return part(each.course["changes"].of, each)


def _tenths(name: str, parts: Sequence[Estimate]) -> Line:
    known = [
        (index + 1, part.value, (part.low or 0.0, part.high or 0.0))
        for index, part in enumerate(parts)
        if part.value is not None
    ]
    return Line(name, [(x, y) for x, y, _ in known], [bounds for *_, bounds in known])

"""The parts of the page on games: results, lengths, decisions, moves, places and first moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate

from volo.render.html.escape import text
from volo.render.svg.charts import Bar, Line, Places, bars, heat_map, lines, whiskers
from volo.report.document import FirstMove, Results, RuleSetResults
from volo.report.tables import (
    NONE,
    Rows,
    Section,
    by_rules,
    decimal,
    elo,
    figure,
    interval,
    keyed,
    pair,
    percent,
    percentage,
    signed,
    signed_percentage,
    table,
)

__all__ = ["choices", "first_moves", "lengths", "moves", "outcomes", "places"]

_PLIES_SHOWN = 8


def outcomes(results: Results) -> Section:
    """How games ended, and what the first move is worth."""
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
            [interval(each.rules, index, each.first_player_elo) for index, each in enumerate(results.rule_sets)],
            "worth of the first move, Elo points",
            signed,
            0,
        ),
    ]
    words = (
        "<p>Orange moves first. A win is one point, a draw half a point. Games that were cut off have no result and no "
        "points. The worth of the first move is the difference in Elo points between two players of whom one would get "
        "the first player's share of the points. If its interval contains 0, these games do not show that it matters "
        "who begins.</p>"
    )
    return Section("results", "Results", words, pair(pictures, [by_rules("Results", results, rows)]))


def lengths(results: Results) -> Section:
    """How long games were."""
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
    """How many moves the players could choose from."""
    series = []
    for each in results.rule_sets:
        choices = each.choices
        # The players alternate, and the one who is to move at odd plies may have more moves.
        pairs = [(choices[ply] + choices[ply + 1]) / 2 for ply in range(len(choices) - 1)]
        series.append(Line(each.rules, [(ply + 1.5, round(mean, 2)) for ply, mean in enumerate(pairs)]))
    longest = max(1, *(len(each.choices) for each in results.rule_sets))
    plies = sorted({round(step * (longest - 1) / (_PLIES_SHOWN - 1)) for step in range(_PLIES_SHOWN)})
    rows: Rows = [
        (f"At ply {ply + 1}", lambda each, ply=ply: _item(each.choices, ply))  # type: ignore[misc]
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
    """What was played, and what clearings did."""
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
        "lose at once: if the birds that stay are one flock, their owner wins.</p>"
    )
    tables = [by_rules("Shares of all plies", results, moves), by_rules("Clearings", results, clearings)]
    return Section("moves", "Moves and clearings", words, pair([picture], tables))


def places(results: Results) -> Section:
    """Where birds were, and where winning flocks were."""
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
            table(f"{each.rules}: twelve symmetries", ["Space", "Images", "Birds", "Flocks"], folded),
            table(f"{each.rules}: six symmetries", ["Space", "Images", "Difference"], of_players),
        ]
        body.append(f"<h3>{name}</h3>" + pair([f'<div class="maps">{"".join(maps)}</div>'], tables))
    words = (
        "<p>The sky has twelve symmetries. Where the question does not depend on the players, each space has the mean "
        "of its images under all of them. Six of them map the nests of Orange to nests of Orange; the others exchange "
        "the players. Who moves first is not symmetric. So the question whose birds are where is folded over these six "
        "only. All positions of all games count, those at the start and at the end as well. A winning flock is the one "
        "with which a game ended. The fuller the colour, the larger the number; each map has its own scale. The "
        "spaces of a table are the first of their images; point at a space of a map to see its number.</p>"
    )
    return Section("places", "Where birds are and where games are won", words, "\n".join(body))


def first_moves(results: Results) -> Section:
    """The first moves up to symmetry with their results."""
    body = []
    for each in results.rule_sets:
        found = [Places(spaces=one.moves, value=value - 0.5) for one, value in _known(each.first_moves)]
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
    words = (
        "<p>Two first moves are the same up to symmetry if they lead to images of the same position. The points are "
        "those of the first player in all games that began with one of the moves. The three plies after it were random "
        "too, and there are few games for each move: look at the intervals before you believe in an order.</p>"
    )
    return Section("first-moves", "First moves", words, "\n".join(body))


def _known(moves: Sequence[FirstMove]) -> Iterator[tuple[FirstMove, float]]:
    """The classes that somebody played, with their points."""
    for one in moves:
        value = one.points.value
        if value is not None:
            yield one, value


def _item(values: Sequence[float], index: int) -> str:
    return f"{values[index]:.1f}" if index < len(values) else NONE

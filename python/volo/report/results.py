"""The results of a report, computed from what was collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from volo._support.confidence import Estimate
from volo._volo import SYMMETRIES, Rules, Symmetry, __version__
from volo.color import Color
from volo.errors import VoloError
from volo.game import Game
from volo.player import PlayerText
from volo.render.svg.charts import Places
from volo.report import measures
from volo.report.collect import Collection
from volo.report.document import FORMAT, VERSION, Agreement, FirstMove, Results, RuleSetResults, Rung
from volo.report.measures import (
    elo,
    first_moves,
    folded,
    keeping_colors,
    mean,
    mean_rate,
    points,
    points_of_pairs,
    share,
)
from volo.report.plan import GAMES_OF_A_PORTION, WINNING, Plan, Portion
from volo.report.samples import Judged, cleared, samples
from volo.simulate import Share, Summary

# A ply that fewer games reached is left out of the number of choices by ply.
_FEWEST_GAMES = 10

_POINTS_OF_ORANGE: Final = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def results(collection: Collection) -> Results:
    """Compute the results from what is collected.

    >>> from volo.report import Plan, collect
    >>> *_, collection = collect(Plan(["standard-4"], games=4, nodes=20))
    >>> [each.results["orange"].of for each in results(collection).rule_sets]
    [4]
    """
    plan = collection.plan
    return Results(
        format=FORMAT,
        version=VERSION,
        volo=__version__,
        nodes=plan.nodes,
        judge=plan.judge,
        games=plan.games,
        seed=plan.seed,
        rule_sets=[
            _rule_set(plan, rules, [found[number] for number in sorted(found)], collection.given.get(rules))
            for rules, found in collection.portions.items()
            if found
        ],
    )


def _rule_set(plan: Plan, rules: Rules, portions: Sequence[Portion], given: Sequence[Game] | None) -> RuleSetResults:
    if given is None:
        groups = [[Game(rules, moves) for moves in portion.games] for portion in portions]
    else:
        starts = [portion.portion * GAMES_OF_A_PORTION for portion in portions]
        groups = [list(given[start : start + GAMES_OF_A_PORTION]) for start in starts]
    games = [game for group in groups for game in group]
    judged = [Judged(group[0], portion.leads, portion.threats) for group, portion in zip(groups, portions, strict=True)]
    summary = _summary(rules, games)
    first = points(*_wins_draws_losses(games))
    birds, orange_birds = _birds(rules, games)
    won = sum(summary.tally.flock_wins)
    flocks = Counter(summary.flocks_on(Color.ORANGE)) + Counter(summary.flocks_on(Color.BLUE))
    return RuleSetResults(
        rules=str(rules),
        edge=rules.edge,
        supply=rules.supply,
        passing=rules.passing,
        stuck=rules.stuck,
        player=plan.policy if given is None else None,
        results={name: share(each) for name, each in summary.results.items()},
        first_player=first,
        first_player_elo=elo(first),
        lengths=list(summary.lengths),
        quantiles={
            "shortest": summary.length(0),
            "median": summary.length(0.5),
            "mean": round(summary.mean_length, 1),
            "percentile_95": summary.length(0.95),
            "longest": summary.length(1),
        },
        choices=[
            round(choices, 1)
            for choices, number in zip(summary.branching, summary.positions, strict=True)
            if number >= min(_FEWEST_GAMES, len(games))
        ],
        mean_choices=round(summary.mean_legal_moves, 1) if summary.plies else 0.0,
        moves={kind: round(each.share, 5) for kind, each in summary.moves.items()} if summary.plies else {},
        clearings=_clearings(summary, games),
        birds=_places(birds, rules.edge, SYMMETRIES),
        orange_birds=_places(orange_birds, rules.edge, keeping_colors(rules)),
        flocks=_places({space: number / won for space, number in flocks.items()}, rules.edge, SYMMETRIES),
        first_moves=_first_moves(rules, games),
        rungs=sorted([*_played_rungs(plan, portions), *_given_rungs(games)], key=lambda rung: rung.nodes),
        course=_course(judged),
        winner_leads=_by_tenth([[lead > 0 for lead in leads] for leads in _of_winners(judged)]),
        threats=_threats(judged),
        threatened=_by_tenth([[each >= 0 for each in game.threats] for game in judged]),
        agreement=_agreement(plan, [answer for portion in portions for answer in portion.answers]),
        samples=samples(judged),
    )


def _summary(rules: Rules, games: Sequence[Game]) -> Summary:
    codes = np.array([move.code for game in games for move in game.moves], dtype=np.uint32)
    offsets = np.array([0, *accumulate(map(len, games))], dtype=np.int64)
    return Summary.of_games(rules, codes, offsets)


def _wins_draws_losses(games: Sequence[Game]) -> tuple[int, int, int]:
    """The results of the games that the rules ended, for the player who moved first."""
    outcomes = [(outcome.winner, game.start.turn) for game in games if (outcome := game.outcome()) is not None]
    wins = sum(winner is first for winner, first in outcomes)
    draws = sum(winner is None for winner, _ in outcomes)
    return wins, draws, len(outcomes) - wins - draws


def _clearings(summary: Summary, games: Sequence[Game]) -> dict[str, Estimate]:
    found = [cleared(game) for game in games]
    return {
        "in_a_game": mean([len(each) for each in found]),
        "birds_taken": mean([sum(birds for _, birds in each) / len(each) for each in found if each]),
        "lost_at_once": share(summary.deciding_clearings),
        "games_lost_at_once": share(Share(summary.handed_over, summary.games)),
        "won_by_who_cleared_last": share(summary.won_after_clearing),
    }


def _birds(rules: Rules, games: Sequence[Game]) -> tuple[dict[str, float], dict[str, float]]:
    """How often a bird is on each space, and how much more often one of Orange than one of Blue."""
    counts: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    positions = 0
    for game in games:
        for position in game.positions:
            positions += 1
            for color in Color:
                counts[color].update(position.birds(color))
    both = {space: (counts[0][space] + counts[1][space]) / positions for space in rules.spaces}
    difference = {space: (counts[0][space] - counts[1][space]) / positions for space in rules.spaces}
    return both, difference


def _places(values: dict[str, float], edge: int, symmetries: tuple[Symmetry, ...]) -> list[Places]:
    return [Places(spaces=list(spaces), value=round(value, 4)) for spaces, value in folded(values, edge, symmetries)]


def _first_moves(rules: Rules, games: Sequence[Game]) -> list[FirstMove]:
    """The classes of first moves, the best one first. Classes that nobody played are at the end."""
    found = []
    for moves in first_moves(rules):
        of_class = set(moves)
        of_games = [game for game in games if len(game) and game.moves[0] in of_class]
        found.append(FirstMove(moves=[str(move) for move in moves], points=points(*_wins_draws_losses(of_games))))
    return sorted(found, key=lambda each: -1 if each.points.value is None else each.points.value, reverse=True)


def _played_rungs(plan: Plan, portions: Sequence[Portion]) -> list[Rung]:
    return [
        _rung(nodes, False, [portion.points[index] for portion in portions]) for index, nodes in enumerate(plan.rungs)
    ]


def _given_rungs(games: Sequence[Game]) -> list[Rung]:
    """The matches among the games in which one engine searched twice as many positions as the other.

    ``volo match`` names the players in tags, and numbers both games of a pair in the tag ``Round``.
    """
    pairs: dict[tuple[int, str], list[float]] = {}
    for game in games:
        nodes = [_nodes_of(game.tags.get(color.name.title(), "")) for color in Color]
        if 0 < max(nodes) == 2 * min(nodes) and game.result in _POINTS_OF_ORANGE:
            points = _POINTS_OF_ORANGE[game.result]
            pair = min(nodes), game.tags.get("Round", "").partition(".")[0]
            pairs.setdefault(pair, []).append(points if nodes[0] > nodes[1] else 1 - points)
    rungs: dict[int, list[float]] = {}
    for (fewer, _), both in pairs.items():
        if len(both) == 2:
            rungs.setdefault(fewer, []).append(sum(both))
    return [_rung(fewer, True, points) for fewer, points in rungs.items()]


def _nodes_of(player: str) -> int:
    """The nodes of an engine that has no other settings; 0 for any other player."""
    try:
        read = PlayerText.parse(player)
    except VoloError:
        return 0
    return int(read.settings["nodes"]) if set(read.settings) == {"nodes"} else 0


def _rung(nodes: int, is_given: bool, pairs: Sequence[float]) -> Rung:
    scored = points_of_pairs(pairs)
    return Rung(nodes=nodes, is_given=is_given, points=scored, elo=elo(scored))


def _course(judged: Sequence[Judged]) -> dict[str, Estimate]:
    won = _of_winners(judged)
    changes = [measures.changes(game.leads) for game in judged]
    deepest = [max(0.0, -measures.deepest(leads)[0]) for leads in won]
    after = [len(leads) - measures.decided(leads) for leads in won]
    steps = [max(1, len(game.leads) - 1) for game in judged]
    return {
        "changes": mean(changes),
        "games_with_changes": share(Share(sum(number > 0 for number in changes), len(changes))),
        "change_rate": mean_rate([number / of for number, of in zip(changes, steps, strict=True)]),
        "drama": mean_rate([measures.drama(leads) for leads in won]),
        "deepest": mean_rate(deepest),
        "comebacks": share(Share(sum(depth >= measures.SAFE for depth in deepest), len(won))),
        "decided": mean_rate([1 - number / len(leads) for number, leads in zip(after, won, strict=True)]),
        "plies_after": mean(after),
        "swing": mean([measures.swing(game.leads) for game in judged]),
    }


def _of_winners(judged: Sequence[Judged]) -> list[list[float]]:
    """The leads of the winners of the games that have one."""
    return [leads for game in judged if (leads := game.of_winner())]


def _threats(judged: Sequence[Judged]) -> dict[str, Estimate]:
    """How often, on average over the games, the threats of a position are of some kind."""
    kinds: dict[str, Callable[[int], bool]] = {
        "can_win": lambda each: each == WINNING,
        "threatened": lambda each: each >= 0,
        "one_move_averts": lambda each: each == 1,
        "no_move_averts": lambda each: each == 0,
    }
    found = {name: mean_rate([_rate(map(is_kind, game.threats)) for game in judged]) for name, is_kind in kinds.items()}
    found["only_one_legal_move"] = mean_rate(
        [_rate(len(each.legal_moves()) == 1 for each in game.before) for game in judged]
    )
    return found


def _rate(truths: Iterable[bool]) -> float:
    known = list(truths)
    return sum(known) / len(known) if known else 0.0


def _by_tenth(lists: Sequence[Sequence[bool]]) -> list[Estimate]:
    """For each tenth of a game, how often something is true of a position, on average over the games."""
    parts: list[list[float]] = [[] for _ in range(10)]
    for truths in lists:
        for part, indices in zip(parts, measures.tenths(len(truths)), strict=True):
            if indices:
                part.append(_rate(truths[index] for index in indices))
    return [mean_rate(part) for part in parts]


def _agreement(plan: Plan, answers: Sequence[Sequence[str]]) -> Agreement:
    def same(one: int, other: int) -> Estimate:
        return share(Share(sum(each[one] == each[other] for each in answers), len(answers)))

    numbers = range(len(plan.strengths))
    return Agreement(nodes=list(plan.strengths), same=[[same(one, other) for other in numbers] for one in numbers])

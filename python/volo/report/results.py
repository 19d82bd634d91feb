"""The results of a report, computed from what was collected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from volo._support.confidence import Estimate
from volo._volo import Batch, Rules, Symmetry, __version__
from volo.color import Color
from volo.engine.match import MatchScore
from volo.game import Game
from volo.recorded import codes_of
from volo.render.svg.charts import Places
from volo.report import measures
from volo.report.collect import Collection
from volo.report.counts import Counts
from volo.report.document import FORMAT, VERSION, Agreement, FirstMove, Results, RuleSetResults, Rung
from volo.report.measures import (
    elo,
    folded,
    keeping_birds,
    keeping_colors,
    mean,
    mean_rate,
    points,
    points_of_pairs,
    share,
)
from volo.report.plan import GAMES_OF_A_PORTION, WINNING, Plan, Portion
from volo.report.samples import Judged, samples
from volo.simulate import Share

# A ply that fewer games reached is left out of the number of choices by ply.
_FEWEST_GAMES = 10


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
        sources=[],
        rule_sets=[
            _rule_set(collection, rules, [found[number] for number in sorted(found)])
            for rules, found in collection.portions.items()
            if found
        ],
    )


def _rule_set(collection: Collection, rules: Rules, portions: Sequence[Portion]) -> RuleSetResults:
    plan, given = collection.plan, collection._counted.get(rules)
    if given is None:
        start = plan.start_of(rules)
        games = [[Game(start, moves) for moves in portion.games] for portion in portions]
        counts, players, scores = Counts(start), [plan.policy], {}
        counts.add(*codes_of([game for group in games for game in group]))
        first_games = [group[0] for group in games]
    else:
        counts, players, scores = given.counts, list(given.players), given.scores
        first_games = [collection.given[rules][portion.portion * GAMES_OF_A_PORTION] for portion in portions]
    judged = [Judged(game, portion.leads, portion.threats) for game, portion in zip(first_games, portions, strict=True)]
    summary = counts.summary
    wins, draws = summary.tally.first_mover_wins, summary.draws
    first = points(wins, draws, summary.orange + summary.blue - wins)
    birds, orange_birds = counts.birds()
    kept = keeping_birds(counts.start)
    won = sum(summary.tally.flock_wins)
    flocks = Counter(summary.flocks_on(Color.ORANGE)) + Counter(summary.flocks_on(Color.BLUE))
    return RuleSetResults(
        rules=str(rules),
        start=counts.start.fen(),
        edge=rules.edge,
        supply=rules.supply,
        passing=rules.passing,
        stuck=rules.stuck,
        players=players,
        is_given=given is not None,
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
            if number >= min(_FEWEST_GAMES, summary.games)
        ],
        mean_choices=round(summary.mean_legal_moves, 1) if summary.plies else 0.0,
        moves={kind: round(each.share, 5) for kind, each in summary.moves.items()} if summary.plies else {},
        clearings=_clearings(counts),
        birds=_places(birds, rules.edge, kept),
        orange_birds=_places(orange_birds, rules.edge, keeping_colors(counts.start)),
        flocks=_places({space: number / won for space, number in flocks.items()}, rules.edge, kept),
        first_moves=_first_moves(counts),
        rungs=_rungs(plan, portions, scores),
        course=_course(judged),
        winner_leads=_by_tenth([[lead > 0 for lead in leads] for leads in _of_winners(judged)]),
        threats=_threats(judged),
        threatened=_by_tenth([[each >= 0 for each in game.threats] for game in judged]),
        agreement=_agreement(plan, [answer for portion in portions for answer in portion.answers]),
        samples=samples(judged),
    )


def _clearings(counts: Counts) -> dict[str, Estimate]:
    summary = counts.summary
    return {
        "in_a_game": mean(counts.clearings),
        "birds_taken": mean(counts.taken),
        "lost_at_once": share(summary.deciding_clearings),
        "games_lost_at_once": share(Share(summary.handed_over, summary.games)),
        "won_by_who_cleared_last": share(summary.won_after_clearing),
    }


def _places(values: dict[str, float], edge: int, symmetries: tuple[Symmetry, ...]) -> list[Places]:
    return [Places(spaces=list(spaces), value=round(value, 4)) for spaces, value in folded(values, edge, symmetries)]


def _first_moves(counts: Counts) -> list[FirstMove]:
    first = counts.start.turn
    found = [
        FirstMove(
            moves=[str(move) for move in moves],
            points=points(outcomes[int(first)], outcomes[Batch.DRAW], outcomes[int(first.other)]),
        )
        for moves, outcomes in counts.first_moves
    ]
    return sorted(found, key=lambda each: -1 if each.points.value is None else each.points.value, reverse=True)


def _rungs(plan: Plan, portions: Sequence[Portion], given: Mapping[int, MatchScore]) -> list[Rung]:
    """The matches that were played for the report, and those among the given games."""
    played = [(nodes, MatchScore()) for nodes in plan.rungs]
    for portion in portions:
        for (_, score), each in zip(played, portion.points, strict=True):
            score.add(each)
    rungs = [
        Rung(nodes=nodes, is_given=is_given, points=points_of_pairs(score), elo=elo(points_of_pairs(score)))
        for is_given, scores in ((False, played), (True, given.items()))
        for nodes, score in scores
    ]
    return sorted(rungs, key=lambda rung: rung.nodes)


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

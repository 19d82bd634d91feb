"""The parts of the page on engines: matches, the judge's opinion of games, threats, and the choice of moves."""

from __future__ import annotations

from collections.abc import Sequence

from volo.render.svg.charts import Line, lines, whiskers
from volo.report.document import Results
from volo.report.estimate import Estimate
from volo.report.measures import AHEAD, SAFE
from volo.report.tables import (
    BROWNE,
    NONE,
    Rows,
    Section,
    by_rules,
    decimal,
    elo,
    interval,
    keyed,
    pair,
    percent,
    signed,
    table,
    whole_percentage,
)

__all__ = ["agreement", "course", "skill", "threats"]


def skill(results: Results) -> Section:
    """What twice the nodes are worth."""
    rungs = [(rung, index, each) for index, each in enumerate(results.rule_sets) for rung in each.rungs]
    rows, marks = [], []
    for rung, index, each in sorted(rungs, key=lambda item: (item[0].nodes, item[0].is_given, item[1])):
        name = f"{each.rules}: {2 * rung.nodes:,} against {rung.nodes:,}" + ", given" * rung.is_given
        rows.append([name, f"{2 * rung.points.of:,}", percent(rung.points), elo(rung.elo)])
        marks.append(interval(name, index, rung.elo))
    picture = whiskers("Skill", marks, "advantage of the player with twice the nodes, Elo points", signed, 0)
    words = (
        "<p>A game of skill rewards those who look further ahead. In each match, a player that searches twice as many "
        "positions (nodes) plays against one that searches the given number. The games are played in pairs that begin "
        "with the same six random moves, with exchanged colours, and the intervals are computed from the pairs. If "
        "twice the nodes are worth much also at high numbers, there is more to find in the game.</p>"
    )
    numbers = table("Twice the nodes", ["Match", "Games", "Points", "Elo"], rows)
    return Section("skill", "Skill", words, pair([picture], [numbers]))


def course(results: Results) -> Section:
    """The course of games in the judge's eyes."""
    rows: Rows = [
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
    """How often there was a threat, or only one move."""
    names = {
        "can_win": "The mover can win at once",
        "threatened": "The mover is threatened",
        "one_move_averts": "One move averts the threat",
        "no_move_averts": "No move averts the threat",
        "only_one_legal_move": "There is only one legal move",
    }
    rows = keyed(names, lambda each, key: percent(each.threats[key]))
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
    """How often engines of different strength choose the same move."""
    marks, tables = [], []
    for index, each in enumerate(results.rule_sets):
        nodes, same = each.agreement.nodes, each.agreement.same
        marks += [
            interval(f"{each.rules}: {number:,} and {nodes[-1]:,}", index, same[row][-1])
            for row, number in enumerate(nodes[:-1])
        ]
        rows = [
            [f"{number:,}", *(percent(one) if column > row else NONE for column, one in enumerate(same[row]))]
            for row, number in enumerate(nodes[:-1])
        ]
        # The first column would compare the weakest player with itself.
        head = ["Nodes", *(f"{number:,}" for number in nodes[1:])]
        tables.append(table(f"{each.rules}: the same move", head, [[row[0], *row[2:]] for row in rows]))
    picture = whiskers("Agreement", marks, "how often both choose the same move", whole_percentage, 0)
    words = (
        "<p>Engines that search different numbers of positions were asked for a move in the same position, one of "
        "each game, drawn at random. Low agreement means that the choice is hard, or that many moves are equally "
        "good.</p>"
    )
    return Section("agreement", "Agreement of players", words, pair([picture], tables))


def _tenths(name: str, parts: Sequence[Estimate]) -> Line:
    known = [
        (index + 1, part.value, (part.low or 0.0, part.high or 0.0))
        for index, part in enumerate(parts)
        if part.value is not None
    ]
    return Line(name, [(x, y) for x, y, _ in known], [bounds for *_, bounds in known])

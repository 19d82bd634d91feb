"""The results of a report as plain data that can be written as JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from volo._support.checks import value_of
from volo._support.confidence import Estimate
from volo._volo import Position, Rules, __version__
from volo.errors import VoloError
from volo.render.svg.charts import Places

FORMAT: Final = "volo report"
# Nothing may be added without a new number.
VERSION: Final = 3


@dataclass(frozen=True, slots=True)
class FirstMove:
    """A class of first moves that lead to images of the same position.

    Attributes:
        moves: the moves.
        points: the share of the points that the first player got after one of them.
    """

    moves: list[str]
    points: Estimate


@dataclass(frozen=True, slots=True)
class Rung:
    """A match between a player and one that searches twice as many positions.

    Attributes:
        nodes: the number of positions that the weaker player searches.
        is_given: whether the match is among the given games, and was not played for the report.
        points: the share of the points that the stronger player got, from pairs of games.
        elo: the same in Elo points.
    """

    nodes: int
    is_given: bool
    points: Estimate
    elo: Estimate


@dataclass(frozen=True, slots=True)
class Agreement:
    """How often engines that search different numbers of positions choose the same move.

    Attributes:
        nodes: the numbers of positions.
        same: for each number and each other one, how often they agree.
    """

    nodes: list[int]
    same: list[list[Estimate]]


@dataclass(frozen=True, slots=True)
class Sample:
    """A judged game to look through.

    Attributes:
        name: which game it is, such as ``"a typical game"``.
        story: what happened, in a few sentences.
        moves: the moves.
        leads: the judge's lead of Orange before each move, from -1 to 1.
    """

    name: str
    story: str
    moves: list[str]
    leads: list[float]


@dataclass(frozen=True, slots=True)
class RuleSetResults:
    """The results for a rule set. Plies are counted from 0. The page of the report defines the measures in words.

    Up to ``first_moves``, the figures are those of all games; those from ``course`` on are those of a sample that
    engines judged. An estimate has the number of its games.

    Attributes:
        rules: the rule set as text.
        start: the FEN of the position with which the games began.
        edge: the edge of the sky.
        supply: the number of birds of each player. None if there is no limit.
        passing: when a pass is legal, as in :class:`volo.Rules`.
        stuck: how a game ends when both players pass or are stuck.
        players: who played the games: the policy of both players, or two names as in ``"Ada as Orange against Bo"``.
            After the first four, ``"others"`` stands for the rest.
        is_given: whether the games were given, and were not played for the report.
        results: the shares of games by their results: ``orange``, ``blue``, ``draw`` and ``truncated``.
        first_player: the share of the points that the first player got, of games that were not cut off.
        first_player_elo: the same in Elo points.
        lengths: the number of games of each length in plies.
        quantiles: the shortest, median, mean, 95th percentile and longest length.
        choices: the mean number of legal moves at each ply that enough games reached.
        mean_choices: the mean number of legal moves at a ply.
        moves: the share of each kind of move in all plies.
        clearings: figures of flights that clear birds.
        birds: how often a bird is on a space, folded over the symmetries that keep the spaces with birds at the start.
        orange_birds: how much more often a bird of Orange is on a space than one of Blue, folded over the symmetries
            that keep the colors.
        flocks: how often a winning flock has a bird on a space, folded over the same symmetries as ``birds``.
        first_moves: the first moves up to symmetry.
        rungs: the matches, by the nodes of the weaker player.
        course: measures of the course of the judged games.
        winner_leads: for each tenth of a won game, how often the winner was ahead.
        threats: measures of threats and of forced moves.
        threatened: for each tenth of a game, how often the mover was threatened.
        agreement: how often engines of different strength agree.
        samples: games to look through.
    """

    rules: str
    start: str
    edge: int
    supply: int | None
    passing: str
    stuck: str
    players: list[str]
    is_given: bool
    results: dict[str, Estimate]
    first_player: Estimate
    first_player_elo: Estimate
    lengths: list[int]
    quantiles: dict[str, float]
    choices: list[float]
    mean_choices: float
    moves: dict[str, float]
    clearings: dict[str, Estimate]
    birds: list[Places]
    orange_birds: list[Places]
    flocks: list[Places]
    first_moves: list[FirstMove]
    rungs: list[Rung]
    course: dict[str, Estimate]
    winner_leads: list[Estimate]
    threats: dict[str, Estimate]
    threatened: list[Estimate]
    agreement: Agreement
    samples: list[Sample]


@dataclass(frozen=True, slots=True)
class Results:
    """The results of a report.

    Attributes:
        format: ``"volo report"``.
        version: the version of the format, 3.
        volo: the version of volo.
        nodes: the number of positions that a player searches for a move.
        judge: the number of positions that the judge searches.
        games: the number of games that was planned for each rule set: games to play, or given games to judge.
        seed: the seed.
        sources: the names of the files and folders of the given games, if they are known.
        rule_sets: the results for each rule set with at least one portion.
    """

    format: str
    version: int
    volo: str
    nodes: int
    judge: int
    games: int
    seed: int
    sources: list[str]
    rule_sets: list[RuleSetResults]

    def to_dict(self) -> dict[str, Any]:
        """The results as a JSON object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: object) -> Results:
        """Read the JSON object of results; the inverse of :meth:`to_dict`.

        Raises:
            VoloError: the value is not the JSON object of results.

        >>> Results.from_dict({})
        Traceback (most recent call last):
            ...
        volo.errors.VoloError: the results of a report must have the member 'format'
        """
        given = values if isinstance(values, dict) else {}
        writer = given.get("volo")
        try:
            for name, known in {"format": FORMAT, "version": VERSION}.items():
                if (found := given.get(name, known)) != known:
                    raise VoloError(
                        f"the results of a report have the {name} {str(found)[:40]}, and this volo reads {known}"
                    )
            results: Results = value_of(cls, values, "the results of a report")
        except VoloError as error:
            if writer in (None, __version__):
                raise
            raise VoloError(f"{error}; volo {str(writer)[:40]} wrote them, and this is volo {__version__}") from error
        for each in results.rule_sets:
            if (found := Position.from_fen(each.start).rules) != Rules.parse(each.rules):
                raise VoloError(f"the results of a report are about {each.rules:.80}, and their start about {found}")
        return results

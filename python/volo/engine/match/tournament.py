"""Tournaments: a match between every two of several players."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from hashlib import sha256
from itertools import combinations, pairwise
from typing import Literal

from volo._support.checks import checked_integer
from volo.engine.match.game import Pair, TimeControl
from volo.engine.match.players import MoveFunction, Spec
from volo.engine.match.runner import Rounds
from volo.engine.match.score import MatchScore
from volo.errors import VoloError
from volo.game import PositionLike

_MOST_PLAYERS = 1000


class Tournament:
    """A round robin: every two players play a match.

    The players of a match are in the order of their texts, and its seed depends on the seed of the tournament and on
    both texts. So the games of two players depend neither on the other players nor on the order of the arguments. They
    are those of a :class:`Match` with this seed.

    The matches are played at the same time, pair by pair: first the first pair of games of each match. A thread starts
    its players again for a pair of another match.

    The arguments that are not listed are those of :class:`Match`.

    Args:
        players: at least two players, each a description or a function, with different texts. The text of a function is
            its name.
        pairs: the number of pairs of games in each match.
        seed: the same seed gives the same tournament, 0 to 2**64 - 1.
        gauntlet: whether only the first player plays against all others.

    Attributes:
        scores: a score for each match, by the texts of its players, for the caller to count the pairs in.
        seeds: the seed of each match.

    Raises:
        VoloError: there are fewer than two players, two have the same text, or as for :class:`Match`.

    >>> from volo.engine.match import ratings
    >>> players = [Spec.parse(text) for text in ("uniform", "careful", "engine:50")]
    >>> tournament = Tournament(players, start="standard-4", pairs=5, seed=1)
    >>> for match, pair in tournament.run():
    ...     tournament.scores[match].add(pair.points)
    >>> [each.player for each in ratings(tournament.scores)]
    ['engine:50', 'careful', 'uniform']
    """

    def __init__(
        self,
        players: Iterable[Spec | MoveFunction],
        *,
        start: PositionLike | Sequence[PositionLike] = "standard",
        pairs: int = 100,
        seed: int = 0,
        opening_plies: int = 6,
        max_plies: int = 500,
        concurrency: int = 1,
        clock: TimeControl | str | None = None,
        gauntlet: bool = False,
    ) -> None:
        given = [*map(Spec.of, players)]
        specs = sorted(given, key=lambda spec: spec.text)
        if not 2 <= len(specs) <= _MOST_PLAYERS:
            raise VoloError(f"a tournament must have 2 to {_MOST_PLAYERS:,} players")
        for one, other in pairwise(specs):
            if one.text == other.text:
                raise VoloError(f"two players are {one.text[:80]!r}")
        self._seed = checked_integer("seed", seed, 0, 2**64 - 1)
        pairings = [both for both in combinations(specs, 2) if not gauntlet or given[0] in both]
        self.seeds: dict[tuple[str, str], int] = {
            (one.text, other.text): _seed_of(self._seed, one.text, other.text) for one, other in pairings
        }
        self.scores: dict[tuple[str, str], MatchScore] = {match: MatchScore() for match in self.seeds}
        self._rounds = Rounds(
            [(*both, match_seed) for both, match_seed in zip(pairings, self.seeds.values(), strict=True)],
            start=start,
            pairs=pairs,
            opening_plies=opening_plies,
            max_plies=max_plies,
            concurrency=concurrency,
            clock=clock,
        )

    def run(
        self,
        *,
        cluster: Literal["ray"] | None = None,
        address: str | None = None,
        checkpoint: str | os.PathLike[str] | None = None,
    ) -> Generator[tuple[tuple[str, str], Pair], None, None]:
        """Play the tournament, and yield the texts of the players of a match with each of its pairs.

        If the iterator is closed, the tournament stops soon. It is played once. For a cluster, see :meth:`Match.run`.

        Args:
            checkpoint: a file. Pairs that it has are not played again, and each finished pair is added to it. The
                number of pairs and the players may differ from those of the earlier run.

        Raises:
            CheckpointError: the checkpoint belongs to another tournament, has games of a player with another limit, is
                damaged, or another tournament uses it; or another version of volo wrote it, and pairs are missing.
            ClusterError, VoloError, OSError: as in :meth:`Match.run`.
        """
        matches = [*self.scores]
        with closing(self._rounds.run("tournament", {"seed": self._seed}, cluster, address, checkpoint)) as played:
            for place, pair in played:
                yield matches[place], pair


def _seed_of(seed: int, first: str, second: str) -> int:
    return int.from_bytes(sha256(json.dumps([seed, first, second]).encode()).digest()[:8], "big")

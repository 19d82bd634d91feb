"""Engines that are other programs."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from typing import Final, final
from weakref import finalize

from volo._support.checks import checked_integer, whole_in
from volo._volo import Move, Position
from volo.color import Color
from volo.engine.analysis import Analysis
from volo.engine.base import AnyEngine
from volo.engine.search import Info, InfoFields, Limit, PlayResult, Searchable, limit_of, moving, seconds_of
from volo.engine.ugi.process import Exchange, Program
from volo.engine.ugi.protocol import UgiOption, score_of, words_of
from volo.errors import EngineError, VoloError

TIMEOUT: Final = 10.0
"""The number of seconds in which an engine must answer, unless the caller sets another."""
_NUMBERS: Final = frozenset({"depth", "time", "nodes", "multipv"})
_UNKNOWN: Final = {"pv": (), "depth": 0, "nodes": 0, "time": 0.0}

# The number of reports that wait for a reader, and the number of moves of a report. Others are dropped.
_MOST_REPORTS: Final = 1 << 12
_MOST_MOVES: Final = 200


@final
class UgiEngine(AnyEngine):
    """An engine that is another program and speaks UGI, the Universal Game Interface.

    :meth:`popen` starts one. The engine is a context manager, which ends the program. The program also ends when
    nothing refers to the object any more, and when the interpreter exits. The methods have the arguments and errors of
    those of :class:`Engine`, and raise an ``EngineError`` if the program refuses a command, plays an illegal move, dies
    or is late. Then it is ended. In a search by nodes or depth, it is late after a silence as long as its timeout.

    Attributes:
        name: the name that the engine gives itself; that of the program if it gives none.
        author: the author that the engine names; empty if it names none.
        options: the options of the engine by their names.
        pid: the number of the process of the engine.

    >>> import sys
    >>> from volo.engine import Limit, UgiEngine
    >>> with UgiEngine.popen([sys.executable, "-m", "volo", "engine"]) as engine:
    ...     engine.configure({"Hash": 1})
    ...     result = engine.play("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", Limit(depth=3))
    >>> result.info.score, engine.name.split()[0]
    (Score.win(1), 'volo')
    """

    def __init__(self, command: str | Sequence[str], timeout: float) -> None:
        self._program = Program(command)
        self._timeout = timeout
        # At exit, programs get the time to end by themselves.
        finalize(self, self._program.kill).atexit = False
        introduction = Exchange(program=self._program, commands=["ugi"], answer="ugiok", timeout=timeout)
        try:
            introduction.run()
            options = [UgiOption.parse(" ".join(words)) for words in introduction.lines if words[0] == "option"]
        except BaseException:
            self._program.kill()
            raise
        texts = {" ".join(words[:2]): " ".join(words[2:])[:200] for words in introduction.lines}
        self.name: str = texts.get("id name") or self._program.name
        self._program.name = self.name
        self.pid: int = self._program.process.pid
        self.author: str = texts.get("id author", "")
        self.options: dict[str, UgiOption] = {option.name: option for option in options}

    @classmethod
    def popen(cls, command: str | Sequence[str], *, timeout: float = TIMEOUT) -> UgiEngine:
        """Start an engine, and wait until it is ready.

        Args:
            command: the program and its arguments, or one text that is divided as a shell would do it.
            timeout: the seconds in which the engine must answer, in a search in addition to the limit of time.

        Raises:
            OSError: the program cannot be started.
            EngineError: the command is empty, or the program does not speak UGI, has ended, or is late.
        """
        engine = cls(command, seconds_of("timeout", timeout))
        if "Ponder" in engine.options:
            # Without this option, an engine does not name the reply that it expects.
            engine.configure({"Ponder": True})
        return engine

    def configure(self, options: Mapping[str, str | int | bool | None]) -> None:
        """Set options of the engine.

        Args:
            options: the values by the names of the options, in upper or lower case. That of a button is None.

        Raises:
            VoloError: the engine has no such option, or the option cannot have the value.
        """
        by_name = {name.lower(): option for name, option in self.options.items()}
        lines = []
        for name, value in options.items():
            option = by_name.get(str(name).lower())
            if option is None:
                raise VoloError(f"the engine {self.name} has no option {name!r:.80}")
            lines.append(option.command(value))
        self._tell(lines)

    def play(self, position: Searchable, limit: Limit) -> PlayResult:
        """Let the engine choose a move."""
        search = self._search(position, limit, 1)
        search.run()
        return search.result()

    async def aplay(self, position: Searchable, limit: Limit) -> PlayResult:
        """Let the engine choose a move, in a coroutine of asyncio. If it is canceled, the engine stops."""
        search = self._search(position, limit, 1)
        search.begin()
        async with Analysis(search) as analysis:
            await analysis
        return search.result()

    def analyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Let the engine analyse the best moves, in a game that is not over. Empty if it reports nothing."""
        search = self._search(position, limit, multipv)
        search.run()
        return [Info(**fields) for fields in search.latest()]

    async def aanalyse(self, position: Searchable, limit: Limit, multipv: int = 1) -> list[Info]:
        """Let the engine analyse the best moves, in a coroutine of asyncio. If it is canceled, the engine stops."""
        async with self.analysis(position, limit, multipv) as analysis:
            return await analysis

    def analysis(self, position: Searchable, limit: Limit | None = None, multipv: int = 1) -> Analysis:
        """Let the engine analyse in the background. The call that waits for a report raises its errors."""
        search = self._search(position, Limit() if limit is None else limit, multipv)
        search.begin()
        return Analysis(search)

    def clear(self) -> None:
        """Tell the engine that another game begins."""
        self._tell(["uginewgame"])

    def close(self) -> None:
        """End the program. If it does not end by itself within a second, it is killed."""
        self._program.close()

    def _tell(self, commands: Sequence[str]) -> None:
        Exchange(program=self._program, commands=[*commands, "isready"], timeout=self._timeout).run()

    def _search(self, position: Searchable, limit: Limit, lines: int) -> UgiSearch:
        game = moving(position)
        turn = game.position.turn
        limit_of(limit, turn)
        lines = checked_integer("multipv", lines, 1, 1_000_000)
        moves = f" moves {' '.join(map(str, game.moves))}" if len(game) else ""
        commands = [f"position fen {game.start.fen()}{moves}", f"go {words_of(limit)}"]
        if "MultiPV" in self.options:
            commands.insert(0, self.options["MultiPV"].command(lines))
        elif lines != 1:
            raise VoloError(f"the engine {self.name} has no option MultiPV")
        # An engine decides itself how much of the player's clock it uses.
        clock = limit.orange_clock if turn is Color.ORANGE else limit.blue_clock
        seconds = min(each if each is not None else inf for each in (limit.time, clock))
        return UgiSearch(
            program=self._program,
            commands=commands,
            timeout=self._timeout,
            seconds=seconds,
            # Nobody knows how long a number of nodes takes, but an engine that works on it reports now and then.
            silence=inf if seconds < inf or limit == Limit() else self._timeout,
            kept=self,
            position=game.position,
            line_count=lines,
        )

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("an engine cannot be pickled or copied: it runs in a process of its own")


def fields_of(words: Sequence[str], position: Position) -> InfoFields:
    """Return the fields of an :class:`Info` in the words after ``info``.

    Words that are not known and numbers that are wrong are skipped. The moves end before the first that is illegal.

    >>> fields_of("depth x seldepth 5 nodes 500 time 20 score mate 3 pv c5 nonsense".split(), Position())
    {'nodes': 500, 'time': 0.02, 'score': Score.win(3), 'pv': (Move('c5', edge=7),)}
    """
    found: InfoFields = {}
    rest = iter(words)
    for word in rest:
        if word == "string":
            break
        if word == "pv":
            found["pv"] = _playable(position, rest)
            break
        if word == "score":
            kind, number = next(rest, ""), whole_in(next(rest, ""))
            if number is not None and (score := score_of(kind, number)) is not None:
                found["score"] = score
        elif word in _NUMBERS and (number := whole_in(next(rest, ""))) is not None:
            found[word] = max(number, 0) / 1000 if word == "time" else max(number, 0)
    return found


def _playable(position: Position, words: Iterable[str]) -> tuple[Move, ...]:
    moves: list[Move] = []
    # A word that is not a legal move ends the moves.
    with suppress(VoloError):
        for word in islice(words, _MOST_MOVES):
            move = position.parse_move(word)
            position = position.play(move)
            moves.append(move)
    return tuple(moves)


@dataclass(eq=False, repr=False, kw_only=True)
class UgiSearch(Exchange):
    """A search by another program. It has the methods of the searches of the compiled module, for an ``Analysis``."""

    position: Position
    line_count: int
    answer: str = "bestmove"
    stop_command: str = "stop"
    _infos: dict[int, InfoFields] = field(default_factory=dict)
    _unread: deque[InfoFields] = field(default_factory=lambda: deque(maxlen=_MOST_REPORTS))
    _changes: int = 0
    _best: tuple[Move, ...] = ()

    def hear(self, words: list[str]) -> None:
        """Hear a line, which may have the best move."""
        super().hear(words)
        if self.has_answer and self.error is None:
            try:
                move = self.position.parse_move(" ".join(words[1:2]))
                # The expected reply is only a hint, which may be wrong.
                self._best = (move, *_playable(self.position.play(move), words[3:4]))
            except VoloError as error:
                problem = f"the engine {self.program.name} played a move that cannot be played: {error}"
                self.error: BaseException | None = EngineError(problem)

    def hear_other(self, words: list[str]) -> None:
        """Hear a line that may report a result."""
        found = fields_of(words[1:], self.position) if words[0] == "info" else {}
        rank = found.get("multipv", 1)
        if "score" not in found:
            # The last line has the work of the whole search.
            work: InfoFields = {key: found[key] for key in ("nodes", "time") if key in found}
            self._infos = {rank: {**info, **work} for rank, info in self._infos.items()}
        elif 1 <= rank <= self.line_count:
            self._infos[rank] = {**_UNKNOWN, **found}
            self._unread.append(self._infos[rank])
            self._changes += 1

    def result(self) -> PlayResult:
        """Return the move, after the end."""
        info = self._infos.get(1)
        # The report may be about another move, if the engine changed its mind.
        known = Info(**info) if info and info["pv"][:1] == self._best[:1] else None
        return PlayResult(self._best[0], next(iter(self._best[1:]), None), known)

    def next(self, time: float | None) -> InfoFields | None:
        """Wait for the next report that was not read yet. None if the search is over or the time is up."""
        with self.program.changed:
            self._wait(lambda: bool(self._unread), time)
            if self._unread:
                return self._unread.popleft()
            self.wait_until_over(0)
            return None

    def wait_for_change(self, seen: int) -> int | None:
        """Wait until there were more reports than this number, and return their number. None if the search is over."""
        self._wait(lambda: self._changes > seen)
        return None if self.has_answer else self._changes

    def latest(self) -> list[InfoFields]:
        """The latest results for the best moves."""
        with self.program.changed:
            return [self._infos[rank] for rank in sorted(self._infos)]

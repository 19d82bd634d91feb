"""The engine as a program that other programs use."""

from __future__ import annotations

from threading import RLock, Thread
from time import monotonic
from typing import BinaryIO, Final

from volo._support.threads import BETWEEN_CHECKS
from volo._volo import Position, Rules, __version__
from volo.color import Color
from volo.engine.analysis import Analysis
from volo.engine.local import OPTIONS as ENGINE_OPTIONS
from volo.engine.local import Engine
from volo.engine.search import Info, Limit
from volo.engine.ugi.protocol import UgiOption, limit_of, words_of_score
from volo.errors import VoloError
from volo.game import Game

OPTIONS: Final = {
    option.name.lower(): option
    for option in (
        *(
            UgiOption(each.short.title(), "spin", str(each.default), each.least, each.most)
            for each in ENGINE_OPTIONS.values()
        ),
        UgiOption("MultiPV", "spin", "1", 1, 500),
        UgiOption("Rules", "string", "standard"),
        UgiOption("Ponder", "check", "false"),
    )
}
"""The options by their names in lower case. ``Rules`` is the rule set of ``startpos``. With ``Ponder``, the line with
the best move also has the expected reply. UGI does not have it, and some programs cannot read such a line."""

_DEFAULTS: Final = {name: option.default for name, option in OPTIONS.items()}

_LONGEST_LINE: Final = 1 << 20
_LONGEST_ERROR: Final = 300

# After this number of seconds without a report of the search, a line is written. If the reader has gone, this fails.
_SILENCE: Final = 1.0

_NO_MOVE: Final = "bestmove 0000"

# UGI has the first three. With the others, a program can play by the rules.
_QUESTIONS: Final = ("p1turn", "gameover", "result", "reason", "fen", "legalmoves")

# Programs wait for the answers to these commands, also if the commands are refused.
_AWAITED: Final = {"go": _NO_MOVE, "isready": "readyok"}


class Server:
    """An engine that reads commands of UGI from a stream and writes its answers to another.

    The calling thread reads the commands. While the engine searches, another thread writes the results. Wrong commands
    are answered with a line ``info string error: ...`` and change nothing, with one exception: after a ``position``
    that was refused, ``go`` is refused until the next correct ``position``.

    Each ``go`` is answered by one ``bestmove``. If it is refused, that is ``bestmove 0000``. After ``stop``, no command
    is read before the search has ended.
    """

    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        self._commands = commands
        self._answers = answers
        # Held while lines are written that belong together, and while a search ends.
        self._writing = RLock()
        self._options = dict(_DEFAULTS)
        self._engine: Engine | None = None
        # The options with which the engine was made.
        self._made_with: dict[str, str] = {}
        self._game = Game()
        self._is_position_refused = False
        self._analysis: Analysis | None = None
        self._announcer: Thread | None = None
        self._failure: OSError | None = None
        self._is_searching = False
        self._is_limited = False
        # The number of searches that were refused during the present one. Their answers come after its best move.
        self._refused_searches = 0

    def run(self) -> None:
        """Answer commands until ``quit`` or the end of the stream.

        At the end of the stream, a search goes on until its limit. If it has no limit for the player to move, it is
        stopped.
        """
        try:
            while line := self._commands.readline(_LONGEST_LINE + 1):
                if not self._obey(line):
                    self._stop()
                    break
            if not self._is_limited:
                self._stop()
            self._wait()
            if self._failure is not None:
                raise self._failure
        finally:
            self._stop()
            if self._engine is not None:
                self._engine.close()

    def _obey(self, line: bytes) -> bool:
        # The command decides how a line is answered, also if the line is too long or not text.
        command, *words = line.decode("utf-8-sig", "replace").split() or [""]
        try:
            self._check(line)
            if command == "quit":
                return False
            self._answer(command, words)
        except (VoloError, MemoryError, RuntimeError) as error:
            self._refuse(command, str(error) or "not enough memory")
        return True

    def _check(self, line: bytes) -> None:
        """Refuse a line that is too long, and skip the rest of it, or that is not text."""
        if len(line) > _LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = self._commands.readline(_LONGEST_LINE)
            raise VoloError(f"a line must have at most {_LONGEST_LINE} bytes")
        try:
            line.decode()
        except UnicodeDecodeError:
            raise VoloError("a line must be text in UTF-8") from None

    def _answer(self, command: str, words: list[str]) -> None:
        if command == "stop":
            self._stop()
        elif command == "isready":
            if not self._is_searching:
                self._prepare()
            self._write("readyok")
        elif command == "query":
            self._query(words)
        elif command == "":
            pass
        elif command not in {"ugi", "setoption", "uginewgame", "position", "go"}:
            raise VoloError(f"unknown command {command[:80]!r}")
        elif self._is_searching:
            raise VoloError(f"{command} is not possible during a search, only isready, stop and quit")
        elif command == "ugi":
            self._introduce()
        elif command == "setoption":
            self._set(words)
        elif command == "uginewgame":
            if self._engine is not None:
                self._engine.clear()
        elif command == "position":
            self._game = self._read_game(words)
            self._is_position_refused = False
        else:
            self._go(limit_of(words))

    def _introduce(self) -> None:
        self._write(f"id name volo {__version__}", "id author The volo authors")
        self._write(*(option.line() for option in OPTIONS.values()), "ugiok")

    def _set(self, words: list[str]) -> None:
        if words[:1] != ["name"] or len(words) < 2 or words[1] == "value":
            raise VoloError("expected: setoption name NAME value VALUE")
        place = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:place]), " ".join(words[place + 1 :])
        option = OPTIONS.get(name.lower())
        if option is None:
            raise VoloError(f"unknown option {name[:80]!r}")
        text = option.written(value)
        if option.name == "Rules":
            Rules.parse(text)
        self._options[name.lower()] = text

    def _prepare(self) -> Engine:
        wanted = {each.short: self._options[each.short] for each in ENGINE_OPTIONS.values()}
        if self._engine is None or wanted != self._made_with:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
            try:
                self._engine = Engine(**{name: int(wanted[each.short]) for name, each in ENGINE_OPTIONS.items()})
            except MemoryError:
                # The next engine is made with the options that worked last.
                self._options |= self._made_with or {name: _DEFAULTS[name] for name in wanted}
                raise
            self._made_with = wanted
        return self._engine

    def _read_game(self, words: list[str]) -> Game:
        place = words.index("moves") if "moves" in words else len(words)
        start, moves = words[:place], words[place + 1 :]
        if start == ["startpos"]:
            return Game(Rules.parse(self._options["rules"]), moves)
        if start[:1] == ["fen"]:
            return Game(Position.from_fen(" ".join(start[1:])), moves)
        raise VoloError("expected: position startpos|fen FEN [moves MOVE ...]")

    def _query(self, words: list[str]) -> None:
        position, outcome = self._game.position, self._game.outcome()
        if words == ["p1turn"]:
            answer = str(position.turn is Color.ORANGE).lower()
        elif words == ["gameover"]:
            answer = str(outcome is not None).lower()
        elif words == ["result"]:
            winner = None if outcome is None else outcome.winner
            answer = "none" if outcome is None else "draw" if winner is None else f"p{int(winner) + 1}win"
        elif words == ["reason"]:
            # Not in the answer to `result`, because programs expect one word there.
            answer = "none" if outcome is None else outcome.reason
        elif words == ["fen"]:
            answer = position.fen()
        elif words == ["legalmoves"]:
            answer = " ".join(map(str, position.legal_moves()))
        else:
            raise VoloError(f"expected: query {'|'.join(_QUESTIONS)}")
        self._write(f"response {answer}".rstrip())

    def _go(self, limit: Limit | None) -> None:
        if self._is_position_refused:
            raise VoloError("the position to search was refused")
        if self._game.outcome() is not None:
            raise VoloError("the game is over")
        self._wait()
        engine = self._prepare()
        lines = int(self._options["multipv"])
        self._is_limited = limit is not None and limit.binds(self._game.position.turn)
        analysis = engine.analysis(self._game, limit if self._is_limited else None, multipv=lines)
        announcer = Thread(target=self._announce, args=(analysis, lines), name="volo-ugi")
        self._is_searching = True
        try:
            announcer.start()
        except (RuntimeError, MemoryError):
            self._is_searching = False
            analysis.close()
            raise
        self._analysis, self._announcer = analysis, announcer

    def _announce(self, analysis: Analysis, lines: int) -> None:
        began = monotonic()
        try:
            while not analysis.is_over:
                info = analysis.get(_SILENCE)
                if info is not None:
                    self._write(_report(info, lines))
                elif not analysis.is_over:
                    self._write(f"info time {round((monotonic() - began) * 1000)}")
            for info in analysis:
                self._write(_report(info, lines))
            best = analysis.multipv[0]
            ponder = f" ponder {best.pv[1]}" if self._options["ponder"] == "true" and len(best.pv) > 1 else ""
            with self._writing:
                # The next command may come as soon as the best move is written.
                self._is_searching = False
                refused, self._refused_searches = self._refused_searches, 0
                self._write(f"info {_work(best)}", f"bestmove {best.pv[0]}{ponder}", *[_NO_MOVE] * refused)
        except OSError as error:
            # Nobody reads the answers any more.
            self._failure = error
            self._is_searching = False
            analysis.stop()

    def _stop(self) -> None:
        if self._analysis is not None:
            self._analysis.stop()
        self._wait()

    def _wait(self) -> None:
        # A signal may arrive just before the wait, and does not end a wait without a time limit then.
        while self._announcer is not None and self._announcer.is_alive():
            self._announcer.join(BETWEEN_CHECKS)

    def _refuse(self, command: str, problem: str) -> None:
        if command == "position":
            self._is_position_refused = True
        line = problem if problem.isprintable() else problem.encode("unicode_escape").decode()
        if len(line) > _LONGEST_ERROR:
            line = f"{line[:_LONGEST_ERROR]}..."
        lines = [f"info string error: {line}"]
        with self._writing:
            if command == "go" and self._is_searching:
                self._refused_searches += 1
            elif command in _AWAITED:
                lines.append(_AWAITED[command])
            self._write(*lines)

    def _write(self, *lines: str) -> None:
        with self._writing:
            self._answers.write("".join(f"{line}\n" for line in lines).encode())
            self._answers.flush()


def _report(info: Info, lines: int) -> str:
    rank = f" multipv {info.multipv}" if lines > 1 else ""
    pv = "".join(f" {move}" for move in info.pv)
    return f"info depth {info.depth}{rank} score {words_of_score(info.score)} {_work(info)} pv{pv}"


def _work(info: Info) -> str:
    return f"nodes {info.nodes} nps {info.nps} time {round(info.time * 1000)}"

"""The engine as a program that other programs use."""

from __future__ import annotations

from threading import Lock, Thread
from time import monotonic
from typing import BinaryIO, Final

from volo._volo import Position, Rules, __version__
from volo.color import Color
from volo.engine.analysis import Analysis
from volo.engine.info import Info
from volo.engine.limit import Limit
from volo.engine.local import RANGES, Engine
from volo.engine.ugi.go import limit_of
from volo.engine.ugi.option import UgiOption, setting
from volo.engine.ugi.score import written
from volo.errors import VoloError
from volo.game import Game

__all__ = ["OPTIONS", "Server"]

OPTIONS: Final = {
    option.name.lower(): option
    for option in (
        UgiOption("Hash", "spin", "64", *RANGES["hash_mb"]),
        UgiOption("Threads", "spin", "1", *RANGES["threads"]),
        UgiOption("Seed", "spin", "0", 0, 2**64 - 1),
        UgiOption("Level", "spin", "10", *RANGES["level"]),
        UgiOption("MultiPV", "spin", "1", 1, 500),
        UgiOption("Rules", "string", "standard"),
        UgiOption("Ponder", "check", "false"),
    )
}
"""The options by their names in lower case. ``Rules`` is the rule set of ``startpos``. With ``Ponder``, the line with
the best move also has the expected reply. UGI does not have it, and some programs cannot read such a line."""

_OF_THE_ENGINE: Final = ("hash", "threads", "seed", "level")
_DEFAULTS: Final = {name: option.default or "" for name, option in OPTIONS.items()}

_LONGEST_LINE: Final = 1 << 20
_LONGEST_ERROR: Final = 300

# After this number of seconds without a report of the search, a line is written. If the reader has gone, this fails.
_SILENCE: Final = 1.0

# The seconds between two looks for a signal.
_POLL: Final = 0.1


class Server:
    """An engine that reads commands of UGI from a stream and writes its answers to another.

    The calling thread reads the commands. While the engine searches, another thread writes the results. Wrong commands
    are answered with a line ``info string error: ...`` and change nothing.

    Args:
        commands: the stream of commands, such as ``sys.stdin.buffer``.
        answers: the stream for the answers, such as ``sys.stdout.buffer``.

    >>> from io import BytesIO
    >>> answers = BytesIO()
    >>> Server(BytesIO(b"position startpos moves c5\\nquery p1turn\\ngo nodes x\\n"), answers).run()
    >>> print(answers.getvalue().decode(), end="")
    response false
    info string error: expected a number after nodes, not 'x'
    """

    def __init__(self, commands: BinaryIO, answers: BinaryIO) -> None:
        self._commands = commands
        self._answers = answers
        self._writing = Lock()
        self._options = dict(_DEFAULTS)
        self._engine: Engine | None = None
        # The options with which the engine was made.
        self._made_with: dict[str, str] = {}
        self._game = Game()
        self._analysis: Analysis | None = None
        self._announcer: Thread | None = None
        self._is_searching = False
        self._is_limited = False

    def run(self) -> None:
        """Answer commands until ``quit`` or the end of the stream.

        At the end of the stream, a search with a limit goes on until its limit. A search without a limit is stopped.

        Raises:
            OSError: the answers cannot be written.
        """
        try:
            while line := self._commands.readline(_LONGEST_LINE + 1):
                if self._is_too_long(line):
                    self._refuse(f"a line must have at most {_LONGEST_LINE} bytes")
                elif not self._obey(line):
                    self._stop()
                    break
            if not self._is_limited:
                self._stop()
            self._wait()
        finally:
            self._stop()
            self._wait()
            if self._engine is not None:
                self._engine.close()

    def _is_too_long(self, line: bytes) -> bool:
        """Whether a line is too long. Then the rest of it is skipped."""
        if len(line) <= _LONGEST_LINE:
            return False
        while line and not line.endswith(b"\n"):
            line = self._commands.readline(_LONGEST_LINE)
        return True

    def _obey(self, line: bytes) -> bool:
        """Obey a command. Returns False for ``quit``."""
        try:
            command, *words = line.decode().split() or [""]
        except UnicodeDecodeError:
            self._refuse("a line must be text in UTF-8")
            return True
        if command == "quit":
            return False
        try:
            self._answer(command, words)
        except (VoloError, MemoryError, RuntimeError) as error:
            self._refuse(str(error) or "not enough memory")
        return True

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
            self._set(*setting(words))
        elif command == "uginewgame":
            if self._engine is not None:
                self._engine.clear()
        elif command == "position":
            self._game = self._read_game(words)
        else:
            self._go(limit_of(words))

    def _introduce(self) -> None:
        self._write(f"id name volo {__version__}", "id author The volo authors")
        self._write(*(option.line() for option in OPTIONS.values()), "ugiok")

    def _set(self, name: str, value: str) -> None:
        option = OPTIONS.get(name.lower())
        if option is None:
            raise VoloError(f"unknown option {name[:80]!r}")
        text = option.written(value)
        if option.name == "Rules":
            Rules.parse(text)
        self._options[name.lower()] = text

    def _prepare(self) -> Engine:
        """Make the engine with the present options, unless it was made with them."""
        wanted = {name: self._options[name] for name in _OF_THE_ENGINE}
        if self._engine is None or wanted != self._made_with:
            if self._engine is not None:
                self._engine.close()
                self._engine = None
            try:
                self._engine = Engine(
                    hash_mb=int(wanted["hash"]),
                    threads=int(wanted["threads"]),
                    seed=int(wanted["seed"]),
                    level=int(wanted["level"]),
                )
            except MemoryError:
                # The next engine is made with the options that worked last.
                self._options |= self._made_with or {name: _DEFAULTS[name] for name in _OF_THE_ENGINE}
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
        outcome = self._game.outcome()
        if words == ["p1turn"]:
            answer = str(self._game.position.turn is Color.ORANGE).lower()
        elif words == ["gameover"]:
            answer = str(outcome is not None).lower()
        elif words == ["result"]:
            winner = None if outcome is None else outcome.winner
            answer = "none" if outcome is None else "draw" if winner is None else f"p{winner + 1}win"
        else:
            raise VoloError("expected: query p1turn|gameover|result")
        self._write(f"response {answer}")

    def _go(self, limit: Limit | None) -> None:
        if self._game.outcome() is not None:
            # A program that waits for a move must not wait forever.
            self._write("info string error: the game is over", "bestmove 0000")
            return
        self._wait()
        engine = self._prepare()
        lines = int(self._options["multipv"])
        self._is_limited = limit is not None
        self._analysis = engine.analysis(self._game, limit, multipv=lines)
        self._announcer = Thread(target=self._announce, args=(self._analysis, lines), name="volo-ugi")
        self._is_searching = True
        self._announcer.start()

    def _announce(self, analysis: Analysis, lines: int) -> None:
        """Write the reports of a search, and then the best move."""
        began = monotonic()
        try:
            while not analysis.is_over:
                info = analysis.get(_SILENCE)
                if info is not None:
                    self._write(_line_of(info, lines))
                elif not analysis.is_over:
                    self._write(f"info time {round((monotonic() - began) * 1000)}")
            for info in analysis:
                self._write(_line_of(info, lines))
            best = analysis.multipv[0]
            ponder = f" ponder {best.pv[1]}" if self._options["ponder"] == "true" and len(best.pv) > 1 else ""
            # The next command may come as soon as the best move is written.
            self._is_searching = False
            self._write(f"info {_work_of(best)}", f"bestmove {best.pv[0]}{ponder}")
        except OSError:
            # Nobody reads the answers any more.
            self._is_searching = False
            analysis.stop()

    def _stop(self) -> None:
        if self._analysis is not None:
            self._analysis.stop()

    def _wait(self) -> None:
        # A signal may arrive just before the wait, and does not end a wait without a time limit then.
        while self._announcer is not None and self._announcer.is_alive():
            self._announcer.join(_POLL)

    def _refuse(self, problem: str) -> None:
        line = problem if problem.isprintable() else problem.encode("unicode_escape").decode()
        if len(line) > _LONGEST_ERROR:
            line = f"{line[:_LONGEST_ERROR]}..."
        self._write(f"info string error: {line}")

    def _write(self, *lines: str) -> None:
        with self._writing:
            self._answers.write("".join(f"{line}\n" for line in lines).encode())
            self._answers.flush()


def _line_of(info: Info, lines: int) -> str:
    rank = f" multipv {info.multipv}" if lines > 1 else ""
    pv = "".join(f" {move}" for move in info.pv)
    return f"info depth {info.depth}{rank} score {written(info.score)} {_work_of(info)} pv{pv}"


def _work_of(info: Info) -> str:
    return f"nodes {info.nodes} nps {info.nps} time {round(info.time * 1000)}"

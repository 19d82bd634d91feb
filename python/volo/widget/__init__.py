"""A board in notebooks: :class:`Board`. It needs the extra ``volo[widget]``.

The board is a widget of `anywidget <https://anywidget.dev>`_, which supports Jupyter, VS Code, Colab and marimo. Where
widgets are not supported, the board is a picture.

>>> import volo.widget
>>> board = volo.widget.Board("standard-5")
>>> board.push("d5")
Move('d5', edge=5)
>>> board.game.moves
(Move('d5', edge=5),)

The import raises a VoloError if anywidget is not installed.
"""

from __future__ import annotations

from volo.errors import VoloError

try:
    from volo.widget.board import Board
except ModuleNotFoundError as _error:
    raise VoloError(f'volo.widget needs {_error.name}, which is not installed: pip install "volo[widget]"') from _error

__all__ = ["Board"]

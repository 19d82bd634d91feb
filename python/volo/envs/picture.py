"""Turns as pixels and in a window, drawn by pygame from the SVG pictures of :mod:`volo.render`."""

from __future__ import annotations

import io
from functools import lru_cache
from itertools import count
from typing import Final
from xml.etree import ElementTree as ET

import numpy as np
from numpy.typing import NDArray

from volo._volo import Decision, Move, Position
from volo.render import svg

try:
    import pygame
    from pygame import Window as _PygameWindow
except ImportError as _error:
    raise ModuleNotFoundError(
        'pictures of environments need pygame-ce 2.5 or later, which is not installed: pip install "volo[pettingzoo]"',
        name="pygame",
    ) from _error

_WIDTH: Final = 600
_PAPER: Final = "#ffffff"
# The height of a line in pygame, in sizes of the font.
_HEIGHT: Final = 1.35
_NAMESPACE: Final = "{http://www.w3.org/2000/svg}"

# Different titles, by which a window is known. SDL may put a new window where an ended one was in memory.
_NUMBERS: Final = count(1)
# Windows that ended with pygame. They are kept, because to free one would close the window that is in its place now.
_ENDED: Final[list[_PygameWindow]] = []


def pixels(turn: Decision, last: tuple[Position, Move] | None = None, *, width: int = _WIDTH) -> NDArray[np.uint8]:
    """Return the picture of a turn: an array of shape ``(height, width, 3)``, with red, green and blue of each pixel.

    The height is even.

    Args:
        turn: the turn. After a flight was chosen, its birds have not moved yet. The flight is marked, and so is a space
            of each region that can be kept.
        last: the last move and the position before it, to be marked.
        width: the width in pixels.

    Examples:
        >>> import volo
        >>> pixels(volo.Decision("standard-5"), width=300).shape
        (288, 300, 3)
    """
    surface = _drawn(turn, last, width)
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


class Window:
    """A window that shows the turns of a game. It opens when it first shows a turn.

    Windows do not depend on each other, nor on the display of another program in the process. If another program ends
    pygame, the window opens again when it next shows a turn. After its close button was pressed, it stays closed.

    Args:
        caption: the title of the window. A number follows it, except in the first window.
        fps: the largest number of pictures in a second. :meth:`show` waits if it is called more often.
    """

    def __init__(self, caption: str, fps: int) -> None:
        number = next(_NUMBERS)
        self._title = caption if number == 1 else f"{caption} {number}"
        self._fps = fps
        self._clock = pygame.time.Clock()
        self._window: _PygameWindow | None = None
        self._is_dismissed = False

    def show(self, turn: Decision, last: tuple[Position, Move] | None = None) -> None:
        """Show a turn. The arguments are those of :func:`pixels`.

        Raises:
            pygame.error: the system has no display.
        """
        self._read_events()
        if self._is_dismissed:
            return
        surface = _drawn(turn, last, _WIDTH)
        window = self._opened()
        if window is None:
            pygame.display.init()
            window = self._window = _PygameWindow(self._title, surface.get_size())
        # The surface is not kept, because it may end with pygame.
        window.get_surface().blit(surface, (0, 0))
        window.flip()
        self._clock.tick(self._fps)

    def _opened(self) -> _PygameWindow | None:
        """The window, if it is open. If another program has ended pygame, it is not."""
        if self._window is not None and not (pygame.display.get_init() and self._window.title == self._title):
            _ENDED.append(self._window)
            self._window = None
        return self._window

    def _read_events(self) -> None:
        """Read the events of this window, because a system takes a window for hung if nobody does."""
        window = self._opened()
        if window is None:
            return
        for event in pygame.event.get():
            if getattr(event, "window", None) is not window:
                pygame.event.post(event)
            elif event.type == pygame.WINDOWCLOSE:
                self._is_dismissed = True
        if self._is_dismissed:
            self.close()

    def close(self) -> None:
        """Close the window. It opens again when it next shows a turn, unless its close button was pressed."""
        window = self._opened()
        if window is not None:
            window.destroy()
            self._window = None


def _drawn(turn: Decision, last: tuple[Position, Move] | None, width: int) -> pygame.Surface:
    before, move, choices = None, turn.chosen, []
    if move is not None:
        choices = [turn.action_space.name(action).removeprefix("/") for action in turn.legal_actions()]
    elif last is not None:
        before, move = last
    text = svg.board(turn.position, move=move, before=before, highlights=choices, size=width)
    picture = pygame.image.load(io.BytesIO(text.encode()), "board.svg")
    # Many formats of videos need an even height.
    surface = pygame.Surface((width, picture.get_height() + picture.get_height() % 2))
    surface.fill(_PAPER)
    surface.blit(picture, (0, 0))
    # pygame draws all elements except texts.
    root = ET.fromstring(text)  # noqa: S314  volo wrote this document
    scale = width / float(root.attrib["viewBox"].split()[2])
    for group in root.iter(f"{_NAMESPACE}g"):
        for element in group.iterfind(f"{_NAMESPACE}text"):
            _write(surface, element, str(group.get("fill")), scale)
    return surface


def _write(surface: pygame.Surface, element: ET.Element, color: str, scale: float) -> None:
    """Draw a text element of the picture. Its point is the middle of its baseline."""
    size, x, y = (scale * float(element.attrib[name]) for name in ("font-size", "x", "y"))
    text, ascent = _line(element.text or "", round(_HEIGHT * size), color)
    surface.blit(text, (round(x - text.get_width() / 2), round(y - ascent)))


# Drawing its texts would take most of the time of a picture. The pictures of a game have almost the same texts.
@lru_cache(maxsize=256)
def _line(text: str, height: int, color: str) -> tuple[pygame.Surface, int]:
    """A line of text, and the distance of its top from its baseline."""
    pygame.font.init()
    font = pygame.font.Font(None, height)
    return font.render(text, True, color), font.get_ascent()

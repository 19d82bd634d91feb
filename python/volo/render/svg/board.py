"""A position as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, SupportsIndex

from volo._support.checks import checked_integer
from volo._volo import Move, Rules
from volo.color import Color, ColorLike, as_color
from volo.errors import VoloError
from volo.layout import layout
from volo.render.drawable import Drawable, DrawableMove, drawable
from volo.render.svg import marks, sky
from volo.render.svg.markup import content, element, number, palette
from volo.render.svg.sky import Canvas, turns_of

_LARGEST = 1_000_000


def board(
    position: Drawable | Rules | str,
    *,
    move: DrawableMove | str | None = None,
    before: Drawable | Rules | str | None = None,
    orientation: ColorLike | SupportsIndex = Color.ORANGE,
    coordinates: bool | Literal["spaces"] = True,
    colors: Mapping[str, str] | None = None,
    arrows: Iterable[marks.Arrow | tuple[str, str] | tuple[str, str, str | None]] = (),
    highlights: Iterable[str] | Mapping[str, str] = (),
    flocks: bool = False,
    regions: ColorLike | None = None,
    size: SupportsIndex = 480,
    style: str = "",
    description: str = "",
) -> str:
    """The sky with its birds as an SVG document. The same arguments give the same text.

    The picture needs no other file, and has no identifier that another element of a page could have as well. It has an
    opaque background, so that it looks the same on light and dark pages. Its CSS classes are ``volo-background``,
    ``volo-sky``, ``volo-region``, ``volo-lines``, ``volo-ticks``, ``volo-gaps``, ``volo-labels``, ``volo-caption``,
    ``volo-birds``, ``volo-wings``, ``volo-ghosts``, ``volo-flocks``, ``volo-trail`` and ``volo-move`` (both of the
    marked move), ``volo-highlights`` and ``volo-arrow``. Birds, ghosts and flocks also have the class ``volo-orange``
    or ``volo-blue``, and the disc of a bird on ``b2`` has the class ``volo-b2``.

    Args:
        position: a position of the core or of the reference, a rule set, or the text of either.
        move: a move, or its text, whose spaces are marked: the move that was just played, or one that may be played.
        before: the position before the last move. Birds that this move drove away are drawn as ghosts.
        orientation: how the sky is turned. ``ORANGE`` is the rulebook's picture, with row ``a`` at the bottom and
            Orange's nest ``b2`` at the bottom left. ``BLUE`` is the view from the opposite side, with a nest of Blue at
            the bottom left. The names of the players mean the same. An integer is a number of degrees counterclockwise:
            0, 60, 120, 180, 240 or 300.
        coordinates: whether the letters of the rows and the numbers of the spaces are drawn around the sky. A row is
            numbered from the left; each number is at both ends of the bent line of its spaces, and missing spaces take
            their number too. ``"spaces"`` writes the name of every vacant space into the space instead.
        colors: colors, as CSS writes them, for ``background``, ``sky``, ``border``, ``lines``, ``labels``, ``orange``,
            ``orange rim``, ``blue``, ``blue rim``, ``wings``, ``move``, ``highlight``, ``arrow`` and ``region``.
        arrows: pairs of spaces, or :class:`Arrow` with a color.
        highlights: spaces that are filled; a mapping gives each its color.
        flocks: whether each flock is outlined.
        regions: the player whose regions are tinted [R15].
        size: the width in pixels, 1 to 1,000,000. The height follows from it.
        style: CSS rules that are added to the picture. In a page they apply to the whole page.
        description: what the picture shows, for people who do not see it. The title of the picture is the line below
            the board.

    Raises:
        VoloError: the size or the orientation is out of range, a space or a move is not on this sky, a name in
            ``colors`` is unknown, ``before`` is on a sky of another edge, or a text cannot be written in XML.
        NotationError: the text of the move is not a move.

    >>> picture = board(volo.Position("two-sizes-small"), size=300)
    >>> picture.startswith("<svg "), picture.count("<circle")
    (True, 6)
    >>> board(volo.Position(), move="c5", highlights=["d4"], arrows=[("b2", "d4")], style=".volo-sky {fill: white}")
    '<svg ...
    """
    position = drawable(position)
    before = None if before is None else drawable(before, "before")
    if move is not None and not isinstance(move, str) and not hasattr(move, "spaces"):
        raise TypeError(f"move must be a move, a str or None, not {type(move).__name__}")
    pixels = checked_integer("size", size, 1, _LARGEST)
    tinted = None if regions is None else as_color(regions)
    for name, text in (("style", style), ("description", description)):
        if not isinstance(text, str):
            raise TypeError(f"{name} must be a str, not {type(text).__name__}")
    chosen = palette(colors)
    paper = layout(position.rules.edge)
    canvas = Canvas(paper, turns_of(orientation), has_rim=_has_rim(coordinates))
    if isinstance(move, str):
        move = Move(move, edge=paper.edge)
    taken = {player: position.birds(player) for player in Color}
    _, _, title = position.board().rpartition("\n")
    caption = sky.Caption(title, canvas.width)
    height = canvas.height + caption.height

    parts = [f"<title>{content(title)}</title>"]
    if description:
        parts.append(element("desc", content(description)))
    if style:
        parts.append(element("style", content(style)))
    parts.append(sky.background(canvas.width, height, chosen))
    parts.append(sky.sky(canvas, chosen))
    if tinted is not None:
        spaces = [space for each in position.regions(tinted) for space in (*each.birds, *each.vacant)]
        parts.append(sky.tint(canvas, spaces, chosen))
    parts.append(sky.lines(canvas, chosen))
    vacant = [name for name in paper.spaces if not any(name in names for names in taken.values())]
    if coordinates == "spaces":
        parts.append(sky.gaps(canvas, vacant, chosen))
    parts += marks.highlighted(canvas, highlights, chosen)
    if coordinates == "spaces":
        parts.append(sky.names(canvas, vacant, chosen))
    elif coordinates:
        parts.append(sky.rim(canvas, chosen))
    if flocks:
        parts += [marks.flocks(canvas, player, taken[player], chosen) for player in Color]
    if before is not None:
        opponent, left = _driven_away(position, before)
        if left:
            parts.append(marks.ghosts(canvas, opponent, left, chosen))
    if move is not None:
        parts += marks.trail(canvas, move, chosen)
    parts += [marks.birds(canvas, player, taken[player], chosen) for player in Color]
    if move is not None:
        parts += marks.rings(canvas, move, chosen)
    parts += marks.arrows_on(canvas, arrows, chosen)
    parts.append(caption.draw(canvas.width / 2, canvas.height, chosen))
    document = element(
        "svg",
        "\n" + "\n".join(parts) + "\n",
        xmlns="http://www.w3.org/2000/svg",
        class_="volo",
        viewBox=f"0 0 {number(canvas.width)} {number(height)}",
        width=pixels,
        height=pixels * height / canvas.width,
        role="img",
        font_family="sans-serif",
        text_anchor="middle",
    )
    return document + "\n"


def _has_rim(coordinates: object) -> bool:
    if isinstance(coordinates, str) and coordinates == "spaces":
        return False
    if not isinstance(coordinates, bool):
        raise TypeError(f"coordinates must be a bool or 'spaces', not {str(coordinates)[:40]!r}")
    return coordinates


def _driven_away(position: Drawable, before: Drawable) -> tuple[Color, list[str]]:
    """The opponent of the player who moved last, and the spaces from which that opponent's birds have left."""
    if before.rules.edge != position.rules.edge:
        raise VoloError(f"before is on a sky of edge {before.rules.edge}, the position on one of {position.rules.edge}")
    opponent = before.turn.other
    now = set(position.birds(opponent))
    return opponent, [name for name in before.birds(opponent) if name not in now]

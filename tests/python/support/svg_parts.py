"""Elements and texts of SVG pictures, for tests."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from PIL import ImageFont

SVG = "{http://www.w3.org/2000/svg}"


def parts(picture: str, name: str) -> list[ET.Element]:
    return [each for each in ET.fromstring(picture).iter() if f"volo-{name}" in each.get("class", "").split()]


def texts(picture: str, name: str) -> list[tuple[str, float, tuple[float, float]]]:
    """The texts in the elements of a class: the content, the size of the font, and the middle of the text."""
    found = []
    for part in parts(picture, name):
        for label in part.iter(f"{SVG}text"):
            size = float(label.attrib["font-size"])
            found.append((label.text or "", size, (float(label.attrib["x"]), float(label.attrib["y"]) - 0.36 * size)))
    return found


def text_width(text: str, size: float) -> float:
    """The width of a text in DejaVu Sans, the widest of the usual fonts, to within a tenth.

    DejaVu Sans is 1.18 times as wide as the font that Pillow has. The space before and after the text does not count.
    """
    font = ImageFont.load_default(100)
    assert isinstance(font, ImageFont.FreeTypeFont)
    return size * (1.18 * font.getlength(text) / 100 - 0.25)

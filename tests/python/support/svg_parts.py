"""Elements and texts of SVG pictures, for tests."""

from __future__ import annotations

from xml.etree import ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def parts(picture: str, name: str) -> list[ET.Element]:
    """The elements that have this class."""
    return [each for each in ET.fromstring(picture).iter() if f"volo-{name}" in each.get("class", "").split()]


def texts(picture: str, name: str) -> list[tuple[str, float, tuple[float, float]]]:
    """The texts in the elements of a class: the content, the size of the font, and the middle of the text."""
    found = []
    for part in parts(picture, name):
        for label in part.iter(f"{SVG}text"):
            size = float(label.attrib["font-size"])
            found.append((label.text or "", size, (float(label.attrib["x"]), float(label.attrib["y"]) - 0.36 * size)))
    return found

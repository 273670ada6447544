"""Hop It!: a pond of hexagons."""

from __future__ import annotations

from math import cos, pi, sin

from .. import views
from .shapes import INK, LANTERN, MIST, PAD, PAD_DARK, WATER, Circle, Drawing, Point, Polygon, Text

_SIZE = 46.0
_WHITE, _BLACK = "#f4f1e6", "#3b4147"


def _centre(file: int, row: int) -> Point:
    return 70 + file * _SIZE * 0.866, 70 + (6 - row) * _SIZE * 1.5


def draw(view: views.HopItView) -> Drawing:
    """The pond and the pieces on it."""
    drawing = Drawing(540, 560, title="Hop It!")
    cells = [(file, row) for row in range(7) for file in range(row % 2, 11, 2)]
    for file, row in cells:
        x, y = _centre(file, row)
        corners = tuple((x + _SIZE * 0.96 * sin(k * pi / 3), y + _SIZE * 0.96 * cos(k * pi / 3)) for k in range(6))
        drawing.add(Polygon(corners, WATER, "#2a6f78", 2))
        if row % 2 == 0 and file in (0, 10):
            drawing.add(Circle((x, y), _SIZE * 0.74, PAD, PAD_DARK, 3))
        drawing.add(Text((x, y + _SIZE * 0.62), f"{'abcdefghijk'[file]}{row + 1}", 11, MIST))
    for piece in view["pieces"]:
        name = piece["at"]
        x, y = _centre("abcdefghijk".index(name[0]), int(name[1:]) - 1)
        colour, ink = (_WHITE, INK) if piece["seat"] == 0 else (_BLACK, "#0d1112")
        if name == view["hopping"] or name in view["in_danger"]:
            drawing.add(Circle((x, y), _SIZE * 0.68, LANTERN if name == view["hopping"] else "#d9482b"))
        if piece["frog"]:
            drawing.frog((x, y + 3), _SIZE * 0.48, colour, ink=ink if piece["seat"] == 0 else "#aeb8bb")
        else:
            tail = ((x - 6, y + 2), (x + 6, y + 2), (x, y + _SIZE * 0.52))
            drawing.add(Polygon(tail, colour, "#7f8a8c", 2))
            drawing.add(Circle((x, y - 4), _SIZE * 0.27, colour, "#7f8a8c", 2))
    _status(drawing, view)
    return drawing


def _status(drawing: Drawing, view: views.HopItView) -> None:
    names = ("white", "black")
    if view["winners"] is not None:
        text = f"{names[view['winners'][0]]} has won" if view["winners"] else "a draw"
    else:
        text = f"turn of {names[view['turn'] or 0]}"
    drawing.add(Text((270, 536), text, 22, MIST))

"""Pool Party: five lanes around an island."""

from __future__ import annotations

from math import cos, pi, sin

from .. import views
from .shapes import INK, LANTERN, MIST, PAD, PAD_DARK, PAPER, SEATS, WOOD, Circle, Drawing, Line, Point, Text, die

_CENTRE = 300.0
_LANES = 5
_SPACES = 24
_INNER, _LANE = 92.0, 33.0


def _place(lane: int, space: int) -> Point:
    """Spaces go clockwise from six o'clock."""
    radius = _INNER + (lane - 0.5) * _LANE
    angle = 2 * pi * space / _SPACES
    return _CENTRE - radius * sin(angle), _CENTRE + radius * cos(angle)


def draw(view: views.PoolPartyView) -> Drawing:
    """The pool, the frogs in it, and those on their stacks."""
    drawing = Drawing(600, 600, title="Pool Party")
    rim = _INNER + _LANES * _LANE
    drawing.add(Circle((_CENTRE, _CENTRE), rim + 8, "#d8c59a"))
    for lane in range(_LANES, 0, -1):
        tone = "#2f8fa3" if lane % 2 else "#2a8294"
        drawing.add(Circle((_CENTRE, _CENTRE), _INNER + lane * _LANE, tone, "#bfe3e6", 1.5))
    for space in range(_SPACES):
        angle = 2 * pi * (space + 0.5) / _SPACES
        dx, dy = -sin(angle), cos(angle)
        start = (_CENTRE + _INNER * dx, _CENTRE + _INNER * dy)
        drawing.add(Line(start, (_CENTRE + rim * dx, _CENTRE + rim * dy), "#5fb1bd", 1))
    drawing.add(Line(_place(1, 0), _place(5, 0), WOOD, 13))
    drawing.add(Circle((_CENTRE, _CENTRE), _INNER, "#f3dfab", "#c9a96a", 3))
    drawing.add(Circle((_CENTRE, _CENTRE), _INNER - 16, PAD, PAD_DARK, 2))
    for space in range(0, _SPACES, 3):
        angle = 2 * pi * space / _SPACES
        at = (_CENTRE - (rim + 22) * sin(angle), _CENTRE + (rim + 22) * cos(angle))
        drawing.add(Text(at, str(space), 14, MIST))
    for seat, frogs in enumerate(view["frogs"]):
        for lane, spot in enumerate(frogs, 1):
            if spot is not None:
                drawing.frog(_place(lane, spot), 8.5 + lane, SEATS[seat], str(seat))
    _island(drawing, view)
    _stacks(drawing, view)
    return drawing


def _island(drawing: Drawing, view: views.PoolPartyView) -> None:
    if view["winners"] is not None:
        text = f"seat {view['winners'][0]} wins" if view["winners"] else "a draw"
        drawing.add(Text((_CENTRE, _CENTRE), text, 22, INK))
        return
    drawing.add(Text((_CENTRE, _CENTRE - 34), f"seat {view['turn']}", 20, INK))
    drawing.add(Text((_CENTRE, _CENTRE + 40), f"turn {view['turn_number']}", 14, INK))
    for place, number in enumerate(view["roll"] or ()):
        die(drawing, _CENTRE - 38 + place * 42, _CENTRE - 16, 34, number)


def _stacks(drawing: Drawing, view: views.PoolPartyView) -> None:
    corners = [(44.0, 30.0), (556.0, 30.0), (556.0, 570.0), (44.0, 570.0), (44.0, 64.0), (556.0, 64.0)]
    for seat, frogs in enumerate(view["frogs"]):
        x, y = corners[seat]
        if view["turn"] == seat:
            drawing.add(Circle((x - 22 if x < 300 else x + 22, y), 8, LANTERN))
        drawing.frog((x, y), 11, SEATS[seat], str(seat))
        waiting = sum(frog is None for frog in frogs)
        if waiting:
            drawing.add(Text((x + (26 if x < 300 else -26), y), f"+{waiting}", 16, PAPER))

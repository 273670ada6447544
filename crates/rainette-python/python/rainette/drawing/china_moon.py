"""China Moon: 46 pads with three forks, and the places of Arrival."""

from __future__ import annotations

from .. import views
from .shapes import INK, LANTERN, MIST, PAD, PAD_DARK, PAPER, SEATS, Circle, Drawing, Line, Point, Polygon, Text

_STEP = 62.0
_LILIES = {"W": "#fffdf5", "Y": "#ffdc4a", "P": "#ff9fc0", "K": "#43404f", "B": "#7ab2ff"}
#: Stretches of the course: the first pad, the fork, the first arm, the second arm.
_STRETCHES = ((1, 6, (7, 9), (10, 13)), (14, 19, (20, 23), (24, 27)), (28, 33, (34, 36), (37, 40)))
_TRICKSTERS, _SPRINGS, _BUTTERFLIES = (15, 26, 33, 41), (6, 18, 31, 43), (9, 22, 35, 45)


def _course() -> dict[int, Point]:
    """Where each pad is: three bands with a fork at the end of each, and the last stretch."""
    places: dict[int, Point] = {}
    for band, (first, fork, upper, lower) in enumerate(_STRETCHES):
        y = 72.0 + band * 130
        for pad in range(first, fork + 1):
            places[pad] = (52 + (pad - first) * _STEP, y)
        for arm, dy in ((upper, -34.0), (lower, 34.0)):
            count = arm[1] - arm[0] + 1
            width = 3 * _STEP
            for pad in range(arm[0], arm[1] + 1):
                step = width / max(count - 1, 1)
                places[pad] = (52 + 6 * _STEP + 14 + (pad - arm[0]) * step, y + dy)
    for pad in range(41, 47):
        places[pad] = (52 + (pad - 41) * _STEP, 72.0 + 3 * 130 - 10)
    return places


_PLACES = _course()


def _arrows() -> list[tuple[int, int]]:
    arrows: list[tuple[int, int]] = []
    joins = {9: 14, 13: 14, 23: 28, 27: 28, 36: 41, 40: 41}
    forks = {6: (7, 10), 19: (20, 24), 33: (34, 37)}
    for pad in range(1, 46):
        if pad in forks:
            arrows.extend((pad, arm) for arm in forks[pad])
        elif pad not in joins:
            arrows.append((pad, pad + 1))
    return arrows


def draw(view: views.ChinaMoonView) -> Drawing:
    """The course with its frogs and lilies, Start, Arrival, and what each seat has."""
    seats = len(view["players"])
    drawing = Drawing(720, 532 + 34 * seats, title="China Moon")
    for start, end in _arrows():
        drawing.add(Line(_PLACES[start], _PLACES[end], "#2a6f78", 7))
    lilies = {int(lily["at"]): lily["lily"] for lily in view["lilies"]}
    for pad, (x, y) in _PLACES.items():
        drawing.add(Circle((x, y), 24, PAD, PAD_DARK, 3))
        drawing.add(Text((x, y + 16), str(pad), 11, INK))
        _symbol(drawing, pad, (x, y - 13))
        if pad in lilies:
            _lily(drawing, (x + 12, y - 8), lilies[pad], 9)
    for frog in view["frogs"]:
        x, y = _PLACES[int(frog["at"])]
        if frog["moved"]:
            drawing.add(Circle((x, y - 1), 19, LANTERN))
        drawing.frog((x, y - 1), 14, SEATS[frog["seat"]], str(frog["seat"]))
    x, y = _PLACES[46]
    drawing.add(Line((x + 24, y), (x + 44, y), "#2a6f78", 7))
    for place, lily in enumerate(view["places"]):
        at = (x + 72 + place * 46, y)
        drawing.add(Circle(at, 20, "#e8cf55", "#a48b1c", 3))
        drawing.add(Text((at[0], at[1] + 29), str(place + 1), 11, MIST))
        if lily is not None:
            _lily(drawing, at, lily, 13)
    for seat, player in enumerate(view["players"]):
        _player(drawing, seat, player, 540 + seat * 34, view["turn"] == seat)
    _status(drawing, view)
    return drawing


def _symbol(drawing: Drawing, pad: int, at: Point) -> None:
    x, y = at
    if pad in _TRICKSTERS:
        drawing.add(Line((x - 7, y - 2), (x + 7, y - 2), "#7a2f6f", 3), Line((x - 7, y + 4), (x + 7, y + 4), "#7a2f6f", 3))
    elif pad in _SPRINGS:
        drawing.add(Polygon(((x - 7, y - 6), (x + 7, y), (x - 7, y + 6)), "#1f5bb5"))
    elif pad in _BUTTERFLIES:
        drawing.add(Line((x - 6, y - 5), (x + 6, y + 5), "#b4480f", 4), Line((x - 6, y + 5), (x + 6, y - 5), "#b4480f", 4))


def _lily(drawing: Drawing, at: Point, lily: str, radius: float) -> None:
    x, y = at
    for dx, dy in ((0, -1), (0.95, -0.31), (0.59, 0.81), (-0.59, 0.81), (-0.95, -0.31)):
        petal = (x + dx * radius * 0.55, y + dy * radius * 0.55)
        drawing.add(Circle(petal, radius * 0.52, _LILIES[lily], INK, 0.8))
    drawing.add(Circle(at, radius * 0.36, "#ffc93c", "#a06c00", 0.8))


def _player(drawing: Drawing, seat: int, player: views.ChinaMoonPlayer, y: float, acts: bool) -> None:
    if acts:
        drawing.add(Circle((14, y), 7, LANTERN))
    drawing.frog((38, y), 12, SEATS[seat], str(seat))
    text = f"{player['score']} points   start {player['on_start']}   goal {player['on_arrival']}"
    drawing.add(Text((64, y), text, 16, PAPER, begins=True))
    for place, lily in enumerate(player["lilies"]):
        _lily(drawing, (360 + place * 25, y), lily, 11)


def _status(drawing: Drawing, view: views.ChinaMoonView) -> None:
    if view["winners"] is not None:
        text = "won: " + ", ".join(f"seat {seat}" for seat in view["winners"])
    elif view["mover"] is not None:
        text = f"turn of seat {view['mover']}"
    else:
        text = ""
    drawing.add(Text((52, 508), text, 18, MIST, begins=True))

"""Abagio: six by six panes around the pond."""

from __future__ import annotations

from .. import views
from .shapes import INK, LANTERN, MIST, PAPER, WATER, WOOD, Circle, Drawing, Point, Polygon, Text, box, die

_CELL = 88.0
_EDGE = 26.0
_FROGS = ("#d8433a", "#8a56c4")
_GLASS = ("#e9bd62", "#a9c777", "#86bfc4", "#d9a58c")
_SAFE = ("#e8a79d", "#c3aee0")

#: Columns and rows, counted from 1 at the bottom left, from 26 on.
_OUTER = (
    [(1, row) for row in range(2, 7)]
    + [(column, 6) for column in range(2, 7)]
    + [(6, row) for row in range(5, 0, -1)]
    + [(column, 1) for column in range(5, 2, -1)]
)
#: The same for the safe sectors, from 7 on.
_SECTORS = (
    [(3, 2), (2, 2), (2, 3), (2, 4), (2, 5), (3, 5)],
    [(4, 2), (5, 2), (5, 3), (5, 4), (5, 5), (4, 5)],
)


def _corner(column: float, row: float) -> Point:
    return _EDGE + (column - 1) * _CELL, _EDGE + (6 - row) * _CELL


def draw(view: views.AbagioView) -> Drawing:
    """The panes with their stacks, root, pond, chief frog and dice."""
    side = 2 * _EDGE + 6 * _CELL
    drawing = Drawing(side, side + 54, title="Abagio")
    drawing.add(box(_EDGE - 8, _EDGE - 8, 6 * _CELL + 16, 6 * _CELL + 16, WOOD))
    x, y = _corner(1, 1)
    drawing.add(box(x, y, 2 * _CELL, _CELL, "#6b8a4c", INK, 3))
    drawing.add(Text((x + _CELL, y + 16), "root", 15, PAPER))
    _count(drawing, (x + _CELL, y + 54), view["root"])
    x, y = _corner(3, 4)
    drawing.add(box(x, y, 2 * _CELL, 2 * _CELL, WATER, INK, 3))
    drawing.add(Text((x + _CELL, y + 70), "pond", 15, MIST))
    _count(drawing, (x + _CELL, y + 104), view["pond"])
    # Diamonds lie on the lines between panes, so they come last.
    for space in sorted(view["spaces"], key=lambda space: space["at"] in ("8", "1")):
        _space(drawing, space, view["chief"])
    _status(drawing, view, side)
    return drawing


def _space(drawing: Drawing, space: views.AbagioSpace, chief: str) -> None:
    name = space["at"]
    number = int(name)
    if number in (8, 1):
        x, y = _corner(4, 1 if number == 8 else 4)
        across, down = _CELL * 0.46, _CELL * 0.34
        corners = ((x - across, y), (x, y - down), (x + across, y), (x, y + down))
        drawing.add(Polygon(corners, "#f2cf5b", INK, 3))
        drawing.add(Text((x, y - down + 13), name, 12, INK))
        _stack(drawing, (x, y + 14), space["frogs"], 11)
        return
    owner = space["owner"]
    if owner is None:
        column, row = _OUTER[26 - number]
        glass = _GLASS[number % 4]
    else:
        column, row = _SECTORS[owner][7 - number]
        glass = _SAFE[owner]
    x, y = _corner(column, row)
    drawing.add(box(x, y, _CELL, _CELL, glass, INK, 3))
    # Where a diamond covers the left corners, the number stands on the right.
    drawing.add(Text((x + (_CELL - 14 if column == 4 else 14), y + 13), name, 13, INK))
    _stack(drawing, (x + _CELL / 2, y + _CELL - 18), space["frogs"], 13)
    if name == chief:
        drawing.frog((x + _CELL - 20, y + 24), 13, "#f5d63c", "!")


def _stack(drawing: Drawing, foot: Point, frogs: list[int], radius: float) -> None:
    x, y = foot
    for level, frog in enumerate(frogs):
        drawing.add(Circle((x, y - level * radius * 0.95), radius, _FROGS[frog], INK, 1.5))
    if frogs:
        drawing.frog((x, y - (len(frogs) - 1) * radius * 0.95), radius, _FROGS[frogs[-1]])


def _count(drawing: Drawing, at: Point, frogs: list[int]) -> None:
    for seat, count in enumerate(frogs):
        x = at[0] - 44 + seat * 68
        drawing.frog((x, at[1]), 13, _FROGS[seat])
        drawing.add(Text((x + 26, at[1]), str(count), 20, PAPER))


def _status(drawing: Drawing, view: views.AbagioView, side: float) -> None:
    names = ("red", "purple")
    y = side + 18
    if view["winners"] is not None:
        text = f"{names[view['winners'][0]]} has won"
    elif view["turn"] is None:
        text = "who begins?"
    else:
        drawing.add(Circle((_EDGE + 10, y), 11, _FROGS[view["turn"]], LANTERN, 3))
        text = f"turn of {names[view['turn']]}"
        if view["phase"] == "chief":
            text += ": chief frog"
    drawing.add(Text((_EDGE + 32, y), text, 20, MIST, begins=True))
    for place, number in enumerate(view["dice"]):
        die(drawing, side - _EDGE - 40 - place * 46, y - 19, 38, number)

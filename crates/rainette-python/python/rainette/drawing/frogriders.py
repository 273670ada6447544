"""Frogriders: 57 pads, the village, the market and what lies before each seat."""

from __future__ import annotations

from .. import views
from .shapes import INK, LANTERN, MIST, PAD, PAD_DARK, PAPER, WATER, Circle, Drawing, Point, Text, box

_CELL = 52.0
_COLOURS: dict[views.FrogridersColour, str] = {"Y": "#f2c838", "R": "#dd4a3d", "B": "#4a90e2", "N": "#8f6240"}
#: The same for the letters of the pond.
_LETTERS: dict[str, str] = {letter: colour for letter, colour in _COLOURS.items()}
#: First and last file of each rank, from rank 9 to rank 1.
_RANKS = ((3, 5), (2, 6), (1, 7), (0, 8), (0, 8), (0, 8), (1, 7), (2, 6), (3, 5))
_PADS = [(file, 9 - line) for line, (first, last) in enumerate(_RANKS) for file in range(first, last + 1)]
_FLOWERS = {"c7", "g7", "c3", "g3", "d6", "f6", "d4", "f4", "d9", "i6", "f1", "a4"}


def _centre(file: int, rank: int) -> Point:
    return 40 + file * _CELL, 40 + (9 - rank) * _CELL


def draw(view: views.FrogridersView) -> Drawing:
    """The pond, and beside it everything else that can be seen."""
    drawing = Drawing(760, 500 + 44 * len(view["players"]), title="Frogriders")
    drawing.add(box(12, 12, 9 * _CELL + 4, 9 * _CELL + 4, WATER))
    for (file, rank), letter in zip(_PADS, view["pond"], strict=True):
        x, y = _centre(file, rank)
        name = f"{'abcdefghi'[file]}{rank}"
        drawing.add(Circle((x, y), 23, "#e8cf55" if name == "e5" else PAD, PAD_DARK, 2))
        if name in _FLOWERS:
            for dx, dy in ((-17, -13), (17, -13)):
                drawing.add(Circle((x + dx, y + dy), 5, "#ff9fc0", "#b83f70", 1))
        if letter == ".":
            drawing.add(Text((x, y), name, 11, INK))
        else:
            drawing.frog((x, y + 2), 15, _LETTERS[letter], letter)
    _shore(drawing, view)
    for seat, player in enumerate(view["players"]):
        _player(drawing, seat, player, 518 + seat * 44, view["turn"] == seat)
    return drawing


def _shore(drawing: Drawing, view: views.FrogridersView) -> None:
    x = 510.0
    drawing.add(Text((x, 30), "village", 16, MIST, begins=True))
    _frogs(drawing, view["village"], x + 14, 62)
    drawing.add(Text((x, 104), f"market ({view['deck']} in the deck)", 16, MIST, begins=True))
    for place, card in enumerate(view["market"]):
        drawing.add(box(x, 120 + place * 34, 230, 28, PAPER, INK, 2))
        drawing.add(Text((x + 10, 134 + place * 34), card or "-", 15, INK, begins=True))
    drawing.add(Text((x, 280), "objectives", 16, MIST, begins=True))
    for place, common in enumerate(view["commons"]):
        drawing.add(box(x, 296 + place * 34, 230, 28, "#f6e7b8", INK, 2))
        drawing.add(Text((x + 10, 310 + place * 34), common, 15, INK, begins=True))
    if view["winners"] is not None:
        text = "won: " + ", ".join(f"seat {seat}" for seat in view["winners"])
    elif view["turn"] is None:
        text = f"chance: {view['phase']}"
    else:
        text = f"seat {view['turn']}: {view['phase']}"
    drawing.add(Text((x, 400), text, 18, LANTERN, begins=True))


def _frogs(drawing: Drawing, counts: views.FrogridersFrogCounts, x: float, y: float) -> None:
    for place, (letter, colour) in enumerate(_COLOURS.items()):
        drawing.frog((x + place * 54, y), 12, colour, letter)
        drawing.add(Text((x + place * 54 + 24, y), str(counts[letter]), 16, PAPER))


def _player(drawing: Drawing, seat: int, player: views.FrogridersPlayerView, y: float, acts: bool) -> None:
    drawing.add(box(12, y - 19, 736, 38, "#134852" if acts else "#0f3f49", LANTERN if acts else "#1d5a64", 2))
    drawing.add(Text((22, y), f"seat {seat}", 16, MIST, begins=True))
    _frogs(drawing, player["frogs"], 100, y)
    words = [f"+{player['trophies']}", *player["cards"]]
    if player["kept"] is not None:
        words.append(f"secret {player['kept']}")
    elif player["dealt"] is not None:
        words.append("secret " + " or ".join(player["dealt"]))
    if player["total"] is not None:
        words.append(f"total {player['total']}")
    drawing.add(Text((318, y), "   ".join(words), 13, PAPER, begins=True))

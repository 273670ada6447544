"""Letters as strokes in a box one wide and one high, for images: drawn here, so that no font is needed."""

from __future__ import annotations

Stroke = tuple[tuple[float, float], ...]

#: Places in the box: `0` to `4` down the left side, `5` to `9` down the middle, `a` to `e` down the right side.
_PLACES = {
    name: (x, step / 4) for x, names in ((0.0, "01234"), (0.5, "56789"), (1.0, "abcde")) for step, name in enumerate(names)
}

#: Strokes as runs of places.
_LETTERS = {
    "A": "41 15 5b be 2c", "B": "04 0a ab b7 27 7d de e4 ", "C": "a0 04 4e", "D": "04 06 05 5b bd d9 94",
    "E": "a0 04 4e 27", "F": "a0 04 27", "G": "a0 04 4e ec c7", "H": "04 ae 2c", "I": "59", "J": "ad d9 93",
    "K": "04 a2 2e", "L": "04 4e", "M": "40 07 7a ae", "N": "40 0e ea", "O": "0a ae e4 40", "P": "40 0a ac c2",
    "Q": "0a ae e4 40 7e", "R": "40 0a ac c2 2e", "S": "a0 02 2c ce e4", "T": "0a 59", "U": "04 4e ea", "V": "09 9a",
    "W": "04 47 7e ea", "X": "0e a4", "Y": "07 a7 79", "Z": "0a a4 4e",
    "0": "0a ae e4 40 a4", "1": "15 59 4e", "2": "0a ac c2 24 4e", "3": "0a ae e4 2c", "4": "02 2c ae",
    "5": "a0 02 2c ce e4", "6": "a0 04 4e ec c2", "7": "0a a9", "8": "0a ae e4 40 2c", "9": "c2 20 0a ae e4",
    "-": "2c", "+": "2c 68", "×": "1d b3", ".": "99", ":": "66 88", "/": "a4", "!": "57 99",
}

STROKES: dict[str, tuple[Stroke, ...]] = {
    letter: tuple(tuple(_PLACES[place] for place in stroke) for stroke in strokes.split())
    for letter, strokes in _LETTERS.items()
}

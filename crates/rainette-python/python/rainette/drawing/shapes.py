"""Shapes: what every board is drawn with."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

Point = tuple[float, float]

WATER_DEEP = "#0d3640"
WATER = "#15535e"
PAD = "#7db86b"
PAD_DARK = "#2f6b46"
LANTERN = "#ffb74a"
INK = "#18302e"
PAPER = "#faf6ea"
MIST = "#dfeee9"
WOOD = "#8a5f3a"

#: The colours of the seats, as on the page.
SEATS = ["#f0674d", "#f2a93b", "#4a90e2", "#9b6bd3", "#5fae57", "#9c6b43"]


@dataclass(frozen=True)
class Circle:
    """A disc."""

    centre: Point
    radius: float
    fill: str
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Polygon:
    """A convex polygon."""

    points: tuple[Point, ...]
    fill: str
    stroke: str | None = None
    width: float = 0.0


@dataclass(frozen=True)
class Line:
    """A thick line with round ends."""

    start: Point
    end: Point
    stroke: str
    width: float


@dataclass(frozen=True)
class Text:
    """A short text, centred unless it is to begin at its place."""

    at: Point
    text: str
    size: float
    fill: str
    begins: bool = False


Shape = Circle | Polygon | Line | Text


@dataclass
class Drawing:
    """Shapes on a page of this size, the later ones on top."""

    width: float
    height: float
    background: str = WATER_DEEP
    title: str = ""
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Puts shapes on top."""
        self.shapes.extend(shapes)

    def frog(self, centre: Point, radius: float, colour: str, mark: str = "", ink: str = INK) -> None:
        """A frog from above: a body, two eyes, and a mark on its back."""
        x, y = centre
        self.add(Circle((x, y), radius, colour, ink, radius * 0.12))
        for side in (-1.0, 1.0):
            eye = (x + side * radius * 0.55, y - radius * 0.72)
            self.add(Circle(eye, radius * 0.34, colour, ink, radius * 0.1))
            self.add(Circle(eye, radius * 0.16, ink))
        if mark:
            self.add(Text((x, y + radius * 0.18), mark, radius * 0.95, ink))

    def svg(self) -> str:
        """The drawing as SVG."""
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(self.width)} {_n(self.height)}" '
            f'width="{_n(self.width)}" height="{_n(self.height)}" role="img" aria-label="{escape(self.title)}">',
            f"<title>{escape(self.title)}</title>",
            f'<rect width="100%" height="100%" rx="14" fill="{self.background}"/>',
        ]
        parts.extend(_svg(shape) for shape in self.shapes)
        parts.append("</svg>")
        return "\n".join(parts)


def box(x: float, y: float, width: float, height: float, fill: str, stroke: str | None = None, line: float = 0.0) -> Polygon:
    """A rectangle from its upper left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Polygon(corners, fill, stroke, line)


def die(drawing: Drawing, x: float, y: float, size: float, number: int, paper: str = PAPER) -> None:
    """A die with its upper left corner here."""
    drawing.add(box(x, y, size, size, paper, INK, size * 0.06))
    near, mid, far = size * 0.25, size * 0.5, size * 0.75
    corners = [(near, near), (far, far), (far, near), (near, far), (near, mid), (far, mid)]
    spots = corners[: number - number % 2] + ([(mid, mid)] if number % 2 else [])
    for dx, dy in spots:
        drawing.add(Circle((x + dx, y + dy), size * 0.09, INK))


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def _svg(shape: Shape) -> str:
    if isinstance(shape, Text):
        anchor = "" if shape.begins else ' text-anchor="middle"'
        return (
            f'<text x="{_n(shape.at[0])}" y="{_n(shape.at[1])}" font-size="{_n(shape.size)}" fill="{shape.fill}"'
            f'{anchor} dominant-baseline="central" font-family="sans-serif" font-weight="600">'
            f"{escape(shape.text)}</text>"
        )
    if isinstance(shape, Line):
        (x1, y1), (x2, y2) = shape.start, shape.end
        return (
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" stroke="{shape.stroke}" '
            f'stroke-width="{_n(shape.width)}" stroke-linecap="round"/>'
        )
    rim = f' stroke="{shape.stroke}" stroke-width="{_n(shape.width)}"' if shape.stroke else ""
    if isinstance(shape, Circle):
        x, y = shape.centre
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}" fill="{shape.fill}"{rim}/>'
    points = " ".join(f"{_n(x)},{_n(y)}" for x, y in shape.points)
    return f'<polygon points="{points}" fill="{shape.fill}"{rim} stroke-linejoin="round"/>'

"""Shapes as pixels, with NumPy alone: every shape is a distance to its edge, and the edge is blended."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .letters import STROKES
from .shapes import Circle, Drawing, Line, Point, Polygon, Shape, Text

Pixels = NDArray[np.float64]

#: How wide a letter is for its height, and how far the next one is.
_WIDTH, _ADVANCE = 0.52, 0.68


def rasterised(drawing: Drawing, width: int) -> NDArray[np.uint8]:
    """A drawing as an array of height, width and three colours."""
    if width < 1:
        raise ValueError("an image is at least one pixel wide")
    scale = width / drawing.width
    height = max(1, round(drawing.height * scale))
    image = np.empty((height, width, 3), np.float64)
    image[:] = _colour(drawing.background)
    for shape in drawing.shapes:
        _paint(image, shape, scale)
    return (image + 0.5).astype(np.uint8)


def _paint(image: Pixels, shape: Shape, scale: float) -> None:
    if isinstance(shape, Text):
        _write(image, shape, scale)
        return
    points, reach = _extent(shape)
    grid = _window(image, points, reach, scale)
    if grid is None:
        return
    window, x, y = grid
    distance = _distance(shape, x, y)
    if isinstance(shape, Line):
        _blend(window, distance - shape.width / 2, shape.stroke, scale)
        return
    _blend(window, distance, shape.fill, scale)
    if shape.stroke and shape.width:
        _blend(window, np.abs(distance) - shape.width / 2, shape.stroke, scale)


def _extent(shape: Circle | Polygon | Line) -> tuple[tuple[Point, ...], float]:
    if isinstance(shape, Circle):
        return (shape.centre,), shape.radius + shape.width
    if isinstance(shape, Line):
        return (shape.start, shape.end), shape.width
    return shape.points, shape.width


def _window(
    image: Pixels, points: tuple[Point, ...], reach: float, scale: float
) -> tuple[Pixels, Pixels, Pixels] | None:
    """The part of the image that a shape can touch, and where its pixels are on the page."""
    height, width, _ = image.shape
    margin = reach + 1.5 / scale
    left = max(0, int((min(x for x, _ in points) - margin) * scale))
    right = min(width, int((max(x for x, _ in points) + margin) * scale) + 1)
    top = max(0, int((min(y for _, y in points) - margin) * scale))
    bottom = min(height, int((max(y for _, y in points) + margin) * scale) + 1)
    if left >= right or top >= bottom:
        return None
    x = (np.arange(left, right)[None, :] + 0.5) / scale
    y = (np.arange(top, bottom)[:, None] + 0.5) / scale
    return image[top:bottom, left:right], x, y


def _distance(shape: Circle | Polygon | Line, x: Pixels, y: Pixels) -> Pixels:
    """How far outside the shape a place is; negative inside."""
    if isinstance(shape, Circle):
        return np.asarray(np.hypot(x - shape.centre[0], y - shape.centre[1]) - shape.radius)
    if isinstance(shape, Line):
        return _from_segment(shape.start, shape.end, x, y)
    corners = shape.points
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    side = 1.0 if area > 0 else -1.0
    outside = np.full(np.broadcast_shapes(x.shape, y.shape), -np.inf)
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        length = float(np.hypot(bx - ax, by - ay))
        if length:
            edge = side * ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            outside = np.maximum(outside, edge)
    return outside


def _from_segment(start: Point, end: Point, x: Pixels, y: Pixels) -> Pixels:
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    along = np.clip(((x - ax) * dx + (y - ay) * dy) / squared, 0.0, 1.0) if squared else 0.0 * (x + y)
    return np.asarray(np.hypot(x - ax - along * dx, y - ay - along * dy))


def _blend(window: Pixels, distance: Pixels, colour: str, scale: float) -> None:
    cover = np.clip(0.5 - distance * scale, 0.0, 1.0)[:, :, None]
    window += cover * (_colour(colour) - window)


def _write(image: Pixels, text: Text, scale: float) -> None:
    """Letters as strokes: no font is needed."""
    height = text.size * 0.72
    advance = height * _ADVANCE
    x, y = text.at
    left = x if text.begins else x - (advance * len(text.text) - advance + height * _WIDTH) / 2
    for place, letter in enumerate(text.text.upper()):
        for stroke in STROKES.get(letter, ()):
            ends = [
                (left + place * advance + px * height * _WIDTH, y - height / 2 + py * height) for px, py in stroke
            ]
            for start, end in zip(ends, ends[1:], strict=False):
                _paint(image, Line(start, end, text.fill, max(height * 0.13, 1.0 / scale)), scale)


def _colour(code: str) -> Pixels:
    return np.array([int(code[place : place + 2], 16) for place in (1, 3, 5)], np.float64)

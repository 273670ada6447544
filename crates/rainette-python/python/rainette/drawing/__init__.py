"""Boards as drawings: SVG for notebooks, images for environments.

>>> import rainette
>>> game = rainette.new("pool-party", seed=1)
>>> game.svg().startswith("<svg")
True
>>> game.image(width=300).shape
(300, 300, 3)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import abagio, china_moon, frogriders, hop_it, pool_party
from .raster import rasterised
from .shapes import Drawing

__all__ = ["draw", "image", "svg"]

_BOARDS: dict[str, Callable[[Any], Drawing]] = {
    "hop-it": hop_it.draw,
    "abagio": abagio.draw,
    "pool-party": pool_party.draw,
    "china-moon": china_moon.draw,
    "frogriders": frogriders.draw,
}


def draw(game: str, view: Mapping[str, Any]) -> Drawing:
    """A view as shapes."""
    return _BOARDS[game](view)


def svg(game: str, view: Mapping[str, Any]) -> str:
    """A view as SVG."""
    return draw(game, view).svg()


def image(game: str, view: Mapping[str, Any], width: int = 600) -> NDArray[np.uint8]:
    """A view as an array of height, width and three colours."""
    return rasterised(draw(game, view), width)

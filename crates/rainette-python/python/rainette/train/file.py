"""The file of a net: weights as bytes, which the engine reads. Only NumPy is needed."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["LARGEST", "LAYERS", "UNIT", "net_file", "rounded"]

#: Weights are whole numbers of this size.
UNIT = 1 / 64
#: No weight is larger, either way.
LARGEST = 127 * UNIT
#: The largest bias of the first layer, which has 16 bits.
LARGEST_FIRST_BIAS = 700 * UNIT
#: The largest bias of a later layer.
LARGEST_BIAS = float(1 << 24) * UNIT * UNIT
#: The layers in the order of the file: weights, how fine their biases are, and how large these can be.
LAYERS = {
    "rows": (UNIT, LARGEST_FIRST_BIAS),
    "second": (UNIT * UNIT, LARGEST_BIAS),
    "values": (UNIT * UNIT, LARGEST_BIAS),
    "signs": (UNIT * UNIT, LARGEST_BIAS),
}

Weights = Mapping[str, NDArray[Any]]


def rounded(weights: Weights) -> dict[str, NDArray[np.float64]]:
    """The weights as they are in the file, as real numbers again."""
    exact = {}
    for name, (step, largest) in LAYERS.items():
        table = np.asarray(weights[name], np.float64)
        exact[name] = np.clip(np.round(table / UNIT), -127, 127) * UNIT
        bias = np.asarray(weights[f"{name}_bias"], np.float64)
        exact[f"{name}_bias"] = np.round(np.clip(bias, -largest, largest) / step) * step
    return exact


def net_file(game: str, seats: int, weights: Weights) -> bytes:
    """The file of a net with these weights.

    ``rows`` has a row for each input; ``second``, ``values`` and ``signs`` have a row for each of their sums. Each has
    biases besides, under the same name with ``_bias``.

    >>> import numpy as np, rainette
    >>> from rainette.train.file import net_file
    >>> play = rainette.SelfPlay("china-moon", seats=3, games=1)
    >>> shapes = {"rows": (play.inputs, 16), "second": (8, 16), "values": (3, 8), "signs": (play.signs, 16)}
    >>> weights = {name: np.zeros(shape) for name, shape in shapes.items()}
    >>> weights |= {f"{name}_bias": np.zeros(16 if name == "rows" else len(table)) for name, table in weights.items()}
    >>> rainette.Net("china-moon", 3, net_file("china-moon", 3, weights)).sizes[1:4]
    (16, 8, 3)
    """
    exact = rounded(weights)
    inputs, first = exact["rows"].shape
    second, signs = len(exact["second"]), len(exact["signs"])
    shapes = {"second": (second, first), "values": (seats, second), "signs": (signs, first)}
    for name, shape in shapes.items():
        if exact[name].shape != shape:
            raise ValueError(f"`{name}` is {exact[name].shape}, not {shape}")
    identity = game.encode()
    parts = [b"RNET", struct.pack("<BB", 1, len(identity)), identity]
    parts.append(struct.pack("<BHHHH", seats, inputs, first, second, signs))
    for name, (step, _) in LAYERS.items():
        parts.append(np.round(exact[name] / UNIT).astype(np.int8).tobytes())
        whole = np.round(exact[f"{name}_bias"] / step)
        parts.append(whole.astype("<i2" if name == "rows" else "<i4").tobytes())
    return b"".join(parts)

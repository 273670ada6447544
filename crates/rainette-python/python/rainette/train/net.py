"""The net while it learns: real weights, used as they will be once they are whole numbers.

Weights are rounded on the way forward and not on the way back, and so is what goes from one layer to the next. What the
net says while it learns is then what the engine's loops over whole numbers say.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from .file import LARGEST, LAYERS, UNIT

__all__ = ["Tensors", "clip", "exported", "forward", "losses", "new_net", "tables"]

Tensors = dict[str, Any]


def new_net(inputs: int, first: int, second: int, seats: int, signs: int, generator: Any, device: str) -> Tensors:
    """A net that has learned nothing."""

    def random(*shape: int, size: float) -> Any:
        return torch.randn(*shape, generator=generator) * size

    weights = {
        "rows": random(inputs, first, size=0.08),
        "rows_bias": torch.full((first,), 0.3),
        "second": random(second, first, size=first**-0.5),
        "second_bias": torch.full((second,), 0.2),
        "values": random(seats, second, size=0.1 * second**-0.5),
        "values_bias": torch.zeros(seats),
        "signs": random(signs, first, size=0.1 * first**-0.5),
        "signs_bias": torch.zeros(signs),
    }
    return {name: table.to(device).requires_grad_() for name, table in weights.items()}


def _stepped(table: Any, step: float) -> Any:
    return table + ((table / step).round() * step - table).detach()


def tables(weights: Tensors) -> Tensors:
    """The weights as they will be in the file. Gradients go through as if nothing was rounded."""
    stepped = {}
    for name, (step, _) in LAYERS.items():
        stepped[name] = _stepped(weights[name], UNIT)
        stepped[f"{name}_bias"] = _stepped(weights[f"{name}_bias"], step)
    # A last row for the input that is none.
    stepped["rows"] = functional.pad(stepped["rows"], (0, 0, 0, 1))
    return stepped


def forward(stepped: Tensors, inputs: Any) -> tuple[Any, Any]:
    """Logits of the seats' shares and of all signs, for rows of active inputs."""
    none = len(stepped["rows"]) - 1
    rows = functional.embedding_bag(inputs, stepped["rows"], mode="sum", padding_idx=none)
    first = (rows + stepped["rows_bias"]).clamp(0, LARGEST)
    second = functional.linear(first, stepped["second"], stepped["second_bias"])
    second = second + ((second / UNIT).floor() * UNIT - second).detach()
    second = second.clamp(0, LARGEST)
    values = functional.linear(second, stepped["values"], stepped["values_bias"])
    signs = functional.linear(first, stepped["signs"], stepped["signs_bias"])
    return values, signs


def losses(stepped: Tensors, batch: Tensors, trust: float) -> tuple[Any, Any]:
    """How much the net is surprised, by what positions were worth and by which actions were tried. ``trust`` is how much of
    what a position was worth is the result of its game rather than what the search found."""
    values, signs = forward(stepped, batch["inputs"].int())
    worth = trust * batch["results"].float() + (1 - trust) * batch["searched"].float()
    value = -(worth * values.log_softmax(1)).sum(1)
    given = batch["actions"].long()
    is_none = given < 0
    rows, actions, most = given.shape
    # A last sign for the one that is none.
    given = given.masked_fill(is_none, signs.shape[1])
    logits = functional.pad(signs, (0, 1)).gather(1, given.reshape(rows, actions * most))
    logits = logits.reshape(rows, actions, most).sum(2)
    chances = logits.masked_fill(is_none[:, :, 0], -1e9).log_softmax(1)
    policy = -(batch["tried"].float() * chances).sum(1)
    return value, policy


def clip(weights: Tensors) -> None:
    """Keeps weights where whole numbers can follow."""
    with torch.no_grad():
        for name, (_, largest) in LAYERS.items():
            weights[name].clamp_(-LARGEST, LARGEST)
            weights[f"{name}_bias"].clamp_(-largest, largest)


def exported(weights: Tensors) -> dict[str, NDArray[np.float64]]:
    """The weights for the file."""
    return {name: table.detach().cpu().double().numpy() for name, table in weights.items()}

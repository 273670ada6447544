"""The positions that a net learns from: the newest, and of those any number of times."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from .net import Tensors

__all__ = ["Window", "tensors"]

Examples = Mapping[str, NDArray[Any]]


def tensors(examples: Examples, device: str) -> Tensors:
    """Examples on the device, in numbers as small as they are; a sign that is none is −1."""
    kept = {}
    for name in ("inputs", "actions", "searched", "results", "tried"):
        array = examples[name]
        if array.dtype == np.uint16:
            array = array.view(np.int16)
        elif array.dtype == np.float32:
            array = array.astype(np.float16)
        kept[name] = torch.from_numpy(np.ascontiguousarray(array)).to(device)
    return kept


class Window:
    """So many of the newest examples, on the device that learns from them."""

    def __init__(self, most: int, device: str = "cpu") -> None:
        self.most, self.device = most, device
        self.rows: Tensors = {}
        #: How many examples there are.
        self.filled = 0
        self._next = 0

    def __len__(self) -> int:
        return self.filled

    def add(self, examples: Tensors) -> None:
        """Adds examples in place of the oldest."""
        count = len(examples["inputs"])
        if count > self.most:
            examples = {name: rows[-self.most :] for name, rows in examples.items()}
            count = self.most
        if not self.rows and count:
            self.rows = {name: rows.new_zeros((self.most, *rows.shape[1:])) for name, rows in examples.items()}
        places = (self._next + torch.arange(count, device=self.device)) % self.most
        for name, rows in examples.items():
            self.rows[name][places] = rows
        self._next = (self._next + count) % self.most
        self.filled = min(self.most, self.filled + count)

    def sample(self, size: int, random: torch.Generator) -> Tensors:
        """So many examples, each as likely as any."""
        places = torch.randint(self.filled, (size,), generator=random, device=self.device)
        return {name: rows[places] for name, rows in self.rows.items()}

    def save(self, file: Path) -> None:
        """Writes all examples into a file."""
        rows = {name: rows[: self.filled].cpu().numpy() for name, rows in self.rows.items()}
        # The stubs take any name for a flag.
        savez: Any = np.savez
        with file.open("wb") as out:
            savez(out, **rows)

    def load(self, file: Path) -> None:
        """Adds the examples of a file."""
        with np.load(file) as rows:
            self.add({name: torch.from_numpy(rows[name]).to(self.device) for name in rows.files})

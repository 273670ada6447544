"""The positions that a net learns from: the newest, and of those any number of times."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Window"]

Examples = Mapping[str, NDArray[Any]]


class Window:
    """So many of the newest examples. Numbers are kept as small as they are."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.rows: dict[str, NDArray[Any]] = {}
        #: How many examples there are.
        self.filled = 0
        self._next = 0

    def __len__(self) -> int:
        return self.filled

    def add(self, examples: Examples) -> None:
        """Adds examples in place of the oldest."""
        count = len(examples["inner"])
        if count > self.most:
            examples = {name: array[-self.most :] for name, array in examples.items()}
            count = self.most
        if not self.rows and count:
            self.rows = {name: np.zeros((self.most, *array.shape[1:]), _kept(array)) for name, array in examples.items()}
        places = (self._next + np.arange(count)) % self.most
        for name, array in examples.items():
            self.rows[name][places] = array
        self._next = (self._next + count) % self.most
        self.filled = min(self.most, self.filled + count)

    def sample(self, size: int, random: np.random.Generator) -> dict[str, NDArray[Any]]:
        """So many examples, each as likely as any."""
        places = random.integers(self.filled, size=size)
        return {name: rows[places] for name, rows in self.rows.items()}

    def save(self, file: Path) -> None:
        """Writes all examples into a file."""
        rows = {name: rows[: self.filled] for name, rows in self.rows.items()}
        # The stubs take any name for a flag.
        savez: Any = np.savez
        with file.open("wb") as out:
            savez(out, **rows)

    def load(self, file: Path) -> None:
        """Adds the examples of a file."""
        with np.load(file) as rows:
            self.add({name: rows[name] for name in rows.files})


def _kept(array: NDArray[Any]) -> Any:
    return np.float16 if array.dtype == np.float32 else array.dtype

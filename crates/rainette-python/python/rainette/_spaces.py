"""Gymnasium's spaces of observations and letters."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space

#: No number of an observation is larger. Most are at most 1.
MOST = 4.0


def observation_space(size: int, letters: int) -> Any:
    """What a seat observes, and which letters it can say."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, MOST, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (letters,), np.int8),
        }
    )


def action_space(letters: int) -> Any:
    """A letter."""
    return spaces.Discrete(letters)


def batched(space: Any, count: int) -> Any:
    """The space of so many at once."""
    return batch_space(space, count)

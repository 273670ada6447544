"""Many games at once, stepped by Rust into NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._rainette import Batch, alphabet

__all__ = ["Observation", "VectorEnv", "vector"]

Observation = dict[str, NDArray[Any]]


class VectorEnv:
    """So many games of one kind, each a row of every array. Made by ``rainette.vector``.

    It follows Gymnasium's vector environments: ``reset`` and ``step`` give what they give there, ``single_action_space``
    and the other spaces are there if Gymnasium is, and a game that is over makes way for a new one in the same step.
    Different is that several seats play:

    * ``observation["observation"]`` is what the seat to act may know, ``observation["action_mask"]`` which letters it
      can say, and ``turns`` says which seat that is;
    * rewards have a column for each seat.

    The arrays belong to the environment and are written anew by every step; nothing is copied. Whoever keeps what a step
    gave copies it, or asks for ``copy=True``.

    >>> import rainette
    >>> env = rainette.vector("pool-party", 8, seats=3)
    >>> observation, info = env.reset(seed=1)
    >>> observation["observation"].shape, observation["action_mask"].shape
    ((8, 521), (8, 127))
    >>> observation, rewards, terminations, truncations, info = env.step(env.sample())
    >>> rewards.shape, terminations.shape
    ((8, 3), (8,))
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        seats: int | None = None,
        *,
        options: Mapping[str, int] | None = None,
        threads: int | None = None,
        copy: bool = False,
    ) -> None:
        self.game = game
        self.copy = copy
        self._batch = Batch(
            game, num_envs, seats, threads=threads, options=None if options is None else dict(options)
        )
        self.num_envs, self.size, letters, self.seats = self._batch.shape
        #: The names of the letters.
        self.alphabet = alphabet(game, self.seats)
        self.metadata = {"name": f"rainette-{game}", "autoreset_mode": "SameStep"}
        self._observations = np.zeros((num_envs, self.size), np.float32)
        self._masks = np.zeros((num_envs, letters), np.int8)
        #: The seat to act in each game.
        self.turns = np.zeros(num_envs, np.int64)
        #: What the last step brought to each seat of each game.
        self.rewards = np.zeros((num_envs, self.seats), np.float32)
        #: Which games ended in the last step.
        self.terminations = np.zeros(num_envs, np.bool_)
        #: In which games the last step completed an action.
        self.played = np.zeros(num_envs, np.bool_)
        self._truncations = np.zeros(num_envs, np.bool_)
        self._letters = np.zeros(num_envs, np.int64)
        self._into = (
            self._observations,
            self._masks,
            self.turns,
            self.rewards,
            self.terminations,
            self.played,
        )
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins every game anew. The same seed gives the same games, on however many threads."""
        self._batch.begin(seed, self._into)
        self._begun = True
        return self._observed(), self._info()

    def step(
        self, actions: NDArray[np.integer[Any]]
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Says one letter in every game. Where one cannot be said, ``IllegalAction`` names its game, and no game has
        changed."""
        if not self._begun:
            raise RuntimeError("`reset` begins the games")
        letters = np.asarray(actions)
        if letters.dtype.kind not in "iu":
            raise TypeError(f"letters are whole numbers, not {letters.dtype}")
        self._batch.step(np.ascontiguousarray(letters, np.int64), self._into)
        rewards, terminations = self.rewards, self.terminations
        if self.copy:
            rewards, terminations = rewards.copy(), terminations.copy()
        return self._observed(), rewards, terminations, self._truncations, self._info()

    def sample(self) -> NDArray[np.int64]:
        """A letter that can be said for every game, each equally likely; the array is written anew every time."""
        if not self._begun:
            raise RuntimeError("`reset` begins the games")
        self._batch.sample(self._letters)
        return self._letters.copy() if self.copy else self._letters

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _observed(self) -> Observation:
        observation: Observation = {"observation": self._observations, "action_mask": self._masks}
        return {name: array.copy() for name, array in observation.items()} if self.copy else observation

    def _info(self) -> dict[str, Any]:
        info = {"turns": self.turns, "played": self.played}
        return {name: array.copy() for name, array in info.items()} if self.copy else info

    @property
    def single_observation_space(self) -> Any:
        """What is observed of one game, as a Gymnasium space."""
        from ._spaces import observation_space

        return observation_space(self.size, len(self.alphabet))

    @property
    def single_action_space(self) -> Any:
        """The letters, as a Gymnasium space."""
        from ._spaces import action_space

        return action_space(len(self.alphabet))

    @property
    def observation_space(self) -> Any:
        """What is observed of all games, as a Gymnasium space."""
        from ._spaces import batched

        return batched(self.single_observation_space, self.num_envs)

    @property
    def action_space(self) -> Any:
        """A letter for each game, as a Gymnasium space."""
        from ._spaces import batched

        return batched(self.single_action_space, self.num_envs)

    def __repr__(self) -> str:
        return f"<rainette.VectorEnv {self.game}, {self.seats} seats, {self.num_envs} games>"


def vector(
    game: str,
    num_envs: int,
    seats: int | None = None,
    *,
    options: Mapping[str, int] | None = None,
    threads: int | None = None,
    copy: bool = False,
) -> VectorEnv:
    """So many games at once, stepped on so many threads (one per core by default). See ``VectorEnv``.

    >>> import rainette
    >>> rainette.vector("abagio", 1024)
    <rainette.VectorEnv abagio, 2 seats, 1024 games>
    """
    return VectorEnv(game, num_envs, seats, options=options, threads=threads, copy=copy)

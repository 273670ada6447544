"""The games as PettingZoo environments: ``rainette.env("hop-it", seats=2)``.

Agents are ``seat_0``, ``seat_1`` and so on. One step says one letter of the alphabet (``rainette.alphabet``): an action
that points at several spots takes as many steps, during which the agent keeps its turn, and ``action_mask`` lists the
letters that lead on. Chance is drawn between steps. Rewards come at the end: 1 for a win alone, 0 for a draw of all, 0
in all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv

from . import drawing
from ._rainette import Game, State, alphabet
from ._spaces import action_space, observation_space

__all__ = ["Environment"]


class Environment(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as a PettingZoo environment. Made by ``rainette.env``."""

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "rainette",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: Mapping[str, int] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            modes = ", ".join(f"`{mode}`" for mode in self.metadata["render_modes"])
            raise ValueError(f"there is no render mode `{render_mode}`, only {modes}")
        EzPickle.__init__(self, game, seats, options=options, render_mode=render_mode)
        super().__init__()
        self.game_id = game
        self.options = None if options is None else dict(options)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"rainette-{game}"}
        state = State(game, seats, seed=0, options=self.options)
        self.seats: int = state.seats
        #: The names of the letters.
        self.alphabet = alphabet(game, self.seats)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        spaces = [(agent, state.size) for agent in self.possible_agents]
        self.observation_spaces = {agent: observation_space(size, len(self.alphabet)) for agent, size in spaces}
        self.action_spaces = {agent: action_space(len(self.alphabet)) for agent in self.possible_agents}
        self._random: np.random.Generator | None = None
        self._state = state

    def observation_space(self, agent: str) -> Any:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The letters."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a new game. Without a seed the games go on from the last seed given."""
        if seed is not None or self._random is None:
            self._random, _ = seeding.np_random(seed)
        luck = int(self._random.integers(1 << 63))
        self._state = State(self.game_id, self.seats, seed=luck, options=self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._agent()
        self._show()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """Says a letter for the agent whose turn it is. One that cannot be said is refused, and nothing has changed."""
        if self._random is None:
            raise RuntimeError("`reset` begins the game")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an agent whose game is not over has to act")
        self._state.say(int(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        if self._state.turn is None:
            self.rewards = dict(zip(self.agents, self._state.rewards, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._clear_rewards()
            self.agent_selection = self._agent()
        self._accumulate_rewards()
        self._show()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent may know, and the letters that it can say: none while it is not its turn."""
        seat = self.possible_agents.index(agent)
        observation = np.empty(self._state.size, np.float32)
        mask = np.zeros(len(self.alphabet), np.int8)
        self._state.observe(seat, observation)
        if self._state.turn == seat:
            self._state.mask(mask)
        return {"observation": observation, "action_mask": mask}

    def game(self) -> Game[Any]:
        """The game in notation, with its record and its views."""
        return self._state.game()

    def render(self) -> str | NDArray[np.uint8] | None:
        """What everybody may know: a text (`ansi`), an image (`rgb_array`), or a text printed at once (`human`)."""
        if self.render_mode == "rgb_array":
            return drawing.image(self.game_id, self._state.view())
        if self.render_mode == "ansi":
            return self._state.picture()
        if self.render_mode == "human":
            print(self._state.picture())
        return None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _agent(self) -> str:
        turn = self._state.turn
        assert isinstance(turn, int), "chance is drawn, and a game has at least one action"
        return self.possible_agents[turn]

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def __repr__(self) -> str:
        return f"<rainette.Environment {self.game_id}, {self.seats} seats>"

    def __str__(self) -> str:
        return str(self.metadata["name"])

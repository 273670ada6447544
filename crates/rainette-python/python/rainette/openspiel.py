"""The games for OpenSpiel: importing this module registers them.

>>> import pyspiel
>>> import rainette.openspiel
>>> game = pyspiel.load_game("rainette_pool_party", {"seats": 3})
>>> game.num_players(), game.num_distinct_actions()
(3, 127)

A game's name is ``rainette_`` and its id with ``_`` for ``-``, such as ``rainette_hop_it``; ``names`` has all of them.
``seats`` says how many play, ``seed`` where the set-ups are drawn from (-1: anywhere). An action is a letter of
``rainette.alphabet``, as in the environments: what points at several spots takes as many actions.

Dice, deals and cards are chance nodes with all their outcomes. A set-up has too many to list (the lilies of China Moon,
the pond and the market of Frogriders): there the chance node has a single outcome that draws one, as OpenSpiel's games
with sampled chance do. All set-ups come before the first action of a game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"{error}: `rainette.openspiel` needs `pip install open_spiel`", name=error.name) from error

from ._rainette import Game, State, alphabet, games, layout

__all__ = ["FrogGame", "FrogObserver", "FrogState", "names"]

#: A chance node with more outcomes than this is sampled.
MOST_OUTCOMES = 100

#: No game is longer: an upper bound, far from any that is met.
MOST_STEPS = 100_000


class FrogGame(pyspiel.Game):  # type: ignore[misc]
    """One of the games; see the module. A class for each is registered with OpenSpiel."""

    id: str
    info: Mapping[str, Any]
    game_type: Any

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        self.seats = int(chosen.get("seats", self.info["seats"][0]))
        seed = int(chosen.get("seed", -1))
        self._luck = random.Random(None if seed < 0 else seed)
        self.root = State(self.id, self.seats, seed=0, draws=False)
        self.alphabet = alphabet(self.id, self.seats)
        has_chance = self.root.turn == "chance"
        details = pyspiel.GameInfo(
            num_distinct_actions=len(self.alphabet),
            max_chance_outcomes=MOST_OUTCOMES if has_chance else 0,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_STEPS,
        )
        super().__init__(self.game_type, details, {**chosen, "seats": self.seats, "seed": seed})

    def new_initial_state(self, text: str | None = None) -> FrogState:
        """The state before the first event."""
        if text is not None:
            raise ValueError("a state cannot be read from a text")
        return FrogState(self)

    def luck(self) -> int:
        """Where a sampled chance node draws from."""
        return self._luck.getrandbits(63)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FrogObserver:
        """What a player may know, as a tensor."""
        if params:
            raise ValueError(f"observers have no parameters here, but got {params}")
        return FrogObserver(self)


class FrogState(pyspiel.State):  # type: ignore[misc]
    """A state of one of the games."""

    def __init__(self, game: FrogGame) -> None:
        super().__init__(game)
        self._state = game.root.copy()

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's numbers for chance and for the end."""
        turn = self._state.turn
        if turn is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if turn == "chance" else turn

    def _legal_actions(self, player: int) -> list[int]:
        return self._state.letters()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes by number with their probabilities; a single one if it is sampled."""
        outcomes = self._state.chance_outcomes(MOST_OUTCOMES)
        if outcomes is None:
            return [(0, 1.0)]
        return [(number, chance) for number, (_, chance) in enumerate(outcomes)]

    def _apply_action(self, action: int) -> None:
        if self._state.turn != "chance":
            self._state.say(action)
            return
        outcomes = self._state.chance_outcomes(MOST_OUTCOMES)
        if outcomes is None:
            self._state = self._state.copy(self.get_game().luck())
            self._state.draw()
        else:
            self._state.happen(outcomes[action][0])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return str(self.get_game().alphabet[action])
        outcomes = self._state.chance_outcomes(MOST_OUTCOMES)
        return "a draw" if outcomes is None else outcomes[action][0]

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._state.turn is None

    def returns(self) -> list[float]:
        """What the game is worth to each seat, 0 in all."""
        return self._state.rewards

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player knows."""
        return self._state.information(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees, as a picture."""
        return self._state.picture(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> FrogState:
        """A state that the player cannot tell from this one, drawn with its true probability."""
        state: FrogState = self.clone()
        state._state = self._state.guess(player, int(sampler() * (1 << 53)))
        return state

    def game(self) -> Game[Any]:
        """The game in notation."""
        return self._state.game()

    def __str__(self) -> str:
        return str(self._state)


class FrogObserver:
    """What a player may know, as one tensor and as its named parts."""

    def __init__(self, game: FrogGame) -> None:
        self.tensor = np.zeros(game.root.size, np.float32)
        self.dict = {}
        for block in layout(game.id, game.seats):
            size = int(np.prod(block["shape"]))
            self.dict[block["name"]] = self.tensor[block["start"] :][:size].reshape(block["shape"])

    def set_from(self, state: FrogState, player: int) -> None:
        """Writes what a player may know of a state."""
        state._state.observe(player, self.tensor)

    def string_from(self, state: FrogState, player: int) -> str:
        """The same as a picture."""
        return state.observation_string(player)


def _game_type(info: Mapping[str, Any]) -> Any:
    kind = pyspiel.GameType
    first = State(info["id"], seed=0, draws=False)
    if first.turn != "chance":
        chance = kind.ChanceMode.DETERMINISTIC
    elif first.chance_outcomes(MOST_OUTCOMES) is None:
        chance = kind.ChanceMode.SAMPLED_STOCHASTIC
    else:
        chance = kind.ChanceMode.EXPLICIT_STOCHASTIC
    secret = kind.Information.IMPERFECT_INFORMATION
    return kind(
        short_name="rainette_" + info["id"].replace("-", "_"),
        long_name=info["name"],
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=secret if info["has_secrets"] else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=info["seats"][-1],
        min_num_players=info["seats"][0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": info["seats"][0], "seed": -1},
    )


#: The names under which the games are registered, by id.
names: dict[str, str] = {}

for _info in games():
    _type = _game_type(_info)
    _class = type(f"{FrogGame.__name__}_{_type.short_name}", (FrogGame,), {"id": _info["id"], "info": _info, "game_type": _type})
    pyspiel.register_game(_type, _class)
    names[_info["id"]] = _type.short_name

"""OpenSpiel's own algorithms on the games, for every game and number of seats."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import rainette
import rainette.openspiel

SECRETS = {info["id"] for info in rainette.games() if info["has_secrets"]}


class Level(mcts.Evaluator):
    """Expects nothing of a state: OpenSpiel's search alone chooses, without thousands of random steps behind each."""

    def evaluate(self, state: Any) -> np.ndarray[Any, Any]:
        """Nothing for anybody."""
        return np.zeros(state.num_players())

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Every action alike."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def load(game: str, seats: int) -> Any:
    return pyspiel.load_game(rainette.openspiel.names[game], {"seats": seats, "seed": 3})


def advance(state: Any, choices: np.random.RandomState) -> None:
    """Lets chance happen until a player is to act."""
    while state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(choices.choice(numbers, p=chances)))


def play(state: Any, bots: list[Any], choices: np.random.RandomState) -> int:
    """Plays to the end and says how many actions that took."""
    count = 0
    advance(state, choices)
    while not state.is_terminal():
        action = bots[state.current_player()].step(state)
        assert action in state.legal_actions()
        state.apply_action(int(action))
        count += 1
        advance(state, choices)
    return count


class Anything:
    """Any legal action."""

    def __init__(self, choices: np.random.RandomState) -> None:
        self.choices = choices

    def step(self, state: Any) -> int:
        """One of them."""
        return int(self.choices.choice(state.legal_actions()))


def test_searches_play_whole_games(game: str, seats: int) -> None:
    loaded = load(game, seats)
    choices = np.random.RandomState(seats)
    if game in SECRETS:
        evaluator = mcts.RandomRolloutEvaluator(1, choices)
        searcher = ismcts.ISMCTSBot(loaded, evaluator, uct_c=2.0, max_simulations=6, random_state=choices)
    else:
        searcher = mcts.MCTSBot(loaded, 2.0, 4, Level(), random_state=choices, solve=False)
    # One searches, all others do anything.
    bots = [searcher] + [Anything(choices) for _ in range(seats - 1)]
    state = loaded.new_initial_state()
    assert play(state, bots, choices) > 10
    assert sum(state.returns()) == pytest.approx(0, abs=1e-4)
    result = state.game().result
    assert result is not None and list(state.returns()) == pytest.approx(result["rewards"])


def test_states_behave(game: str, seats: int) -> None:
    loaded = load(game, seats)
    choices = np.random.RandomState(2)
    state = loaded.new_initial_state()
    observation = make_observation(loaded)
    for _ in range(60):
        if state.is_terminal():
            break
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            assert len(outcomes) <= loaded.max_chance_outcomes()
            state.apply_action(int(choices.choice([number for number, _ in outcomes])))
            continue
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and max(legal) < loaded.num_distinct_actions()
        twin = state.clone()
        player = state.current_player()
        assert str(twin) == str(state)
        assert twin.information_state_string(player) == state.information_state_string(player)
        observation.set_from(state, player)
        assert observation.tensor.size == sum(array.size for array in observation.dict.values())
        assert state.observation_string(player) == observation.string_from(state, player)
        action = int(choices.choice(legal))
        before = str(state.history())
        twin.apply_action(action)
        assert str(state.history()) == before
        state.apply_action(action)
        assert state.action_to_string(player, action) in loaded.alphabet


@pytest.mark.parametrize("players", [2, 3, 4])
def test_resampled_states_look_alike_to_the_player(players: int) -> None:
    loaded = load("frogriders", players)
    choices = np.random.RandomState(4)
    state = loaded.new_initial_state()
    advance(state, choices)
    for _ in range(20):
        player = state.current_player()
        sampled = state.resample_from_infostate(player, choices.uniform)
        assert sampled.information_state_string(player) == state.information_state_string(player)
        assert sampled.legal_actions() == state.legal_actions()
        state.apply_action(int(choices.choice(state.legal_actions())))
        advance(state, choices)


def test_the_same_seed_gives_the_same_set_ups() -> None:
    def set_up(seed: int) -> str:
        loaded = pyspiel.load_game("rainette_china_moon", {"seats": 3, "seed": seed})
        state = loaded.new_initial_state()
        state.apply_action(0)
        return str(state)

    assert set_up(1) == set_up(1) != set_up(2)

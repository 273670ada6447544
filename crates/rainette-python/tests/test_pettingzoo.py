"""PettingZoo's own tests, for every game and number of seats."""

from __future__ import annotations

import pickle
import random
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import rainette


def quiet(test: Any, *arguments: Any, **named: Any) -> None:
    """Runs one of PettingZoo's tests. It warns of what is not in its own list of environments with masks, which is no
    fault; everything that it asserts counts."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        test(*arguments, **named)


def test_api(game: str, seats: int) -> None:
    quiet(api_test, rainette.env(game, seats), num_cycles=200)


def test_seed(game: str, seats: int) -> None:
    quiet(seed_test, lambda: rainette.env(game, seats), num_cycles=100)


def test_render(game: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    quiet(render_test, lambda render_mode: rainette.env(game, seats, render_mode=render_mode))
    assert capsys.readouterr().out, "`human` prints"


def test_whole_games(game: str, seats: int) -> None:
    env = rainette.env(game, seats)
    choices = random.Random(seats)
    env.reset(seed=6)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        assert not truncated
        letters = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated else choices.choice(list(letters)))
    result = env.game().result
    assert result is not None
    assert list(total.values()) == pytest.approx(result["rewards"])
    assert rainette.replay(env.game().record()).result == result


def test_an_agent_keeps_its_turn_until_its_action_is_said() -> None:
    env = rainette.env("hop-it")
    env.reset(seed=1)
    env.step(env.alphabet.index("b2"))
    assert env.agent_selection == "seat_0"
    assert [env.alphabet[letter] for letter in np.flatnonzero(env.observe("seat_0")["action_mask"])] == ["c3"]
    assert not env.observe("seat_1")["action_mask"].any()
    env.step(env.alphabet.index("c3"))
    assert env.agent_selection == "seat_1"
    assert env.game().events == ["b2-c3"]


def test_an_illegal_letter_changes_nothing() -> None:
    env = rainette.env("abagio")
    env.reset(seed=1)
    before = env.observe(env.agent_selection)
    with pytest.raises(rainette.IllegalAction):
        env.step(env.alphabet.index("done"))
    after = env.observe(env.agent_selection)
    assert all(np.array_equal(before[name], after[name]) for name in before)
    with pytest.raises(ValueError, match="there is no render mode `hologram`"):
        rainette.env("abagio", render_mode="hologram")


def test_reset_comes_first() -> None:
    env = rainette.env("hop-it")
    assert repr(env) == "<rainette.Environment hop-it, 2 seats>"
    with pytest.raises(RuntimeError, match="`reset` begins the game"):
        env.step(0)


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(rainette.env("china-moon", 4)))
    env.reset(seed=2)
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]

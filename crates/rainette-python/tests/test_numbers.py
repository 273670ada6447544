"""States and the batched environment: the games in numbers."""

from __future__ import annotations

import random
import threading
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

import rainette


def test_blocks_fill_the_observation(game: str, seats: int) -> None:
    blocks = rainette.layout(game, seats)
    ends = [block["start"] + int(np.prod(block["shape"])) for block in blocks]
    assert [block["start"] for block in blocks] == [0, *ends[:-1]]
    assert rainette.State(game, seats).size == ends[-1]
    assert len({block["name"] for block in blocks}) == len(blocks)


def test_an_alphabet_ends_with_done(game: str, seats: int) -> None:
    letters = rainette.alphabet(game, seats)
    assert letters[-1] == "done" and len(set(letters)) == len(letters) < 129


def test_letters_say_exactly_the_legal_actions(game: str, seats: int) -> None:
    choices = random.Random(1)
    state = rainette.State(game, seats, seed=2)
    alphabet = rainette.alphabet(game, seats)
    for _ in range(12):
        if state.turn is None:
            break
        paths = state.game().paths()
        firsts = {path[0] for ways in paths.values() for path in ways}
        assert {alphabet[letter] for letter in state.letters()} == firsts
        said: str | None = None
        while said is None:
            said = state.say(choices.choice(state.letters()))
        assert said in paths


def test_what_cannot_be_said_is_refused() -> None:
    state = rainette.State("hop-it", seed=1)
    letters = rainette.alphabet("hop-it")
    for letter in (letters.index("a1"), letters.index("done"), 42, 10**6, -1):
        with pytest.raises(rainette.IllegalAction, match="cannot be said now"):
            state.say(letter)
    assert state.path == []
    with pytest.raises(rainette.IllegalAction, match=r"letter 0 \(`a1`\)"):
        state.say(0)
    with pytest.raises(ValueError, match="an observation has 282 numbers"):
        state.observe(0, np.zeros(5, np.float32))


def test_a_state_says_whose_turn_it_is() -> None:
    assert repr(rainette.State("hop-it")) == "<rainette.State hop-it, 2 seats, turn of seat 0>"
    assert repr(rainette.State("pool-party", draws=False)) == "<rainette.State pool-party, 2 seats, waits for chance>"


def test_an_action_that_could_go_on_is_ended_by_done() -> None:
    letters = rainette.alphabet("pool-party")
    choices = random.Random(5)
    seen = 0
    for seed in range(40):
        state = rainette.State("pool-party", 2, seed=seed)
        for _ in range(60):
            said: str | None = None
            while said is None and state.turn is not None:
                ready = letters.index("done") in state.letters()
                if ready:
                    seen += 1
                    assert state.path and len(state.letters()) > 1
                    twin = state.copy()
                    done = twin.say(letters.index("done"))
                    assert done is not None and " " not in done
                said = state.say(choices.choice(state.letters()))
            if state.turn is None:
                break
    assert seen > 10


def test_a_guess_looks_the_same_to_its_seat() -> None:
    state = rainette.State("frogriders", 3, seed=7)
    choices = random.Random(3)
    hidden = set()
    for step in range(30):
        for seat in range(3):
            guess = state.guess(seat, seed=step)
            assert guess.information(seat) == state.information(seat)
            numbers = [np.zeros(state.size, np.float32) for _ in range(2)]
            state.observe(seat, numbers[0])
            guess.observe(seat, numbers[1])
            assert np.array_equal(*numbers)
            hidden.add(guess.information((seat + 1) % 3) == state.information((seat + 1) % 3))
        if state.turn is None:
            break
        state.say(choices.choice(state.letters()))
    assert hidden == {True, False}, "what is hidden is drawn anew, and now and then comes out as it is"


def test_only_the_acting_seat_knows_what_it_has_begun(game: str, seats: int) -> None:
    choices = random.Random(11)
    state = rainette.State(game, seats, seed=4)
    path = next(block for block in rainette.layout(game, seats) if block["name"] == "path")
    numbers = np.zeros(state.size, np.float32)
    begun = 0
    for _ in range(40):
        if state.turn is None:
            break
        for seat in range(seats):
            state.observe(seat, numbers)
            said = numbers[path["start"] :][: path["shape"][0]]
            shown = [int(letter) for letter in np.argsort(-said)[: np.count_nonzero(said)]]
            assert shown == (state.path if seat == state.turn else [])
        begun += len(state.path)
        state.say(choices.choice(state.letters()))
    assert begun > 0


def vector_rows(env: rainette.VectorEnv, steps: int) -> list[Any]:
    """What some random steps give, copied."""
    rows = []
    for _ in range(steps):
        letters = env.sample().copy()
        observation, rewards, terminations, truncations, info = env.step(letters)
        arrays = (letters, *observation.values(), rewards, terminations, truncations, *info.values())
        rows.append([array.copy() for array in arrays])
    return rows


def test_a_batch_keeps_to_its_spaces(game: str, seats: int) -> None:
    env = rainette.vector(game, 5, seats)
    observation, info = env.reset(seed=3)
    assert isinstance(env.single_action_space, spaces.Discrete)
    for _ in range(60):
        assert env.observation_space.contains(observation)
        mask = observation["action_mask"]
        assert (mask.sum(axis=1) > 0).all()
        assert ((info["turns"] >= 0) & (info["turns"] < seats)).all()
        letters = env.sample()
        assert env.action_space.contains(letters)
        assert mask[np.arange(5), letters].all()
        observation, rewards, terminations, truncations, info = env.step(letters)
        assert rewards.shape == (5, seats) and rewards.dtype == np.float32
        assert terminations.shape == truncations.shape == (5,)
        assert terminations.dtype == truncations.dtype == np.bool_
        assert not truncations.any()
    assert env.action_space.sample().shape == (5,)


def test_the_same_seed_gives_the_same_batch_on_any_number_of_threads(game: str, seats: int) -> None:
    runs = []
    for threads in (1, 3):
        env = rainette.vector(game, 37, seats, threads=threads)
        env.reset(seed=8)
        runs.append(vector_rows(env, 50))
    for one, other in zip(*runs, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    other = rainette.vector(game, 37, seats)
    other.reset(seed=9)
    assert any(not np.array_equal(a[0], b[0]) for a, b in zip(vector_rows(other, 50), runs[0], strict=True))


def test_nothing_is_copied(game: str) -> None:
    env = rainette.vector(game, 4)
    first, _ = env.reset(seed=1)
    places = {name: array.ctypes.data for name, array in first.items()}
    second, rewards, *_ = env.step(env.sample())
    assert {name: array.ctypes.data for name, array in second.items()} == places
    assert rewards is env.rewards
    copying = rainette.vector(game, 4, copy=True)
    first, _ = copying.reset(seed=1)
    kept = first["observation"].copy()
    second, *_ = copying.step(copying.sample())
    assert np.array_equal(first["observation"], kept)
    assert not np.array_equal(second["observation"], kept)


def test_a_batch_plays_by_the_same_rules_as_a_state(game: str, seats: int) -> None:
    """Each row is followed by a state that is told the same letters, up to the first chance event after the set-up."""
    env = rainette.vector(game, 1, seats)
    observation, info = env.reset(seed=12)
    wins = np.zeros(seats)
    ended = 0
    while ended < 2:
        letters = env.sample()
        observation, rewards, terminations, _, info = env.step(letters)
        if terminations[0]:
            ended += 1
            wins += rewards[0]
            assert rewards[0].sum() == pytest.approx(0, abs=1e-4)
            assert observation["observation"][0].any(), "the next game has begun"
        else:
            assert not rewards.any()
    assert abs(wins).max() <= 2


def test_a_game_without_chance_is_the_same_in_a_batch_and_alone() -> None:
    env = rainette.vector("hop-it", 3)
    observation, _ = env.reset(seed=5)
    states = [rainette.State("hop-it") for _ in range(3)]
    numbers, mask = np.zeros(env.size, np.float32), np.zeros(len(env.alphabet), np.int8)
    for _ in range(400):
        letters = env.sample().copy()
        turns = env.turns.copy()
        for row, state in enumerate(states):
            assert state.turn == turns[row]
            state.observe(int(turns[row]), numbers)
            state.mask(mask)
            assert np.array_equal(numbers, observation["observation"][row])
            assert np.array_equal(mask, observation["action_mask"][row])
        observation, rewards, terminations, _, info = env.step(letters)
        for row, state in enumerate(states):
            assert (state.say(int(letters[row])) is not None) == info["played"][row]
            assert (state.turn is None) == terminations[row]
            if terminations[row]:
                assert state.rewards == list(rewards[row])
                states[row] = rainette.State("hop-it")


def test_a_batch_refuses_as_a_whole() -> None:
    env = rainette.vector("hop-it", 4)
    with pytest.raises(RuntimeError, match="`reset` begins the games"):
        env.step(np.zeros(4, np.int64))
    observation, _ = env.reset(seed=1)
    before = observation["observation"].copy()
    letters = env.sample().copy()
    letters[2] = env.alphabet.index("a1")
    with pytest.raises(rainette.IllegalAction, match=r"game 2: letter 0 \(`a1`\) cannot be said now"):
        env.step(letters)
    assert np.array_equal(observation["observation"], before)
    with pytest.raises(ValueError, match="4 games need as many letters"):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        env.step(np.zeros(4))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one game"):
        rainette.vector("hop-it", 0)


def test_batches_step_in_several_python_threads() -> None:
    def play(results: list[float], place: int) -> None:
        env = rainette.vector("pool-party", 64, threads=2)
        env.reset(seed=2)
        for _ in range(30):
            env.step(env.sample())
        results[place] = float(env._observations.sum())

    results = [0.0] * 3
    threads = [threading.Thread(target=play, args=(results, place)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[0] == results[1] == results[2] != 0

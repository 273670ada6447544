"""Steps per CPU-second of the batched environment beside pgx and OpenSpiel, in one process and in turns.

    python peers.py [--rounds 3] [--seconds 3] [--games 1024]

Everybody plays backgammon-like games at random: Abagio and Pool Party here, backgammon at pgx (compiled by JAX for the
CPU, the same number of games in a batch, a random legal action drawn inside the compiled step) and at OpenSpiel (a Python
loop over its C++ game, once bare and once with the observation and the mask that the other two give as well). The whole
process runs on one core, and rates are per second of its CPU time, so that other programs do not count; of the rounds,
the median. An action is a whole move of one's choice: here it takes two steps or more, at the others one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import rainette

#: Runs for about so many seconds and gives steps and actions.
Runner = Callable[[float], tuple[int, int]]


def timed(run: Runner, seconds: float) -> tuple[float, float]:
    """Steps and actions per CPU-second."""
    begun = time.process_time()
    steps, actions = run(seconds)
    took = time.process_time() - begun
    return steps / took, actions / took


def ours(game: str, count: int) -> Runner:
    """The batched environment with random letters."""
    env = rainette.vector(game, count, threads=1)
    env.reset(seed=1)

    def run(seconds: float) -> tuple[int, int]:
        steps = actions = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            env.step(env.sample())
            steps += count
            actions += int(env.played.sum())
        return steps, actions

    run(0.3)
    return run


def pgx(count: int) -> Runner:
    """Backgammon of pgx in a batch, games that are over begun anew."""
    import jax
    import jax.numpy as jnp
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make("backgammon")
    begin = jax.jit(jax.vmap(env.init))
    step = auto_reset(env.step, env.init)

    def act(state: Any, key: Any) -> Any:
        choice, luck = jax.random.split(key)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        return step(state, jax.random.categorical(choice, logits), luck)

    both = jax.jit(jax.vmap(act))
    split = jax.jit(lambda key: jax.random.split(key, count + 1))
    keys = split(jax.random.PRNGKey(0))
    now = {"state": begin(keys[1:]), "key": keys[0]}

    def run(seconds: float) -> tuple[int, int]:
        steps = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            keys = split(now["key"])
            now["key"] = keys[0]
            now["state"] = both(now["state"], keys[1:])
            now["state"].rewards.block_until_ready()
            steps += count
        return steps, steps

    run(1.0)
    return run


def openspiel(observes: bool) -> Runner:
    """Backgammon of OpenSpiel, stepped from Python; with what the player to act observes, or without."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    choices = random.Random(1)

    def run(seconds: float) -> tuple[int, int]:
        steps = 0
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    numbers = [number for number, _ in outcomes]
                    state.apply_action(choices.choices(numbers, [chance for _, chance in outcomes])[0])
                else:
                    if observes:
                        state.observation_tensor(state.current_player())
                        state.legal_actions_mask()
                    state.apply_action(choices.choice(state.legal_actions()))
                    steps += 1
        return steps, steps

    run(0.3)
    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=1024)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        # Before anybody starts threads, so that all of them share one core.
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    runners = {
        "abagio": ours("abagio", arguments.games),
        "pool-party": ours("pool-party", arguments.games),
        "pgx backgammon": pgx(arguments.games),
        "OpenSpiel backgammon": openspiel(observes=False),
        "OpenSpiel backgammon, observed": openspiel(observes=True),
    }
    rounds: dict[str, list[tuple[float, float]]] = {name: [] for name in runners}
    for _ in range(arguments.rounds):
        for name, run in runners.items():
            rounds[name].append(timed(run, arguments.seconds))
    medians = {
        name: {
            "steps_per_cpu_second": statistics.median(steps for steps, _ in rows),
            "actions_per_cpu_second": statistics.median(actions for _, actions in rows),
        }
        for name, rows in rounds.items()
    }
    for name, row in medians.items():
        print(json.dumps({"name": name, **{key: round(value) for key, value in row.items()}}))
    for game in ("abagio", "pool-party"):
        for peer, goal in (
            ("pgx backgammon", 10),
            ("OpenSpiel backgammon", 20),
            ("OpenSpiel backgammon, observed", 20),
        ):
            ratios = {
                key.split("_")[0]: round(medians[game][key] / medians[peer][key], 1) for key in medians[game]
            }
            print(json.dumps({"ratio": f"{game} / {peer}", **ratios, "goal": goal}))


if __name__ == "__main__":
    main()

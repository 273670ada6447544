"""Random rollouts of OpenSpiel's own C++ games, per CPU-second.

The Python package does not offer rollouts by themselves, but its MCTS bot does them: a search of one
simulation evaluates the root, and RandomRolloutEvaluator(n) evaluates it by n rollouts, all in C++.
Rollouts are counted there; moves are rollouts times the mean length of games played here, chance left out.

Prints JSON: [{"game", "version", "games_per_cpu_second", "moves_per_cpu_second", "moves_per_game"}, ...]
"""

import argparse
import importlib.metadata
import json
import random
import time

import pyspiel

GAMES = ["checkers", "backgammon", "maedn"]
SAMPLE = 400


def sample_chance(state, rng):
    """Lets chance happen until a player is to move."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(outcomes, weights)[0])


def moves_per_game(game, rng):
    """The mean number of players' moves in random games."""
    moves = 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        sample_chance(state, rng)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
            sample_chance(state, rng)
    return moves / SAMPLE


def rollout_seconds(game, state, rollouts, seed):
    """CPU-seconds for so many rollouts."""
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1.0, max_simulations=1, max_memory_mb=1, solve=False, seed=seed, verbose=False
    )
    start = time.process_time()
    root = bot.mcts_search(state)
    took = time.process_time() - start
    assert root.explore_count == 1, "one simulation, or the count of rollouts is wrong"
    return took


def measure(name, seconds, rng):
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    sample_chance(state, rng)
    trial = 100
    rollouts = max(trial, int(trial * seconds / rollout_seconds(game, state, trial, rng.getrandbits(31))))
    games = rollouts / rollout_seconds(game, state, rollouts, rng.getrandbits(31))
    moves = moves_per_game(game, rng)
    return {
        "game": name,
        "version": importlib.metadata.version("open_spiel"),
        "games_per_cpu_second": games,
        "moves_per_cpu_second": games * moves,
        "moves_per_game": moves,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU-seconds for each game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    print(json.dumps([measure(name, arguments.seconds, rng) for name in GAMES]))


if __name__ == "__main__":
    main()

# %% [markdown]
# # OpenSpiel's IS-MCTS against a level
# Frogriders has secrets: each player keeps an objective that the others do not see. OpenSpiel's information-set search
# plays it through the adapter, against a computer player of Rainette.

# %%
from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import rainette
import rainette.openspiel  # registers the games

parser = argparse.ArgumentParser()
parser.add_argument("--level", type=int, default=1)
parser.add_argument("--games", type=int, default=4)
parser.add_argument("--simulations", type=int, default=60)
arguments = parser.parse_known_args()[0]  # a notebook has arguments of its own

loaded = pyspiel.load_game("rainette_frogriders", {"seats": 2, "seed": 1})
random = np.random.RandomState(1)
searcher = ismcts.ISMCTSBot(
    loaded,
    mcts.RandomRolloutEvaluator(1, random),
    uct_c=1.0,
    max_simulations=arguments.simulations,
    random_state=random,
)
level = rainette.Player(level=arguments.level, seed=1)

# %% [markdown]
# OpenSpiel says an action letter by letter, the level in notation. `paths` leads from one to the other.


# %%
def say(state: rainette.openspiel.FrogState, action: str) -> None:
    """Plays an action in notation."""
    game = state.game()
    for spot in game.paths()[action][0]:
        state.apply_action(loaded.alphabet.index(spot))
    # Where the action could go on, it has to be ended.
    if len(state.game()) == len(game):
        state.apply_action(loaded.alphabet.index("done"))


# %%
total = 0.0
for number in range(arguments.games):
    seat = number % 2
    state = loaded.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=chances)))
        elif state.current_player() == seat:
            state.apply_action(searcher.step(state))
        else:
            say(state, level.choose(state.game().view(1 - seat)))
    total += state.returns()[seat]
    print(f"game {number}: IS-MCTS on seat {seat} gets {state.returns()[seat]:+.0f}, scores {state.game().result['scores']}")
print(f"IS-MCTS against level {arguments.level}: {total:+.0f} of {arguments.games}")

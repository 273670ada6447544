# %% [markdown]
# # Random play
# Every game, every number of seats, every legal action equally likely: how long are the games, how many actions is there
# to choose from, and does it help to begin?

# %%
from __future__ import annotations

import argparse
import random

import rainette

parser = argparse.ArgumentParser()
parser.add_argument("--games", type=int, default=10)
arguments = parser.parse_known_args()[0]  # a notebook has arguments of its own

choices = random.Random(1)

# %%
print(f"{'game':<12}{'seats':>6}{'actions':>9}{'choices':>9}{'seat 0 wins':>13}")
for info in rainette.games():
    for seats in info["seats"]:
        actions = branches = 0
        share = 0.0
        games = arguments.games
        for seed in range(games):
            game = rainette.new(info["id"], seats, seed=seed)
            while not game.is_over:
                legal = game.legal_actions()
                game.play(choices.choice(legal))
                actions += 1
                branches += len(legal)
            assert game.result is not None
            winners = game.result["winners"] or list(range(seats))
            share += (0 in winners) / len(winners)
        print(f"{info['id']:<12}{seats:>6}{actions / games:>9.0f}{branches / actions:>9.1f}{share / games:>12.0%}")

# %% [markdown]
# The last position of the last game. In a notebook, `game` alone draws it.

# %%
print(game)

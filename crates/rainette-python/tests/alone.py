"""With NumPy and nothing else, where nothing can be compiled: the package is imported, and every game is played to its end.

Run by `cargo xtask test --only python` in an environment of its own. It is no test of pytest, which is not there.
"""

from __future__ import annotations

import importlib.metadata
import shutil
import sys

import numpy as np

import rainette

for name in ("cc", "c++", "gcc", "g++", "clang", "clang++", "ld", "cl", "link", "cargo", "rustc", "maturin"):
    if found := shutil.which(name):
        sys.exit(f"{found} can be found: nothing is shown about machines without a compiler")
others = {package.name.lower() for package in importlib.metadata.distributions()} - {"pip", "setuptools", "wheel"}
if others != {"numpy", "rainette"}:
    sys.exit(f"the environment is not clean: it holds {', '.join(sorted(others))}")
if not rainette.__file__.startswith(sys.prefix):
    sys.exit(f"{rainette.__file__} is not what was installed")

for info in rainette.games():
    game = rainette.new(info["id"], seed=1)
    player = rainette.Player(level=1, seed=1)
    while not game.is_over:
        game.play(player.choose(game.view(game.turn)))
    assert game.result is not None
    assert rainette.replay(game.record()).result == game.result
    assert game.svg().startswith("<svg"), game.svg()[:80]
    env = rainette.vector(info["id"], 8)
    observation, _ = env.reset(seed=1)
    while not env.terminations.any():
        observation, *_ = env.step(env.sample())
    assert np.isfinite(observation["observation"]).all()
    print(f"{info['name']}: {len(game)} events, {game.result['winners']} won")

"""What the tests share: every game with every number of seats, and the command."""

from __future__ import annotations

import json
import os
import random
import subprocess
from typing import Any

import pytest

import rainette

#: Every game with every number of seats.
TABLES = [(info["id"], seats) for info in rainette.games() for seats in info["seats"]]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Runs a test of `game` and `seats` at every table, a test of `game` alone with every game."""
    if "seats" in metafunc.fixturenames:
        metafunc.parametrize(("game", "seats"), TABLES, ids=[f"{game}-{seats}" for game, seats in TABLES])
    elif "game" in metafunc.fixturenames:
        metafunc.parametrize("game", [info["id"] for info in rainette.games()])


def random_game(game: str, seats: int, seed: int, steps: int | None = None) -> rainette.Game[Any]:
    """A game in which every legal action is equally likely, over or so many actions long."""
    choices = random.Random(seed)
    played = rainette.new(game, seats, seed=seed)
    while not played.is_over and steps != 0:
        played.play(choices.choice(played.legal_actions()))
        steps = None if steps is None else steps - 1
    return played


class Command:
    """The command `rainette`, built from the same sources."""

    def __init__(self) -> None:
        self.path = os.environ.get("RAINETTE_BIN")
        if not self.path:
            pytest.fail("RAINETTE_BIN has to name the command `rainette`")

    def __call__(self, *arguments: str, text: str | None = None) -> str:
        """What the command prints."""
        done = subprocess.run(
            [str(self.path), *arguments], input=text, capture_output=True, text=True, check=False, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def trace(self, game: str, seats: int, seed: int, games: int) -> list[dict[str, Any]]:
        """Random games with all legal actions."""
        lines = self("trace", game, "--seats", str(seats), "--seed", str(seed), "--games", str(games))
        return [json.loads(line) for line in lines.splitlines()]


@pytest.fixture(scope="session")
def command() -> Command:
    """The command `rainette`."""
    return Command()

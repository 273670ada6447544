"""The examples run, in small."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@pytest.mark.parametrize(
    ("name", "arguments", "printed"),
    [
        ("random_play", ["--games", "1"], "frogriders       4"),
        ("search_against_level", ["--games", "1", "--simulations", "3"], "IS-MCTS against level 1"),
        (
            "train_pool_party",
            ["--rounds", "8", "--games", "16", "--steps", "16", "--points", "1", "--matches", "1", "--levels", "5"],
            "against level 5",
        ),
    ],
)
def test_an_example_runs(name: str, arguments: list[str], printed: str) -> None:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert printed in done.stdout


def test_every_example_is_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {"random_play", "search_against_level", "train_pool_party"}

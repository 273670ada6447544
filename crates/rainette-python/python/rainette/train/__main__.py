"""The command ``python -m rainette.train``."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path

import rainette


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m rainette.train",
        description="Trains the net of a game by games against itself, and goes on where it stopped.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("game", help="the game's id")
    add("--seats", type=int, help="how many play; as few as can, unless it is said")
    add("--minutes", type=float, default=10.0, help="how long this piece takes")
    add("--out", type=Path, required=True, help="the folder of the net; if one is there, it goes on learning")
    add("--device", default=None, help="`cuda` or `cpu`; a GPU where there is one")
    add("--judge", choices=["engine", "torch"], default="engine", help="who judges leaves")
    add("--seed", type=int, default=1, help="the seed of all random numbers")
    add("--first", type=int, default=64, help="sums of the first layer, a multiple of 16")
    add("--second", type=int, default=32, help="sums of the second layer, a multiple of 8")
    add("--games", type=int, help="games side by side: 4096 on a GPU, 64 on the CPU")
    add("--iterations", type=int, default=64, help="iterations of the search for each decision")
    add("--leaves", type=int, default=1, help="positions of a game that wait to be judged at once")
    add("--inner", type=int, default=32, help="learn from positions in the trees visited so often; 0 for none")
    add("--opening", type=int, default=30, help="decisions of a game in which chance has a say")
    add("--exploration", type=float, default=0.2, help="how much promising and rarely tried actions are favoured")
    add("--fresh", type=int, help="examples of a round: 400000 on a GPU, 20000 on the CPU")
    add("--window", type=int, help="examples that are kept: 4000000 on a GPU, 400000 on the CPU")
    add("--keep-window", action=argparse.BooleanOptionalAction, default=True, help="write them for the next piece")
    add("--passes", type=float, default=2.0, help="how often an example is learned from")
    add("--batch", type=int, help="examples of a step: 4096 on a GPU, 1024 on the CPU")
    add("--rate", type=float, default=0.002, help="how long steps are")
    add("--trust", type=float, default=0.5, help="how much results count rather than searches")
    add("--match-games", type=int, default=60, help="games of a match against the net of the match before")
    add("--match-every", type=int, default=10, help="rounds between two matches; 0 for no match")
    add("--threads", type=int, default=os.cpu_count() or 1, help="how many cores are used")
    return parser


def main(arguments: list[str]) -> int:
    """Trains for a while."""
    asked = _arguments().parse_args(arguments)
    try:
        import torch
    except ModuleNotFoundError:
        print("training needs PyTorch: `pip install torch`", file=sys.stderr)
        return 1
    from .learn import Plan, Trainer

    torch.set_num_threads(asked.threads)
    device = asked.device or ("cuda" if torch.cuda.is_available() else "cpu")
    is_large = device != "cpu"
    seats = asked.seats or next((min(info["seats"]) for info in rainette.games() if info["id"] == asked.game), 2)
    try:
        trainer = Trainer(
            Plan(
                game=asked.game,
                seats=seats,
                seed=asked.seed,
                first=asked.first,
                second=asked.second,
                games=asked.games or (4096 if is_large else 64),
                iterations=asked.iterations,
                leaves=asked.leaves,
                inner=asked.inner,
                opening=asked.opening,
                exploration=asked.exploration,
                fresh=asked.fresh or (400_000 if is_large else 20_000),
                window=asked.window or (4_000_000 if is_large else 400_000),
                passes=asked.passes,
                batch=asked.batch or (4096 if is_large else 1024),
                rate=asked.rate,
                trust=asked.trust,
                match_games=asked.match_games,
                match_every=asked.match_every,
                judge=asked.judge,
                keeps_window=asked.keep_window,
                device=device,
                threads=asked.threads,
            ),
            asked.out,
            lambda line: print(line, flush=True),
        )
        trainer.run(60 * asked.minutes, f"python -m rainette.train {shlex.join(arguments)}")
    except (rainette.RainetteError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

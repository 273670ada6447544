"""Self-play and learning by turns, in pieces that go on where the last one stopped."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

import rainette

from .file import net_file
from .net import Tensors, clip, exported, forward, losses, new_net, tables
from .window import Window, tensors

__all__ = ["Plan", "Trainer"]


@dataclass(frozen=True)
class Plan:
    """What is trained, and how."""

    game: str
    seats: int
    #: The seed of all random numbers.
    seed: int
    #: Sums of the first and of the second layer.
    first: int
    second: int
    #: Games side by side, iterations of the search for each decision, positions of a game that wait at once.
    games: int
    iterations: int
    leaves: int
    #: Positions inside the trees that were visited so often are learned from, too.
    inner: int
    #: Decisions of a game in which chance has a say.
    opening: int
    #: How much promising and rarely tried actions are favoured.
    exploration: float
    #: Examples in a round, in the window, and how often each is learned from on average.
    fresh: int
    window: int
    passes: float
    #: Examples in a step, and how long steps are.
    batch: int
    rate: float
    #: How much a position was worth by the result of its game rather than by its search.
    trust: float
    #: Games of a match against the net of the match before, and rounds between two matches; 0 for none.
    match_games: int
    match_every: int
    #: Who judges leaves: `engine` for the loops over whole numbers, `torch` for batches on the device.
    judge: str
    #: Is the window written for the next piece?
    keeps_window: bool
    device: str
    threads: int


#: Games that go on for one decision's iterations whenever they are asked to.
Turns = Generator[None, None, None]

#: What has to stay as it was when a folder is gone on with.
FIXED = ("game", "seats", "seed", "first", "second")


class Trainer:
    """A net in a folder, and what it needs to learn on."""

    def __init__(self, plan: Plan, out: Path, say: Callable[[str], None] = print) -> None:
        self.plan, self.out, self.say = plan, out, say
        self.state: dict[str, Any] = {
            "commands": [], "rounds": 0, "games": 0, "examples": 0, "steps": 0, "seconds": 0.0, "matches": []
        }  # fmt: skip
        self.window = Window(plan.window, plan.device)
        play = rainette.SelfPlay(plan.game, plan.seats, 1)
        generator = torch.Generator().manual_seed(plan.seed)
        sizes = (play.inputs, plan.first, plan.second, play.seats, play.signs)
        self.weights = new_net(*sizes, generator, plan.device)
        #: The mean of the weights over the last steps, which plays and is exported.
        self.mean = {name: table.detach().clone() for name, table in self.weights.items()}
        self.optimizer = torch.optim.Adam(list(self.weights.values()), lr=plan.rate)
        out.mkdir(parents=True, exist_ok=True)
        if (out / "checkpoint.pt").exists():
            self._resume()

    def _resume(self) -> None:
        kept = torch.load(self.out / "checkpoint.pt", map_location=self.plan.device, weights_only=True)
        for name in FIXED:
            if kept["plan"][name] != getattr(self.plan, name):
                raise ValueError(f"`{self.out}` was begun with `{name}` {kept['plan'][name]}")
        self.state |= kept["state"]
        with torch.no_grad():
            for name, table in self.weights.items():
                table.copy_(kept["weights"][name])
                self.mean[name].copy_(kept["mean"][name])
        self.optimizer.load_state_dict(kept["optimizer"])
        for group in self.optimizer.param_groups:
            group["lr"] = self.plan.rate
        if (self.out / "window.npz").exists():
            self.window.load(self.out / "window.npz")
        self.say(f"goes on after {self.state['games']} games, {len(self.window)} examples kept")

    def save(self) -> None:
        """Writes the net, its manifest, and all that is needed to go on. What was there is replaced as a whole."""
        kept = {
            "plan": asdict(self.plan),
            "state": self.state,
            "weights": {name: table.detach() for name, table in self.weights.items()},
            "mean": self.mean,
            "optimizer": self.optimizer.state_dict(),
        }
        self._replace("checkpoint.pt", lambda file: torch.save(kept, file))
        if self.plan.keeps_window:
            self._replace("window.npz", self.window.save)
        file = self._file(self.mean)
        self._replace("net.bin", lambda path: path.write_bytes(file))
        manifest = {
            "file": "net.bin",
            "bytes": len(file),
            "commands": self.state["commands"],
            "games": self.state["games"],
            "seed": self.plan.seed,
            "result": {name: value for name, value in self.state.items() if name not in ("commands", "games")},
            "plan": asdict(self.plan),
        }
        text = json.dumps(manifest, indent=2, sort_keys=True) + "\n"
        self._replace("net.json", lambda path: path.write_text(text, encoding="utf-8"))

    def _replace(self, name: str, write: Callable[[Path], object]) -> None:
        part = self.out / f"{name}.part"
        write(part)
        os.replace(part, self.out / name)

    def _file(self, weights: Tensors) -> bytes:
        return net_file(self.plan.game, self.plan.seats, exported(weights))

    def run(self, seconds: float, command: str) -> None:
        """Plays and learns for so long, and saves."""
        began = time.monotonic()
        before = self.state["seconds"]
        self.state["commands"].append(command)
        players = self._players()
        saved = began
        while time.monotonic() - began < seconds:
            self.round(players)
            self.state["seconds"] = before + time.monotonic() - began
            if time.monotonic() - saved > 120:
                self.save()
                saved = time.monotonic()
        self.save()

    def _players(self) -> list[rainette.SelfPlay]:
        plan = self.plan
        # While the leaves of one group are judged on a GPU, the trees of the other grow.
        groups = 2 if plan.judge == "torch" and plan.device != "cpu" else 1
        seed = plan.seed * 1_000_003 + len(self.state["commands"]) * 17
        return [
            rainette.SelfPlay(
                plan.game,
                plan.seats,
                max(plan.games // groups, 1),
                iterations=plan.iterations,
                leaves=plan.leaves,
                opening=plan.opening,
                exploration=plan.exploration,
                inner=plan.inner,
                seed=seed + group,
                threads=plan.threads,
            )
            for group in range(groups)
        ]

    def round(self, players: list[rainette.SelfPlay]) -> None:
        """Plays until there is enough to learn, and learns."""
        began = time.monotonic()
        finished = sum(play.finished for play in players)
        turn = self._by_engine if self.plan.judge == "engine" else self._by_torch
        # What plays is what was learned so far, even if learning goes on meanwhile.
        goes_on = turn(players, {name: table.clone() for name, table in self.mean.items()})
        with ThreadPoolExecutor(1) as aside:
            # A GPU learns from the last round while the cores play the next.
            due = round(self.plan.fresh * self.plan.passes / self.plan.batch) if len(self.window) else 0
            learning = aside.submit(self._learn, due) if self.plan.device != "cpu" else None
            examples = self._play(players, goes_on)
            played = time.monotonic()
            learned = learning.result() if learning else (0.0, 0.0, 0.0)
        count = len(examples["inner"])
        self.state["rounds"] += 1
        self.state["games"] += sum(play.finished for play in players) - finished
        self.state["examples"] += count
        fresh = tensors(examples, self.plan.device)
        surprise = self._surprise(fresh, np.flatnonzero(~examples["inner"]))
        self.window.add(fresh)
        if learning is None:
            learned = self._learn(round(count * self.plan.passes / self.plan.batch))
        row = {
            "round": self.state["rounds"],
            "games": self.state["games"],
            "examples": self.state["examples"],
            "steps": self.state["steps"],
            "surprise_result": surprise[0],
            "surprise_search": surprise[1],
            "surprise_policy": surprise[2],
            "loss_value": learned[0],
            "loss_policy": learned[1],
            "play_seconds": played - began,
            "learn_seconds": learned[2],
            "match_share": self._match(),
        }
        self._note(row)

    def _note(self, row: dict[str, Any]) -> None:
        said = {name: f"{value:.4f}" if isinstance(value, float) else value for name, value in row.items()}
        curve = self.out / "curve.csv"
        is_new = not curve.exists()
        with curve.open("a", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            if is_new:
                writer.writeheader()
            writer.writerow(said)
        self.say(" ".join(f"{name} {value}" for name, value in said.items() if value != ""))

    # Playing.

    def _play(self, players: list[rainette.SelfPlay], goes_on: Turns) -> dict[str, NDArray[Any]]:
        parts: list[dict[str, NDArray[Any]]] = []
        count = 0
        while count < self.plan.fresh:
            next(goes_on)
            for play in players:
                part = play.examples()
                parts.append(part)
                count += len(part["inner"])
        goes_on.close()
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    def _by_engine(self, players: list[rainette.SelfPlay], weights: Tensors) -> Turns:
        net = rainette.Net(self.plan.game, self.plan.seats, self._file(weights))
        while True:
            for play in players:
                play.think(net, self.plan.iterations)
            yield

    def _by_torch(self, players: list[rainette.SelfPlay], weights: Tensors) -> Turns:
        """Judges leaves in batches. What is asked of the device is fetched only after the next group was asked for its
        leaves."""
        is_cuda = self.plan.device != "cpu"
        with torch.no_grad():
            stepped = tables(weights)
        rows = {id(play): self._pinned(play, is_cuda) for play in players}
        waiting: tuple[rainette.SelfPlay, Any, Any] | None = None
        try:
            while True:
                for _ in range(self.plan.iterations):
                    for play in players:
                        pinned = rows[id(play)]
                        play.leaves(pinned.numpy().view(np.uint16))
                        with torch.no_grad():
                            inputs = pinned.to(self.plan.device, non_blocking=True).int()
                            values, signs = forward(stepped, inputs)
                        if waiting is not None:
                            waiting[0].answer(waiting[1].cpu().numpy(), waiting[2].cpu().numpy())
                        waiting = (play, values, signs)
                        if len(players) == 1:
                            play.answer(values.cpu().numpy(), signs.cpu().numpy())
                            waiting = None
                yield
        finally:
            if waiting is not None:
                waiting[0].answer(waiting[1].cpu().numpy(), waiting[2].cpu().numpy())

    def _pinned(self, play: rainette.SelfPlay, is_cuda: bool) -> Any:
        shape = (len(play) * self.plan.leaves, play.width)
        return torch.empty(shape, dtype=torch.int16, pin_memory=is_cuda)

    # Learning.

    def _surprise(self, examples: Tensors, played: NDArray[Any]) -> tuple[float, float, float]:
        """How surprised the net is by positions of games that it has not seen: by results, searches, actions."""
        if not len(played):
            return 0.0, 0.0, 0.0
        places = torch.from_numpy(played[:8192]).to(self.plan.device)
        batch = {name: rows[places] for name, rows in examples.items()}
        with torch.no_grad():
            stepped = tables(self.mean)
            by_result, policy = losses(stepped, batch, 1.0)
            by_search, _ = losses(stepped, batch, 0.0)
        return float(by_result.mean()), float(by_search.mean()), float(policy.mean())

    def _learn(self, steps: int) -> tuple[float, float, float]:
        """How surprised the net was on the way by values and by actions, and how many seconds it took."""
        began = time.monotonic()
        random = torch.Generator(self.plan.device).manual_seed(self.plan.seed * 1_000_003 + self.state["rounds"])
        sums = torch.zeros(2, device=self.plan.device)
        for _ in range(steps):
            batch = self.window.sample(self.plan.batch, random)
            value, policy = (loss.mean() for loss in losses(tables(self.weights), batch, self.plan.trust))
            self.optimizer.zero_grad()
            (value + policy).backward()
            self.optimizer.step()
            clip(self.weights)
            self.state["steps"] += 1
            # At first the mean follows quickly.
            share = max(0.01, 10 / (10 + self.state["steps"]))
            with torch.no_grad():
                for name, table in self.weights.items():
                    self.mean[name].lerp_(table, share)
                sums += torch.stack((value, policy))
        mean = (sums / max(steps, 1)).tolist()
        return mean[0], mean[1], time.monotonic() - began

    def _match(self) -> float | str:
        """The share of the net against that of the match before, if it is time for one."""
        plan = self.plan
        if plan.match_every == 0 or self.state["rounds"] % plan.match_every:
            return ""
        current, before = self.out / "match.bin", self.out / "before.bin"
        current.write_bytes(self._file(self.mean))
        share: float | str = ""
        if before.exists():
            names = [f"net:{current}", f"net:{before}"]
            met = rainette.arena(
                plan.game,
                names,
                games=plan.match_games,
                seats=plan.seats,
                seed=self.state["rounds"],
                iterations=plan.iterations,
                threads=plan.threads,
                adjust=False,
            )
            share = float(met["players"][0]["share"])
            self.state["matches"].append([self.state["rounds"], share])
        os.replace(current, before)
        return share

"""The package agrees with the command."""

from __future__ import annotations

import math
from pathlib import Path

from conftest import Command, random_game

import rainette
from rainette.answers import Adjusted


def test_legal_actions_are_the_same_in_random_games(game: str, seats: int, command: Command) -> None:
    for trace in command.trace(game, seats, seed=11, games=3):
        played = rainette.new(game, seats, draws=False)
        for event in trace["events"]:
            if "chance" in event:
                assert played.turn == "chance"
                played.play(event["chance"])
            else:
                assert played.turn == event["seat"]
                assert played.legal_actions() == event["legal"]
                played.play(event["play"])
        result = played.result
        assert result is not None
        assert result["winners"] == trace["winners"] and result["scores"] == trace["scores"]


def test_records_from_here_replay_there(game: str, seats: int, command: Command) -> None:
    for seed in range(2):
        played = random_game(game, seats, seed)
        shown = command("replay", "-", "--last", text=played.record())
        assert f"{len(played)} events" in shown
        result = played.result
        assert result is not None
        ending = shown.rstrip().splitlines()[-1]
        assert all(f"seat {seat}" in ending.lower() for seat in result["winners"]), ending
        assert result["winners"] or ending == "Nobody wins."


def test_records_from_there_replay_here(game: str, seats: int, command: Command, tmp_path: Path) -> None:
    # Greedy players bring a game of Pool Party to an end much sooner than random ones.
    players = ",".join(["greedy"] * seats)
    command("arena", game, "--players", players, "--games", str(seats), "--threads", "1", "--records", str(tmp_path))
    records = sorted(tmp_path.iterdir())
    assert len(records) == seats
    for path in records:
        text = path.read_text(encoding="utf-8")
        played = rainette.replay(text)
        assert played.is_over
        assert played.record() == text


def test_the_arena_is_the_same(command: Command) -> None:
    import json

    arguments = ["--games", "20", "--seed", "5", "--threads", "1", "--json"]
    there = json.loads(command("arena", "pool-party", "--players", "level6,level5", *arguments))
    here = rainette.arena("pool-party", ["level6", "level5"], games=20, seed=5)
    for ours, theirs in zip(here["players"], there["players"], strict=True):
        assert ours["share"] == theirs["share"] and list(ours["share_95"]) == theirs["share_95"]
        adjusted = ours["adjusted"]
        assert adjusted.keys() == Adjusted.__annotations__.keys()
        assert adjusted.keys() == theirs["adjusted"].keys()
        for key, value in adjusted.items():
            assert as_json(value) == theirs["adjusted"][key], key
        assert adjusted["factor"] is not None and adjusted["narrower"] is not None


def as_json(value: object) -> object:
    """An interval is a list there, and what is infinite is null."""
    if isinstance(value, tuple):
        return [as_json(end) for end in value]
    return None if isinstance(value, float) and math.isinf(value) else value

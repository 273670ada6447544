"""What the functions of the package answer, as types."""

from __future__ import annotations

from typing import TypedDict

from .views import Told

__all__ = ["Advice", "Block", "Info", "Met", "Option", "Result", "Standing", "Told"]


class Option(TypedDict):
    """An option of a game; the first value is the default."""

    name: str
    values: list[int]
    about: str


class Info(TypedDict):
    """What is known of a game without playing it."""

    id: str
    name: str
    seats: list[int]
    options: list[Option]
    has_chance: bool
    has_secrets: bool
    about: str


class Result(TypedDict):
    """How a game came out: winners (none for a draw), scores if it counts any, and what that is worth to each seat, 0
    in all."""

    winners: list[int]
    scores: list[int] | None
    rewards: list[float]


class Advice(TypedDict):
    """What a computer player answers."""

    action: str
    values: list[float]
    ranked: list[tuple[str, float]]
    iterations: int


class Standing(TypedDict):
    """What the arena proves about one player."""

    player: str
    share: float
    share_95: tuple[float, float]
    elo: float | None
    elo_95: tuple[float, float] | None


class _Met(TypedDict):
    """What the arena found."""

    game: str
    seats: int
    games: int
    players: list[Standing]


class Met(_Met, total=False):
    """What the arena found, with the records of all games if these were asked for."""

    records: list[str]


class Block(TypedDict):
    """A part of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    about: str

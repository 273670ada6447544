"""What the functions of the package answer, as types."""

from __future__ import annotations

from typing import TypedDict

from .views import Told

__all__ = ["Adjusted", "Advice", "Block", "Info", "Met", "Option", "Result", "Standing", "Told"]


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


class Adjusted(TypedDict):
    """What the arena proves about one player with luck taken out: the same estimates, what luck gave the player on
    average with its standard error, how many times as many games would prove as much with luck left in (`factor`, with its
    95 % interval), and how many times as wide the interval of the share would be (`narrower`)."""

    share: float
    share_95: tuple[float, float]
    elo: float | None
    elo_95: tuple[float, float] | None
    luck: float
    luck_error: float | None
    factor: float | None
    factor_95: tuple[float, float] | None
    narrower: float | None


class _Standing(TypedDict):
    """What the arena proves about one player."""

    player: str
    share: float
    share_95: tuple[float, float]
    elo: float | None
    elo_95: tuple[float, float] | None


class Standing(_Standing, total=False):
    """What the arena proves about one player, also with luck taken out unless it was to stay in."""

    adjusted: Adjusted


class _Met(TypedDict):
    """What the arena found: the number of games asked for, the number played, in whole rounds, and how many starts the
    book has that they began from, 0 without one."""

    game: str
    seats: int
    asked: int
    games: int
    rounds: int
    starts: int
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

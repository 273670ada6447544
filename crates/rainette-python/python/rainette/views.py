"""What can be seen of each game, as ``Game.view`` gives it.

A view is a plain dict. It also remembers the story that its seat was told, so that a computer player can be asked with
it: ``player.choose(game.view(0))``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict

from ._rainette import Story

__all__ = ["Abagio", "ChinaMoon", "Frogriders", "HopIt", "PoolParty", "View"]


class View(dict[str, Any]):
    """A view, and the story that led to it."""

    __slots__ = ("story",)

    def __init__(self, seen: Mapping[str, Any], story: Story) -> None:
        super().__init__(seen)
        self.story = story


class HopItPiece(TypedDict):
    """A piece on its cell."""

    at: str
    seat: int
    frog: bool


class HopIt(TypedDict):
    """What can be seen of Hop It!"""

    pieces: list[HopItPiece]
    turn: int | None
    hopping: str | None
    must_hop_enemy: bool
    in_danger: list[str]
    quiet_turns: int
    winners: list[int] | None


class AbagioSpace(TypedDict):
    """A space and the frogs on it, from bottom to top."""

    at: str
    owner: int | None
    frogs: list[int]


class Abagio(TypedDict):
    """What can be seen of Abagio."""

    phase: Literal["start", "roll", "leaps", "chief", "over"]
    turn: int | None
    dice: list[int]
    spaces: list[AbagioSpace]
    root: list[int]
    pond: list[int]
    chief: str
    winners: list[int] | None


class PoolParty(TypedDict):
    """What can be seen of Pool Party."""

    frogs: list[list[int | None]]
    turn: int | None
    turn_number: int
    most_turns: int
    roll: list[int] | None
    winners: list[int] | None


class ChinaMoonFrog(TypedDict):
    """A frog on its pad."""

    at: str
    seat: int
    moved: bool


class ChinaMoonLily(TypedDict):
    """A lily on its pad."""

    at: str
    lily: str


class ChinaMoonPlayer(TypedDict):
    """What a seat has."""

    on_start: int
    on_arrival: int
    lilies: list[str]
    score: int


class ChinaMoonAwaited(TypedDict, total=False):
    """What the game waits for."""

    what: Literal["set-up", "move", "spring", "swap", "drop", "nothing"]
    frog: str
    to: str


class ChinaMoon(TypedDict):
    """What can be seen of China Moon."""

    frogs: list[ChinaMoonFrog]
    lilies: list[ChinaMoonLily]
    places: list[str | None]
    players: list[ChinaMoonPlayer]
    mover: int | None
    turn: int | None
    awaited: ChinaMoonAwaited
    moves: int
    must_move_others: bool
    winners: list[int] | None


class FrogridersScore(TypedDict):
    """One line of a seat's score."""

    source: str
    points: int


class FrogridersPlayer(TypedDict):
    """What lies before a seat."""

    frogs: dict[str, int]
    cards: list[str]
    trophies: int
    dealt: list[str] | None
    has_kept: bool
    kept: str | None
    scoring: list[FrogridersScore] | None
    total: int | None


class Frogriders(TypedDict):
    """What one observer may see of Frogriders."""

    pond: str
    village: dict[str, int]
    market: list[str | None]
    deck: int
    deck_holds: dict[str, int]
    commons: list[str]
    players: list[FrogridersPlayer]
    phase: Literal["pond", "market", "common", "deal", "refill", "keep", "jump", "send", "jump-again", "over"]
    turn: int | None
    winners: list[int] | None

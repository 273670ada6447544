# Written from the list of games by `cargo xtask bless`. Do not edit.

from collections.abc import Mapping
from typing import Any, Literal, overload

from . import views
from ._rainette import Game

@overload
def new(
    game: Literal["hop-it"],
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[views.HopItView]: ...
@overload
def new(
    game: Literal["abagio"],
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[views.AbagioView]: ...
@overload
def new(
    game: Literal["pool-party"],
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[views.PoolPartyView]: ...
@overload
def new(
    game: Literal["china-moon"],
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[views.ChinaMoonView]: ...
@overload
def new(
    game: Literal["frogriders"],
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[views.FrogridersView]: ...
@overload
def new(
    game: str,
    seats: int | None = ...,
    *,
    seed: int | None = ...,
    draws: bool = ...,
    options: Mapping[str, int] | None = ...,
) -> Game[Any]: ...

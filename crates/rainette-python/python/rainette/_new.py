"""Opening a game. Types, with that of its views known from its id, are in ``_new.pyi``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._rainette import Game


def new(
    game: str,
    seats: int | None = None,
    *,
    seed: int | None = None,
    draws: bool = True,
    options: Mapping[str, int] | None = None,
) -> Game[Any]:
    """Opens a game: its id, how many play (as few as it allows by default), and its options.

    Chance is drawn as soon as the game waits for it, the same for the same seed. Without ``draws`` the game waits:
    ``turn`` is then ``"chance"``, ``chance_outcomes`` lists what can happen, and ``draw`` or ``play`` go on.

    >>> import rainette
    >>> rainette.new("frogriders", seats=3, seed=1)
    <rainette.Game frogriders, 3 seats, 6 events, turn of seat 0>
    >>> rainette.new("hop-it", options={"frogs": 1}).options
    {'frogs': 1}
    >>> rainette.new("hop-it", seats=3)
    Traceback (most recent call last):
    ...
    rainette.SetUpError: hop-it is played by 2 to 2, not by 3
    """
    return Game(game, seats, seed=seed, draws=draws, options=None if options is None else dict(options))

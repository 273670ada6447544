"""Five frog board games for people who study games.

>>> import rainette
>>> game = rainette.new("abagio", seats=2, seed=1)
>>> game.turn in (0, 1)
True
>>> player = rainette.Player(level=1, seed=1)
>>> while not game.is_over:
...     game.play(player.choose(game.view(game.turn)))
>>> len(game.result["winners"])
1

Three ways to play:

* in notation, with ``rainette.new`` and the class ``Game``;
* as an environment, with ``rainette.env`` (PettingZoo) and ``rainette.vector`` (many games at once);
* from OpenSpiel, after ``import rainette.openspiel``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._rainette import (
    BadRecord,
    Batch,
    Game,
    IllegalAction,
    Net,
    Player,
    PlayerError,
    RainetteError,
    SelfPlay,
    SetUpError,
    State,
    Story,
    __version__,
    alphabet,
    arena,
    games,
    layout,
    replay,
)
from ._new import new
from .vector import VectorEnv, vector

if TYPE_CHECKING:
    from .pettingzoo import Environment

__all__ = [
    "BadRecord",
    "Batch",
    "Game",
    "IllegalAction",
    "Net",
    "Player",
    "PlayerError",
    "RainetteError",
    "SelfPlay",
    "SetUpError",
    "State",
    "Story",
    "VectorEnv",
    "__version__",
    "alphabet",
    "arena",
    "env",
    "games",
    "layout",
    "new",
    "replay",
    "vector",
]


def env(
    game: str,
    seats: int | None = None,
    *,
    options: Mapping[str, int] | None = None,
    render_mode: str | None = None,
) -> Environment:
    """A PettingZoo environment of a game. Needs the package ``pettingzoo``.

    >>> import rainette
    >>> env = rainette.env("hop-it", seats=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection, env.action_space("seat_0")
    ('seat_0', Discrete(42))
    """
    try:
        from .pettingzoo import Environment
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}: `rainette.env` needs `pip install pettingzoo`", name=error.name) from error

    return Environment(game, seats, options=options, render_mode=render_mode)


def _unpickled(record: str, draws: bool) -> Game[Any]:
    return replay(record, draws=draws)

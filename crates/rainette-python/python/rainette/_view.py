"""What ``Game.view`` gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._rainette import Story

__all__ = ["View"]


class View(dict[str, Any]):
    """What somebody can see, a plain dict of the type that ``rainette.views`` has for the game.

    It also remembers the story that led to it, so that a computer player can be asked with it:
    ``player.choose(game.view(0))``.
    """

    __slots__ = ("story",)

    def __init__(self, seen: Mapping[str, Any], story: Story) -> None:
        super().__init__(seen)
        self.story = story

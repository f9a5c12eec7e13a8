"""Which game knows each ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from tacotable_engine.printings import FAMILIES, RULESETS

if TYPE_CHECKING:
    from tacotable_engine.game import Game


class _Games(Mapping[str, "Game"]):
    """The games by their rulesets. The rules of a family are imported when one is asked for: few programs play both."""

    @cached_property
    def _tacocat(self) -> Game:
        from tacotable_engine.tacocat.game import Tacocat

        return Tacocat()

    @cached_property
    def _exploding(self) -> Game:
        from tacotable_engine.exploding.game import Exploding

        return Exploding()

    def __getitem__(self, name: str) -> Game:
        if name in FAMILIES["tacocat"]:
            return self._tacocat
        if name in FAMILIES["exploding"]:
            return self._exploding
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(RULESETS)

    def __len__(self) -> int:
        return len(RULESETS)


GAMES: Mapping[str, Game] = _Games()
"""Name of a ruleset -> the game that knows it."""

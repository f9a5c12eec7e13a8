"""How the easy level plays: by rules that a beginner follows, and that a person can see through and beat.

It keeps every card that it was dealt, spends its high cards first, and never attacks with several.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.tacocat.search import Answering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacotable_engine.companion.tacocat.search import Option


def thumb_option(options: Sequence[Option]) -> int:
    """Return the place of the act: attack with the highest card, defend with the lowest, give up only if it must."""
    places = range(len(options))
    return max(places, key=lambda place: (_rank(options[place]), -place))


def _rank(option: Option) -> tuple[int, int]:
    if isinstance(option, Answering):
        return (0, 0) if option.is_given_up else (1, -option.card)
    return -len(option.cards), option.cards[0]

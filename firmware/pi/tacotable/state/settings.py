"""The settings of a table: the languages of its seats and the volume, which outlive each game."""

from __future__ import annotations

from tacotable.state.facts import Chose
from tacotable.state.situation import Situation


def settings_of(situation: Situation) -> tuple[Chose, ...]:
    """Return the facts that tell all settings, for a journal that does not hold them."""
    return tuple(Chose(seat, language, situation.game.volume) for seat, language in situation.game.languages.items())

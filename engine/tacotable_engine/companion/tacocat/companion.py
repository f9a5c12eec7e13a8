"""The companion of Tacocat, as the registry finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.tacocat.advising import advise
from tacotable_engine.companion.tacocat.knowledge import knowledge_of, knowledge_to_act
from tacotable_engine.companion.tacocat.odds import odds_of
from tacotable_engine.companion.tacocat.reviewing import review

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Counsel, Dice, Hand, IsOver, Level, Odds, Remark
    from tacotable_engine.match import Match


class TacocatCompanion:
    """Odds, advice and reviews of Tacocat. It keeps nothing."""

    def odds(self, match: Match, viewer: str, worlds: int, dice: Dice) -> Odds:
        """Return the chance of each seat to win the round and the match; raises RequestError during a deal."""
        return odds_of(knowledge_of(match, viewer), match.state.winner, worlds, dice)

    def advise(
        self, match: Match, seat: str, level: Level, worlds: int, dice: Dice, hand: Hand = None, is_over: IsOver = None
    ) -> Counsel:
        """Return what a seat is advised; raises RequestError where it may not act, or its hand is not known."""
        return advise(knowledge_to_act(match, seat, hand), level, worlds, dice, is_over)

    def review(self, match: Match, dice: Dice) -> tuple[Remark, ...]:
        """Return what is said of each choice of the round that has ended; raises RequestError while one is played."""
        return review(match, dice)


TACOCAT = TacocatCompanion()

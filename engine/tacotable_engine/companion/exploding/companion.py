"""The companion of the Exploding games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Counsel, Dice, Hand, IsOver, Level, Odds, Remark
from tacotable_engine.companion.exploding.advising import advised
from tacotable_engine.companion.exploding.following import belief_of
from tacotable_engine.companion.exploding.odds import explode, holds
from tacotable_engine.companion.exploding.reviewing import reviewed

if TYPE_CHECKING:
    from tacotable_engine.match import Match


class ExplodingCompanion:
    """What the Exploding games offer beside their rules."""

    def odds(self, match: Match, viewer: str, worlds: int, dice: Dice) -> Odds:
        """Return `lethal_at`, `explode` and `holds`, exact; no world is sampled."""
        seat = match.seats.index(viewer) if viewer in match.seats else None
        belief = belief_of(match, seat, is_arbiter=viewer == "arbiter")
        held = holds(belief, match.state, seat)
        values = {"lethal_at": belief.lethal_at(), "explode": explode(belief), "holds": held}
        return Odds(values, "sampled" if belief.lost else "exact", belief.lost)

    def advise(
        self, match: Match, seat: str, level: Level, worlds: int, dice: Dice, hand: Hand = None, is_over: IsOver = None
    ) -> Counsel:
        """Return what a seat that may act is advised."""
        index = match.seats.index(seat)
        return advised(match.state, index, belief_of(match, index), hand, level, worlds, dice, is_over)

    def review(self, match: Match, dice: Dice) -> tuple[Remark, ...]:
        """Return what each choice of a game cost; raises RequestError while the game goes on."""
        return reviewed(match, dice)


EXPLODING = ExplodingCompanion()

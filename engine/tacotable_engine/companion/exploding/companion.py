"""The companion of the Exploding games, as the registry finds it."""

from __future__ import annotations

from tacotable_engine.companion.exploding.advising import advise
from tacotable_engine.companion.exploding.odds import odds
from tacotable_engine.companion.exploding.reviewing import review


class ExplodingCompanion:
    """What the Exploding games offer beside their rules."""

    odds = staticmethod(odds)
    advise = staticmethod(advise)
    review = staticmethod(review)


EXPLODING = ExplodingCompanion()

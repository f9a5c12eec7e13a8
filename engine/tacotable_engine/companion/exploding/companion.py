"""The companion of the Exploding games, as the registry finds it."""

from __future__ import annotations

from tacotable_engine.companion.exploding.judging import advise, review
from tacotable_engine.companion.exploding.odds import odds


class ExplodingCompanion:
    """What the Exploding games offer beside their rules."""

    odds = staticmethod(odds)
    advise = staticmethod(advise)
    review = staticmethod(review)


EXPLODING = ExplodingCompanion()

"""The companion of Tacocat, as the registry finds it."""

from __future__ import annotations

from tacotable_engine.companion.tacocat.advising import advise
from tacotable_engine.companion.tacocat.odds import odds
from tacotable_engine.companion.tacocat.reviewing import review


class TacocatCompanion:
    """Odds, advice and reviews of Tacocat. It keeps nothing."""

    odds = staticmethod(odds)
    advise = staticmethod(advise)
    review = staticmethod(review)


TACOCAT = TacocatCompanion()

"""What the numbers say to everybody: by choice of who decides, off at first, since it tells more than cards do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tacotable_engine.match import Match


class PublicOdds:
    """The odds of a match by what everybody knows, found once for each of its states."""

    def __init__(self) -> None:
        self.is_on = False
        self._of: object = None
        self._told: tuple[str, Mapping[str, object]] | None = None

    def sign(self, match: Match | None) -> tuple[str, Mapping[str, object]] | None:
        """Return the code of a sentence and its values; None while they are off, or there is nothing to say."""
        if match is None or not self.is_on:
            return None
        if self._of is not match.public():
            from tacotable_engine.companion.hints import odds_told  # a start goes without

            self._of = match.public()
            # One seed: a page that is built anew, or in another language, says the same.
            dice = Random(0)  # noqa: S311  # no secrets
            self._told = next(iter(odds_told(match, "table", dice, "page.odds")), None)
        return self._told

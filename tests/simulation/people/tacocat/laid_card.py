"""The card that a Tacocat player laid last: whether the table has read it, by what the own display has said since.

A card counts once the display, which awaited a card, asks something else. What has nothing to do with the game (a dark
display, a pause, a reader that is lost) tells nothing; nor does the item that buttons turn to.
"""

from __future__ import annotations

from tacotable_sim.people.base import Sign

AWAITING = ("duel", "draw", "show", "attack", "several", "answer", "sacrifice", "replace")
"""What the display says, by its beginning, while the own card is awaited."""
BESIDE = frozenset(
    (
        "sign.paused",
        "sign.reader-lost",
        *(f"sign.unsaved-{each}" for each in ("read-only", "full", "owner", "failed")),
        "sign.taken-back",
    )
)
"""What it says in place of the game, or as news of it."""
TIED, DUEL = "sign.duel-again", "sign.duel"
"""That a duel was tied is told until the other seat has sealed its next card: the second asks the same then.

One more tie tells another card, or fewer that are left."""
ANSWERS = ("sign.answer", "sign.sacrifice")
"""How an answer is asked for, by the beginning: a press of the own seat turns from one to the other."""


class LaidCard:
    """What a player remembers of it."""

    def __init__(self) -> None:
        self._tag = ""
        self._asked: Sign | None = None
        self._answers: Sign | None = None
        self._is_read = True

    def lay(self, tag: str, sign: Sign | None) -> None:
        """Note that a card is laid, and what the display asks now; a dark one asks what it asked last."""
        self._tag, self._asked, self._is_read = tag, asked_by(sign) or self._asked, False
        self._answers = self._asked

    def look(self, sign: Sign | None) -> None:
        """Look at the display."""
        asked = asked_by(sign)
        if asked is None:
            return
        if self._asked is not None and is_answered(self._asked, asked) and _is_awaiting(self._asked):
            self._is_read = True
        self._asked = asked

    def is_asked(self, message: str) -> bool:
        """Return whether this is what the display asked last."""
        return self._asked is not None and self._asked.message == message

    def refuse(self) -> None:
        """Note that the card that was laid is refused: another one is to be laid."""
        self._answers = None

    def is_to_be_laid_again(self, tag: str, sign: Sign) -> bool:
        """Return whether a card is the one that was laid for what is asked still: nobody knows whether it counted."""
        is_same = self._answers is not None and not is_answered(self._answers, asked_by(sign))
        return is_same and self.is_unread(tag)

    def was_laid_for(self, tag: str, sign: Sign) -> bool:
        """Return whether a card is the one that was laid for just what this sign says, which asks it still or anew."""
        return self._answers is not None and self._answers == asked_by(sign) and self.is_unread(tag)

    def count(self) -> None:
        """Note that the card that was laid has counted, whatever the display told then."""
        self._is_read = True

    def forget(self) -> None:
        """Note that what was laid counts no longer, or never did."""
        self._tag, self._is_read = "", True

    def is_read(self, tag: str) -> bool:
        """Return whether a card is the one that was laid last, and the table has told that it read it."""
        return tag == self._tag and self._is_read

    def is_unread(self, tag: str) -> bool:
        """Return whether a card is the one that was laid last, and the table has not told that it read it."""
        return tag == self._tag and not self._is_read


def asked_by(sign: Sign | None) -> Sign | None:
    """Return what a display asks in the game; None where it does not show the game."""
    if sign is None or not sign.message.startswith("sign.") or sign.message in BESIDE:
        return None
    return Sign(sign.message, {name: value for name, value in sign.values.items() if name != "item"})


def is_answered(asked: Sign | None, now: Sign | None) -> bool:
    """Return whether a display that shows the game asks something else than before."""
    if now is None or asked == now:
        return False
    return asked is None or not _asks_the_same(asked, now)


def _asks_the_same(asked: Sign, now: Sign) -> bool:
    """Return whether a display asks in other words for the card that it asked for before."""
    are_answers = asked.message.startswith(ANSWERS) and now.message.startswith(ANSWERS)
    return (are_answers and asked.values == now.values) or (asked.message, now.message) == (TIED, DUEL)


def _is_awaiting(sign: Sign) -> bool:
    return sign.message.removeprefix("sign.").startswith(AWAITING)

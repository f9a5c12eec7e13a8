"""A random player of Tacocat at a seat without a reader: it turns to its cards on the display and takes them with OK.

What is laid and drawn, it lays and draws by hand as well: the buttons only tell the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tacotable_sim.people.base import GLANCE_S, Hold, Pause, Place, Sign, Step, Tap, cards_of, decide
from tacotable_sim.people.tacocat.player import TacocatPlayer, lowest
from tacotable_sim.truth import DISCARD, Card, hand_of

FACE_DOWN, DONE = "item.face-down", "item.done"
SURE = "sign.sure-sacrifice"  # What is asked before a card is given up.
TURN_FIRST = "refusal.turn-first-buttons"  # What is told who has taken what nobody turned to.
HEARD_GLANCES = 20  # So often a player looks whether a press was heard, before it keeps its card.


class TacocatButtonsPlayer(TacocatPlayer):
    """Plays one seat of a table without pads. `item` on a sign is what the display's middle shows."""

    turns_by = "right"
    most_replaced = 2
    _chosen: Card | None = None
    _has_turned = False
    _asked = ""  # What the card was chosen for.

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn toward what is wanted, or take it when it is on show; a refusal is put away."""
        if sign.message == TURN_FIRST:
            return [self._turn()]
        if sign.message.startswith(("refusal.", "rule.")):
            self._chosen = None
            return [Tap(f"{self.seat}.ok")]
        if sign.message == SURE:
            return [Tap(f"{self.seat}.right")]  # it answers that when it takes a card, or has not meant it
        return super().choose(sign, hand, chance)

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn to the wanted item; OK takes it, and the card leaves the hand."""
        item = sign.values.get("item")
        if item is None or not (hand or message.startswith("replace")):
            return []
        asked = asked_by(sign)
        if asked != self._asked or (self._chosen and self._chosen not in hand):
            self._asked, self._chosen = asked, self._pick(message, sign, hand, chance)
        wanted = self._chosen.face if self._chosen else DONE
        if item == FACE_DOWN and self._chosen:
            wanted = FACE_DOWN  # a game whose cards are replaced unseen does not ask which
        return [self._turn()] if item != wanted else self._take(sign)

    def _turn(self) -> Step:
        """Turn to the next item; a card that the display shows from the start is taken by a long press."""
        self._has_turned = True
        return Tap(f"{self.seat}.right")

    def _take(self, sign: Sign) -> Iterator[Step]:
        """Press OK, and put the card down when the display shows that it was heard."""
        card, self._chosen, self._asked = self._chosen, None, ""
        has_turned, self._has_turned = self._has_turned or card is None, False
        yield Tap(f"{self.seat}.ok") if has_turned else Hold(f"{self.seat}.ok")
        for _ in range(HEARD_GLANCES):
            yield Pause(GLANCE_S)
            told = self.eyes.sign()
            now = asked_by(told)
            is_tied = told is not None and (sign.message, told.message) == ("sign.duel", "sign.duel-again")
            if now == SURE:
                yield Tap(f"{self.seat}.ok")
            elif is_tied or (now and now != asked_by(sign)):
                if card is not None:
                    is_hidden = self.replaces_face_down and sign.message.startswith("sign.replace")
                    yield Place(card.tag, DISCARD, face_up=not is_hidden, source=hand_of(self.seat))
                return

    def _pick(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Card | None:
        """Choose a card; None: no more are replaced."""
        if message.startswith("replace"):
            return self.next_replaced(sign, hand, chance)
        if chosen := cards_of(decide(self.mind, hand, "duel", "attack", "answer", "show"), hand):
            return chosen[0]
        if message.startswith(("answer", "sacrifice")):
            reaching = [card for card in hand if int(card.face) >= int(str(sign.values["demand"]))]
            return chance.choice(reaching) if reaching else lowest(hand)
        return chance.choice(hand)


def asked_by(sign: Sign | None) -> str:
    """Return what a display asks of its own seat, whatever it offers or tells of the other; empty for nothing.

    That a duel was tied is told until the other seat has sealed its next card.
    """
    if sign is None or not sign.message.startswith("sign."):
        return ""
    is_counted = sign.message.startswith("sign.replace")
    return f"{sign.message} {sign.values['n']}" if is_counted else sign.message.removesuffix("-again")

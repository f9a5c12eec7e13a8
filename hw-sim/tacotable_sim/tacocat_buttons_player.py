"""A random player of Tacocat at a seat without a reader: it turns to its cards on the display and takes them with OK.

What is laid and drawn, it lays and draws by hand as well: the buttons only tell the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tacotable_sim.eyes import Sign
from tacotable_sim.laid_card import TIED, asked_by, is_answered
from tacotable_sim.steps import Pause, Place, Step, Tap
from tacotable_sim.tacocat_player import TacocatPlayer, lowest
from tacotable_sim.truth import DISCARD, Card, hand_of

FACE_DOWN, DONE = "item.face-down", "item.done"
LOOKS, LOOK_S = 50, 0.2
"""So often, and after so long each time, a player looks whether a press was heard, before it keeps its card."""


class TacocatButtonsPlayer(TacocatPlayer):
    """Plays one seat of a table without pads. `item` on a sign is what the display's middle shows."""

    _chosen: Card | None = None
    _shown: tuple[Card, ...] = ()
    """The cards that were put down for the replacement that is open."""

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn toward what is wanted, or take it when it is on show."""
        kind = sign.message.partition(".")[0]
        if kind in ("refusal", "rule"):
            self._chosen = None
            return [self._press("ok")]
        return super().choose(sign, hand, chance)

    def _press(self, role: str) -> Step:
        return Tap(f"{self.seat}.{role}")

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn to the wanted item; OK takes it, and the card leaves the hand."""
        item = sign.values.get("item")
        if item is None:
            self._chosen, self._shown = None, ()
            return []
        if back := self._taken_back(message, sign):
            return back
        wanted = self._wanted_item(message, sign, hand, chance)
        if item == FACE_DOWN and wanted != DONE:
            wanted = FACE_DOWN  # a game whose cards are replaced unseen does not ask which
        if item != wanted:
            return [self._press("right")]
        return self._take(wanted)

    def _take(self, wanted: str) -> Iterator[Step]:
        """Press OK on the wanted item; put the card down when the display shows that the press was heard."""
        card, self._chosen = self._chosen, None
        asked = asked_by(self.eyes.sign(self.display))
        yield self._press("ok")
        if card is None or wanted not in (card.face, FACE_DOWN):
            return
        for _ in range(LOOKS):
            yield Pause(LOOK_S)
            if self._was_taken(asked, wanted):
                self._shown += (card,) if asked and asked.message.startswith("sign.replace") else ()
                yield Place(card.tag, DISCARD, face_up=True, source=hand_of(self.seat))
                return

    def _was_taken(self, asked: Sign | None, item: str) -> bool:
        """Tell whether the press was heard: something else is asked, or after one more tie the same at another item."""
        sign = self.eyes.sign(self.display)
        if sign is not None and sign.message == TIED and sign.values.get("item", item) != item:
            return True
        return is_answered(asked, asked_by(sign))

    def _taken_back(self, message: str, sign: Sign) -> list[Step]:
        """Take cards up again that the display no longer counts as shown, as one that a press took back."""
        if not message.startswith("replace"):
            self._shown = ()
        shown = int(str(sign.values.get("n", 0)))
        gone, self._shown = self._shown[shown:], self._shown[:shown]
        return [Place(card.tag, hand_of(self.seat), source=DISCARD) for card in gone]

    def _wanted_item(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> str:
        if message.startswith("replace"):
            return self._wanted_replacement(sign, hand, chance)
        if message.startswith("several"):
            return DONE
        if self._chosen is None or self._chosen not in hand:
            self._chosen = self._pick(message, sign, hand, chance)
        return self._chosen.face

    def _wanted_replacement(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> str:
        """Choose the next card to replace, or to be done."""
        shown = int(str(sign.values["n"]))
        if shown == 0 and self._chosen is None and self._wanted < 0:
            self._wanted = chance.randint(0, min(int(str(sign.values["max"])), len(hand), 2))
        self._to_draw = shown
        middling = [card for card in hand if 3 <= int(card.face) <= 7]
        if shown >= self._wanted or not middling:
            self._wanted = -1
            return DONE
        if self._chosen is None or self._chosen not in hand:
            self._chosen = chance.choice(middling)
        return self._chosen.face

    def _pick(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Card:
        if not message.startswith(("answer", "sacrifice")):
            return chance.choice(hand)
        demand = int(str(sign.values["demand"]))
        reaching = [card for card in hand if int(card.face) >= demand]
        return chance.choice(reaching) if reaching else lowest(hand)

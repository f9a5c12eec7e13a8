"""A random player of Tacocat at a seat without a reader: it turns to its cards on the display and takes them with OK.

What is laid and drawn, it lays and draws by hand as well: the buttons only tell the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from tacotable_sim.eyes import Sign
from tacotable_sim.steps import Place, Step, Tap
from tacotable_sim.tacocat_player import TacocatPlayer, lowest
from tacotable_sim.truth import DISCARD, Card


class TacocatButtonsPlayer(TacocatPlayer):
    """Plays one seat of a table without pads. `item` on a sign is what the display's middle shows."""

    _chosen: Card | None = None

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn toward what is wanted, or take it when it is on show."""
        kind = sign.message.partition(".")[0]
        if kind in ("refusal", "rule"):
            self._chosen = None
            return [self._press("ok")]
        return super().choose(sign, hand, chance)

    def _press(self, role: str) -> Step:
        return Tap(f"{self.seat}.{role}")

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        """Turn to the wanted item; OK takes it, and the card leaves the hand."""
        item = sign.values.get("item")
        if item is None:
            self._chosen = None
            return []
        wanted = self._wanted_item(message, sign, hand, chance)
        if item != wanted:
            return [self._press("right")]
        return self._take(wanted)

    def _take(self, wanted: str) -> list[Step]:
        """Press OK on the wanted item, and put the card down."""
        card, self._chosen = self._chosen, None
        steps = [self._press("ok")]
        if card is not None and wanted in (card.face, "item.face-down"):
            steps.append(Place(card.tag, DISCARD, face_up=True))
        return steps

    def _wanted_item(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> str:
        if message.startswith("replace"):
            return self._wanted_replacement(sign, hand, chance)
        if message.startswith("several"):
            return "item.done"
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
            return "item.done"
        if self._chosen is None or self._chosen not in hand:
            self._chosen = chance.choice(middling)
        return self._chosen.face

    def _pick(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Card:
        if not message.startswith(("answer", "sacrifice")):
            return chance.choice(hand)
        demand = int(str(sign.values["demand"]))
        reaching = [card for card in hand if int(card.face) >= demand]
        return chance.choice(reaching) if reaching else lowest(hand)

"""A random player of Tacocat at a seat without a reader: it turns to its cards on the display and takes them with OK.

What is laid and drawn, it lays and draws by hand as well: the buttons only tell the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from simulation.people.tacocat.laid_card import asked_by, is_answered
from simulation.people.tacocat.player import CarefulTacocatPlayer, lowest
from tacotable_sim.people.base import Hold, Pause, Place, Sign, Step, Tap
from tacotable_sim.people.tacocat.buttons_player import SURE, TURN_FIRST
from tacotable_sim.truth import DISCARD, Card, hand_of

FACE_DOWN, DONE, BACK = "item.face-down", "item.done", "item.back"
GATHERED = ("sign.replace", "sign.several")
"""What is said, by its beginning, where OK only adds a card, which can be taken back."""
LOOKS, LOOK_S = 50, 0.2
"""So often, and after so long each time, a player looks whether a press was heard, before it keeps its card."""


class CarefulButtonsPlayer(CarefulTacocatPlayer):
    """Plays one seat of a table without pads. `item` on a sign is what the display's middle shows."""

    turns_by = "right"

    _has_turned = False
    _chosen: Card | None = None
    _offered: Sign | None = None
    """What was asked last, with the item that OK would have taken; none where the own finger took it."""
    _counted = ""
    """The item that was taken though this seat pressed nothing."""
    _named = ""
    _refused: frozenset[str] = frozenset()
    """The cards that were named last, and that were refused for what is asked."""

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn toward what is wanted, or take it when it is on show."""
        kind = sign.message.partition(".")[0]
        if sign.message == TURN_FIRST:
            return [self._turn()]
        if kind in ("refusal", "rule"):
            self._refused |= {self._named} if kind == "rule" else set()
            self._chosen = None
            return [self._press("ok")]
        if sign.message == SURE:
            return [self._press("right")]  # it answers that when it takes a card, or has not meant it
        return self._put_down_counted(hand) or super().choose(sign, hand, chance)

    def notice(self, sign: Sign | None) -> None:
        """Notice that a button took what the display offered, though this seat did not press it."""
        super().notice(sign)
        if sign is None or (asked := asked_by(sign)) is None:
            return
        if self._offered is not None and _is_act(self._offered, asked):
            self._counted = str(self._offered.values["item"])
        self._offered = sign if "item" in sign.values else None

    def _put_down_counted(self, hand: tuple[Card, ...]) -> list[Step]:
        """Put the card down that a button named by itself."""
        face, self._counted = self._counted, ""
        card = next((card for card in hand if card.face == face), None)
        return [Place(card.tag, DISCARD, face_up=True, source=hand_of(self.seat))] if card else []

    def _press(self, role: str) -> Step:
        return Tap(f"{self.seat}.{role}")

    def _turn(self) -> Step:
        self._has_turned = True
        return self._press("right")

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterable[Step]:
        """Turn to the wanted item; OK takes it, and the card leaves the hand."""
        item = sign.values.get("item")
        if item is None:
            self._chosen, self._shown, self._refused = None, (), frozenset()
            return []
        if back := self._taken_back(message, sign):
            return back
        if not hand and not sign.message.startswith(GATHERED):
            return []  # it waits until all have counted their cards
        wanted = self._wanted_item(message, sign, hand, chance)
        if item == FACE_DOWN and wanted not in (DONE, BACK):
            wanted = FACE_DOWN  # a game whose cards are replaced unseen does not ask which
        if item != wanted:
            return [self._turn()]
        return self._take(wanted)

    def _take(self, wanted: str) -> Iterator[Step]:
        """Press OK on the wanted item; put the card down when the display shows that the press was heard."""
        card, self._chosen = self._chosen, None
        offered, self._offered, self._named = self._offered, None, wanted
        asked = asked_by(self.eyes.sign(self.display)) or asked_by(offered)
        has_turned, self._has_turned = self._has_turned or wanted in (DONE, BACK), False
        yield self._press("ok") if has_turned else Hold(f"{self.seat}.ok")
        if card is None or wanted in (DONE, BACK):
            return
        hidden = self.table.truth.times_hidden(card.tag)
        for _ in range(LOOKS):
            yield Pause(LOOK_S)
            if self.table.truth.times_hidden(card.tag) != hidden:
                return  # all cards were gathered meanwhile
            now = self.eyes.sign(self.display)
            if now is not None and now.message == SURE:
                yield self._press("ok")
            elif is_answered(asked, asked_by(now)):
                self._shown += (card,) if asked and asked.message.startswith("sign.replace") else ()
                yield Place(card.tag, DISCARD, face_up=True, source=hand_of(self.seat))
                return
        self._offered = offered  # nobody knows yet whether it was heard

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
            return BACK  # it never means several: a button said so by itself
        if self._chosen is None or self._chosen not in hand:
            self._chosen = self._pick(message, sign, hand, chance)
        if self._refused.issuperset(card.face for card in hand):
            return self._other_face(str(sign.values["item"]))
        return self._chosen.face

    def _other_face(self, item: str) -> str:
        """Name another card for one that is refused: a button has named the wrong one before."""
        is_card = item not in (DONE, BACK, FACE_DOWN) and item not in self._refused
        return item if is_card else "another"

    def _wanted_replacement(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> str:
        """Choose the next card to replace, or to be done."""
        shown = int(str(sign.values["n"]))
        if shown == 0 and self._chosen is None and self._wanted < 0:
            self._wanted = chance.randint(0, min(int(str(sign.values["max"])), len(hand), 2))
        if shown > len(self._shown):
            return BACK
        middling = [card for card in hand if 3 <= int(card.face) <= 7]
        if shown >= self._wanted or not middling:
            self._wanted = -1
            return DONE
        if self._chosen is None or self._chosen not in hand:
            self._chosen = chance.choice(middling)
        return self._chosen.face

    def _pick(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Card:
        hand = tuple(card for card in hand if card.face not in self._refused) or hand
        if not message.startswith(("answer", "sacrifice")):
            return chance.choice(hand)
        demand = int(str(sign.values["demand"]))
        reaching = [card for card in hand if int(card.face) >= demand]
        return chance.choice(reaching) if reaching else lowest(hand)


def _is_act(offered: Sign, asked: Sign) -> bool:
    """Return whether what was offered has been taken for an act, by what is asked now."""
    is_same = offered.message.startswith("sign.attack") and asked.message.startswith("sign.attack")
    return not is_same and not offered.message.startswith(GATHERED) and is_answered(asked_by(offered), asked)

"""What a seat's hands may do with the cards of a kittens table, by what the referee and everybody can see.

Only public things decide: the phase, whose turn it is, and how many cards a hand has beside how many the referee
counts. So people may press OK before or after they move the card, and what is allowed tells nobody a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.games.exploding.hidden_cards import next_taker
from tacotable.games.exploding.state import exploding, pending, phase, ruleset_of, view_of
from tacotable.state.game_state import Stage
from tacotable.table.parts import front_of
from tacotable_sim.truth import DISCARD, DRAW, Card, Truth, hand_of

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable_sim.play_pad import PlayPad


class Reach:
    """The reach of the seats' hands at a simulated table."""

    def __init__(self, truth: Truth, situation: Situation, pad: PlayPad) -> None:
        self._truth, self._situation, self._pad = truth, situation, pad

    def of(self, seat: str) -> list[str]:
        """Return what a seat may do now, as its page is told."""
        zones = self._truth.zones
        near = [(card, at) for at in (hand_of(seat), front_of(seat), *zones) for card in self._truth.at(at)]
        allowed = [
            ("draw", self.may_draw(seat)),
            ("take", self._is_turn(seat)),
            ("insert", any(is_lethal(card.face) and self._is_own(seat, card, at) for card, at in near)),
            ("pick-up", any(at in zones and self.may_carry(seat, card, at, hand_of(seat)) for card, at in near)),
        ]
        others = [other for other in self._situation.seats if other != seat]
        allowed += [(f"steal:{other}", self._may_steal(seat, other)) for other in others]
        allowed += [(f"give:{other}", self._may_give(seat, other)) for other in others]
        return [name for name, is_allowed in allowed if is_allowed]

    def may_carry(self, seat: str, card: Card, source: str, target: str) -> bool:
        """Return whether a seat may take a card from one place to another."""
        is_own = self._is_own(seat, card, source)
        is_passing = self._situation.game.is_seen and target in self._truth.zones and source not in self._truth.zones
        if is_passing and self._may_take(seat, source):
            return True  # a hidden card goes over the pad: the next of the deal, a drawn or a stolen one
        if target == DRAW:
            return is_own and is_lethal(card.face)
        if target == hand_of(seat):
            return is_own or self._may_take(seat, source)
        if target.startswith("hand:"):
            return source == hand_of(seat) and self._may_give(seat, target.removeprefix("hand:"))
        if source in self._truth.zones and target == DISCARD:
            return True
        is_taken = source == DISCARD and self._is_turn(seat)
        return (is_own or is_taken) and target in (*self._pad.zones_of(seat), DISCARD, front_of(seat))

    def _is_own(self, seat: str, card: Card, place: str) -> bool:
        """Return whether a card is before a seat, or was laid on the pad by it."""
        is_laid = place in self._truth.zones and self._pad.owners.get(card.tag) == seat
        return is_laid or place in (hand_of(seat), front_of(seat))

    def _may_take(self, seat: str, source: str) -> bool:
        if source == DRAW:
            return self.may_draw(seat)
        if source in self._truth.zones:
            return self._missing(seat) > 0
        if source.startswith("hand:"):
            return self._may_steal(seat, source.removeprefix("hand:"))
        return source == DISCARD and self._is_turn(seat)

    def may_draw(self, seat: str) -> bool:
        """Return whether a seat may draw: once a turn, and where the referee counts more cards than it holds."""
        if seat == next_taker(exploding(self._situation)):
            return True
        if self._situation.game.stage is not Stage.PLAY or seat not in view_of(self._situation).alive:
            return False
        missing = self._missing(seat)
        is_drawing = self._is_turn(seat) and phase(self._situation) in ("turn", "draw")
        return missing > 0 or (is_drawing and missing == 0)

    def draws_bottom(self, seat: str) -> bool:
        """Return whether the card that a seat is to draw is the bottom one, also after it has pressed OK."""
        if self._is_asked(seat, "draw"):
            return True
        drew = {"type": "drew", "seat": seat, "from": "bottom"}
        return self._missing(seat) > 0 and drew in self._situation.game.last_events

    def may_look(self, seat: str) -> bool:
        """Return whether a card lets a seat look at the top of the pile."""
        match = self._situation.game.match
        if match is None or self._situation.game.stage is not Stage.PLAY or seat not in self._situation.game.players:
            return False
        return self.may_order(seat) or bool(match.view(seat).get("peek"))

    def may_order(self, seat: str) -> bool:
        """Return whether a card lets a seat put the top of the pile into another order."""
        return self._is_asked(seat, "arrange")

    def may_shuffle(self, seat: str) -> bool:
        """Return whether a card just let a seat shuffle the draw pile."""
        return any(
            event["type"] == "shuffled" and event.get("seat") == seat for event in self._situation.game.last_events
        )

    def may_lay_out(self, seat: str) -> bool:
        """Return whether a seat is out and still holds cards."""
        is_out = seat in self._situation.game.players and seat not in view_of(self._situation).alive
        lies_elsewhere = self.dead_place(seat) != front_of(seat) and bool(self._truth.at(front_of(seat)))
        return is_out and (bool(self._truth.at(hand_of(seat))) or lies_elsewhere)

    def dead_place(self, seat: str) -> str:
        """Return where the cards of a seat that is out belong."""
        return front_of(seat) if ruleset_of(self._situation).keeps_dead_hand else DISCARD

    def dead_cards(self, seat: str) -> list[Card]:
        """Return the cards of a seat that is out, the lethal one last."""
        cards = (*self._truth.at(hand_of(seat)), *self._truth.at(front_of(seat)))
        return sorted(cards, key=lambda card: is_lethal(card.face))

    def kept_at(self, card: Card, owner: str) -> str:
        """Return where a card of the play pad is kept after it: a lethal one before who laid it; "" for any other."""
        return front_of(owner) if owner and is_lethal(card.face) else ""

    def _is_asked(self, seat: str, what: str) -> bool:
        return phase(self._situation) == what and seat in view_of(self._situation).to_act

    def _may_steal(self, seat: str, victim: str) -> bool:
        is_asked = self._is_asked(seat, "steal") and pending(self._situation).target == victim
        return is_asked or (self._missing(seat) > 0 and self._missing(victim) < 0)

    def _may_give(self, seat: str, taker: str) -> bool:
        is_asked = self._is_asked(seat, "give") and pending(self._situation).seat == taker
        return is_asked or (self._missing(seat) < 0 and self._missing(taker) > 0)

    def _missing(self, seat: str) -> int:
        """Return how many cards the referee counts in a hand beyond those that are there."""
        counted = view_of(self._situation).hand_size.get(seat)
        return 0 if counted is None else counted - len(self._truth.at(hand_of(seat)))

    def _is_turn(self, seat: str) -> bool:
        return self._situation.game.stage is Stage.PLAY and view_of(self._situation).turn.seat == seat


def is_lethal(face: str) -> bool:
    """Return whether a card explodes."""
    return face.startswith("exploding-")

"""What an Exploding game asks beside the own turn: to nope, to defuse, to give or steal, to order cards, to go out."""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_sim.people.base import Pause, Sign, Step, Tap, cards_of
from tacotable_sim.people.exploding.person import CLAIMS, Person, defusers, names_in, nopers, seat_in
from tacotable_sim.truth import Card, hand_of

NOPES = 0.3  # How often a player nopes, if it can.
DEFENDS = 0.6  # How often it nopes what is played at it.
LETS = 0.85  # How often it lets a window pass by its button; else the time runs out.
COUNTED = ("status.noped", "status.noped-back", "status.claim-back")  # Signs that tell whose Nope counts.
TOP = 3  # How many cards are put into another order.


class ExplodingAnswers:
    """What a person does when all, or it alone, are asked. What hands did already, they do not do again."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._let: Sign | None = None
        self._done: Sign | None = None  # The question that the hands have answered; the table is to be told.

    def notice(self, sign: Sign) -> None:
        """Notice that something else is asked: the same question may come again."""
        if sign.message.startswith("status."):
            self._let = self._let if sign == self._let else None
            self._done = self._done if sign == self._done else None

    # The window.

    def window(self, sign: Sign) -> Iterator[Step]:
        """Answer an open window: by a Nope, by OK, or not at all."""
        person = self._person
        if self._has_noped(sign):
            person.count()
        elif seat_in(sign) != person.seat:
            person.take_back()
        if seat_in(sign, "last") == person.seat or sign == self._let:
            return
        self._let = sign
        act = person.decide("nope", "let")
        likely = DEFENDS if seat_in(sign, "target") == person.seat else NOPES
        nopes = act["do"] == "nope" if act else person.does(likely)
        if self._noper() is not None and nopes:
            yield from person.press("nope")
            yield from self.claim(person.sign())
        elif act or person.does(LETS):
            yield Tap(f"{person.seat}.ok")

    def claim(self, sign: Sign) -> Iterator[Step]:
        """Lay the Nope that stopped the time, or break the tie of two who pressed at once; else wait."""
        person, card = self._person, self._noper()
        if self._has_noped(sign):
            person.count()
        if sign.message == "status.tie" and person.seat in names_in(sign, "seats"):
            yield Pause(person.chance.uniform(0.1, 1.0))
            yield from person.press("nope")
        elif sign.message in CLAIMS and seat_in(sign) == person.seat and card is not None:
            yield from person.show(card, self._has_noped, lambda now: seat_in(now) == person.seat)

    def _has_noped(self, sign: Sign) -> bool:
        return sign.message in COUNTED and seat_in(sign, "last") == self._person.seat

    def _noper(self) -> Card | None:
        hands, rules = self._person.hands, self._person.party.rules
        return next(nopers(hands.hand, rules, hands.top_face()), None)

    # The lethal card.

    def defuse(self, sign: Sign) -> Iterator[Step]:
        """Show a card that defuses, or say that there is none."""
        person, hands = self._person, self._person.hands
        yield person.carry()
        if person.lethal is not None:
            hands.set_aside(person.lethal)
        card = next(defusers(hands.hand, person.party.rules, hands.top_face()), None)
        if card is None:
            is_by_ok = sign.message.endswith("defuse-last") or sign.values.get("item") == "item.no-defuse"
            yield from person.press("ok" if is_by_ok else "nope")
        else:
            yield from person.show(card, lambda now: now.message == "status.hide" and seat_in(now) == person.seat)

    def own_to(self, sign: Sign) -> Iterator[Step]:
        """Say that a card that is asked about is one's own, if it is; nobody owns to that of another."""
        seat, asked = self._person.seat, names_in(sign, "seats")
        if sign.message.startswith("whose.shown") and seat in asked:
            yield from self._person.press("ok" if seat == asked[0] else "nope")
        elif self._person.lethal is not None and seat in asked:
            yield from self._person.press("ok")

    def hide(self, sign: Sign) -> Iterator[Step]:
        """Put the lethal card anywhere into the pile, then say so."""
        person = self._person
        person.count()
        if person.lethal is not None:
            yield person.carry()
            size = person.eyes.draw_size()
            slot = person.decide("defuse").get("slot", person.chance.randint(0, size))
            person.hands.hide(person.lethal, min(size, int(str(slot))))
            person.lethal = None
        yield from person.press("ok")

    def go_out(self, sign: Sign) -> Iterator[Step]:
        """Lay the hand down, then say so."""
        yield self._person.carry()
        self.lie_down()
        yield from self._person.press("ok")

    def lie_down(self) -> None:
        """Lay the hand down, the lethal card last: this player is out."""
        person = self._person
        lethal = () if person.lethal is None else (person.lethal,)
        for card in (*sorted(person.hands.hand, key=lambda card: card.face), *lethal):
            person.hands.lay_down(card)
        person.lethal = None
        person.party.out.add(person.seat)

    # Cards from hand to hand.

    def give(self, sign: Sign) -> Iterator[Step]:
        """Hand any card over, then say so."""
        hand = self._person.hands.hand
        yield from self._move(sign, cards_of(self._person.decide("give"), hand) or hand, seat_in(sign))

    def steal(self, sign: Sign) -> Iterator[Step]:
        """Take a card out of the other player's fan, then say so."""
        yield from self._move(sign, self._person.hands.fan(seat_in(sign, "target")), self._person.seat)

    def _move(self, sign: Sign, cards: tuple[Card, ...], taker: str) -> Iterator[Step]:
        """Move any of the cards to who takes it; hidden cards that pass the pad tell that by themselves."""
        person = self._person
        if person.party.is_seen:
            yield from person.pass_over(person.chance.choice(cards), hand_of(taker), sign)
            return
        yield person.carry()
        if sign != self._done:
            person.hands.hand_over(person.chance.choice(cards), taker)
            self._done = sign
        yield from person.press("ok")

    def give_named(self, sign: Sign) -> Iterator[Step]:
        """Show the card that is asked for and hand it over, or say that there is none."""
        person, taker = self._person, seat_in(sign)
        card = next((card for card in person.hands.hand if card.face == sign.values["name"]), None)
        if card is None:
            yield from person.press("nope")
            return
        yield person.carry()
        person.hands.lay(card, hand_of(taker))
        yield from person.until(lambda now: now != sign)
        person.hands.hand_over(card, taker)

    def arrange(self, sign: Sign) -> Iterator[Step]:
        """Put the top cards into another order, then say so."""
        person = self._person
        yield person.carry()
        if sign != self._done:
            count = min(TOP, person.eyes.draw_size())
            top = person.hands.top(count)
            chosen = cards_of(person.decide("arrange"), top)
            order = [top.index(card) for card in chosen]
            person.hands.put_in_order(order if len(order) == count else person.chance.sample(range(count), count))
            self._done = sign
        yield from person.press("ok")

"""What an Exploding game asks of a player: to defuse, to give or be stolen from, to put cards in order, to go out."""

from __future__ import annotations

from collections.abc import Iterator

from simulation.people.exploding.draw import CarefulDraw
from simulation.people.exploding.person import Person, is_hidden, number_in, seat_in
from simulation.people.exploding.turn import OUT
from tacotable_engine.exploding.ruleset import DEFUSE
from tacotable_sim.people.base import Sign, Step
from tacotable_sim.people.exploding.person import defusers
from tacotable_sim.truth import Card, hand_of

BLUNDER = 0.05
"""How often a player does something wrong, by each kind."""
SHOWS_HAND = 0.5
"""How often somebody who is out shows the hand to the table."""
TOP = 3
"""How many cards are put into another order."""
Question = tuple[str, str, str]
"""What is asked, of whom, and about whom."""


class CarefulAnswers:
    """What a person does when its answer is awaited. What hands did already, they do not do again."""

    def __init__(self, person: Person, drawing: CarefulDraw) -> None:
        self._person = person
        self._drawing = drawing
        self._asked: Question | None = None
        self._done: Question | None = None
        self._dead: list[Card] = []
        self._defuser: Card | None = None

    def make_up_for(self, sign: Sign) -> None:
        """Do what was asked of the hands, if the display asks something else and they have not done it."""
        question = _question(sign)
        if self._asked is not None and self._asked != question and self._asked != self._done:
            self._move_hidden(self._asked)
        if self._done != question:
            self._done = None
        self._asked = question if self._moves_hidden(question) else None

    def _moves_hidden(self, question: Question) -> bool:
        """Return whether a question asks this person for a card from hand to hand that no reader sees."""
        message, seat, target = question
        asked = {"status.give": target, "status.steal": seat}.get(message)
        return asked == self._person.seat and not self._person.party.is_seen

    def _move_hidden(self, question: Question) -> None:
        """Give or steal a card, once."""
        hands, chance = self._person.hands, self._person.chance
        self._done = question
        message, seat, target = question
        if message == "status.steal":
            hands.take_from(target, chance.choice)
        elif hands.hand:
            hands.hand_over(chance.choice(hands.hand), seat)

    def defuse(self, sign: Sign) -> Iterator[Step]:
        """Show a card that defuses, or say that there is none."""
        person = self._person
        yield person.carry()
        self._take_up()
        if self._drawing.kitten is not None:
            person.hands.set_aside(self._drawing.kitten)
        hand = person.hands.hand
        card = next(defusers(hand, person.party.rules, person.hands.top_face()), None)
        if hand and person.does(BLUNDER):
            card = person.chance.choice(hand)
        if card is None and sign.message == "status.defuse-last":
            yield from person.press("ok")
        elif card is None:
            yield from self._press_for(sign, "item.no-defuse")
        else:
            self._defuser = card
            yield from person.show(card, self._is_defused)

    def hide(self, sign: Sign) -> Iterator[Step]:
        """Put the lethal card anywhere into the pile, then say so."""
        person, kitten = self._person, self._drawing.kitten
        if self._lacks_defuser():
            yield from self._press_for(sign, "item.back")
            return
        self.put_defuser_down()
        if kitten is not None:
            yield person.carry()
            person.hands.hide(kitten, person.chance.randint(0, person.eyes.draw_size()))
            self._drawing.forget_kitten()
        yield from person.press("ok")

    def _press_for(self, sign: Sign, item: str) -> Iterator[Step]:
        """Press NOPE, which means this item; where buttons name cards it turns to that, and OK takes it."""
        return self._person.press("ok" if sign.values.get("item") == item else "nope")

    def _lacks_defuser(self) -> bool:
        """Return whether a Defuse counts that this person has not: a button was stuck when cards were named."""
        hands, rules = self._person.hands, self._person.party.rules
        is_laid = self._defuser is not None or hands.top_face() in filter(None, (DEFUSE, rules.mimic))
        if not is_laid:
            self._defuser = next(defusers(hands.hand, rules, hands.top_face()), None)
        return not is_laid and self._defuser is None

    def put_defuser_down(self) -> None:
        """Put the Defuse on the discard pile, as it has counted."""
        person = self._person
        person.has_counted()
        if self._defuser is not None and self._defuser in person.hands.hand:
            person.hands.put_down(self._defuser)  # it was taken back too early: the table had read it
        self._defuser = None

    def lie_down(self) -> None:
        """Lay the hand down, the lethal card last: the display says that this player is out."""
        person = self._person
        lethal = () if self._drawing.kitten is None else (self._drawing.kitten,)
        for card in (*sorted(person.hands.hand, key=lambda card: card.face), *lethal):
            person.hands.lay_down(card)
        self._drawing.forget_kitten()
        person.party.out.add(person.seat)

    def go_out(self, sign: Sign) -> Iterator[Step]:
        """Lay the hand down, shown to the table or not, the lethal card last; then say so."""
        person, kitten = self._person, self._drawing.kitten
        if not self._dead and person.does(BLUNDER):
            yield from person.press("nope")
            return
        is_shown = not person.party.is_seen and (number_in(sign, "n") > 0 or person.does(SHOWS_HAND))
        for card in sorted(person.hands.hand, key=lambda card: card.face):
            if is_shown and not _is_others_turn(person.sign(), person.seat):
                yield from self._show_dead(card)
            person.hands.lay_down(card)
            self._dead.append(card)
        yield person.carry()
        if kitten is not None:
            person.hands.lay_down(kitten)
        if _is_others_turn(person.sign(), person.seat):
            person.party.out.add(person.seat)  # an OK pressed too soon has counted
            return
        yield from person.press("ok")
        if (yield from person.until(lambda now: now.message in OUT or _is_others_turn(now, person.seat))):
            person.party.out.add(person.seat)

    def _show_dead(self, card: Card) -> Iterator[Step]:
        """Show a card of the hand to the table."""
        count = len(self._dead) + 1
        seat = self._person.seat
        yield from self._person.show(
            card,
            lambda sign: (
                (sign.message == "status.doomed" and number_in(sign, "n") == count) or _is_others_turn(sign, seat)
            ),
        )

    def _take_up(self) -> None:
        """Take the hand up again: the table does not say that this player is out."""
        person = self._person
        for card in self._dead:
            person.hands.take_up(card)
        self._dead.clear()

    def give(self, sign: Sign) -> Iterator[Step]:
        """Hand any card over, then say so."""
        person = self._person
        if person.party.is_seen:
            card = person.chance.choice(person.hands.hand)
            yield from person.pass_over(card, hand_of(seat_in(sign)), lambda now: now != sign and not is_hidden(now))
            return
        yield person.carry()
        if self._done is None:
            self._move_hidden(_question(sign))
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
        is_seen = yield from person.until(lambda now: now != sign and not is_hidden(now))
        if is_seen and not person.is_about_me(person.sign()):
            person.hands.hand_over(card, taker)
        else:
            person.hands.take_back([card])

    def deny(self, sign: Sign) -> Iterator[Step]:
        """Say again that there is no such card."""
        del sign
        yield from self._person.press("nope" if self._person.does(BLUNDER) else "ok")

    def steal(self, sign: Sign) -> Iterator[Step]:
        """Take a card out of the other player's fan, then say so; whose only card lies on the pad takes it up first."""
        person, target = self._person, seat_in(sign, "target")
        if not person.party.is_seen:
            yield person.carry()
        if self._done is None and not person.hands.fan(target):
            return
        if person.party.is_seen:
            card = person.chance.choice(person.hands.fan(target))
            yield from person.pass_over(card, hand_of(person.seat), lambda now: now != sign and not is_hidden(now))
            return
        if self._done is None:
            self._move_hidden(_question(sign))
        yield from person.press("ok")

    def arrange(self, sign: Sign) -> Iterator[Step]:
        """Put the top cards into another order, then say so."""
        person = self._person
        yield person.carry()
        if self._done is None:
            self._done = _question(sign)
            count = min(TOP, person.eyes.draw_size())
            person.hands.put_in_order(person.chance.sample(range(count), count))
        yield from person.press("ok")

    def draw_bottom(self, sign: Sign) -> Iterator[Step]:
        """Draw the bottom card."""
        yield from self._drawing.draw(sign, from_bottom=True)

    def _is_defused(self, sign: Sign) -> bool:
        return sign.message == "status.hide" and seat_in(sign) == self._person.seat


def _is_others_turn(sign: Sign, seat: str) -> bool:
    """Return whether a display tells of somebody else: who was to go out is out."""
    return sign.message.startswith("status.") and seat_in(sign) != seat


def _question(sign: Sign) -> Question:
    return (sign.message, seat_in(sign), seat_in(sign, "target"))

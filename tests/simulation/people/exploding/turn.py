"""The own turn of an Exploding game: plays are shown, closed and aimed, news are acted on, then a card is drawn."""

from __future__ import annotations

from collections.abc import Iterator

from simulation.people.exploding.draw import SHOWN, CarefulDraw
from simulation.people.exploding.person import Person, cards_in, is_hidden, seat_in
from tacotable_sim.people.base import Pause, Sign, Step, Tap
from tacotable_sim.people.exploding.person import ESCAPES, NEWS, Cards, plays
from tacotable_sim.truth import Card

WINDOWS = ("status.window", "status.noped")
FIVES = {"status.window-five": True, "status.noped": False, "status.noped-back": True}
"""Whether a play of five different cards stands by what the display says of its window."""
BESIDE = ("item", "pile", "kittens", "turns")
"""What the display tells beside the words."""
OUT = ("sign.exploded", "sign.exploded-front", "sign.won")
"""What the display says when somebody is out."""
CLAIMS = ("status.claim", "status.claim-back", "status.whose-nope", "status.tie")
"""What it says while a window is open, and while somebody stops its time."""
PLAYS = 0.5
"""How often a player plays something before it draws."""
BLUNDER = 0.03
"""How often it does something wrong, by each kind."""
DESPERATE = 0.9
"""How often it escapes by a card from a lethal one that it saw on top."""


class CarefulTurn:
    """What a person does on its turn."""

    def __init__(self, person: Person, drawing: CarefulDraw) -> None:
        self._person = person
        self._drawing = drawing
        self._wanted: Card | None = None
        self._does_five_stand = False
        self._news_heard: Sign | None = None
        self._news_before: Sign | None = None

    def notice(self, sign: Sign) -> None:
        """Notice whether the own play of five different cards stands."""
        if sign.message in FIVES and seat_in(sign) == self._person.seat:
            self._does_five_stand = FIVES[sign.message]

    def note(self, sign: Sign) -> None:
        """Note what counts by what the display says: while own cards are shown, an open window is for them."""
        person = self._person
        if sign.message.startswith(WINDOWS):
            # What is told behind this window is new, though it may be the same.
            self._news_heard = self._news_before = None
        is_window = sign.message in CLAIMS or (sign.message.startswith(WINDOWS) and seat_in(sign) == person.seat)
        is_own_news = sign.message in NEWS and seat_in(sign, "player") == person.seat and self._is_new(sign)
        if person.shown and (is_window or is_own_news):
            self._note_played(sign)  # whoever pressed OK
        elif self._is_shown(sign):
            person.has_counted()

    def _is_new(self, sign: Sign) -> bool:
        """Return whether news came after cards were shown; what stands beside them, as a pile, may change."""
        before = self._news_before
        return before is None or (before.message, seat_in(before)) != (sign.message, seat_in(sign))

    def _note_played(self, sign: Sign) -> None:
        """Note that the shown cards are a play now, but for the last one where the display tells of fewer."""
        person = self._person
        if person.laid in person.shown and not 0 < len(cards_in(sign)) < len(person.shown):
            person.has_counted()
        person.shown.clear()

    def begin(self, sign: Sign) -> Iterator[Step]:
        """Act on news, then play or draw."""
        person = self._person
        person.hands.take_back(person.shown)
        person.shown.clear()
        self._hear(sign)
        self._news_before = sign
        play = () if self._drawing.has_untold else self._choose()
        if play:
            yield from self._show(play)
        else:
            yield from self._drawing.draw(sign, from_bottom=False)

    def go_on(self, sign: Sign) -> Iterator[Step]:
        """Go on with what is shown already: close it, add what it lacks, or take it back."""
        if sign.message == "sign.names":
            yield from self._name()
            return
        if cards_in(sign) != self._faces():
            yield from self._take_last_back(sign)
        elif sign.message == "status.play":
            yield from self._close()
        elif sign.message == "status.wanted":
            yield from self._want()
        elif sign.message == "status.pick":
            yield from self._pick()
        else:
            yield from self._take_last_back(sign)

    # News and plans.

    def _hear(self, sign: Sign) -> None:
        """Do what news ask for, once."""
        person, kind = self._person, sign.message.removeprefix("status.")
        news = _alone(sign)
        if news == self._news_heard or seat_in(sign) != person.seat:
            return
        self._news_heard = news
        if kind == "cancelled":
            self._wanted = None  # nothing was taken, however often somebody said Nope
        if kind != "picked":
            self.take_wanted_late()  # a card in the way hid the news of it
        if kind == "shuffled":
            person.hands.shuffle()
            self._drawing.fears_next = False
        elif kind == "peeked":
            self._drawing.fears_next = any(map(person.hands.is_lethal, person.hands.top(1)))
        elif kind == "picked":
            person.hands.take_from_discard(str(sign.values["card"]), self._wanted)
        elif kind == "taken":
            self._take_named(sign)
        self._wanted = None

    def take_wanted_late(self) -> None:
        """Pick up the card that five took where the display did not come to tell it: the own turn is over."""
        if self._wanted is not None and self._does_five_stand:
            self._person.hands.take_from_discard(self._wanted.face, self._wanted)
        self._wanted = None

    def _take_named(self, sign: Sign) -> None:
        """Pick up a card of the title that three of a kind asked for."""
        person = self._person
        asked = (card for card in person.hands.fan(seat_in(sign, "target")) if card.face == sign.values["card"])
        if (card := next(asked, None)) is not None:
            person.hands.hand_over(card, person.seat)

    def _choose(self) -> Cards:
        """Choose a play; none: draw."""
        person = self._person
        sizes = person.eyes.hand_sizes()
        others_hold = any(sizes[seat] for seat in person.others())
        possible = plays(person.hands.hand, person.party.rules, person.hands.top_face(), others_hold=others_hold)
        if self._drawing.fears_next and person.does(DESPERATE):
            possible = [play for play in possible if play[0].face in ESCAPES and len(play) == 1] or possible
        elif person.does(BLUNDER):
            possible = [(card,) for card in person.hands.hand]
        elif not person.does(PLAYS):
            return ()
        return person.chance.choice(possible) if possible else ()

    # Cards on the pad.

    def _faces(self) -> tuple[str, ...]:
        return tuple(card.face for card in self._person.shown)

    def _show(self, cards: Cards) -> Iterator[Step]:
        """Show the cards of a play, one after another, and close it."""
        person = self._person
        for card in cards:
            if person.shown and person.does(BLUNDER):
                person.hands.lay_beside(card)  # two cards on the pad at once
                person.shown.append(card)
                person.laid = card
                yield from person.until(person.is_about_me)
                return
            person.shown.append(card)
            has_counted = yield from person.show(card, self._is_shown)
            if card in person.hands.hand and card in person.shown:
                person.shown.remove(card)  # it was not laid: one that the display tells is another's
            if not has_counted or not person.shown:  # somebody has closed the play by mistake
                return
        if person.sign().message == "status.play":
            yield from self._close()

    def _is_shown(self, sign: Sign) -> bool:
        return sign.message in SHOWN and seat_in(sign) == self._person.seat and cards_in(sign) == self._faces()

    def _close(self) -> Iterator[Step]:
        """Press OK behind a play, if nothing else lies there."""
        person = self._person
        if person.hands.is_strange():
            return
        yield from person.press("ok", is_heard=person.is_window_open)
        self._note_window()

    def _note_window(self) -> None:
        """Note what the display says behind OK; where it does not show the game, the countdown tells enough."""
        person, sign = self._person, self._person.sign()
        if is_hidden(sign) and person.is_window_open():
            self._note_played(sign)
        self.note(sign)

    def _take_last_back(self, sign: Sign) -> Iterator[Step]:
        """Handle the last card off and press NOPE; a card that the display does not count just comes back."""
        person = self._person
        told, faces = cards_in(sign), self._faces()
        if person.hands.is_strange():
            return
        yield person.carry()
        if person.shown and (len(told) < len(faces) or told[-1:] == faces[-1:]):
            person.hands.take_back([person.shown.pop()])
        if len(told) >= len(faces):
            yield from person.press("nope")

    # What a play lacks.

    def _want(self) -> Iterator[Step]:
        """Show the card of the discard pile that five different ones take, and close the play."""
        person = self._person
        possible = person.hands.wanted_cards()
        if not possible:
            yield from person.press("nope")
            return
        card = person.chance.choice(possible)
        yield person.carry()
        put_back = person.hands.show_wanted(card)
        is_seen = yield from person.until(lambda sign: sign.message == "status.play")
        yield person.carry()
        put_back()
        self._wanted = card
        if is_seen:
            yield from self._close()

    def _pick(self) -> Iterator[Step]:
        """Press OK of another player who holds cards; now and then of nobody who may be picked, or go back."""
        person = self._person
        sizes = person.eyes.hand_sizes()
        possible = [seat for seat in person.others() if sizes[seat]] or person.others()
        if person.does(BLUNDER):
            yield from person.press("nope")
            return
        target = person.seat if person.does(BLUNDER) else person.chance.choice(possible)
        yield from person.press("ok", target, person.is_window_open)
        self._note_window()

    def _name(self) -> Iterator[Step]:
        """Turn to the card that is asked for, and take it."""
        person = self._person
        for _ in range(person.chance.randint(0, 6)):
            yield Tap(person.button("nope"))
            yield Pause(person.chance.uniform(0.1, 0.3))
        item = str(person.sign().values.get("item", ""))
        if not item.startswith("card.") and not person.does(BLUNDER):
            yield from person.press("nope")
        yield from person.press("ok", is_heard=person.is_window_open)
        self._note_window()


def _alone(news: Sign) -> Sign:
    """Return news without what stands beside them: where buttons name cards it is an item, else the pile."""
    return Sign(news.message, {name: value for name, value in news.values.items() if name not in BESIDE})

"""The own turn of an Exploding game: news are acted on, a play is shown, closed and aimed, then a card is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacotable_sim.people.base import Pause, Sign, Step, cards_of
from tacotable_sim.people.exploding.person import CLAIMS, ESCAPES, WINDOWS, Cards, Person, names_in, plays, seat_in
from tacotable_sim.truth import Card, hand_of

SHOWN = frozenset(("status.play", "status.no-play-yet", "status.wanted"))  # Said of cards that were shown.
PLAYS = 0.5  # How often a player plays something before it draws.
DESPERATE = 0.9  # How often it escapes by a card from a lethal one that it saw on top.
MOST_NAMES = 6  # So many names of cards are turned over at most before one is asked for.
MOST_TURNS = 40  # So many where a certain one is wanted.


class ExplodingTurn:
    """What a person does on its turn."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._fears_next = False  # Whether it knows that the next card is lethal.
        self._plan: Mapping[str, object] = {}  # The play that its mind has chosen.
        self._wanted: Card | None = None
        self._heard: Sign | None = None  # The news that were acted on.
        self._drawn_at: Sign | None = None
        """What the display said when a card was drawn: as long as it says that, the table was not told of it."""

    def notice(self, sign: Sign) -> None:
        """Notice what the display has gone on to: a window for what was shown, or whatever follows a draw."""
        if sign.message.startswith(WINDOWS):
            self._heard = None  # news behind a window are new, though they may be the same
            self.note(sign)
        if sign.message.startswith("status.") and sign != self._drawn_at:
            self._drawn_at = None

    def begin(self, sign: Sign) -> Iterator[Step]:
        """Act on news, then play or draw."""
        self._person.hands.take_back(self._person.shown)
        self._person.shown.clear()
        if sign != self._heard:
            self._hear(sign)
        play = () if sign == self._drawn_at else self._choose()
        yield from self._show(play) if play else self.draw(sign)

    def go_on(self, sign: Sign) -> Iterator[Step]:
        """Go on with what is shown already: close it, or add what it lacks."""
        lacks = {"sign.names": self._name, "status.pick": self._pick, "status.wanted": self._want}
        if sign.message in lacks:
            yield from lacks[sign.message]()
        else:
            yield from self._press() if sign.message == "status.play" else self._take_last_back(sign)

    def draw(self, sign: Sign, *, from_bottom: bool = False) -> Iterator[Step]:
        """Draw a card: a lethal one is shown, of any other OK tells no more than that it was drawn.

        Where hidden cards pass the pad any other passes it.
        """
        person, hands = self._person, self._person.hands
        self._fears_next = False
        card = hands.next_of_pile(from_bottom=from_bottom)
        if person.party.is_seen and not hands.is_lethal(card):
            yield from person.pass_over(card, hand_of(person.seat), sign)
            return
        yield person.carry()
        if person.sign() != sign:
            return
        if sign != self._drawn_at:
            self._drawn_at = sign
            card = hands.draw(from_bottom=from_bottom)
            person.lethal = card if hands.is_lethal(card) else None
        if person.lethal is None:
            yield from person.press("ok")
        else:
            yield from person.until(lambda now: now != sign)

    # News and plans.

    def _hear(self, news: Sign) -> None:
        """Do what news ask for."""
        person, kind = self._person, news.message.removeprefix("status.")
        self._heard = news
        if seat_in(news) != person.seat:
            return
        if kind == "shuffled":
            person.hands.shuffle()
            self._fears_next = False
        elif kind == "peeked":
            self._fears_next = any(map(person.hands.is_lethal, person.hands.top(1)))
        elif kind == "picked":
            person.hands.take_from_discard(str(news.values["card"]), self._wanted)
        elif kind == "taken":
            asked = [card for card in person.hands.fan(seat_in(news, "target")) if card.face == news.values["card"]]
            for card in asked[:1]:
                person.hands.hand_over(card, person.seat)
        self._wanted = None

    def _choose(self) -> Cards:
        """Choose a play; none: draw."""
        person = self._person
        sizes = person.eyes.hand_sizes()
        others_hold = any(sizes[seat] for seat in self._others())
        possible = plays(person.hands.hand, person.party.rules, person.hands.top_face(), others_hold=others_hold)
        if self._fears_next and person.does(DESPERATE):
            possible = [play for play in possible if play[0].face in ESCAPES and len(play) == 1] or possible
        elif plan := person.decide("play", "draw"):
            self._plan = plan
            return cards_of(plan, person.hands.hand)
        elif not person.does(PLAYS):
            return ()
        self._plan = {}
        return person.chance.choice(possible) if possible else ()

    def _others(self) -> list[str]:
        party = self._person.party
        return [seat for seat in party.seats if seat != self._person.seat and seat not in party.out]

    # Cards on the pad.

    def _show(self, cards: Cards) -> Iterator[Step]:
        """Show the cards of a play, one after another, and close it."""
        for card in cards:
            self._person.shown.append(card)
            if not (yield from self._person.show(card, self._is_shown)):
                return
        if self._person.sign().message == "status.play":
            yield from self._press()

    def _is_shown(self, sign: Sign) -> bool:
        shown = tuple(card.face for card in self._person.shown)
        return sign.message in SHOWN and seat_in(sign) == self._person.seat and names_in(sign, "cards") == shown

    def _take_last_back(self, sign: Sign) -> Iterator[Step]:
        """Take back the last card that the display names, and press NOPE, which takes it back at the table.

        A card that was refused behind it is not named, and goes back to the hand as well.
        """
        shown, kept = self._person.shown, max(0, len(names_in(sign, "cards")) - 1)
        self._person.hands.take_back(shown[kept:])
        del shown[kept:]
        yield from self._person.press("nope")

    def _press(self, role: str = "ok", seat: str = "") -> Iterator[Step]:
        """Press a button behind a play, and note what came of it; OK closes it, and what it lacks is asked for then."""
        yield from self._person.press(role, seat)
        self.note(self._person.sign())

    def note(self, sign: Sign) -> None:
        """Note that the shown cards are a play, once a window is open for them."""
        if sign.message.startswith((*WINDOWS, *CLAIMS)) and seat_in(sign) == self._person.seat:
            self._person.shown.clear()

    def _want(self) -> Iterator[Step]:
        """Show the card of the discard pile that five different ones take, and close the play."""
        person = self._person
        possible = person.hands.wanted_cards()
        if not possible:
            yield from person.press("nope")
            return
        named = [card for card in possible if card.face == self._plan.get("name")]
        self._wanted = person.chance.choice(named or possible)
        yield person.carry()
        put_back = person.hands.show_wanted(self._wanted)
        is_seen = yield from person.until(lambda sign: sign.message == "status.play")
        yield person.carry()
        put_back()
        if is_seen:
            yield from self._press()

    def _pick(self) -> Iterator[Step]:
        """Press OK of another player, one who holds cards if there is one."""
        person = self._person
        others = self._others()
        sizes = person.eyes.hand_sizes()
        planned = [seat for seat in others if seat == self._plan.get("target")]
        target = person.chance.choice(planned or [seat for seat in others if sizes[seat]] or others)
        yield from self._press("ok", target)

    def _name(self) -> Iterator[Step]:
        """Turn to the card that is asked for, and take it."""
        person = self._person
        item = f"card.{self._plan['name']}" if "name" in self._plan else ""
        for _ in range(MOST_TURNS if item else person.chance.randint(0, MOST_NAMES)):
            if person.sign().values.get("item") == item:
                break
            yield person.tap("nope")
            yield Pause(person.chance.uniform(0.2, 0.4))
        is_card = str(person.sign().values.get("item", "")).startswith("card.")
        yield from self._press("ok" if is_card else "nope")

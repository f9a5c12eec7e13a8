"""The own turn of an Exploding game: plays are shown, closed and aimed, cards are drawn, news are acted on."""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_sim.eyes import Sign
from tacotable_sim.kittens_person import Person, cards_in, is_hidden, number_in, seat_in
from tacotable_sim.kittens_rules import ESCAPES, Cards, is_lethal, plays
from tacotable_sim.steps import Pause, Step, Tap
from tacotable_sim.truth import Card, hand_of

NEWS = frozenset(
    f"status.{kind}"
    for kind in (
        "peeked",
        "shuffled",
        "cancelled",
        "picked",
        "found-nothing",
        "gave",
        "denied",
        "taken",
        "stolen",
        "defused",
    )
)
"""News that the display tells while a turn goes on; `player` is whose turn it is."""
SHOWN = frozenset(("status.play", "status.no-play-yet", "status.wanted"))
"""What it says of cards that were shown."""
WINDOWS = ("status.window", "status.noped")
FIVES = {"status.window-five": True, "status.noped": False, "status.noped-back": True}
"""Whether a play of five different cards stands by what the display says of its window."""
OUT = ("sign.exploded", "sign.won")
"""What the display says when somebody is out."""
ABOUT_LETHAL = ("status.defuse", "status.hide", "status.doomed")
"""What it asks of who has shown a lethal card."""
CLAIMS = ("status.claim", "status.claim-back", "status.tie")
"""What it says while a window is open, and while somebody stops its time."""
PLAYS = 0.5
"""How often a player plays something before it draws."""
BLUNDER = 0.03
"""How often it does something wrong, by each kind."""
MOST_TURNS = 60
"""How often it turns to the next item."""
DESPERATE = 0.9
"""How often it escapes by a card from a lethal one that it saw on top."""


class KittensTurn:
    """What a person does on its turn."""

    def __init__(self, person: Person) -> None:
        self._person = person
        self._wanted: Card | None = None
        self._does_five_stand = False
        self._kitten: Card | None = None
        self._news_heard: Sign | None = None
        self._news_before: Sign | None = None
        self._is_afraid = False
        self._turn_told: object = ""
        self._turn_drawn: object = ""
        self._has_untold = False
        self._pile_drawn: int | None = None
        self._lethal_told = ""

    @property
    def kitten(self) -> Card | None:
        """Give the lethal card that was drawn and is not hidden yet."""
        return self._kitten

    @property
    def lethal_told(self) -> str:
        """Give what was asked last about the lethal card; empty: the table has not been told of it."""
        return self._lethal_told

    @property
    def has_untold(self) -> bool:
        """Tell whether a card was drawn that the table has not counted."""
        return self._has_untold

    def notice(self, sign: Sign) -> None:
        """Notice that a card that was drawn has been told: by the pile, by another turn, or by news that are gone."""
        if not sign.message.startswith("status."):
            return
        if sign.message not in SHOWN:
            self._turn_told = _told_of_turn(sign)
        if sign.message in FIVES and seat_in(sign) == self._person.seat:
            self._does_five_stand = FIVES[sign.message]
        if self._kitten is not None and sign.message in ABOUT_LETHAL and seat_in(sign) == self._person.seat:
            self._lethal_told = sign.message
        if not self.is_mine(sign):
            self._has_untold = False
        elif "pile" in sign.values:
            before = self._person.eyes.public().draw_size + 1 if self._pile_drawn is None else self._pile_drawn
            self._has_untold &= before == number_in(sign, "pile")
        elif self._turn_told != self._turn_drawn:
            self._has_untold = False

    def is_mine(self, sign: Sign) -> bool:
        """Tell whether a sign is of the own turn."""
        return seat_in(sign, "player" if sign.message in NEWS else "seat") == self._person.seat

    def note(self, sign: Sign) -> None:
        """Note what counts by what the display says: while own cards are shown, an open window is for them."""
        person = self._person
        if sign.message.startswith(WINDOWS):
            # What is told behind this window is new, though it may be the same.
            self._news_heard = self._news_before = None
        is_window = sign.message in CLAIMS or (sign.message.startswith(WINDOWS) and seat_in(sign) == person.seat)
        is_own_news = sign.message in NEWS and seat_in(sign, "player") == person.seat and self._is_new(sign)
        if person.shown and (is_window or is_own_news):
            self._note_played()  # whoever pressed OK
        elif self._is_shown(sign):
            person.has_counted()

    def _is_new(self, sign: Sign) -> bool:
        """Tell whether news came after cards were shown; what stands beside them, as a pile, may change."""
        before = self._news_before
        return before is None or (before.message, seat_in(before)) != (sign.message, seat_in(sign))

    def _note_played(self) -> None:
        """Note that the shown cards are a play now."""
        person = self._person
        if person.laid in person.shown:
            person.has_counted()
        person.shown.clear()

    def begin(self, sign: Sign) -> Iterator[Step]:
        """Act on news, then play or draw."""
        person = self._person
        person.hands.take_back(person.shown)
        person.shown.clear()
        self._hear(sign)
        self._news_before = sign
        play = () if self._has_untold else self._choose()
        if play:
            yield from self._show(play)
        else:
            yield from self.draw(sign, from_bottom=False)

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

    def draw(self, sign: Sign, *, from_bottom: bool) -> Iterator[Step]:
        """Draw a card: a lethal one is shown, of any other OK tells no more than that it was drawn.

        Where hidden cards pass the pad any other passes it.
        """
        person = self._person
        if not (yield from person.until(lambda now: now != sign or not person.hands.has_unsettled(person.others()))):
            return
        passes_pad = person.party.is_seen and not self._has_untold
        card = person.hands.next_of_pile(from_bottom=from_bottom) if passes_pad else None
        if card is not None and not is_lethal(card.face):
            self._is_afraid = False
            yield from person.pass_over(card, hand_of(person.seat), lambda now: now != sign and not is_hidden(now))
        else:
            yield from self._draw_by_hand(sign, from_bottom=from_bottom)

    def _draw_by_hand(self, sign: Sign, *, from_bottom: bool) -> Iterator[Step]:
        """Take a card, and show it or press OK; one that was taken before is told again."""
        person = self._person
        yield person.carry()
        if person.hands.is_strange() or person.sign() != sign:
            return
        if not self._has_untold:
            card = person.hands.draw(from_bottom=from_bottom)
            self._has_untold, self._turn_drawn = True, self._turn_told
            self._pile_drawn = number_in(sign, "pile") if "pile" in sign.values else None
            self._is_afraid = False
            self._kitten = card if is_lethal(card.face) else None
            self._lethal_told = ""
        elif self._kitten is not None:
            yield from self._show_kitten_again()
        if self._kitten is not None:
            yield from person.until(lambda now: now != sign)
        else:
            yield from self._turn_to_words()
            yield from person.press("ok")

    def _turn_to_words(self) -> Iterator[Step]:
        """Turn on where buttons would name a card, as a stuck one has turned to it."""
        person = self._person
        for _ in range(MOST_TURNS):
            if not str(person.sign().values.get("item", "")).startswith("card."):
                return
            yield from person.press("nope")

    def forget_kitten(self) -> None:
        """Note that the lethal card is out of the own hands."""
        self._kitten, self._lethal_told = None, ""

    # News and plans.

    def _hear(self, sign: Sign) -> None:
        """Do what news ask for, once."""
        person, kind = self._person, sign.message.removeprefix("status.")
        if sign == self._news_heard or seat_in(sign) != person.seat:
            return
        self._news_heard = sign
        if kind == "shuffled":
            person.hands.shuffle()
            self._is_afraid = False
        elif kind == "peeked":
            self._is_afraid = any(map(is_lethal, person.hands.top(1)))
        elif kind == "picked":
            person.hands.take_from_discard(str(sign.values["card"]), self._wanted)
        elif kind == "taken":
            self._take_named(sign)
        self._wanted = None

    def take_wanted_late(self) -> None:
        """Take the card that five took where the display did not come to tell it: the own turn is over."""
        if self._wanted is not None and self._does_five_stand:
            self._person.hands.take_from_discard(self._wanted.face, self._wanted)
        self._wanted = None

    def _take_named(self, sign: Sign) -> None:
        """Take a card of the title that three of a kind asked for."""
        person = self._person
        asked = (card for card in person.hands.fan(seat_in(sign, "target")) if card.face == sign.values["card"])
        if (card := next(asked, None)) is not None:
            person.hands.hand_over(card, person.seat)

    def _choose(self) -> Cards:
        """Choose a play; none: draw."""
        person = self._person
        possible = plays(person.hands.hand, person.party.rules, person.hands.top_face())
        if self._is_afraid and person.does(DESPERATE):
            possible = [play for play in possible if play[0].face in ESCAPES and len(play) == 1] or possible
        elif person.does(BLUNDER):
            possible = [(card,) for card in person.hands.hand]
        elif not person.does(PLAYS):
            return ()
        return person.chance.choice(possible) if possible else ()

    def _show_kitten_again(self) -> Iterator[Step]:
        """Lift the lethal card that was not read, and lay it again."""
        person, kitten = self._person, self._kitten
        if kitten is None:
            return
        if person.hands.is_on_pad(kitten):
            person.hands.clear_pad()
            yield person.carry()
        person.hands.lay(kitten, person.hands.front)

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
            self._note_played()
        self.note(sign)

    def _take_last_back(self, sign: Sign) -> Iterator[Step]:
        """Take the last card off and press NOPE; a card that the display does not count just comes back."""
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
        sizes = person.eyes.public().hand_sizes
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
            yield Tap(f"{person.seat}.nope")
            yield Pause(person.chance.uniform(0.1, 0.3))
        item = str(person.sign().values.get("item", ""))
        if not item.startswith("card.") and not person.does(BLUNDER):
            yield from person.press("nope")
        yield from person.press("ok", is_heard=person.is_window_open)
        self._note_window()


def _told_of_turn(sign: Sign) -> object:
    """Give what tells one turn of a seat from its next: the turns that are owed, or words that go with the turn."""
    is_told_by_words = sign.message in NEWS or sign.message == "status.bottom"
    return sign.message if is_told_by_words else sign.values.get("turns", sign.values.get("left", 1))

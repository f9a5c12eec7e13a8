"""A random player of an Exploding game: reads the display that everyone reads, and plays its cards by hand.

It knows the game as a person does: by the words of the public display (and its own, where that refuses something),
its own cards and the table. Now and then it does something wrong, and recovers as the display tells it. The first of
the players turns to the game, deals and begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

from simulation.people.base import ForgetfulPlayer
from simulation.people.exploding.answers import CarefulAnswers
from simulation.people.exploding.debts import CarefulDebts
from simulation.people.exploding.draw import SHOWN, CarefulDraw
from simulation.people.exploding.hands import CarefulHands, CarefulParty
from simulation.people.exploding.person import DEALT, PRESSES, Person, is_refusal, number_in, seat_in
from simulation.people.exploding.turn import CLAIMS, WINDOWS, CarefulTurn
from simulation.people.exploding.window import CarefulWindow
from tacotable_sim.people.base import Eyes, Hold, Pace, Sign, Step
from tacotable_sim.people.exploding.person import NEWS, names_in
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import Card, hand_of

FIDGETS = 0.02
"""How often a player does something although it is not asked to."""
MENUS = 0.2
"""How often that is the opening of its menu."""
PAUSES = 0.5
"""How often it pauses the game from there."""
PAGES = 0.3
"""How often the dealer turns a page of the set-up before the next look."""
HANDS_ONLY = frozenset(("status.give", "status.steal", "status.arrange", "status.bottom"))
"""What is asked while no card counts but from the seat that is asked."""
PASSED = frozenset(("sign.pass-defuse", "sign.pass-to", "sign.take"))
"""What is said while the cards of the deal pass the pad."""
Act = Callable[[Sign], Iterator[Step]]


class CarefulPlayer(ForgetfulPlayer):
    """Plays one seat of a ring. All players of a game share one `CarefulParty`."""

    display = "table"

    def __init__(
        self,
        table: SimulatedTable,
        eyes: Eyes,
        party: CarefulParty,
        *,
        chance: Random,
        pace: Pace = Pace(),  # noqa: B008  # frozen
    ) -> None:
        super().__init__(table, eyes, chance=chance, pace=pace)
        self.party, self.display = party, party.display
        self._person = Person(eyes, CarefulHands(table, eyes.seat, party), party, chance, self.pace)
        self._drawing = CarefulDraw(self._person)
        self._turn = CarefulTurn(self._person, self._drawing)
        self._window = CarefulWindow(self._person)
        self._answers = CarefulAnswers(self._person, self._drawing)
        self._debts = CarefulDebts(self._person, self._turn, self._drawing, self._answers)
        self._has_waited = False  # for somebody to let a paused game go on
        self._is_told_out = False
        self._person.heed = self._heed
        self._mine: Mapping[str, Act] = {
            **dict.fromkeys(("status.turn", "status.turns-owed"), self._turn.begin),
            **dict.fromkeys((*SHOWN, "status.pick", "sign.names"), self._turn.go_on),
            "status.defuse": self._answers.defuse,
            "status.defuse-last": self._answers.defuse,
            "status.hide": self._answers.hide,
            "status.doomed": self._answers.go_out,
            "status.steal": self._answers.steal,
            "status.bottom": self._answers.draw_bottom,
            "status.arrange": self._answers.arrange,
        }
        self._asked: Mapping[str, Act] = {
            "status.give": self._answers.give,
            "status.give-named": self._answers.give_named,
            "status.deny": self._answers.deny,
        }

    def hand_drawn_to(self, seat: str) -> bool:
        """Hand the card that was drawn last to who forgot to draw; return whether there was one."""
        return self._drawing.hand_on(seat)

    @property
    def seat(self) -> str:
        """Return the own seat."""
        return self.eyes.seat

    @property
    def is_host(self) -> bool:
        """Return whether this player deals and begins."""
        return self.party.seats[0] == self.seat

    def anew(self) -> CarefulPlayer:
        """Give somebody who takes this seat and remembers nothing but what all remember; what lies on the pad goes."""
        self._person.hands.clear_pad()
        return CarefulPlayer(self.table, self.eyes, self.party, chance=self.chance, pace=self.pace)

    def notice(self, sign: Sign | None) -> None:
        """Notice what the display tells of the pile and the turns, at every glance."""
        if sign is not None:
            self._debts.notice(sign)
            self._drawing.notice(sign)
            self._turn.notice(sign)

    def _heed(self, sign: Sign) -> None:
        """Notice what the display tells while a hand is busy, and what it counts of the own cards."""
        self.notice(sign)
        self._turn.note(sign)

    def glimpse(self, sign: Sign) -> None:
        """Notice that the table says who is out, also while a slow hand does something else."""
        if sign.message.startswith("sign.exploded"):
            self._is_told_out = seat_in(sign) == self.seat
        elif sign.message.startswith("status.") and seat_in(sign) == self.seat:
            self._is_told_out = False  # that was taken back

    def is_over(self, sign: Sign) -> bool:
        """Return whether the display celebrates a winner, and nothing is left to be laid down."""
        return sign.message == "sign.won" and not self._has_to_go(sign)

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterator[Step]:
        """Do what the display asks for."""
        del hand, chance
        if is_refusal(sign):
            yield from self._recover(sign)
        elif sign.message == "sign.gather":
            yield from self._gather(sign)
        elif sign.message.startswith("sign.setup"):
            yield from self._set_up()
        elif sign.message in PASSED:
            yield from self._pass(sign)
        elif sign.message.startswith("menu.") or sign.message == "sign.paused":
            yield from self._leave_menu(sign)
        elif sign.message.startswith("status.") and not self.party.is_dealt:
            self._deal_late()
        elif self._has_to_go(sign):
            self._answers.lie_down()
        elif self.seat not in self.party.out and sign.message.startswith(("status.", "whose.", "sign.names")):
            yield from self._play(sign)

    # Before the game, and around it.

    def _gather(self, sign: Sign) -> Iterator[Step]:
        """Sit down; the host turns to the game, and begins when all sit."""
        person = self._person
        if not self.eyes.look().is_lit(f"{self.seat}.ok"):
            yield from person.press("ok")
        elif self.is_host and sign.values.get("item") != f"item.{self.party.rules.id}":
            yield from person.press("nope")
        elif self.is_host and (empty := self._lit_though_empty()):
            yield from person.press("ok", empty)
        elif self.is_host and (number_in(sign, "n") == len(self.party.seats) or person.does(FIDGETS)):
            yield Hold(f"{self.seat}.ok")

    def _lit_though_empty(self) -> str:
        """Return a seat that the table takes for somebody's, although nobody sits there: its button was stuck."""
        empty = (seat for seat in self.eyes.hand_sizes() if seat not in self.party.seats)
        return next((seat for seat in empty if self.eyes.look().is_lit(f"{seat}.ok")), "")

    def _set_up(self) -> Iterator[Step]:
        """Turn some pages, deal, and say so."""
        if not self.is_host:
            return
        while self._person.does(PAGES):
            yield from self._person.press("nope")
        if self._person.sign().message.startswith("status."):
            return  # while pages were turned somebody pressed OK, or a button was stuck
        self.party.deal()
        if self.party.is_seen and not self._person.hands.hand:
            yield from self._take_card()
        else:
            self.party.is_dealt = True
            yield from self._person.press("ok")

    def _deal_late(self) -> None:
        """Deal although the display has gone on: OK was pressed by mistake, or stuck. The others wait for it."""
        if self.is_host:
            self.party.deal()
            self.party.is_dealt = True

    def _pass(self, sign: Sign) -> Iterator[Step]:
        """Take the next card over the pad, if it goes to this seat; now and then one card goes back and comes again."""
        person = self._person
        if seat_in(sign) != self.seat:
            return
        if sign.message != "sign.take":
            person.hands.clear_pad()
            person.hands.put_on_pile(from_hand=len(person.hands.hand) - number_in(sign, "n") + 1)
            yield from self._take_card()
        elif person.does(FIDGETS):
            yield from person.press("nope")
            if person.sign() != sign:
                person.hands.put_on_pile()
        else:
            person.hands.clear_pad()

    def _take_card(self) -> Iterator[Step]:
        """Lay the top card of the pile on the pad, face down, and take it once the display gives it to this seat."""
        person = self._person
        asked = person.sign()
        yield person.carry()
        if person.sign() != asked:
            return
        card = person.hands.next_of_pile()
        put_back = person.hands.pass_over(card, hand_of(self.seat))
        is_done = yield from person.until(lambda now: now.message == "sign.take" or is_refusal(now))
        is_unread = not is_done or person.sign().message == "refusal.lay-again"
        if is_unread and person.hands.is_on_pad(card):
            put_back()

    def _leave_menu(self, sign: Sign) -> Iterator[Step]:
        """Close the own menu, or take what it offers first, which is a pause; the host lets a paused game go on.

        Anybody else does who has waited for that.
        """
        person = self._person
        is_paused = sign.message == "sign.paused"
        is_waited_for, self._has_waited = is_paused and self._has_waited, is_paused
        if is_paused:
            if self.is_host or is_waited_for:
                yield from person.press("ok")
        elif seat_in(sign) != self.seat and sign.message != "menu.title":  # that stands on the own display
            return
        elif sign.values.get("item") == "menu.pause" and person.does(PAUSES):
            yield from person.press("ok")
        else:
            yield Hold(self._person.button("nope"))

    def _recover(self, sign: Sign) -> Iterator[Step]:
        """Handle a card back that was refused, and all that were shown with it if the play was."""
        person = self._person
        is_mine = seat_in(sign) == self.seat or person.hands.is_on_pad(person.laid)
        is_of_press = sign.message in PRESSES and not person.hands.is_on_pad(person.laid)
        if is_of_press or not (is_mine or person.hands.has_left()):
            return
        yield person.carry()
        if person.sign() != sign:
            return
        if sign.message == DEALT:
            person.hands.give_pad(seat_in(sign, "owner"))
            return
        if sign.message == "refusal.discarded":
            if person.hands.is_on_pad(person.laid):
                person.put_down_laid()
            person.hands.put_pad_down()  # whoever laid it: it was used
            return
        person.take_back_laid()
        person.hands.clear_pad()
        if seat_in(sign) == self.seat and sign.message.startswith("rule."):
            person.hands.take_back(person.shown)
            person.shown.clear()

    # The game.

    def _has_to_go(self, sign: Sign) -> bool:
        """Return whether the display says that this player is out, whose cards are not laid down yet."""
        if self.seat in self.party.out:
            return False
        if sign.message == "sign.won":
            return seat_in(sign, "winner") != self.seat
        return self._is_told_out or (sign.message.startswith("sign.exploded") and seat_in(sign) == self.seat)

    def _play(self, sign: Sign) -> Iterator[Step]:
        """Do what the display asks of this seat, or wait."""
        if self._person.laid is None and not self._person.shown:
            self._person.hands.take_left_off()
        self._person.hands.put_away(names_in(sign, "noped"))
        self._debts.pay(sign)
        self._turn.note(sign)
        if sign.message.startswith(WINDOWS):
            yield from self._window.answer(sign)
            return
        if sign.message in CLAIMS:
            yield from self._window.claimed(sign)
            return
        if sign.message.startswith("whose."):
            yield from self._drawing.own_to(sign)
            return
        self._window.close()
        if self._person.laid is not None and not self._awaits_laid(sign):
            self._person.take_back_laid()
        act = self._act(sign)
        yield from act(sign) if act is not None else self._fidget(sign)

    def _awaits_laid(self, sign: Sign) -> bool:
        """Return whether the last card counts by what the display says."""
        return sign.message == "status.hide" and seat_in(sign) == self.seat

    def _act(self, sign: Sign) -> Act | None:
        """Find what this seat is to do about a sign; None if another one is."""
        if sign.message in NEWS:
            return self._turn.begin if seat_in(sign, "player") == self.seat else None
        if seat_in(sign, "target") == self.seat and sign.message in self._asked:
            return self._asked[sign.message]
        return self._mine.get(sign.message) if seat_in(sign) == self.seat else None

    def _fidget(self, sign: Sign) -> Iterator[Step]:
        """Now and then press or lay something out of turn."""
        person = self._person
        if not person.does(FIDGETS):
            return
        hand = () if self.party.is_seen else person.hands.hand  # a card that passes is taken for the one awaited
        if sign.message in HANDS_ONLY and hand and person.does(0.5):
            yield from person.show(person.chance.choice(hand), lambda now: False)
            person.take_back_laid()
        elif person.does(MENUS):
            yield Hold(self._person.button("nope"))
        else:
            yield from person.press(person.chance.choice(("ok", "nope")))

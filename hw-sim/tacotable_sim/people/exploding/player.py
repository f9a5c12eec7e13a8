"""A random player of an Exploding game: reads the display that everyone reads, and plays its cards by hand.

It knows the game as a person does: by the words of the displays, its own cards and the table. The first of the players
turns to the game, deals and begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

from tacotable_sim.people.base import Hold, ReadingPlayer, Sign, Step
from tacotable_sim.people.exploding.answers import ExplodingAnswers
from tacotable_sim.people.exploding.hands import ExplodingHands, Party
from tacotable_sim.people.exploding.person import CLAIMS, NEWS, WINDOWS, Person, is_refusal, names_in, seat_in
from tacotable_sim.people.exploding.turn import SHOWN, ExplodingTurn
from tacotable_sim.truth import Card, hand_of

PAGES = 0.3  # How often the dealer turns a page of the set-up before the next look.
PASSED = frozenset(("sign.pass-defuse", "sign.pass-to"))  # What is said while the cards of the deal pass the pad.
Act = Callable[[Sign], Iterator[Step]]


@dataclass(eq=False)
class ExplodingPlayer(ReadingPlayer):
    """Plays one seat of a ring. All players of a game share one `Party`."""

    party: Party

    def __post_init__(self) -> None:
        self.display = self.party.display
        hands = ExplodingHands(self.table, self.seat, self.party)
        self._person = Person(self.eyes, hands, self.party, self.chance, self.pace, lambda: self.mind)
        self._turn = ExplodingTurn(self._person)
        self._answers = ExplodingAnswers(self._person)
        self._mine: Mapping[str, Act] = {
            **dict.fromkeys(("status.turn", "status.turns-owed"), self._turn.begin),
            **dict.fromkeys((*SHOWN, "status.pick", "sign.names"), self._turn.go_on),
            "status.bottom": lambda sign: self._turn.draw(sign, from_bottom=True),
            "status.defuse": self._answers.defuse,
            "status.defuse-last": self._answers.defuse,
            "status.hide": self._answers.hide,
            "status.doomed": self._answers.go_out,
            "status.steal": self._answers.steal,
            "status.arrange": self._answers.arrange,
        }
        self._asked: Mapping[str, Act] = {
            "status.give": self._answers.give,
            "status.give-named": self._answers.give_named,
            "status.deny": lambda sign: self._person.press("ok"),  # there is no such card
        }

    @property
    def is_host(self) -> bool:
        """Return whether this player deals and begins."""
        return self.party.seats[0] == self.seat

    def notice(self, sign: Sign | None) -> None:
        """Notice what became of the own turn and answers."""
        if sign is not None:
            self._turn.notice(sign)
            self._answers.notice(sign)

    def is_over(self, sign: Sign) -> bool:
        """Return whether the display celebrates a winner, and nothing is left to be laid down."""
        return sign.message == "sign.won" and not self._has_to_go(sign)

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterator[Step]:
        """Do what the display asks for."""
        if is_refusal(sign):
            yield from self._recover(sign)
        elif sign.message == "sign.gather":
            yield from self._gather(sign)
        elif sign.message.startswith("sign.setup"):
            yield from self._set_up()
        elif sign.message in PASSED and seat_in(sign) == self.seat:
            yield from self._take_card(sign)
        elif self._has_to_go(sign):
            self._answers.lie_down()
        elif self.seat not in self.party.out and sign.message.startswith(("status.", "whose.", "sign.names")):
            self._person.hands.put_away(names_in(sign, "noped"))
            act = self._act(sign)
            if act is not None:
                yield from act(sign)

    # Before the game.

    def _gather(self, sign: Sign) -> Iterator[Step]:
        """Sit down; the host turns to the game, and begins when all sit."""
        if not self.eyes.look().is_lit(f"{self.seat}.ok"):
            yield from self._person.press("ok")
        elif self.is_host and sign.values.get("item") != f"item.{self.party.rules.id}":
            yield from self._person.press("nope")
        elif self.is_host and sign.values["n"] == len(self.party.seats):
            yield Hold(f"{self.seat}.ok")

    def _set_up(self) -> Iterator[Step]:
        """Turn some pages, deal, and say so."""
        if not self.is_host:
            return
        while self._person.does(PAGES):
            yield from self._person.press("nope")
        self.party.deal()
        if self.party.is_seen and not self._person.hands.hand:
            yield from self._take_card(self._person.sign())
        else:
            yield from self._person.press("ok")

    def _take_card(self, asked: Sign) -> Iterator[Step]:
        """Pass the top card of the pile over the pad, into the own hand once the display gives it to this seat."""
        yield from self._person.pass_over(self._person.hands.next_of_pile(), hand_of(self.seat), asked)

    # The game.

    def _has_to_go(self, sign: Sign) -> bool:
        """Return whether the display says that this player is out, whose cards are not laid down yet."""
        if self.seat in self.party.out:
            return False
        if sign.message == "sign.won":
            return seat_in(sign, "winner") != self.seat
        return sign.message == "sign.exploded" and seat_in(sign) == self.seat

    def _recover(self, sign: Sign) -> Iterator[Step]:
        """Clear the pad, with the own card that was refused, and take all back that was shown with it if the play was.

        Two cards that a reader saw at once are refused, too: the pad has to be seen empty then.
        """
        person = self._person
        yield person.carry()
        is_mine = seat_in(sign) == self.seat or person.hands.is_on_pad(person.laid)
        if person.sign() != sign or not is_mine:
            return
        person.take_back()
        person.hands.clear_pad()
        if sign.message.startswith("rule."):
            person.hands.take_back(person.shown)
            person.shown.clear()

    def _act(self, sign: Sign) -> Act | None:
        """Find what this seat is to do about a sign; None if it waits for another one."""
        if sign.message.startswith("whose."):
            return self._answers.own_to
        if sign.message.startswith(WINDOWS):
            return self._answers.window
        if sign.message in CLAIMS:
            return self._answers.claim
        if sign.message in NEWS:
            return self._turn.begin if seat_in(sign, "player") == self.seat else None
        if seat_in(sign, "target") == self.seat and sign.message in self._asked:
            return self._asked[sign.message]
        return self._mine.get(sign.message) if seat_in(sign) == self.seat else None

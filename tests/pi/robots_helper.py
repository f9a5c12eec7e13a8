"""Who moves the cards of robots at a ring: it reads the display of all, counts cards, and looks at no face."""

from __future__ import annotations

import asyncio
from random import Random
from typing import TYPE_CHECKING

from tacotable.autoplay.players import exploding_player, party_of
from tacotable.autoplay.rig import read_sign
from tacotable_sim.people.base import Pace, Sign
from tacotable_sim.people.exploding.hands import ExplodingHands
from tacotable_sim.truth import hand_of

if TYPE_CHECKING:
    from tacotable.autoplay.rig import Rig

FAST_S = 0.3
PASSING = (
    *("sign.pass-defuse", "sign.pass-to", "sign.robot-draw", "sign.robot-bottom"),
    *("sign.robot-give", "sign.robot-steal"),
)
"""What asks for a card face down."""
LAYING = ("sign.robot-lay", "sign.robot-lay-next", "sign.robot-nope")


class RingHelper:
    """Moves the cards of all robots of a ring by what the display says; each seventh card is a wrong one at first."""

    def __init__(self, rig: Rig, seats: tuple[str, ...], chance: Random) -> None:
        self.rig, self.robots, self.chance = rig, seats[1:], chance
        self.party = party_of(rig, seats)
        self.party.is_seen = True
        self.person = exploding_player(rig, seats[0], self.party, chance, Pace((0.3, 0.6), (0.2, 0.4)))
        self.hands = {seat: ExplodingHands(rig.table, seat, self.party) for seat in self.robots}
        self.rows: dict[str, list[str]] = {seat: [] for seat in self.robots}
        self.done: dict[str, int] = {}
        self.moved = 0
        self.handed = Sign("", {})

    def look(self) -> Sign:
        return read_sign(self.rig.screen("table")) or Sign("", {})

    async def help(self) -> None:
        """Help until the game is over."""
        told_before = Sign("", {})
        while (told := self.look()).message != "sign.won":
            await asyncio.sleep(FAST_S)
            for seat in self.robots:
                self.row(seat)
            if told == self.look() and (told != told_before or not told.message.startswith(("status.", "sign.expl"))):
                told_before = told
                await self._do(told)

    def row(self, seat: str) -> list[str]:
        """Return the tags of a row; what somebody took out of it is gone, what was given stands at its end."""
        truth = self.rig.table.truth
        held = [card.tag for card in truth.at(hand_of(seat))]
        row = [tag for tag in self.rows[seat] if truth.where(tag) in (hand_of(seat), "play")]
        self.rows[seat] = [*row, *(tag for tag in held if tag not in row)]
        return self.rows[seat]

    async def _do(self, told: Sign) -> None:
        code, values = told.message, told.values
        seat = str(values.get("owner") or values.get("seat") or "")
        if seat not in self.robots:
            return
        self.done[code] = self.done.get(code, 0) + 1
        hands, n = self.hands[seat], int(str(values.get("n", 0)))
        if code.endswith("-shuffled"):
            hands.shuffle()
            code = code.removesuffix("-shuffled")
        if code in PASSING:
            await self._pass_on(told, seat, n)
        elif code in LAYING:
            await self._lay(seat, n)
        elif code == "sign.robot-hide":
            self._hide(seat, n)
        elif code == "sign.robot-hand-over" and told != self.handed:
            self.handed = told
            self.rig.table.place(self.row(seat)[n - 1], hand_of(str(values["seat"])))
        elif code == "refusal.robot-card":
            hands.clear_pad()
        elif code.startswith("sign.exploded"):
            for card in hands.hand:
                hands.lay_down(card)
            self.party.out.add(seat)

    def _hide(self, seat: str, n: int) -> None:
        """Put the lethal card in as the nth; then OK of the robot tells of it."""
        hands = self.hands[seat]
        hands.clear_pad()
        for card in self.rig.table.truth.at(hands.front)[-1:]:
            hands.hide(card, n - 1)
        self.rig.table.tap(f"{seat}.ok")

    async def _pass_on(self, told: Sign, seat: str, n: int) -> None:
        """Pass the card that the display names over the pad."""
        hands, values = self.hands[seat], told.values
        if told.message == "sign.robot-give":
            await self._pass(told, seat, self.row(seat)[n - 1], hand_of(str(values["seat"])))
        elif told.message == "sign.robot-steal":
            taken = self.chance.choice(hands.fan(str(values["seat"])))
            await self._pass(told, seat, taken.tag, hand_of(seat))
        else:
            card = hands.next_of_pile(from_bottom=told.message.startswith("sign.robot-bottom"))
            await self._pass(told, seat, card.tag, hands.front if hands.is_lethal(card) else hand_of(seat))

    async def _pass(self, asked: Sign, seat: str, tag: str, goes_to: str) -> None:
        """Pass a card over the pad, face down; once the display says something else it goes on, else it comes back."""
        card = self.rig.table.truth.card(tag)
        put_back = self.hands[seat].pass_over(card, goes_to)
        for _ in range(20):
            await asyncio.sleep(FAST_S / 3)
            if self.look() != asked:
                break
        is_read = self.look() != asked and not self.look().message.startswith(("refusal.", "rule."))
        (self.hands[seat].clear_pad if is_read else put_back)()
        if is_read and goes_to == hand_of(seat):
            self.rows[seat].append(tag)

    async def _lay(self, seat: str, n: int) -> None:
        """Lay a card of a row face up; each seventh time the one beside it, which goes back."""
        hands = self.hands[seat]
        hands.clear_pad()
        row = self.row(seat)
        self.moved += 1
        is_wrong = self.moved % 7 == 0 and len(row) > 1
        tag = row[n % len(row) if is_wrong else n - 1]
        await asyncio.sleep(FAST_S)
        card = self.rig.table.truth.card(tag)
        hands.lay(card)
        for _ in range(20):
            await asyncio.sleep(FAST_S / 3)
            said = self.look()
            if said.message.startswith("refusal."):
                self.done[said.message] = self.done.get(said.message, 0) + 1
                hands.clear_pad()  # back to its place
                return
            if said.message.removesuffix("-shuffled") not in LAYING or said.values.get("n") != n:
                break
        hands.count(card)
        self.rows[seat].remove(tag)


def seat_robots(rig: Rig, seats: tuple[str, ...], presses: int = 2) -> None:
    """Have robots play seats of a ring, each chosen in the menu of its seat."""
    for seat in seats:
        rig.tap(f"{seat}.ok")
        rig.hold(f"{seat}.nope")
        while getattr(rig.screen("table"), "item", "") != "menu.robot-none":
            rig.tap(f"{seat}.nope")
        for _ in range(presses):
            rig.tap(f"{seat}.ok")
        rig.hold(f"{seat}.nope")

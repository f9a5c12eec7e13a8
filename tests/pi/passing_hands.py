"""Hands at tables whose hidden cards pass a pad (mode `seen`), without devices."""

from __future__ import annotations

import msgspec

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.table.file import read_table
from tacotable_drivers import ports

ROUNDS = ("skip", "attack", "favor", "nope", "cat-1", "cat-2", "shuffle")
"""What each seat is dealt behind its Defuse."""


class PassingRing(KittenHands):
    """A ring of the first three seats; `deal` passes a Defuse and the cards of `ROUNDS` to each."""

    def __init__(self, game: str = "zh56", *, reader: str = "pn532") -> None:
        table = msgspec.structs.replace(read_table("kittens"), game=game, mode="seen")
        if table.play:
            pad = msgspec.structs.replace(table.play.pad, reader=reader)
            table = msgspec.structs.replace(table, play=msgspec.structs.replace(table.play, pad=pad))
        Hands.__init__(self, table)
        self._now_ms = 1_000.0
        self.presses = 0

    def sit(self, *seats: str) -> None:
        """Let seats sit down, and the first begin: cards are to be passed."""
        for seat in seats:
            self.tap(f"{seat}.ok")
        self.hold(f"{seats[0]}.ok")

    def pass_card(self, face: str) -> str:
        """Pass a card over the pad; its seat takes it. Gives its tag."""
        tag = self.show(face)
        self.lift()
        return tag

    def pass_tag(self, tag: str) -> None:
        self.show_tag(tag)
        self.lift()

    def deal(self, *seats: str) -> dict[str, dict[str, str]]:
        """Sit, pass all cards, and say that the pile is ready; gives the tags in the hands by their faces."""
        seats = seats or ("1", "2", "3")
        self.sit(*seats)
        hands: dict[str, dict[str, str]] = {seat: {} for seat in seats}
        for face in ("defuse", *ROUNDS):
            for seat in seats:
                hands[seat][face] = self.pass_card(face)
        self.tap(f"{seats[0]}.ok")
        return hands

    def sizes(self) -> object:
        return public_state(self.situation)["hand_size"]


class PassingPair(Hands):
    """Tacocat's two seats; `deal` passes seven cards to each."""

    def __init__(self, game: str = "tc38", reader: str = "pn532") -> None:
        table = msgspec.structs.replace(read_table("tacocat"), game=game, mode="seen")
        seats = [
            msgspec.structs.replace(seat, pad=msgspec.structs.replace(seat.pad, reader=reader) if seat.pad else None)
            for seat in table.seats
        ]
        super().__init__(msgspec.structs.replace(table, seats=seats))

    def start(self) -> None:
        """Begin, with Tacocat on the centre: cards are to be passed."""
        self.tap("YAY.ok")
        self.move_token(0)

    def pass_cards(self, seat: str, *faces: str) -> list[str]:
        """Lay cards on a seat's pad, one by one, and take each; gives their tags."""
        tags = []
        for face in faces:
            tags.append(self.lay(seat, face))
            self.clear(seat)
        return tags

    def deal(self) -> None:
        """Begin, and pass seven cards to each."""
        self.start()
        self.pass_cards("YAY", "2", "3", "4", "5", "6", "7", "8")
        self.pass_cards("WOW", "2", "3", "4", "5", "6", "7", "9")

    def lay_tag(self, seat: str, tag: str) -> None:
        self.clear(seat)
        self.tell(ports.TagArrived(f"{seat}.pad", tag, 0))

    def sizes(self) -> object:
        return public_state(self.situation)["hand_size"]

"""Three guests at the pages of their seats, for tests of what a page of a ring shows and lets hands do."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

import pytest

from pi.cards_told import cards_in
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.role import Role
from tacotable.web.keys import make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage

GOD, SPECTATOR = Role("simulation"), Role("spectator")
ONE, TWO, THREE = (Role("seat", name) for name in "123")
KEYS = make_keys(("1", "2", "3"), bytes(range(50)), is_simulated=True)


class Guests:
    """Three people at the pages of their seats, who play a game of the full box."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.truth = rig.table.truth
        hands = hands_at(rig.table, rig.program.controller.situation, Random(1))
        self.page = TablePage(rig.program.controller, KEYS, lambda: hands)

    def begin(self) -> None:
        """Sit down, begin, deal."""
        for seat in "123":
            self.rig.tap(f"{seat}.ok")
        self.rig.hold("1.ok")
        self.page.do(ONE, {"do": "gather"})
        self.rig.tap("1.ok")

    def cards(self, role: Role, place: str) -> list[dict[str, object]]:
        """Give what a role sees of a place."""
        truth = self.page.truth(role)
        assert truth is not None
        cards = cards_in(truth)
        assert isinstance(cards, list)
        return [card for card in cards if card["place"] == place]

    def allowed(self, role: Role) -> list[str]:
        """Give what a role may do now."""
        truth = self.page.truth(role)
        assert truth is not None
        allow = truth["allow"]
        assert isinstance(allow, list)
        return sorted(allow)

    def hold(self, seat: str, *faces: str) -> None:
        """Have a seat hold these cards, out of the box, instead of as many others of its hand."""
        for face in faces:
            spare = next(card for card in self.truth.at(f"hand:{seat}") if card.face not in (*faces, "defuse"))
            self.truth.place(spare.tag, "box")
            self.truth.place(self.truth.find(face, "box").tag, f"hand:{seat}")

    def place(self, role: Role, face: str, source: str, target: str, slot: int | None = None) -> None:
        """Take a card with this face from one place to another."""
        card = next(card["id"] for card in self.cards(role, source) if card["face"] == face)
        self.page.do(role, {"do": "place", "card": card, "place": target, "slot": slot})
        self.rig.wait(0.8)

    def play(self, role: Role, *faces: str) -> None:
        """Show cards and press OK."""
        for face in faces:
            self.place(role, face, f"hand:{role.seat}", "play")
        self.rig.tap(f"{role.seat}.ok")

    def draw_kitten(self, role: Role) -> None:
        """Draw a kitten, show it and a Defuse."""
        self.rig.find("exploding-kitten")
        self.page.do(role, {"do": "draw", "seat": role.seat})
        self.place(role, "exploding-kitten", f"hand:{role.seat}", "play")
        self.place(role, "defuse", f"hand:{role.seat}", "play")

    def refused(self, role: Role, action: Mapping[str, object]) -> str:
        """Do what is refused, and give the code of the refusal."""
        before = {place: self.truth.at(place) for place in self.truth.places}
        with pytest.raises(PageError) as error:
            self.page.do(role, action)
        assert {place: self.truth.at(place) for place in self.truth.places} == before
        return error.value.code

    def everything(self, role: Role) -> str:
        """Give all that a role can get, in both languages."""
        parts = [
            [page.welcome(role, tongue), page.scene(role, tongue), page.log(role, tongue, 0), page.truth(role)]
            for page in (self.page,)
            for tongue in ("en", "zh-TW")
        ]
        return json.dumps(parts, ensure_ascii=False, sort_keys=True)


@contextmanager
def guests_at(seed: int = 1, game: str = "ek120") -> Iterator[Guests]:
    with simulated_table("kittens", seed=seed, game=game) as rig:
        guests = Guests(rig)
        guests.begin()
        yield guests

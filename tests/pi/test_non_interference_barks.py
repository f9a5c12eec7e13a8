"""The check of worlds barks: a page with a leak in it is caught by it, whatever channel the leak uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from pi.test_non_interference import setting_of
from pi.worlds import MakePage, shipped_page
from pi.worlds_twists import Kind, alike_until, difference, find_twist, is_secret_from, play_again, play_first
from tacotable.autoplay.rig import Rig
from tacotable.simulation.hands.base import TableHands, sim_name
from tacotable.state.facts import Acted
from tacotable.state.role import Content, Role
from tacotable.web.keys import Keys
from tacotable.web.page import TablePage
from tacotable_sim.truth import DRAW, hand_of

TRIES = 12
"""So many pairs of worlds may pass before a leak is caught."""


class Leaky(TablePage):
    """A page that knows the table's truth, which the one that ships never asks for."""

    def __init__(self, rig: Rig, keys: Keys, hands: TableHands) -> None:
        super().__init__(rig.program.controller, keys, lambda: hands)
        self.rig = rig
        self.slot: object = None

    def do(self, role: Role, action: Content) -> None:
        self.slot = action.get("slot", self.slot)
        super().do(role, action)

    def shown(self, role: Role) -> dict[str, list[tuple[list[str] | None, str]]]:
        """Give the cards of each place as a role sees them, each with its tag."""
        truth = self.rig.table.truth
        seen: Any = super().truth(role)
        return {
            place: list(zip(cards, [card.tag for card in truth.at(sim_name(place))], strict=True))
            for place, cards in seen["cards"].items()
        }

    def with_cards(self, role: Role, tell: Callable[[list[str] | None, str], object]) -> Content:
        cards = {place: [tell(card, tag) for card, tag in shown] for place, shown in self.shown(role).items()}
        return {**(super().truth(role) or {}), "cards": cards}


class BacksByTag(Leaky):
    """Names a card that shows its back by the number on its sticker."""

    def truth(self, role: Role) -> Content:
        return self.with_cards(role, lambda card, tag: card or [tag[-4:], ""])


class NamesThatLast(Leaky):
    """Names a card by the same name when it comes back from where nobody saw it."""

    def truth(self, role: Role) -> Content:
        return self.with_cards(role, lambda card, tag: [f"v{tag}", card[1]] if card else None)


class PlacesInOrder(Leaky):
    """Lists the places by what is printed on their topmost cards, backs too."""

    def truth(self, role: Role) -> Content:
        truth = self.rig.table.truth
        told = super().truth(role) or {}
        places = sorted(truth.places, key=lambda place: [card.face for card in truth.at(place)[:1]])
        return {**told, "places": places}


class ToldSlot(Leaky):
    """Tells where a card was hidden."""

    def truth(self, role: Role) -> Content:
        return {**(super().truth(role) or {}), "slot": self.slot}


class TalkativeLog(Leaky):
    """Names the sealed cards in the log."""

    def log(self, role: Role, language: str, after: int) -> Sequence[Content]:
        facts = getattr(self.rig.program.journal, "facts", ())
        cards = [fact.act.get("card") for fact in facts if isinstance(fact, Acted)]
        return [{**line, "text": f"{line['text']} {cards[-1:]}"} for line in super().log(role, language, after)]


class KnowingLamp(Leaky):
    """Lets the lamp of NOPE tell who holds one."""

    def scene(self, role: Role, language: str) -> Content:
        truth = self.rig.table.truth
        hands = {seat: [card.face for card in truth.at(hand_of(seat))] for seat in truth.seats}
        return {**super().scene(role, language), "lamps": {seat: "nope" in hand for seat, hand in hands.items()}}


class SlowWhereItMatters(Leaky):
    """Takes its time with some cards on top of the pile."""

    def changed(self) -> None:
        top = self.rig.table.truth.at(DRAW)[:1] if hasattr(self, "rig") else ()
        wait_s = 0.06 * sum(map(ord, top[0].face)) % 0.31 if top else 0.0
        self.rig.loop.call_later(wait_s, super().changed) if wait_s else super().changed()


def is_caught(game: str, make_page: MakePage, kind: Kind) -> bool:
    """Try pairs of worlds with such a page until a viewer gets something else."""
    for number in range(TRIES):
        chance = Random(f"{number}/bark")
        played = play_first(setting_of(game, number // 3), Random(f"{number // 3}/people"), 45, make_page)
        for viewer in ("", *played.world.setting.players):
            twist = find_twist(played, viewer, kind, chance)
            if twist is None or not is_secret_from(played, twist, viewer):
                continue
            second = play_again(played, twist)
            if difference(played.world, second, viewer, alike_until(played.world, second)) is not None:
                return True
    return False


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    ("leak", "game", "kind"),
    [
        (BacksByTag, "tc38", Kind.DEAL),
        (BacksByTag, "zh56", Kind.DEAL),
        (NamesThatLast, "tc36", Kind.DEAL),
        (PlacesInOrder, "tc38", Kind.FACES),
        (PlacesInOrder, "min72", Kind.FACES),
        (ToldSlot, "min72", Kind.SLOT),
        (TalkativeLog, "tc36", Kind.FACES),
        (KnowingLamp, "ek120", Kind.FACES),
        (SlowWhereItMatters, "tc38", Kind.FACES),
    ],
)
def test_a_leak_is_caught(leak: Callable[[Rig, Keys, TableHands], TablePage], game: str, kind: Kind) -> None:
    assert is_caught(game, leak, kind)


def test_the_page_as_it_ships_is_not_caught_by_the_same_worlds() -> None:
    assert not is_caught_once("tc36", shipped_page)


def is_caught_once(game: str, make_page: MakePage) -> bool:
    played = play_first(setting_of(game, 1), Random("people"), 30, make_page)
    twist = find_twist(played, "", Kind.FACES, Random("bark"))
    assert twist is not None
    second = play_again(played, twist)
    return difference(played.world, second, "", alike_until(played.world, second)) is not None

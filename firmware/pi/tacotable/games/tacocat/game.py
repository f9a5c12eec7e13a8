"""Tacocat's door: all that the table may ask of it, as `Family` says; each answer is a module of this folder."""

# ruff: noqa: D102  # what each method promises stands in `Family`, once

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacotable.games.tacocat import cards, pads, page, signs, view
from tacotable.games.tacocat import input as gestures
from tacotable.games.tacocat import reducer as applying
from tacotable.games.tacocat import silent_reader as waiting
from tacotable.games.tacocat.state import (
    Kept,
    TacocatDevices,
    TacocatGame,
    TacocatUi,
    keep,
    other,
    put_back,
    ui_of,
)
from tacotable.state.facts import Fact, Resigned, WentUnseen
from tacotable.state.interaction import Refusal
from tacotable.state.scene import Sign
from tacotable.state.situation import Dealing, Family, Parts, Shown, Situation
from tacotable.table.file import TableFile
from tacotable.table.schema import Card
from tacotable_engine.tacocat.ruleset import NAMES


class Tacocat:
    """Tacocat at a table: two seats, nine spaces, and a token that moves between rounds."""

    games = NAMES

    def new_parts(self) -> Parts:
        return Parts(TacocatGame(), TacocatDevices(), TacocatUi())

    def at_rest(self, ui: object) -> object:
        return ui.at_rest() if isinstance(ui, TacocatUi) else TacocatUi()

    def apply(self, fact: Fact, situation: Situation) -> None:
        applying.apply(fact, situation)

    def misfit(self, setup: Mapping[str, object], table: TableFile) -> str | None:
        seats = setup.get("seats")
        if seats == list(table.seat_names):
            return None
        told = " and ".join(map(str, seats)) if isinstance(seats, list) else "nobody"
        return f"it is a game of {told}; this table seats {' and '.join(table.seat_names)}"

    def keep(self, situation: Situation, act: Mapping[str, object]) -> Kept:
        del act
        return keep(situation)

    def put_back(self, situation: Situation, kept: object, lying: Mapping[str, str]) -> None:
        if isinstance(kept, Kept):
            put_back(situation, kept, lying)

    def may_agree(self, situation: Situation, seat: str) -> tuple[str, ...]:
        return (other(situation, seat),)

    def laid(self, situation: Situation, zone: str, tag: str) -> Iterator[Fact]:
        return pads.laid(situation, zone, tag)

    def lifted(self, situation: Situation, zone: str, tag: str | None) -> None:
        pads.lifted(situation, zone, tag)

    def crowded(self, situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
        return pads.crowded(situation, zone, tags)

    def sensed(self, situation: Situation, space: int, *, is_there: bool) -> None:
        del space
        if is_there:
            ui_of(situation).is_token_by_hand = False

    def pressed(self, situation: Situation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
        # A press may become a hold: it counts when it is released, or held long enough.
        del situation, seat, role, at_ms, error_ms
        yield from ()

    def tapped(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        del at_ms
        return gestures.tapped(situation, seat, role)

    def held(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        del at_ms
        return gestures.held(situation, seat, role)

    def settle(self, situation: Situation) -> Iterator[Fact]:
        return waiting.settle(situation)

    def obstacle(self, situation: Situation, tag: str) -> Refusal | None:
        return pads.obstacle(situation, tag)

    def has_counted(self, situation: Situation, zone: str, tag: str) -> bool:
        return pads.has_counted(situation, zone, tag)

    def wake_at_ms(self, situation: Situation) -> float | None:
        return waiting.wake_at_ms(situation)

    def passed(self, situation: Situation, at_ms: float) -> Iterator[Fact]:
        del situation, at_ms  # a reader is no longer waited for: that shows by itself
        yield from ()

    def light_names(self, table: TableFile) -> tuple[str, ...]:
        del table
        return tuple(map(str, view.SPACES))

    def shown(self, situation: Situation) -> Shown:
        return view.shown(situation)

    def signs(self, situation: Situation) -> dict[str, Sign]:
        return {seat: signs.sign_for(situation, seat) for seat in situation.seats}

    def hint(self, situation: Situation, seat: str) -> str:
        return signs.hint(situation, seat)

    def menu_items(self, situation: Situation) -> tuple[str, ...]:
        return ("resign", "unseen") if situation.is_seen else ("resign",)

    def sure(self, situation: Situation, seat: str, item: str) -> Sign:
        return signs.sure_sign(situation, seat, item)

    def chosen(self, situation: Situation, seat: str, item: str) -> Iterator[Fact]:
        del situation
        if item == "resign":
            yield Resigned(seat)
        elif item == "unseen":
            yield WentUnseen(seat)

    def winner(self, situation: Situation) -> str:
        return signs.winner(situation)

    def title(self, situation: Situation) -> Sign:
        return page.title(situation)

    def page_table(self, table: TableFile) -> dict[str, object]:
        return page.page_table(table)

    def page_scene(self, situation: Situation) -> dict[str, object]:
        return page.page_scene(situation)

    def dealing(self, situation: Situation) -> Dealing:
        return cards.dealing(situation)

    def takes_part(self, situation: Situation, card: Card) -> None:
        del situation, card  # each edition plays with its whole deck

    def may_deal(self, situation: Situation) -> bool:
        return cards.may_deal(situation)

    def is_laid_open(self, situation: Situation, place: str) -> bool:
        return cards.is_laid_open(situation, place)


TACOCAT: Family = Tacocat()

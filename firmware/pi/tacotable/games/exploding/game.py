"""The kittens' door: all that the table may ask of an Exploding game, as `Family` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding import input as gestures
from tacotable.games.exploding import marks, pad, page, plays, setup, timing, view
from tacotable.games.exploding import reducer as applying
from tacotable.games.exploding.state import (
    ZONE,
    ExplodingDevices,
    ExplodingGame,
    ExplodingUi,
    alive,
    game_of,
    phase,
    put_back,
    ui_of,
    view_of,
)
from tacotable.state.facts import Fact, WentUnseen
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Refusal
from tacotable.state.scene import Sign
from tacotable.state.situation import Dealing, Family, Parts, Shown, Situation
from tacotable.table.file import TableFile
from tacotable.table.schema import Card
from tacotable_engine.exploding.ruleset import NAMES


class _Kittens:
    """The Exploding games at a table: two to ten seats around one pad."""

    games: tuple[str, ...] = NAMES

    def new_parts(self) -> Parts:
        return Parts(ExplodingGame(), ExplodingDevices(), ExplodingUi())

    def at_rest(self, ui: object) -> object:
        return ui.at_rest() if isinstance(ui, ExplodingUi) else ExplodingUi()

    def apply(self, fact: Fact, situation: Situation) -> None:
        applying.apply(fact, situation)

    def misfit(self, setup: Mapping[str, object], table: TableFile) -> str | None:
        seats = setup.get("seats")
        told = [str(seat) for seat in seats] if isinstance(seats, list) else []
        missing = [seat for seat in told if seat not in table.seat_names]
        if told and not missing:
            return None
        return f"it is a game of {', '.join(told) or 'nobody'}; this table seats {', '.join(table.seat_names)}"

    def keep(self, situation: Situation, act: Mapping[str, object]) -> ExplodingGame | None:
        return None if act["do"] == "let" else game_of(situation).copied()

    def put_back(self, situation: Situation, kept: object, lying: Mapping[str, str]) -> None:
        if isinstance(kept, ExplodingGame):
            put_back(situation, kept, lying)

    def may_agree(self, situation: Situation, seat: str) -> tuple[str, ...]:
        living = alive(situation)
        return tuple(other for other in plays.others(situation, seat) if other in living)

    def laid(self, situation: Situation, zone: str, tag: str) -> Iterator[Fact]:
        return pad.laid(situation, zone, tag)

    def lifted(self, situation: Situation, zone: str, tag: str | None) -> None:
        pad.lifted(situation, zone, tag)

    def crowded(self, situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[Fact]:
        return pad.crowded(situation, zone, tags)

    def sensed(self, situation: Situation, space: int, *, is_there: bool) -> None:
        del situation, space, is_there  # no token is moved in these games

    def pressed(self, situation: Situation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
        return gestures.pressed(situation, seat, role, at_ms, error_ms)

    def tapped(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        return gestures.tapped(situation, seat, role, at_ms)

    def held(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[Fact]:
        return gestures.held(situation, seat, role, at_ms)

    def settle(self, situation: Situation) -> Iterator[Fact]:
        return timing.settle(situation)

    def obstacle(self, situation: Situation, tag: str) -> Refusal | None:
        return pad.obstacle(situation, tag)

    def has_counted(self, situation: Situation, zone: str, tag: str) -> bool:
        return pad.has_counted(situation, zone, tag)

    def wake_at_ms(self, situation: Situation) -> float | None:
        return timing.wake_at_ms(situation)

    def passed(self, situation: Situation, at_ms: float) -> Iterator[Fact]:
        return timing.passed(situation, at_ms)

    def light_names(self, table: TableFile) -> tuple[str, ...]:
        return view.light_names(table)

    def shown(self, situation: Situation) -> Shown:
        return view.shown(situation)

    def signs(self, situation: Situation) -> dict[str, Sign]:
        return view.signs(situation)

    def hint(self, situation: Situation, seat: str) -> str:
        del situation, seat
        return "hint.nope-ok"

    def menu_items(self, situation: Situation) -> tuple[str, ...]:
        is_offered = situation.is_seen and (situation.game.stage is not Stage.DEAL or passing.is_dealing(situation))
        return ("unseen",) if is_offered else ()

    def sure(self, situation: Situation, seat: str, item: str) -> Sign:
        del situation, seat
        return Sign(f"menu.sure-{item}")

    def chosen(self, situation: Situation, seat: str, item: str) -> Iterator[Fact]:
        del situation
        if item == "unseen":
            yield WentUnseen(seat)

    def winner(self, situation: Situation) -> str:
        return view_of(situation).winner or ""

    def title(self, situation: Situation) -> Sign:
        return page.title(situation)

    def page_table(self, table: TableFile) -> dict[str, object]:
        return page.page_table(table)

    def page_scene(self, situation: Situation) -> dict[str, object]:
        return page.page_scene(situation)

    def dealing(self, situation: Situation) -> Dealing:
        return setup.dealing(situation)

    def takes_part(self, situation: Situation, card: Card) -> bool | None:
        return marks.takes_part(situation.ui.lobby_game, len(ui_of(situation).seated), card.mark)

    def may_deal(self, situation: Situation) -> bool:
        return situation.game.stage is Stage.DEAL

    def is_laid_open(self, situation: Situation, place: str) -> bool:
        """Return that cards are shown; a Favor, say, goes from hand to hand, or over the pad with its back up."""
        is_hidden = situation.is_seen and phase(situation) in ("draw", "give", "steal")
        return situation.game.stage is Stage.PLAY and not (place == ZONE and is_hidden)


KITTENS: Family = _Kittens()

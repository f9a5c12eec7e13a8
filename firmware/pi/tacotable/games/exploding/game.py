"""The Exploding games as the table knows them: each answer to what `Family` asks is a module of this folder."""

# ruff: noqa: D102  # what each method promises stands in `Family`, once

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from tacotable.games.exploding import (
    claims,
    gestures,
    hidden_cards,
    pads,
    page,
    plays,
    reading,
    reducer,
    robot,
    setup,
    timing,
    view,
)
from tacotable.games.exploding.state import (
    ExplodingGame,
    ExplodingSituation,
    ExplodingUi,
    light_names,
    phase,
    put_back,
    role_here,
    view_of,
)
from tacotable.state.device_state import Silence
from tacotable.state.facts import Dealt, Fact, WentUnseen
from tacotable.state.game_state import Stage
from tacotable.state.situation import Family, Parts, working_copy

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable.table.schema import Card


class Exploding(Family[ExplodingSituation]):
    """The Exploding games at a table: two to ten seats around one pad."""

    lobby_rules = ("special_combos",)
    lesson_options: Mapping[str, object] = MappingProxyType({"window_s": 60.0})
    is_guided_from_deal = True
    revealing = frozenset(
        (
            *("drew", "lethal-drawn", "defused", "exploded", "peeked", "arranging", "arranged", "shuffled"),
            *("gave", "denied", "stolen", "taken", "picked", "game-won"),
        )
    )

    called = staticmethod(role_here)

    def new_parts(self) -> Parts:
        return Parts(ExplodingGame(), Silence(), ExplodingUi())

    def at_rest(self, ui: object) -> object:
        return ExplodingUi(seated=ui.seated) if isinstance(ui, ExplodingUi) else ExplodingUi()

    apply = staticmethod(reducer.apply)

    def keep(self, situation: ExplodingSituation, act: Mapping[str, object]) -> ExplodingGame | None:
        return None if act["do"] == "let" else working_copy(situation.game.part)

    put_back = staticmethod(put_back)

    def amendments(self, situation: ExplodingSituation, seat: str) -> Mapping[str, dict[str, str]]:
        return {"leave-game": {"do": "leave", "seat": seat}, "pile-mixed": {"do": "shuffled"}}

    def may_agree(self, situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
        living = view_of(situation).alive
        return tuple(other for other in plays.others(situation, seat) if other in living)

    def begun(self, situation: ExplodingSituation, seats: tuple[str, ...]) -> Iterator[Fact]:
        situation.ui.part.seated = frozenset(seats)
        yield from setup.begin(situation, seats[0])

    laid = staticmethod(gestures.laid)
    lifted = staticmethod(gestures.lifted)
    crowded = staticmethod(gestures.crowded)

    pressed = staticmethod(gestures.pressed)
    tapped = staticmethod(gestures.tapped)
    held = staticmethod(gestures.held)

    def settle(self, situation: ExplodingSituation) -> Iterator[Fact]:
        yield from timing.settle(situation)
        if situation.game.guided and situation.game.stage in (Stage.PLAY, Stage.OVER):
            yield from timing.end_first_turns(situation)

    def reads_robots(self, table: TableFile) -> bool:
        return table.play is not None

    row = staticmethod(robot.row)
    hands_for = staticmethod(robot.hands_for)
    press_for = staticmethod(robot.press_for)
    can_move = staticmethod(robot.can_move)
    awaits_press = staticmethod(robot.awaits_press)
    gives = staticmethod(robot.gives)
    obstacle = staticmethod(pads.obstacle)
    wake_at_ms = staticmethod(timing.wake_at_ms)
    passed = staticmethod(timing.passed)
    light_names = staticmethod(light_names)
    shown = staticmethod(view.shown)
    asked_of = staticmethod(view.asked_of)
    asked = staticmethod(view.asked)

    def has_counted(self, situation: ExplodingSituation, zone: str, tag: str) -> bool:
        return pads.has_counted(situation, tag)

    def may_act(self, situation: ExplodingSituation, seat: str) -> bool:
        return claims.may_nope(situation, seat) or super().may_act(situation, seat)

    may_count = staticmethod(reading.may_count)

    def hint(self, situation: ExplodingSituation, seat: str) -> str:
        return "hint.nope-ok"

    def menu_items(self, situation: ExplodingSituation) -> tuple[str, ...]:
        is_offered = situation.game.is_seen and (
            situation.game.stage is not Stage.DEAL or hidden_cards.is_dealing(situation)
        )
        is_untouched = not (situation.game.is_seen or situation.game.part.acts or situation.game.entries)
        return ("set-up",) if is_untouched and situation.game.stage is Stage.PLAY else ("unseen",) if is_offered else ()

    def chosen(self, situation: ExplodingSituation, seat: str, item: str) -> Iterator[Fact]:
        if item == "guide" and situation.game.match is None:
            # The rulebooks leave special combos for later games.
            yield from setup.begin(situation, seat, {"special_combos": False})
        elif item == "set-up":
            yield Dealt(seat, again=True)
        elif item == "unseen":
            yield WentUnseen(seat)

    asked_together = staticmethod(timing.asked_together)

    def asks_people(self, situation: ExplodingSituation) -> bool:
        return situation.ui.part.whose is not None

    title = staticmethod(page.title)
    log_section = staticmethod(page.log_section)
    page_table = staticmethod(page.page_table)
    page_scene = staticmethod(page.page_scene)
    public_picture = staticmethod(page.public_picture)
    dealing = staticmethod(setup.dealing)

    def takes_part(self, situation: ExplodingSituation, card: Card) -> bool | None:
        return setup.takes_part(situation.ui.lobby_game, len(situation.ui.part.seated), card.mark)

    def is_laid_open(self, situation: ExplodingSituation, place: str) -> bool:
        """Return whether cards are shown there; a Favor, say, goes from hand to hand, or over the pad face down."""
        is_hidden = situation.game.is_seen and phase(situation) in ("draw", "give", "steal")
        return situation.game.stage is Stage.PLAY and not (place in situation.devices.table.pads and is_hidden)


EXPLODING = Exploding()

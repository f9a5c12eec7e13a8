"""A pupil for tests: does with hands what a lesson's data says, at a table without devices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tacotable.games.exploding.state import Step, exploding, pending
from tacotable.games.tacocat import state
from tacotable.rig.engine import EngineRig
from tacotable.state.game_state import Stage
from tacotable.state.scene import Choice
from tacotable.table.file import read_table
from tacotable.table.kinds import table_for, with_game
from tacotable.table.parts import PUBLIC_SCREEN
from tacotable_engine.registry import printing_of
from tacotable_sim.truth import DISCARD, DRAW, hand_of

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable_engine.companion.lessons.lesson import Lesson, Try
    from tacotable_engine.views import GameView


def window_claims(situation: Situation) -> bool:
    opened = exploding(situation).ui.part.window
    return opened is not None and bool(opened.claims)


class Pupil(EngineRig):
    """Hands that take lessons at the shipped table of a game."""

    def __init__(self, ruleset: str, table: str = "") -> None:
        super().__init__(with_game(read_table(table or table_for(ruleset)), ruleset), is_enrolled=True)
        self.first = self.situation.seats[0]
        self.is_ring = self._table.play is not None
        self._any = {face for face in printing_of(ruleset).cards if not face.startswith("exploding") and face != "1"}
        self._no = "nope" if self.is_ring else "no"

    @property
    def situation(self) -> Situation:
        return self.controller.situation

    @property
    def lesson(self) -> Lesson | None:
        return self.situation.game.lesson

    @property
    def view(self) -> GameView:
        view = self.situation.public()
        assert view is not None
        return view

    @property
    def stage(self) -> str:
        return self.situation.game.stage.value

    @property
    def position(self) -> str:
        return self.situation.game.match.position() if self.situation.game.match else ""

    def push(self, seat: str, role: str = "ok") -> None:
        button = f"{seat}.{self._no if role == 'no' else role}"
        self.press(button)
        self.wait(0.1)
        self.release(button)
        self.wait(0.7)

    def hold(self, seat: str, role: str = "no") -> None:
        button = f"{seat}.{self._no if role == 'no' else role}"
        self.press(button)
        self.wait(1.5)
        self.release(button)
        self.wait(0.7)

    def choose(self, item: str, seat: str = "") -> None:
        """Turn the open menu of a seat to an item, and take it."""
        seat = seat or self.first
        for _ in range(60):
            screen = self.controller.scene.screens[seat if seat in self.controller.scene.screens else PUBLIC_SCREEN]
            if isinstance(screen, Choice) and screen.item == item:
                self.push(seat)
                return
            self.push(seat, "no")
        raise AssertionError(f"no menu offers {item}")

    def begin(self, name: str) -> None:
        """Begin a lesson from the lobby's menu, and lay its cards."""
        self.gather()
        self.hold(self.first)
        self.choose("menu.lessons")
        self.choose(f"lesson.{name}")
        self.set_up()

    def set_up(self) -> None:
        for place, cards in self.situation.game.places.items():
            at = {"pile": DRAW, "discard": DISCARD}.get(place) or hand_of(place)
            for face in reversed(cards) if at == DRAW else cards:
                found = self._find(face, "box")
                if found:
                    self._truth.place(found, at)
        if self.situation.game.stage is Stage.MOVE:
            target = state.target(self.situation)
            if self._truth.token != target:
                self.move_token(target)
                self.wait(1.0)
        if self.situation.game.stage is Stage.DEAL and self.situation.ui.lesson_told is None:
            self.push(self.first)

    def gather(self) -> None:
        for zone in self._table.pads:
            for card in self._truth.at(zone):
                self.move(card.tag, "box")
        for place in (DRAW, DISCARD, *(hand_of(seat) for seat in self.situation.seats)):
            for card in self._truth.at(place):
                self._truth.place(card.tag, "box")

    def _find(self, face: str, *places: str) -> str:
        for place in places:
            for card in self._truth.at(place):
                if card.face in ((face,) if face != "?" else self._any):
                    return card.tag
        return ""

    def pad(self, seat: str) -> str:
        return "play" if self.is_ring else f"{seat}.pad"

    def clear(self, to: str = DISCARD) -> None:
        for zone in self._table.pads:
            for card in self._truth.at(zone):
                self.move(card.tag, to)
        self.wait(0.7)

    def lay(self, seat: str, face: str) -> str:
        """Lay a card on the pad, from the hand where it is there."""
        for card in self._truth.at(self.pad(seat)):
            self.move(card.tag, DISCARD)
            self.wait(0.4)
        others = [hand_of(each) for each in self.situation.seats]
        tag = self._find(face, hand_of(seat), DRAW, "box", *others, DISCARD)
        assert tag, f"no {face} is left"
        self.move(tag, self.pad(seat))
        self.wait(0.7)
        return tag

    def do(self, one: Try) -> None:
        """Do one act with hands."""
        for shown in tuple(self.situation.ui.menus):
            self.push(shown)
        if self.view.phase == "steal" and one.act["do"] != "steal":
            self.push(one.seat)  # a card is taken out of the fan
        getattr(self, f"_{one.act['do']}".replace("-", "_"))(one.seat, one.act)

    def tidy(self, seat: str) -> None:
        """Take back what was refused."""
        self.clear(hand_of(seat))
        for _ in range(9):
            entry = self.situation.entry(seat)
            if not (entry.cards or entry.is_announced):
                break
            self.push(seat, "no")
        self.wait(1.0)

    def rules_met(self) -> set[str]:
        return {str(entry.rule) for entry in self.situation.log if entry.rule} | {
            refusal.code.removeprefix("rule.") for refusal in self.situation.ui.refusals.values()
        }

    # Acts, as hands do them.

    def _several(self, seat: str, cards: list[str]) -> None:
        for card in cards:
            self.lay(seat, card)
            print(card, self.situation.entry(seat), dict(self.situation.ui.refusals)) if __import__("os").environ.get(
                "V"
            ) else None

    def _replace(self, seat: str, act: Mapping[str, Any]) -> None:
        self._several(seat, act["cards"])
        self.push(seat)

    def _duel(self, seat: str, act: Mapping[str, Any]) -> None:
        self.lay(seat, act["card"])

    _show = _duel

    def _attack(self, seat: str, act: Mapping[str, Any]) -> None:
        if len(act["cards"]) != 1:
            self.push(seat)
        self._several(seat, act["cards"])
        if len(act["cards"]) != 1:
            self.push(seat)

    def _answer(self, seat: str, act: Mapping[str, Any]) -> None:
        if act.get("as"):
            self.push(seat, "no")
        self.lay(seat, act["card"])

    def _deal(self, seat: str, act: Mapping[str, Any]) -> None:
        self.lay(seat, act["card"])
        self.clear(hand_of(seat))

    def _play(self, seat: str, act: Mapping[str, Any]) -> None:
        self._several(seat, act["cards"])
        if len(act["cards"]) == 5 and "name" in act:
            self.lay(seat, act["name"])
        self.push(seat)
        if (target := act.get("target")) and exploding(self.situation).ui.part.step is Step.TARGET:
            self.push(target)
        if len(act["cards"]) == 3 and "name" in act:
            self.choose(f"card.{act['name']}", seat)

    def _nope(self, seat: str, act: Mapping[str, Any]) -> None:
        self.clear()
        if not window_claims(self.situation):  # it has the word already
            self.push(seat, "no")
        self.lay(seat, act.get("card", "nope"))

    def _let(self, seat: str, act: Mapping[str, Any]) -> None:
        self.push(seat)

    def _draw(self, seat: str, act: Mapping[str, Any]) -> None:
        self.clear()
        self.wait(1.5)  # who draws sooner is asked whether a card lies there unread
        pile = self._truth.at(DRAW)
        if act.get("card") or (pile and pile[0].face.startswith("exploding") and "pile" in self.situation.game.places):
            self.lay(seat, act.get("card") or pile[0].face)
        else:
            self.push(seat)

    def _defuse(self, seat: str, act: Mapping[str, Any]) -> None:
        self.lay(seat, act.get("card", "defuse"))
        self.clear()
        self.push(seat)

    def _explode(self, seat: str, act: Mapping[str, Any]) -> None:
        self.push(seat, "no")
        self._several(seat, act.get("cards", []))
        self.push(seat)

    def _give(self, seat: str, act: Mapping[str, Any]) -> None:
        if act.get("card") and (self.situation.game.is_seen or pending(self.situation).name):
            self.lay(seat, act["card"])
        else:
            self.push(seat)

    def _deny(self, seat: str, act: Mapping[str, Any]) -> None:
        self.push(seat, "no")
        self.push(seat)

    def _arrange(self, seat: str, act: Mapping[str, Any]) -> None:
        self.push(seat)

    def _steal(self, seat: str, act: Mapping[str, Any]) -> None:
        if self.situation.game.is_seen:
            self.lay(seat, act["card"])
            self.clear(hand_of(seat))
        else:
            self.push(seat)

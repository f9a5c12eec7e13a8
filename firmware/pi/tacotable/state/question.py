"""A question: what the table asks people beside the phases of a game, as one value.

A question says what it stops, what each display shows, and what each button of each seat answers. The lamp of a button
is part of its answer, so a lamp never invites a press that is refused, and a button without an answer is dark.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from tacotable.state.scene import OFF, Choice, Light, Notice, Reason, Scene, Sign

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.situation import Situation

Outcome: TypeAlias = "Callable[[Situation, str], Iterable[Fact]]"
"""Does what was answered by a seat, or by the arbiter, and returns the facts."""
OK, OTHER = "ok", "other"  # Roles of buttons; OTHER is each one beside OK that has no answer of its own.


class Stops(IntEnum):
    """What stands still while a question is open; each includes those before it."""

    PLAY = 1  # Open menus and refused cards stay on display.
    MENUS = 2
    ALL = 3  # Devices only report what is on the table.


@dataclass(frozen=True, slots=True)
class Answer:
    """What a button of a seat answers: its lamp, and the outcome."""

    light: Light
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Question:
    """A question that is open: who is asked by which words, what each button answers, and how it ends by itself."""

    kind: str
    stops: Stops
    answers: Mapping[str, Mapping[str, Answer]]  # By the seats that are asked, and then by the roles of buttons.
    screens: Mapping[str, Notice | Choice | Reason] = field(default_factory=dict)  # By seats and displays.
    decisions: Mapping[str, tuple[Sign, Outcome]] = field(default_factory=dict)  # What the arbiter may answer.
    until_ms: float | None = None  # When it ends by itself; None: never.
    expired: Outcome | None = None
    by_hold: bool | None = None  # Whether only a long press answers, or only a short one; None: both.
    unasked: Light | None = OFF  # The lamp of a button that has no answer; None: as it was.

    def answer(self, button: str) -> Answer | None:
        """Return what a press of a button answers; None if it is not asked."""
        seat, _, role = button.rpartition(".")
        roles = self.answers.get(seat, {})
        return roles.get(role if role in roles or role == OK else OTHER)

    def over(self, scene: Scene, covered: Collection[str] = (), menus: Collection[str] = ()) -> Scene:
        """Return a scene with this question over it; `covered`: seats that show a menu or a refused card instead."""
        signs = {seat: screen.sign for seat, screen in self.screens.items() if seat in scene.prompts}
        shown = scene.with_screens({name: screen for name, screen in self.screens.items() if name not in covered})
        lamps = dict(scene.lamps)
        for button, light in scene.lamps.items():
            if button.rpartition(".")[0] not in menus:
                answer = self.answer(button)
                lamps[button] = answer.light if answer else self.unasked or light
        prompts = {**scene.prompts, **{seat: sign for seat, sign in signs.items() if seat not in covered}}
        return replace(shown, lamps=lamps, prompts=prompts, public_prompts={**scene.public_prompts, **signs})

"""Carrying a scenario out on a rig: step by step, up to the first thing that is not as expected."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tacotable.rig import scenario
from tacotable.rig.checks import item_of, seen_differences, shown_now, told_differences, words_on
from tacotable.rig.rigs import Heard, Rig, RigError
from tacotable_sim.errors import SimulationError

if TYPE_CHECKING:
    from tacotable.rig.scenario import Line, Scenario, Step
    from tacotable.state.scene import Scene

TAP_S, HOLD_S = 0.12, 1.5  # How long fingers stay on a button: well within, well beyond what switches take as holding.
GLANCE_S = 0.05
MOST_TURNS = 40  # No display offers so many items.

Verdict = Literal["passed", "failed", "failed as expected", "not run"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a scenario went on a rig; `reason` says why it failed or was not run, with the line where that is known."""

    scenario: str
    rig: str
    verdict: Verdict
    reason: str = ""
    trace: tuple[str, ...] = ()  # The steps up to a failure: when, what was done, and what displays and lamps showed.
    line: str = ""  # Where it failed, as `file:line`.
    hub_firmware: tuple[str, ...] = ()  # The versions of the programs of its hubs.


@dataclass(frozen=True, slots=True)
class Moment:
    """A step that was done: when it began, how it is written, and what was shown at its end."""

    began_s: float
    step: str
    scene: Scene
    sounds: tuple[str, ...] = ()


def play(script: Scenario, rig: Rig, name: str) -> Outcome:
    """Carry a scenario out.

    It fails with a step that cannot be done, an expectation that is not met, or an exception of the program.
    """
    ears = _Ears(rig)
    moments = [Moment(rig.now_s, "at first", rig.controller.scene)]
    for line in script.lines:
        began_s, report = rig.now_s, list[str]()
        if not (is_question := isinstance(line.step, scenario.Expect)):
            ears.begin()
        try:
            reason = _do(rig, line, ears)
        except (RigError, SimulationError) as error:
            reason = str(error)
        except Exception as error:  # noqa: BLE001  # the edge: other scenarios still have to run
            reason, *report = program_failed(error)
        if isinstance(line.step, scenario.Restart):
            ears.attach()
        sounds = () if is_question else ears.heard.sounds
        moments.append(Moment(began_s, f"{line}  {line.text}", rig.controller.scene, sounds))
        if reason:
            trace = (*_trace(moments, rig), *report)
            return Outcome(script.name, name, "failed", f"{line}: {reason}", trace, str(line), rig.hub_firmware)
    return Outcome(script.name, name, "passed", hub_firmware=rig.hub_firmware)


def as_expected(script: Scenario, outcome: Outcome) -> Outcome:
    """Return the outcome of a scenario whose file may expect a failure: it fails at its last step, or it is wrong."""
    expected, last = script.file.expected_to_fail, str(script.lines[-1])
    is_meant = not script.file.fails_on or outcome.rig in script.file.fails_on
    if expected is None or not is_meant or outcome.verdict == "not run":
        return outcome
    if outcome.verdict == "passed":
        reason = f"{script.path.name}: it passes now; remove `expected_to_fail` ({expected})"
        return replace(outcome, verdict="failed", reason=reason)
    if outcome.line != last:
        return replace(outcome, reason=f"{outcome.reason}; it is expected to fail at its last step only, {last}")
    return replace(outcome, verdict="failed as expected", reason=f"{expected} ({outcome.reason})", trace=())


def program_failed(error: Exception) -> list[str]:
    """Return a sentence about an exception that the program raised, then its traceback line by line."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(place.filename).name}:{place.lineno}"
    said = f"the program failed at {where} with {type(error).__name__}: {error}; please report the lines below"
    return [said, *"".join(traceback.format_exception(error)).splitlines()]


def _trace(moments: Sequence[Moment], rig: Rig) -> Iterator[str]:
    """Yield when each step began, and under it what displays, lamps and buzzer showed and told at its end."""
    for before, moment in zip([None, *(moment.scene for moment in moments)], moments, strict=False):
        yield f"{moment.began_s - moments[0].began_s:6.1f} s  {moment.step}"
        for change in shown_now(moment.scene, rig.controller.situation, before):
            yield f"{'':10}{change}"
        if moment.sounds:
            yield f"{'':10}sounds: {', '.join(moment.sounds)}"


def _expect(rig: Rig, step: scenario.Expect, ears: _Ears) -> str:
    """Wait until something is so, and while it stays so; then confirm it with eyes and ears."""
    waited_s = 0.0
    while (differences := told_differences(rig, step.expect, ears.heard)) and waited_s < step.within_s:
        rig.wait(GLANCE_S)
        waited_s += GLANCE_S
    held_s = 0.0
    while not differences and held_s < step.for_s:
        rig.wait(GLANCE_S)
        held_s += GLANCE_S
        if differences := told_differences(rig, step.expect, ears.heard):
            differences = (f"it was so for {held_s:.1f} s, not {step.for_s}", *differences)
    return "; ".join(differences or seen_differences(rig, step.expect, ears.heard))


def _do(rig: Rig, line: Line, ears: _Ears) -> str:
    """Do one step; returns why it went wrong, or nothing."""
    step = line.step
    if isinstance(step, scenario.Expect):
        return _expect(rig, step, ears)
    if isinstance(step, scenario.Turn):
        return _turn(rig, step)
    _ACTS[type(step)](rig, step)
    if not isinstance(step, _UNANSWERED):
        pause_s = getattr(step, "pause_s", None)
        rig.wait(rig.settle_s if pause_s is None else pause_s)
    return ""


def _turn(rig: Rig, step: scenario.Turn) -> str:
    for _ in range(MOST_TURNS):
        scene, situation = rig.controller.scene, rig.controller.situation
        is_offered = step.until is None or item_of(scene.screens[step.on]) == step.until
        if is_offered and (step.until_text or "") in words_on(scene, situation, step.on):
            return ""
        rig.tap(step.turn, TAP_S)
        rig.wait(rig.settle_s)
    wanted = " and ".join(repr(told) for told in (step.until, step.until_text) if told)
    return f"display {step.on} does not show {wanted} after {MOST_TURNS} presses of {step.turn}"


def _together(rig: Rig, step: scenario.AtOnce) -> None:
    """Do several things in one moment; taps and holds end together, when the longest of them has lasted."""
    fingers: dict[str, float] = {}
    for hand in step.hands:
        match hand:
            case scenario.Tap(tap=button):
                fingers[button] = TAP_S
            case scenario.Hold(hold=button):
                fingers[button] = HOLD_S
    with rig.at_once():
        for button in fingers:
            rig.press(button)
        for hand in step.hands:
            if not isinstance(hand, scenario.Tap | scenario.Hold):
                _ACTS[type(hand)](rig, hand)
    rig.wait(max(fingers.values(), default=0.0))
    for button in fingers:
        rig.release(button)


_ACTS: Mapping[type[Step], Callable[[Rig, Any], None]] = {  # What each step does that neither asks nor repeats.
    scenario.Place: lambda rig, step: rig.place(step.place, step.on, step.source),
    scenario.Lift: lambda rig, step: rig.lift(step.lift, step.to, step.card),
    scenario.Tap: lambda rig, step: rig.tap(step.tap, TAP_S),
    scenario.Hold: lambda rig, step: rig.tap(step.hold, HOLD_S),
    scenario.Press: lambda rig, step: rig.press(step.press),
    scenario.Release: lambda rig, step: rig.release(step.release),
    scenario.MoveToken: lambda rig, step: rig.move_token(step.token if isinstance(step.token, int) else None),
    scenario.AtOnce: _together,
    scenario.Wait: lambda rig, step: rig.wait(step.wait),
    scenario.Break: lambda rig, step: rig.set_fault(step.device, step.by, on=True),
    scenario.Mend: lambda rig, step: rig.set_fault(step.device, step.by, on=False),
    scenario.Restart: lambda rig, step: rig.restart(),
}
_UNANSWERED = (scenario.Press, scenario.Wait, scenario.Break, scenario.Mend)  # No rig waits for an answer to these.


class _Ears:
    """The sounds that the program means, counted from where the last step began."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._sounds: list[str] = []
        self.attach()
        self.begin()

    def attach(self) -> None:
        """Listen to the controller of now."""
        self._last = self._rig.controller.scene.cue
        self._rig.controller.after_each(self._note)

    def begin(self) -> None:
        self._before, self._since_s = self._last, self._rig.now_s
        self._sounds.clear()

    @property
    def heard(self) -> Heard:
        return Heard(tuple(self._sounds), self._before.name, self._since_s)

    def _note(self) -> None:
        cue = self._rig.controller.scene.cue
        if cue != self._last:
            self._last = cue
            self._sounds.append(cue.name)

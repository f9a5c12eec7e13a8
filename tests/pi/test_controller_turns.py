"""The controller takes one thing after another, also what devices tell while a scene is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi.hands import Hands
from tacotable.core.controller import Controller
from tacotable.state.scene import Scene
from tacotable.storage.journal import JournalError
from tacotable_drivers.ports import DeviceLost, TokenSensed

LOST = DeviceLost("hub hub", "cable out", 2_000.0)


class FailingDevices:
    """Devices that show scenes, one of which is lost by it."""

    def __init__(self, hands: Hands) -> None:
        self.begun: list[Scene] = []
        self.done: list[Scene] = []
        self.fails = True
        self.controller = Controller(hands.situation, hands.log, self._show, clock=lambda: 0.0)

    def _show(self, scene: Scene, on_lit: Callable[[], None]) -> None:
        self.begun.append(scene)
        if self.fails:
            self.fails = False
            self.controller.handle(LOST)
        on_lit()
        self.done.append(scene)


@pytest.mark.parametrize(
    "does",
    [
        lambda controller: controller.start(),
        lambda controller: controller.handle(TokenSensed(2, True, 1_000.0)),
        lambda controller: controller.fail_storage(JournalError("the disk is full")),
    ],
    ids=["the first scene", "an event", "a storage fault"],
)
def test_a_device_that_is_lost_by_a_scene_is_told_behind_it(does: Callable[[Controller], None]) -> None:
    devices = FailingDevices(Hands())

    does(devices.controller)

    assert devices.done == devices.begun
    assert devices.done[-1] == devices.controller.scene


def test_what_is_told_while_a_scene_is_shown_is_taken_before_the_caller_goes_on() -> None:
    devices = FailingDevices(Hands())
    order: list[str] = []
    devices.controller.before_each(lambda event: order.append(f"before {type(event).__name__}"))
    devices.controller.after_each(lambda: order.append("after"))

    devices.controller.handle(TokenSensed(2, True, 1_000.0))

    assert order == ["before TokenSensed", "after", "before DeviceLost", "after"]
    assert list(devices.controller.situation.devices.lost) == ["hub hub"]


def test_after_a_fault_that_is_raised_the_next_event_is_taken() -> None:
    hands = Hands()
    devices = FailingDevices(hands)
    devices.fails = False
    devices.controller.after_each(lambda: (_ for _ in ()).throw(RuntimeError("once")))
    with pytest.raises(RuntimeError):
        devices.controller.handle(TokenSensed(2, True, 1_000.0))
    devices.controller._after.clear()

    devices.controller.handle(TokenSensed(3, True, 2_000.0))

    assert hands.situation.devices.sensed == {2, 3}

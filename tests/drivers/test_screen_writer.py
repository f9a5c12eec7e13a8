"""Which panel is written next: newest picture only, in the order of waiting, lost ones later."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import pytest

from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, PanelError
from tacotable_drivers.screens.writer import Writer

A, B, C = (bytes([number]) * 1_024 for number in (1, 2, 3))


@dataclass
class Recorded:
    """A panel that keeps what it was told to show."""

    shown: list[tuple[str, bytes]] = field(default_factory=list)
    is_gone: bool = False
    bytes_sent: int = 0
    full_pictures: int = 0
    parts: int = 64
    is_dim: bool = False

    def dim(self, is_dim: bool) -> None:
        if is_dim != self.is_dim:
            self.is_dim = is_dim
            self._take("dim" if is_dim else "bright", b"")

    def renew_part(self) -> None:
        self._take("part", b"")

    def show(self, picture: bytes) -> None:
        self._take("difference", picture)

    def show_whole(self, picture: bytes) -> None:
        self._take("whole", picture)

    def close(self) -> None:
        self.shown.append(("dark", b""))

    def _take(self, how: str, picture: bytes) -> None:
        if self.is_gone:
            raise PanelError("no answer")
        self.shown.append((how, picture))


def work(writer: Writer, now_s: float) -> list[DeviceEvent]:
    """Do everything that is to be written now."""
    told: list[DeviceEvent] = []
    while job := writer.take(now_s):
        told += writer.done(job, job.run(), now_s)
    return told


def test_the_first_picture_is_sent_whole_and_the_next_as_a_difference() -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    work(writer, 0.0)
    writer.want("a", B)
    work(writer, 1.0)

    assert panel.shown == [("whole", A), ("difference", B)]


def test_panels_are_dimmed_and_lit_up_again_before_the_next_picture() -> None:
    panel, dark = Recorded(), Recorded()
    writer = Writer({"a": lambda: panel, "never shown": lambda: dark})
    writer.want("a", A)
    work(writer, 0.0)
    writer.dim(True)
    work(writer, 1.0)
    writer.want("a", B)
    writer.dim(False)
    work(writer, 2.0)

    assert [how for how, _ in panel.shown] == ["whole", "dim", "difference", "bright", "difference"]
    assert dark.shown == []


def test_a_panel_that_comes_back_is_as_dark_as_the_others() -> None:
    panel = Recorded(is_gone=True)
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    work(writer, 0.0)
    writer.dim(True)
    panel.is_gone = False
    work(writer, 10.0)

    assert panel.shown == [("dim", b""), ("whole", A)]


def test_only_the_newest_picture_is_written() -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    for picture in (A, B, C):
        writer.want("a", picture)
    work(writer, 0.0)

    assert panel.shown == [("whole", C)]


def test_a_picture_that_comes_while_another_is_written_is_written_next() -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    job = writer.take(0.0)
    assert job is not None
    writer.want("a", B)
    writer.done(job, job.run(), 0.1)
    work(writer, 0.1)

    assert panel.shown == [("whole", A), ("difference", B)]


def test_the_same_picture_is_written_once() -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    for _ in range(3):
        writer.want("a", A)
        work(writer, 0.0)

    assert panel.shown == [("whole", A)]


def test_who_has_waited_longest_comes_first() -> None:
    panels = {name: Recorded() for name in "abc"}
    writer = Writer({name: partial(panels.__getitem__, name) for name in panels})
    for name in "cab":
        writer.want(name, A)
    work(writer, 0.0)
    for name in "bca":
        writer.want(name, B)
    writer.want("b", C)
    order = []
    while job := writer.take(1.0):
        order.append(job.place.loss.device)
        writer.done(job, job.run(), 1.0)

    assert order == ["display b", "display c", "display a"]


def test_each_part_of_a_panel_is_sent_again_in_ten_minutes() -> None:
    panel = Recorded(parts=60)
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    work(writer, 0.0)

    assert writer.next_s() == 10.0
    for number in range(1, 61):
        work(writer, number * 10.0 - 0.1)
        work(writer, number * 10.0)
    assert panel.shown == [("whole", A), *([("difference", A), ("part", b"")] * 60)]


def test_a_panel_that_is_gone_is_missed_within_ten_seconds_although_nothing_changes() -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    work(writer, 0.0)
    panel.is_gone = True

    told = [event for second in range(1, 11) for event in work(writer, second)]

    assert [type(event) for event in told] == [DeviceLost]


def test_after_noticed_trouble_every_panel_is_sent_whole_once() -> None:
    panels = {name: Recorded(parts=1) for name in "ab"}
    writer = Writer({name: partial(panels.__getitem__, name) for name in panels})
    for name in panels:
        writer.want(name, A)
    work(writer, 0.0)
    writer.mend(10.0)
    work(writer, 10.9)
    writer.want("a", B)
    work(writer, 10.9)
    work(writer, 11.0)
    work(writer, 20.0)

    assert panels["a"].shown == [("whole", A), ("difference", B), ("whole", B)]
    assert panels["b"].shown == [("whole", A), ("whole", A)]


@pytest.mark.parametrize("began_s", [0.0, 9.375])
def test_trouble_while_a_picture_or_a_part_is_sent_is_mended_behind_it(began_s: float) -> None:
    panel = Recorded()
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    if began_s:
        work(writer, 0.0)
    job = writer.take(began_s)
    assert job is not None
    writer.mend(began_s)
    writer.done(job, job.run(), began_s + 0.1)
    panel.shown.clear()
    work(writer, began_s + 1.0)

    assert panel.shown == [("whole", A)]


def test_what_disturbs_one_panel_of_a_bus_mends_the_others() -> None:
    gone, good = Recorded(parts=1), Recorded(parts=1)
    writer = Writer({"gone": lambda: gone, "good": lambda: good})
    for name in ("gone", "good"):
        writer.want(name, A)
    work(writer, 0.0)
    gone.is_gone = True
    writer.want("gone", B)
    work(writer, 10.0)
    for second in range(11, 40):
        work(writer, second)

    assert good.shown == [("whole", A), ("whole", A)]


def test_a_lost_panel_is_told_once_and_tried_every_4_seconds() -> None:
    panel = Recorded(is_gone=True)
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)

    assert work(writer, 0.0) == [DeviceLost("display a", "display a: no answer (retrying)", 0.0)]
    assert writer.next_s() == 4.0
    writer.want("a", B)
    assert work(writer, 3.9) == []
    assert work(writer, 4.0) == []
    assert writer.next_s() == 8.0
    panel.is_gone = False
    assert work(writer, 10.0) == [DeviceFound("display a", 10_000.0)]
    assert panel.shown == [("whole", B)]


def test_a_picture_that_comes_while_a_lost_panel_is_tried_is_written_next() -> None:
    panel = Recorded(is_gone=True)
    writer = Writer({"a": lambda: panel})
    writer.want("a", A)
    work(writer, 0.0)
    panel.is_gone = False
    job = writer.take(5.0)
    assert job is not None
    writer.want("a", B)
    writer.done(job, job.run(), 5.1)
    work(writer, 5.1)

    assert panel.shown == [("whole", A), ("difference", B)]


def test_a_panel_whose_bus_is_missing_is_lost_and_opened_later() -> None:
    panel = Recorded()
    is_there = False

    def open_panel() -> Recorded:
        if not is_there:
            raise PanelError("I2C bus 11: not found")
        return panel

    writer = Writer({"a": open_panel})
    writer.want("a", A)
    work(writer, 0.0)
    is_there = True
    work(writer, 5.0)

    assert panel.shown == [("whole", A)]


def test_a_lost_panel_keeps_the_others_from_nothing() -> None:
    gone, good = Recorded(is_gone=True), Recorded()
    writer = Writer({"gone": lambda: gone, "good": lambda: good})
    writer.want("gone", A)
    writer.want("good", A)
    work(writer, 0.0)
    writer.want("gone", B)
    writer.want("good", B)
    work(writer, 0.1)

    assert good.shown == [("whole", A), ("difference", B)]


def test_closing_darkens_every_panel_that_was_opened() -> None:
    panel, unused = Recorded(), Recorded()
    writer = Writer({"a": lambda: panel, "b": lambda: unused})
    writer.want("a", A)
    work(writer, 0.0)

    writer.close()

    assert panel.shown[-1] == ("dark", b"")
    assert unused.shown == []


def test_a_panel_without_a_picture_needs_nothing() -> None:
    writer = Writer({"a": Recorded})

    assert writer.next_s() is None
    assert writer.take(1_000.0) is None

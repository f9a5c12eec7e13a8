"""Rows 11 to 24, 41 and 42: faults of devices, switched on at the simulated table or brought about at a driver."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from faults.playing import acts, begin_attack, device_log
from patience import PATIENCE_S
from pi.public_state import public_state
from tacotable.app.program import MemoryLog, make_program
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.devices.screens import real_wires
from tacotable.display.draw import draw
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.device_state import Certainty
from tacotable.state.events import Event
from tacotable.state.scene import Choice
from tacotable.state.sessions.deck import Enrolment
from tacotable.table.file import Display, read_table
from tacotable_drivers.ports import DeviceEvent, TagArrived, TagLeft, TagsCrowded
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.registry import SSD1306
from tacotable_drivers.screens.bus import ThreadScreenBus
from tacotable_drivers.screens.buses import limit_patience
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.outputs.panels import Panel, controller
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

STICKER = "04FFEEDDCCBBAA"
READER = "reader YAY.pad"


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        yield made


@pytest.mark.fault(11)
def test_row_11_a_reader_that_hears_nothing_is_faulty_and_no_card_has_left() -> None:
    table = read_table("tacocat")
    seats = [
        msgspec.structs.replace(seat, pad=msgspec.structs.replace(seat.pad, sticker=f"{STICKER[:-1]}{number}"))
        for number, seat in enumerate(table.seats)
        if seat.pad
    ]
    with simulated_table(msgspec.structs.replace(table, seats=seats)) as rig:
        begin_attack(rig)
        tag = rig.place("8", "YAY.pad")
        before = acts(rig)

        rig.table.switchboard.set(READER, "deaf", on=True)
        rig.wait(2.0)
        zone_while_deaf = rig.program.controller.situation.zone("YAY")
        reason = rig.program.controller.situation.devices.lost[READER].reason
        rig.table.switchboard.set(READER, "deaf", on=False)
        rig.wait(9.0)

        assert before[-1] == {"do": "attack", "cards": ["8"]}
        assert zone_while_deaf is Certainty.UNKNOWN
        assert "does not hear the sticker at its pad" in reason
        assert rig.program.controller.situation.zone("YAY") == tag
        assert acts(rig) == before
        assert device_log(rig) == ["log.lost", "log.found"]


@pytest.mark.fault(12)
def test_row_12_cards_that_vanish_together_pause_the_game_and_are_no_acts(rig: Rig) -> None:
    """A supply that dips takes the field of both readers at once, two cards on one and one on the other."""
    begin_attack(rig)
    for face, pad in (("8", "YAY.pad"), ("7", "YAY.pad"), ("9", "WOW.pad")):
        rig.table.place(rig.find(face), pad)
        rig.wait(1.0)
    before = acts(rig)

    for reader in (READER, "reader WOW.pad"):
        rig.table.switchboard.set(reader, "deaf", on=True)
    rig.wait(1.0)

    assert rig.program.controller.situation.game.is_paused
    assert "log.vanished" in device_log(rig)
    assert acts(rig) == before
    rig.tap("YAY.ok")
    assert not rig.program.controller.situation.game.is_paused


@pytest.mark.fault(12)
def test_row_12_both_duel_cards_taken_up_at_once_are_no_reason_to_pause(rig: Rig) -> None:
    for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
        rig.tap(button)
    duel = [rig.place("9", "YAY.pad"), rig.place("5", "WOW.pad")]

    for tag in duel:
        rig.table.place(tag, "discard")
    rig.wait(1.0)

    assert not rig.program.controller.situation.game.is_paused


@pytest.mark.fault(13)
def test_row_13_a_card_that_is_reported_for_ever_is_one_act_and_play_goes_on(rig: Rig) -> None:
    begin_attack(rig)
    tag = rig.place("8", "YAY.pad")
    rig.table.switchboard.set(READER, "ghost", on=True)
    rig.lift(tag)
    rig.wait(3.0)
    stuck = rig.program.controller.situation.zone("YAY")

    rig.lift(rig.place("9", "WOW.pad"))
    rig.wait(3.0)

    assert stuck == tag
    assert [act["do"] for act in acts(rig)].count("attack") == 1
    assert acts(rig)[-1] == {"do": "answer", "card": "9"}
    rig.table.switchboard.set(READER, "ghost", on=False)
    rig.wait(1.0)
    assert rig.program.controller.situation.zone("YAY") is Certainty.EMPTY


@pytest.mark.fault(14)
def test_row_14_a_card_that_flickers_arrives_once_and_stays(rig: Rig) -> None:
    told: list[DeviceEvent] = []
    with virtual_loop() as loop:
        chip = Pn532(loop, Antenna(lambda: ("04A1B2C3D4E5F6",) if loop.time() % 0.05 < 0.025 else (), Random(1)))
        cable = MemoryCable("pad", loop, chip)
        reader = Reader("pad", "cable", cable.open_port, Pn532Session(), PolledPresence("pad"), told.append, loop)
        reader.start()
        loop.run_for(30.0)
        reader.stop()

    assert [type(event) for event in told if isinstance(event, TagArrived | TagLeft)] == [TagArrived]


@pytest.mark.fault(15)
def test_row_15_a_card_heard_on_two_pads_counts_at_the_first_and_the_other_asks(rig: Rig) -> None:
    begin_attack(rig)
    rig.table.switchboard.set("reader WOW.pad", "neighbour", on=True)

    rig.place("8", "YAY.pad")
    rig.wait(2.0)

    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}
    assert rig.says("WOW") == "refusal.spent"
    rig.table.switchboard.set("reader WOW.pad", "neighbour", on=False)
    rig.wait(2.0)
    assert rig.says("WOW") == "sign.answer"


@pytest.mark.fault(16)
def test_row_16_a_number_that_was_played_is_refused_at_its_second_use(rig: Rig) -> None:
    begin_attack(rig)
    tag = rig.place("8", "YAY.pad")
    rig.lift(tag)
    before = acts(rig)

    rig.table.place(tag, "WOW.pad")
    rig.wait(1.0)

    assert acts(rig) == before
    assert rig.says("WOW") == "refusal.spent"


@pytest.mark.fault(16)
def test_row_16_a_number_that_is_laid_again_at_enrolment_is_told_and_is_one_card(rig: Rig) -> None:
    rig.hold("YAY.no")
    while not (isinstance(shown := rig.screen("YAY"), Choice) and shown.item == "menu.enrol"):
        rig.tap("YAY.no")
    rig.tap("YAY.ok")
    first = rig.place(rig.table.truth.at("draw")[0].face, "YAY.pad")
    rig.lift(first, "discard")

    rig.table.place(first, "YAY.pad")
    rig.wait(1.0)

    desk = rig.program.controller.situation.ui.desk
    assert rig.says("YAY") == "enrol.twice"
    assert desk is not None
    assert isinstance(desk.work, Enrolment)
    assert [card.tag for card in desk.work.cards] == [first]


@pytest.mark.fault(17)
def test_row_17_an_unknown_card_is_refused_and_changes_nothing(rig: Rig) -> None:
    begin_attack(rig)
    before = public_state(rig.program.controller.situation)

    rig.table.place(rig.table.truth.at("box")[-1].tag, "YAY.pad")
    rig.wait(1.0)

    assert rig.says("YAY") == "refusal.foreign"
    assert public_state(rig.program.controller.situation) == before


@pytest.mark.fault(18)
@pytest.mark.parametrize("seed", range(1, 7))
def test_row_18_two_cards_on_a_pad_are_never_two_acts_and_end_well(seed: int) -> None:
    """A stack is heard as either, both or none of its cards, by its seed."""
    with simulated_table("tacocat", seed=seed) as rig:
        begin_attack(rig)
        heard: set[str] = set()
        rig.program.controller.before_each(lambda event: heard.update(tags_of(event)))
        for face in ("8", "7"):
            rig.table.place(rig.find(face), "YAY.pad")
        rig.wait(2.0)

        attacks = [act for act in acts(rig) if act["do"] == "attack"]
        assert len(attacks) == (len(heard) == 1)
        assert rig.says("YAY") == {0: "sign.attack-first", 1: "sign.wait-answer", 2: "refusal.crowded"}[len(heard)]


def tags_of(event: Event) -> tuple[str, ...]:
    """Give the tags that a reader told."""
    match event:
        case TagArrived(_, tag):
            return (tag,)
        case TagsCrowded(_, tags):
            return tags
    return ()


@pytest.mark.fault(19)
def test_row_19_a_reader_that_locks_up_is_woken_told_with_a_hint_and_found(rig: Rig) -> None:
    rig.table.switchboard.set(READER, "silence", on=True)
    began_s = rig.loop.time()
    rig.loop.run_until(lambda: READER in rig.program.controller.situation.devices.lost, within_s=5.0)
    noticed_s = rig.loop.time() - began_s
    reason = rig.program.controller.situation.devices.lost[READER].reason

    rig.table.switchboard.set(READER, "silence", on=False)
    rig.wait(9.0)

    assert noticed_s < 2.0
    assert "no answer" in reason
    assert "unplug it and put it back" in reason
    assert READER not in rig.program.controller.situation.devices.lost


@pytest.mark.fault(20, 21)
def test_row_20_and_21_a_bus_held_low_is_told_and_readers_play_on(rig: Rig) -> None:
    """A clock that is stretched too long and one that is held low are the same to the kernel: it gives up."""
    rig.table.switchboard.set("display WOW", "stuck", on=True)
    begin_attack(rig)
    rig.place("8", "YAY.pad")
    rig.wait(6.0)
    lost = dict(rig.program.controller.situation.devices.lost)

    rig.table.switchboard.set("display WOW", "stuck", on=False)
    rig.wait(6.0)

    assert "display WOW" in lost
    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}
    assert not rig.program.controller.situation.devices.lost
    assert rig.table.panel("display WOW").picture() in draw(rig.screen("WOW"), "en").turns


@pytest.mark.fault(20, 21)
def test_row_20_and_21_the_kernel_is_told_to_give_up_after_200_ms_before_a_display_is_opened(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    asked: list[tuple[object, ...]] = []

    def limit(root: int) -> None:
        limit_patience(root, tmp_path, lambda file, request, argument: asked.append((request, argument)))

    def open_place(bus: int, address: int) -> Panel:
        asked.append((bus, address))
        return Panel("display YAY", controller(SSD1306))

    wires, roots = real_wires(
        {"YAY": Display(controller="ssd1306", address=0x3C, bus=1)}, limit=limit, open_place=open_place
    )
    wires["YAY"]()

    assert roots == {"YAY": 1}
    assert asked == [(0x0702, 20), (1, 0x3C)]  # I2C_TIMEOUT of linux/i2c-dev.h, in units of 10 ms


@pytest.mark.fault(20, 21)
def test_row_20_and_21_a_bus_held_low_keeps_its_wire_for_200_ms_a_try(rig: Rig) -> None:
    bus = rig.table.panel("display WOW").bus
    rig.table.switchboard.set("display WOW", "stuck", on=True)
    before_s = bus.busy_s

    with pytest.raises(TimeoutError):
        rig.table.panel("display WOW").command(0xAF)

    assert round(bus.busy_s - before_s, 6) == 0.2


@pytest.mark.fault(22)
def test_row_22_a_display_that_is_pulled_is_told_once_and_filled_again(rig: Rig) -> None:
    begin_attack(rig)
    rig.table.switchboard.set("display YAY", "gone", on=True)
    rig.place("8", "YAY.pad")
    rig.wait(20.0)
    rig.table.switchboard.set("display YAY", "gone", on=False)
    rig.wait(6.0)

    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}
    assert device_log(rig) == ["log.lost", "log.found"]
    assert rig.table.panel("display YAY").picture() in draw(rig.screen("YAY"), "en").turns


@pytest.mark.fault(22)
@pytest.mark.parametrize(("device", "fault"), [("reader WOW.pad", "unplug"), ("supply", "undervoltage")])
def test_row_22_a_dip_that_was_noticed_anywhere_mends_the_displays_within_five_seconds(
    rig: Rig, device: str, fault: str
) -> None:
    panel = rig.table.panel("display space -3")
    begin_attack(rig)
    rig.table.switchboard.set("display space -3", "gone", on=True)
    rig.wait(1.0)
    rig.table.switchboard.set("display space -3", "gone", on=False)
    assert panel.picture() != draw(rig.screen("space -3"), "en").pixels
    rig.table.switchboard.set(device, fault, on=True)
    rig.wait(5.0)

    assert panel.picture() in draw(rig.screen("space -3"), "en").turns


def started_with(spoil: str, fault: str) -> list[str]:
    """Start a program on a table that has a fault already; gives what it lost."""
    table = read_table("tacocat")
    faces = faces_of(table, "tc38")
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=1)
        simulated.switchboard.set(spoil, fault, on=True)
        hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
        program = make_program(table, faces, hardware, loop, journal=MemoryLog())
        program.start()
        loop.run_for(3.0)
        lost, stage = sorted(program.controller.situation.devices.lost), program.controller.situation.game.stage.value
        simulated.tap("YAY.ok")
        loop.run_for(1.0)
        changed = program.controller.situation.game.stage.value
        program.close()
        simulated.close()
    assert (stage, changed) == ("lobby", "deal")
    return lost


@pytest.mark.fault(22)
@pytest.mark.parametrize("fault", ["gone", "stuck"])
def test_row_22_a_display_that_is_absent_at_the_start_stops_nothing(fault: str) -> None:
    lost = started_with("display YAY", fault)

    assert lost == ["display YAY"]


class SlowPanel:
    """A panel that waits for leave before each picture, as one whose bus crawls."""

    parts = 64

    def __init__(self) -> None:
        self.bytes_sent = 0
        self.full_pictures = 0
        self.shown: list[bytes] = []
        self.leave = threading.Semaphore(0)
        self.began = threading.Semaphore(0)

    def show(self, picture: bytes) -> None:
        self.began.release()
        assert self.leave.acquire(timeout=PATIENCE_S)
        self.shown.append(picture)

    show_whole = show

    def renew_part(self) -> None:
        """Nothing is renewed so soon."""

    def dim(self, is_dim: bool) -> None:
        """Nothing is dimmed so soon."""
        assert not is_dim

    def close(self) -> None:
        """Nothing hangs on it."""


@pytest.mark.fault(23)
def test_row_23_the_loop_never_waits_and_the_newest_picture_wins() -> None:
    panel = SlowPanel()
    loop = asyncio.new_event_loop()
    bus = ThreadScreenBus({"YAY": lambda: panel}, lambda event: None, loop)
    bus.start()
    try:
        bus.show("YAY", b"first")
        assert panel.began.acquire(timeout=PATIENCE_S)
        for picture in (b"second", b"third", b"fourth"):
            bus.show("YAY", picture)  # returns at once, although the first is still being sent
        panel.leave.release(2)
        assert panel.began.acquire(timeout=PATIENCE_S)
    finally:
        panel.leave.release(10)
        bus.close()
        loop.close()

    assert panel.shown[:2] == [b"first", b"fourth"]


@pytest.mark.fault(24)
def test_row_24_a_bouncing_press_is_one_and_two_at_once_are_two(rig: Rig) -> None:
    pressed: list[str] = []
    rig.program.controller.after_each(lambda: pressed.append(rig.program.controller.situation.ui.lobby_game))
    before = rig.program.controller.situation.ui.lobby_game

    rig.table.tap("YAY.no")
    rig.table.tap("WOW.no")
    rig.wait(1.0)

    assert before == "tc38"
    assert sum(one != other for one, other in zip([before, *pressed], pressed, strict=False)) == 2


@pytest.mark.fault(24)
def test_row_24_a_stuck_button_is_told_after_ten_seconds_and_found(rig: Rig) -> None:
    rig.table.switchboard.set("WOW.ok", "stuck", on=True)
    rig.wait(9.0)
    early = dict(rig.program.controller.situation.devices.lost)
    rig.wait(2.0)
    late = dict(rig.program.controller.situation.devices.lost)
    rig.table.switchboard.set("WOW.ok", "stuck", on=False)
    rig.wait(1.0)

    assert early == {}
    assert "has been down for 10 s" in late["button WOW.ok"].reason
    assert rig.program.controller.situation.devices.lost == {}


@pytest.mark.fault(41)
@pytest.mark.fault(42)
@pytest.mark.parametrize(
    ("device", "fault", "words"),
    [
        ("supply", "undervoltage", "The Pi gets too little voltage. Take a supply of 5.1 V and a short cable"),
        ("cooling", "hot", "The Pi is too hot, and slows down. Give it air and a heat sink."),
    ],
)
def test_rows_41_and_42_a_board_that_suffers_is_told_once_and_its_end_once(
    rig: Rig, device: str, fault: str, words: str
) -> None:
    begin_attack(rig)
    rig.table.switchboard.set(device, fault, on=True)
    rig.wait(60.0)
    during, before = device_log(rig), len(acts(rig))
    state = {health.device: health.state.value for health in rig.program.health.report()}[device]
    rig.hold("YAY.no")
    for _ in range(3):
        rig.tap("YAY.no")  # Hint, Pause, Resign, Faults
    rig.tap("YAY.ok")
    shown = draw(rig.screen("YAY"), "en").text
    rig.table.switchboard.set(device, fault, on=False)
    rig.wait(14.0)
    rig.lift(rig.place("9", "YAY.pad"))

    assert (during, state) == ([f"log.lost-{device}"], "faulty")
    assert words in shown
    assert device_log(rig) == [f"log.lost-{device}", "log.found"]
    assert len(acts(rig)) > before

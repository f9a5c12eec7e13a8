"""The whole table through its bytes: games end, faults do not, and a pulled cable makes no phantom act."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from pi.public_state import public_state
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import Tally, play_games
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.display.draw import draw
from tacotable.state.device_state import Certainty
from tacotable.state.facts import Acted, Fact
from tacotable.storage.journal import Journal
from tacotable.table.file import parse_table, read_table
from tacotable_drivers.registry import readers
from tacotable_sim.cables.cable import MemoryCable

READER = "reader YAY.pad"
TACOCAT = files("tacotable").joinpath("tables", "tacocat.toml").read_text("utf-8")
EVERY = int(os.environ.get("TACOTABLE_BYTES", "6"))
"""Of so many bytes one."""
LONG_ENOUGH_S = 9.0
"""For a reader to be tried again, woken up and to have scanned twice."""


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        yield made


def begin_attack(rig: Rig) -> None:
    """Lead to YAY's first attack: nothing replaced, the duel is 9 against 5."""
    rig.tap("YAY.ok")
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    duel = [rig.place("9", "YAY.pad"), rig.place("5", "WOW.pad")]
    for tag in duel:
        rig.lift(tag)


def break_cable(rig: Rig, zone: str, count: int) -> None:
    """Pull the cable of the reader under a pad when exactly so many more bytes have reached the program."""
    cable = rig.table.serial.cables[zone]
    assert isinstance(cable, MemoryCable)
    assert cable.port is not None
    deliver, left = cable.port.on_bytes, count

    def count_down(data: bytes) -> None:
        nonlocal left
        data = data[:left]
        left -= len(data)
        if data:
            deliver(data)
        if left == 0:
            rig.table.switchboard.set(f"reader {zone}", "unplug", on=True)

    cable.port.on_bytes = count_down
    count_down(b"")


def acts(rig: Rig) -> list[dict[str, object]]:
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    return [fact.act for fact in log.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]


def test_a_table_is_usable_in_three_lines() -> None:
    with simulated_table("tacocat") as rig:
        rig.tap("YAY.ok")
        assert rig.says("YAY") == "sign.deal"


def test_every_panel_holds_exactly_the_picture_of_its_screen(rig: Rig) -> None:
    begin_attack(rig)

    scene = rig.program.controller.scene
    shown = {name: rig.table.panel(f"display {name}").picture() for name in scene.screens}
    drawn = {name: draw(screen, "en").pixels for name, screen in scene.screens.items()}

    assert len(shown) == 9
    assert shown == drawn


def test_the_strip_shows_where_tacocat_stands(rig: Rig) -> None:
    begin_attack(rig)

    lit = [space for space, light in zip(range(-4, 5), rig.table.look().lights, strict=True) if light.is_lit]

    assert lit == [0]


def test_a_bouncing_button_is_one_press(rig: Rig) -> None:
    for _ in range(5):
        rig.tap("YAY.no")

    assert rig.program.controller.situation.ui.lobby_game == "min72"  # the sixth that the table offers


def test_the_buzzer_sounds_a_refusal_low(rig: Rig) -> None:
    rig.table.place(rig.table.truth.at("box")[-1].tag, "YAY.pad")
    heard: set[float] = set()
    for _ in range(40):
        rig.wait(0.02)
        heard.add(rig.table.look().tone_hz)

    assert rig.says("YAY") == "refusal.foreign"
    assert {220.0, 175.0} <= heard


@pytest.mark.parametrize("fault", ["unplug", "silence", "garbage"])
def test_a_reader_that_fails_in_an_attack_comes_back_with_no_phantom_act(rig: Rig, fault: str) -> None:
    begin_attack(rig)
    rig.place("8", "YAY.pad")
    before = acts(rig)

    rig.table.switchboard.set(READER, fault, on=True)
    rig.wait(4.0)
    assert rig.program.controller.situation.zone("YAY") is Certainty.UNKNOWN
    assert rig.says("YAY") == "sign.reader-lost"
    rig.table.switchboard.set(READER, fault, on=False)
    rig.wait(LONG_ENOUGH_S)

    assert acts(rig) == before
    assert rig.says("YAY") == "sign.wait-answer"
    assert rig.says("WOW") == "sign.answer"
    device_log = [entry.code for entry in rig.program.controller.situation.log if entry.kind == "device"]
    assert device_log == ["log.lost", "log.found"]


@pytest.mark.parametrize("fault", ["corrupt", "truncate", "duplicate", "flicker"])
def test_a_noisy_reader_tells_no_card_that_is_not_there(rig: Rig, fault: str) -> None:
    begin_attack(rig)
    rig.table.switchboard.set(READER, fault, on=True)

    rig.place("8", "YAY.pad")
    rig.wait(4.0)
    rig.table.switchboard.set(READER, fault, on=False)
    rig.wait(LONG_ENOUGH_S)

    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}
    assert [act["do"] for act in acts(rig)].count("attack") == 1


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 180, 12 * EVERY))
def test_a_reader_pulled_out_at_any_byte_of_an_attack_ends_in_the_right_state(first: int) -> None:
    """A scan is 25 bytes with an empty field, and 49 with a tag in it: 180 bytes are the laying and two scans more.

    The cable is pulled at one byte in so many as `TACOTABLE_BYTES` says.
    """
    for count in range(first, first + 12 * EVERY, EVERY):
        with simulated_table("tacocat") as rig:
            begin_attack(rig)
            rig.table.place(rig.find("8"), "YAY.pad")
            break_cable(rig, "YAY.pad", count)
            rig.wait(2.5)
            assert rig.program.controller.situation.zone("YAY") is Certainty.UNKNOWN
            rig.table.switchboard.set(READER, "unplug", on=False)
            rig.wait(LONG_ENOUGH_S)

            assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}, f"pulled after {count} bytes"
            assert [act["do"] for act in acts(rig)].count("attack") == 1, f"pulled after {count} bytes"
            assert rig.says("WOW") == "sign.answer"


def test_a_panel_pulled_out_changes_nothing_else_and_is_filled_again(rig: Rig) -> None:
    begin_attack(rig)
    rig.table.switchboard.set("display YAY", "gone", on=True)
    rig.place("8", "YAY.pad")

    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}
    assert rig.says("WOW") == "sign.answer"
    assert rig.table.panel("display WOW").picture() in draw(rig.screen("WOW"), "en").turns
    rig.table.switchboard.set("display YAY", "gone", on=False)
    rig.wait(6.0)
    assert rig.table.panel("display YAY").picture() in draw(rig.screen("YAY"), "en").turns
    assert [entry.code for entry in rig.program.controller.situation.log if entry.kind == "device"] == [
        "log.lost",
        "log.found",
    ]


def test_a_stuck_button_is_told_and_found_when_it_comes_up(rig: Rig) -> None:
    rig.table.switchboard.set("WOW.ok", "stuck", on=True)
    rig.wait(12.0)
    assert "button WOW.ok" in rig.program.controller.situation.devices.lost

    rig.table.switchboard.set("WOW.ok", "stuck", on=False)
    rig.wait(1.0)

    assert rig.program.controller.situation.devices.lost == {}


def test_a_dead_sensor_is_bridged_by_holding_ok(rig: Rig) -> None:
    rig.move_token(None)
    rig.table.switchboard.set("sensor 0", "dead", on=True)
    rig.tap("YAY.ok")
    rig.move_token(0)
    assert rig.says("YAY") == "sign.move"

    rig.hold("YAY.ok")

    assert rig.says("YAY") == "sign.deal"


def test_the_table_ends_dark_and_silent() -> None:
    with simulated_table("tacocat") as rig:
        begin_attack(rig)
        table = rig.table

    seen = table.look()
    assert not any(light.is_lit for light in seen.lights)
    assert not any(picture.strip(b"\0") for picture in seen.pictures.values())


def test_a_game_goes_on_from_its_journal_after_a_restart(tmp_path: Path) -> None:
    with simulated_table("tacocat", journal=Journal(tmp_path)) as rig:
        begin_attack(rig)
        rig.place("8", "YAY.pad")
        before = public_state(rig.program.controller.situation)

    journal = Journal(tmp_path)
    facts: tuple[Fact, ...] = journal.recover().facts
    with simulated_table("tacocat", journal=journal, resumed=facts) as rig:
        assert public_state(rig.program.controller.situation) == before
        assert rig.says("WOW") == "sign.answer"


def test_a_card_that_still_lies_on_its_pad_after_a_restart_is_no_new_act(tmp_path: Path) -> None:
    with simulated_table("tacocat", journal=Journal(tmp_path)) as rig:
        begin_attack(rig)
        rig.place("8", "YAY.pad")

    journal = Journal(tmp_path)
    facts = journal.recover().facts
    with simulated_table("tacocat", journal=journal, resumed=facts) as rig:
        rig.table.switchboard.set("reader YAY.pad", "unplug", on=True)
        rig.wait(3.0)
        rig.place("8", "YAY.pad")
        rig.table.switchboard.set("reader YAY.pad", "unplug", on=False)
        rig.wait(3.0)

        assert rig.says("YAY") == "sign.wait-answer"
        assert Journal(tmp_path).recover().facts == facts


@cache
def played(table: str, game: str) -> Tally:
    """Return what was counted over a game of random players."""
    return play_games(read_table(table), 1, 11, game=game)


@pytest.mark.long
@pytest.mark.parametrize(("table", "game"), [("tacocat", "tc38"), ("tacocat", "tc36"), ("buttons", "tc38")])
def test_random_players_finish_a_game(table: str, game: str) -> None:
    tally = played(table, game)

    assert tally.games == 1
    assert tally.acts > 20


@pytest.mark.long
@pytest.mark.parametrize(
    ("reader", "seed"), [*((name, 1) for name in readers().specs), ("rdm6300", 108), ("id12la", 108)]
)
def test_a_game_ends_with_every_reader(reader: str, seed: int) -> None:
    table = TACOCAT.replace('reader = "pn532"', f'reader = "{reader}"')

    assert play_games(parse_table(table, "my.toml"), 1, seed).games == 1


@pytest.mark.long(keep=0)
def test_the_same_seed_plays_the_same_game() -> None:
    assert play_games(read_table("tacocat"), 1, 11, game="tc38").records == played("tacocat", "tc38").records

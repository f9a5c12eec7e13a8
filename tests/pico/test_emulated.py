"""The hub's program in the MicroPython image of a real Pico, on an emulated RP2040: its SPI, pins, PIO and USB.

Needs an image, which is not part of this repository: `TACOTABLE_MICROPYTHON_UF2=/path/to/RPI_PICO-....uf2`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median

from pico.emulated_hub import CARDS, PROGRAM, EmulatedHub

README = PROGRAM / "README.md"
BUTTONS_AT = 9
"""The first button among the contacts of a world."""
CARD_TO_EVENT_MS = 120
"""With three readers and cards on all of them, at most."""


def test_it_boots_and_says_that_it_has_three_readers(hub: EmulatedHub) -> None:
    assert hub.hello["rd"] == [0x92, 0x92, 0x92]
    assert hub.hello["why"] == "power"


def test_each_of_three_readers_reads_its_card(hub: EmulatedHub) -> None:
    for reader in range(3):
        hub.lay(reader, CARDS[reader])
        hub.until("tags", r=reader)

    assert hub.told == {reader: [CARDS[reader].hex().upper()] for reader in range(3)}


def test_two_cards_on_a_reader_are_both_told(hub: EmulatedHub) -> None:
    hub.lay(1, CARDS[3], CARDS[4])

    hub.until_told(1, CARDS[3], CARDS[4])


def test_a_press_is_told_and_counted(hub: EmulatedHub) -> None:
    hub.world.close(1 << BUTTONS_AT + 1)
    hub.change_world()

    assert hub.until("in", g="b", i=1)["d"] == 1
    assert hub.ask("snap", t="snap")["bt"][0] == 0b10


def test_lights_are_sent_as_their_chips_read_them(hub: EmulatedHub) -> None:
    hub.ask("ok", t="lights", id=9, l="ff0010s00ff00s")
    hub.ask("pong", t="ping")

    assert hub.lights() == bytes.fromhex("ff0010 00ff00")


def row(name: str) -> float:
    """Return what the README says of a time on the emulated chip, in ms: the last column of its row."""
    found = re.search(
        rf"^\|[* ]*{re.escape(name)}[^|\n]*\|[^|\n]*\| *(?P<ms>[0-9.]+) *\|$", README.read_text("utf-8"), re.M
    )
    assert found, name
    return float(found["ms"])


def test_the_times_of_the_readme_are_those_that_the_chip_takes(
    hub: EmulatedHub, record_property: Callable[[str, object], None]
) -> None:
    hub.ask("health", t="health")
    empty = [hub.ask("health", t="health") for _ in range(3)]
    for reader in range(3):
        hub.lay(reader, CARDS[reader])
        hub.until_told(reader, CARDS[reader])
    arrivals = []
    for reader in (0, 1, 2, 0, 1, 2):
        hub.lay(reader)
        hub.until_told(reader)
        hub.lay(reader, CARDS[reader])
        hub.until_told(reader, CARDS[reader])
        arrivals.append(hub.since_change_ms())
    busy = hub.ask("health", t="health")["loop"]
    full = [hub.ask("health", t="health") for _ in range(3)]
    measured = {
        "scan of an empty field": median(reader[3] for each in empty for reader in each["rd"]) / 1_000,
        "scan of a 7-byte tag": median(reader[3] for each in full for reader in each["rd"]) / 1_000,
        "mean round of the main loop": busy[0] / 1_000,
        "longest round": busy[1] / 1_000,
        "card down to event, cards on all three pads": median(arrivals),
    }
    for name, ms in measured.items():
        record_property(name, f"{ms:.1f} ms")
        print(f"{name}: {ms:.1f} ms")
    print(f"card down to event: {min(arrivals):.1f} to {max(arrivals):.1f} ms")

    assert max(arrivals) <= CARD_TO_EVENT_MS
    for name, ms in measured.items():
        assert row(name) * 0.6 < ms < row(name) * 1.6, name

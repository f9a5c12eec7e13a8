"""The table file of a set-up's answers, as text; the numbers of a board are placeholders until they are entered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tacotable.diagnostics.setup.questions import FAMILY, NONE, ON_HUB, ON_STRIP, RING, SPACES, YES, Answers
from tacotable.table.pinout import SPI_FREE_PINS

NUMBERS, ARROWS = (4, 6, 9, 7, 9, 6, 4), ("wow", "wow", "wow", "both", "yay", "yay", "yay")
PLACE = re.compile(r"(?:bus (?P<bus>\d+)|mux (?P<mux>0x[0-9A-F]+) channel (?P<channel>\d)) (?P<address>0x[0-9A-F]+)")


def table_text(given: Mapping[str, str], name: str) -> str:
    """Return the file of a table that is called `name`."""
    answers = Answers(given)
    return "\n".join([*_head(answers, name), *_seats(answers), *_middle(answers), *_board(answers)]) + "\n"


def name_for(stem: str) -> str:
    """Return a name for the table of a file.

    >>> name_for("my_table (copy)")
    'my_table cop'
    """
    return re.sub(r"[^A-Za-z0-9 _-]", "", stem).strip(" _-")[:12] or "table"


def _head(answers: Answers, name: str) -> Iterator[str]:
    yield "# Written by `tacotable setup`. `tacotable check FILE` looks it over; docs/table.md says more."
    yield f'name = "{name}"'
    yield f'game = "{"ek120" if answers["kind"] == RING else "tc38"}"'
    yield f'\n[power]\nsupply_ma = 3000    # what the 5 V supply gives\nboard = "{answers["board"]}"'
    if answers["hub"] == YES:
        yield f'\n[[hubs]]\nname = "{ON_HUB}"'
    if (pin := answers.pins_lit().get("buzzer")) is not None:
        yield f"\n[buzzer]\npin = {pin}"


def _seats(answers: Answers) -> Iterator[str]:
    lit, chain = answers.pins_lit(), answers.lamps(ON_HUB)
    for seat in answers.seats():
        yield f'\n[[seats]]\nname = "{seat}"'
        for role in answers.roles(seat):
            button = f"{seat}.{role}"
            *_, group, number = answers[f"press {button}"].split()
            place = f"{'pin' if group == 'GPIO' else group} = {number}"
            lamp = f", lamp = {lit[f'lamp {button}']}" if f"lamp {button}" in lit else ""
            lamp = ', lamp = "strip"' if answers["lamps"] == ON_STRIP else lamp
            lamp = f", light = {chain.index(button)}" if button in chain else lamp
            hub = f'hub = "{ON_HUB}", ' if button in chain or not place.startswith("pin") else ""
            yield f"{role} = {{ {hub}{place}{lamp} }}"
        if f"{seat}.pad" in answers.pads():
            yield _pad(answers, f"{seat}.pad")
        yield from _display(answers, seat)


def _middle(answers: Answers) -> Iterator[str]:
    if not answers.has_middle():
        return
    yield "\n[play]"
    yield _pad(answers, "play")
    yield from (f"displays = [{display.removeprefix('display = ')}]" for display in _display(answers, "table"))
    if answers["kind"] == FAMILY:  # the lights of its board count down
        return
    if answers["hub"] == YES and answers["countdown"] != "0":
        yield f"lights = {{ {_on_chain(answers)}, countdown = {answers['countdown']} }}"
    elif answers["hub"] != YES and (answers["lamps"] == ON_STRIP or answers["countdown"] != "0"):
        used = {_pin(what) for key, what in answers.items() if key.startswith("press ")}
        frees = "\nfrees_spi_pins = true" if (used | {*answers.pins_lit().values()}) & SPI_FREE_PINS else ""
        yield f'\n[play.lights]\nkind = "apa102"\ncountdown = {answers["countdown"]}{frees}'


def _board(answers: Answers) -> Iterator[str]:
    if answers["kind"] == RING:
        return
    yield "\n[board]\nplaceholder = true  # NOT the numbers of the printed board: tacotable enroll --board"
    if answers["sensors"] == YES:
        yield f"sensors = {[_pin(answers[f'stand {space}']) for space in SPACES]}"
    if answers["sensors"] == ON_HUB:
        yield f'sensors = {{ hub = "{ON_HUB}" }}'
    lit = answers.pins_lit()
    leds = [lit[f"light {space}"] for space in SPACES if f"light {space}" in lit]
    if answers["lights"] == ON_STRIP:
        yield f'lights = {{ kind = "apa102"{", spi_port = 1" if answers.get("spi") == "1" else ""} }}'
    elif answers["lights"] == ON_HUB:
        yield f"lights = {{ {_on_chain(answers)} }}"
    elif len(leds) == len(SPACES):
        yield f'lights = {{ kind = "leds", pins = {leds} }}'
    for number, arrow, space in zip(NUMBERS, ARROWS, SPACES[1:-1], strict=True):
        yield f'\n[[board.spaces]]\nnumber = {number}\narrow = "{arrow}"'
        yield from _display(answers, f"space {space}")


def _on_chain(answers: Answers) -> str:
    """Return where the lights of the spaces, or of the countdown, are on the chain: behind the lamps."""
    return f'kind = "hub", hub = "{ON_HUB}", first = {len(answers.lamps(ON_HUB))}'


def _pin(item: str) -> int:
    return int(item.removeprefix("GPIO "))


def _pad(answers: Answers, zone: str) -> str:
    *on_hub, place = answers[f"plug {zone}"].split()
    if on_hub:
        return f'pad = {{ hub = "{ON_HUB}", reader = {place} }}'
    return f'pad = {{ reader = "{answers[f"reader {zone}"]}", port = "{answers[f"plug {zone}"]}" }}'


def _display(answers: Answers, name: str) -> Iterator[str]:
    found = PLACE.fullmatch(answers.get(f"show {name}", NONE))
    if found:
        place = ", ".join(f"{key} = {value}" for key, value in found.groupdict().items() if value)
        yield f'display = {{ controller = "{answers.panel(f"show {name}")}", {place} }}'

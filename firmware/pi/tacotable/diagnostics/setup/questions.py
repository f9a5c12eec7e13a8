"""The questions of a set-up, in order: each follows from the answers before it, and nothing here knows a device.

Answers are texts by the key of their question. A key says how it is answered by its first word: `press YAY.ok` by a
press, `stand +1` by Tacocat, `plug YAY.pad` by a plug or a card on a reader of the hub, `show YAY` by the letter on a
display, `lit 6` by eyes; the others are typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tacotable.table.pinout import PWM_PINS, SPI1_PINS, SPI_FREE_PINS, SPI_PINS
from tacotable_drivers.ports import space_name
from tacotable_drivers.registry import panels, readers

DONE, NOTHING, NONE, YES, NO = "done", "nothing", "none", "yes", "no"
PADS, BUTTONS, RING, FAMILY = "pads", "buttons", "ring", "family"
ON_PINS, ON_STRIP, ON_HUB = "pins", "strip", "hub"
HUB_LIGHTS = 40  # So many lights the chain of a hub has at most: lamps seat by seat, then the spaces or the countdown.
SPACES = tuple(map(space_name, range(-4, 5)))
SHOWN_SPACES = SPACES[1:-1]
MANY = 4
NAMES = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,11}(, *[A-Za-z0-9][A-Za-z0-9 _-]{0,11})*")


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what is asked, what may be typed (empty: anything), and what a bare Enter means."""

    key: str
    asked: str
    options: tuple[str, ...] = ()
    usual: str = ""

    @property
    def way(self) -> str:
        """Return how it is answered: the first word of its key."""
        return self.key.partition(" ")[0]

    @property
    def name(self) -> str:
        """Return what it is about."""
        return name_of(self.key)

    @property
    def is_range(self) -> bool:
        """Return whether the answers are many numbers in a row."""
        return len(self.options) > MANY and all(option.isdigit() for option in self.options)

    @property
    def choice(self) -> str:
        """Return what may be typed, in words: many numbers by the first and the last."""
        return f"{self.options[0]} to {self.options[-1]}" if self.is_range else ", ".join(self.options)

    @property
    def prompt(self) -> str:
        """Return the question as it is shown."""
        may = f" ({self.choice})" if self.options and self.way != "lit" else ""
        return f"{self.asked}{may}" + (f" [{self.usual}]" if self.usual else "")


def name_of(key: str) -> str:
    """Return what the question of a key is about."""
    return key.partition(" ")[2] or key


class Answers(dict[str, str]):
    """Answers by the keys of their questions, and what follows from them."""

    def seats(self) -> tuple[str, ...]:
        """Return the names of the seats."""
        return tuple(name.strip() for name in self["names"].split(","))

    def has_middle(self) -> bool:
        """Return whether a pad and a display are in the middle, for all seats."""
        return self["kind"] in (RING, FAMILY)

    def tacocat_seats(self) -> tuple[str, ...]:
        """Return the seats at the two sides of the board, YAY's first."""
        seats = self.seats()
        return {RING: (), FAMILY: (seats[0], self.get("against", ""))}.get(self["kind"], seats)

    def roles(self, seat: str) -> tuple[str, ...]:
        """Return the buttons of a seat."""
        if self["kind"] == BUTTONS:
            return ("left", "right", "ok")
        return ("ok", "no" if seat in self.tacocat_seats() else "nope")

    def pads(self) -> tuple[str, ...]:
        """Return the names of the pads."""
        own = () if self["kind"] == BUTTONS else tuple(f"{seat}.pad" for seat in self.tacocat_seats())
        return (*own, "play") if self.has_middle() else own

    def buttons(self) -> tuple[str, ...]:
        """Return the names of all buttons, seat by seat."""
        return tuple(f"{seat}.{role}" for seat in self.seats() for role in self.roles(seat))

    def lamps(self, where: str) -> tuple[str, ...]:
        """Return the buttons with a lamp, where all of these are in one place; of the chain of a hub in its order."""
        names = self.buttons() if self["lamps"] == where else ()
        return tuple(name for name in names if name.rpartition(".")[2] not in ("left", "right"))

    def lit_things(self) -> tuple[str, ...]:
        """Return what is to be found on pins that the program drives: lamps, lights and the buzzer."""
        lamps = [f"lamp {name}" for name in self.lamps(ON_PINS)]
        lights = [f"light {space}" for space in SPACES if self.get("lights") == ON_PINS]
        return (*lamps, *lights, *(["buzzer"] if self["buzzer"] == YES else []))

    def pins_lit(self) -> dict[str, int]:
        """Return the pin of each thing that the program drives."""
        return {what: int(key.split()[1]) for key, what in self.items() if key.startswith("lit ") and what != NOTHING}

    def panel(self, key: str) -> str:
        """Return the kind of the display that a question is about: those of the spaces and the middle may be others."""
        if key.startswith("show space"):
            return self["space displays"]
        return self.get("middle display" if key == "show table" else "", self["seat displays"])

    def strip_places(self) -> frozenset[str]:
        """Return the pins that an APA102 strip takes: its data and clock, and those of its SPI that stay with that."""
        has_row = self.get("countdown", "0") != "0" and self["hub"] == NO
        if ON_STRIP not in (self.get("lamps"), self.get("lights")) and not has_row:
            return frozenset()
        spi = int(self.get("spi", 0))
        freed = () if self["kind"] == RING else SPI_FREE_PINS  # only play.lights can free them
        return frozenset(f"GPIO {pin}" for pin in (*SPI_PINS[spi], *(SPI1_PINS[0] if spi else freed)))


def questions_of(given: Mapping[str, str], pins: Sequence[int], board: str) -> Iterator[Question]:
    """Yield all questions as far as the answers reach; `pins` are free to be driven, `board` is what the Pi seems."""
    answers = Answers(given)
    yield Question(
        "kind",
        "Which table? pads: Tacocat, a reader before each seat; buttons: Tacocat without readers; ring: the Exploding "
        "games, one reader in the middle; family: a ring with a board between two of its seats, for all games",
        (PADS, BUTTONS, RING, FAMILY), PADS,
    )  # fmt: skip
    is_ring, is_family = answers.has_middle(), answers["kind"] == FAMILY
    if is_ring:
        yield Question("seats", "How many seats?", tuple(map(str, range(2, 11))), "4")
    first = "; begin with the one at the board's YAY side" if is_family else ""
    usual = ", ".join(str(number + 1) for number in range(int(answers["seats"]))) if is_ring else "YAY, WOW"
    yield Question("names", f"Names of the seats, clockwise, with commas between{first}", usual=usual)
    if is_family:
        seats = answers.seats()
        asked = f"Which seat plays Tacocat against {seats[0]}, at the board's WOW side?"
        yield Question("against", asked, seats[1:], seats[len(seats) // 2])
    yield Question("board", "Which Pi is it?", ("zero2w", "pi3", "pi4", "pi5"), board)
    yield Question("hub", "Is there a reader hub, a Pico with its program, on USB?", (YES, NO), NO)
    yield from _equipment(answers)
    yield from _hands(answers)
    yield from _displays(answers)
    of_strip = answers.strip_places()
    pins = sorted({pin for pin in pins if f"GPIO {pin}" not in of_strip}, key=lambda pin: (pin not in PWM_PINS, pin))
    wanted, found = answers.lit_things(), {answers.get(f"lit {pin}") for pin in pins}
    for pin in pins if wanted else ():
        if f"lit {pin}" in answers or not found >= {*wanted}:
            left = ", ".join(each for each in wanted if each not in found)
            asked = f"GPIO {pin} is switched on and off fast: what is lit, or sounds? Not found yet: {left}"
            yield Question(f"lit {pin}", asked, (*wanted, NOTHING), NOTHING)
    if lacking := [each for each in wanted if each not in found]:
        told = f"Not found: {', '.join(lacking)}. See its wires"
        told += f", none of {', '.join(sorted(of_strip))}, which the strip takes" if of_strip else ""
        yield Question("look again", f"{told}. Look again? no: go on without", (YES, NO), YES)
    for each in wanted:
        if each in found:
            yield Question(f"sure {each}", f"Now it should be {each}. Is it so?", (YES, NO), YES)
    yield Question(
        DONE,
        "Try it: press, lay a card, stand Tacocat somewhere; I say what it is. A lamp goes on with its button, each "
        "display shows its name. Type the name of what is wrong, and it is asked again; Enter when all is right",
    )  # fmt: skip


def _equipment(answers: Answers) -> Iterator[Question]:
    kind = answers["kind"]
    controllers = tuple(panels().specs)
    has_hub = answers["hub"] == YES
    chain, word = (ON_HUB, "the chain of the hub") if has_hub else (ON_STRIP, "an APA102 strip")
    lamps = (NONE, ON_PINS, *([chain] if answers.has_middle() or has_hub else []))
    which = f"none, on pins of their own, or on {word}" if chain in lamps else "none, or on pins of their own"
    yield Question("lamps", f"Have the buttons lamps: {which}?", lamps, lamps[-1])
    if kind == RING:
        counts = range(HUB_LIGHTS + 1 - len(answers.lamps(ON_HUB)) if has_hub else 61)
        asked = f"How many lights of {word}, behind the lamps, show the countdown?"
        yield Question("countdown", asked, tuple(map(str, counts)), "12")
    else:
        ways = (ON_STRIP,) if answers["lamps"] == ON_STRIP else (NONE, ON_PINS, chain)
        which = "they are on the strip of the lamps" if len(ways) == 1 else f"none, LEDs on pins, or {word}"
        usual = chain if kind != BUTTONS else ON_PINS
        yield Question("lights", f"Have the spaces lights: {which}?", ways, usual)
        if kind == FAMILY and ON_STRIP in (answers["lamps"], answers["lights"]):
            told = ", or ".join(f"{data} and {clock} ({port})" for port, (data, clock) in SPI_PINS.items())
            asked = f"On which SPI are the strip's data and clock: GPIO {told}?"
            yield Question("spi", asked, tuple(map(str, SPI_PINS)), "1")
        places = "? hub: they are on its GP0 to GP8" if has_hub else "?"
        asked, usual = f"Have the nine spaces sensors{places}", ON_HUB if has_hub else YES
        yield Question("sensors", asked, (YES, NO, *([ON_HUB] if has_hub else [])), usual if kind != BUTTONS else NO)
    yield Question("buzzer", "Is there a buzzer?", (YES, NO), YES)
    asked = "Which displays have the seats" + (", and the middle" if kind == RING else "")
    usual = "ssd1309" if kind == RING else "sh1106"
    yield Question("seat displays", f"{asked}?", (*controllers, *([NONE] if kind == PADS else [])), usual)
    if kind == FAMILY:
        yield Question("middle display", "Which display is in the middle?", controllers, "ssd1309")
    if kind != RING:
        usual = NONE if kind == BUTTONS else "sh1106"
        yield Question("space displays", "Which displays have the spaces?", (*controllers, NONE), usual)


def _hands(answers: Answers) -> Iterator[Question]:
    for name in answers.buttons():
        yield Question(f"press {name}", f"Press {name.rpartition('.')[2].upper()} of {name.rpartition('.')[0]}")
    for space in SPACES if answers.get("sensors") == YES else ():
        yield Question(f"stand {space}", f"Stand Tacocat on space {space}, and take it off")
    for zone in answers.pads():
        on_hub = "; if it is on the hub, lay a card on it" if answers["hub"] == YES else ""
        asked = f"Plug in the reader of {zone}; if it is in, pull it out and put it back{on_hub}"
        yield Question(f"plug {zone}", asked)
        if not answers.get(f"plug {zone}", "").startswith(ON_HUB):
            yield Question(f"reader {zone}", "One moment: it is asked which reader it is", tuple(readers().specs))


def _displays(answers: Answers) -> Iterator[Question]:
    shown = ["table"] if answers.has_middle() else []
    shown += [*answers.seats()] if answers["seat displays"] != NONE else []
    shown += [f"space {space}" for space in SHOWN_SPACES if answers.get("space displays", NONE) != NONE]
    must = {"table"} if answers.has_middle() else set()
    must |= {*answers.tacocat_seats()} if answers["kind"] in (BUTTONS, FAMILY) else set()
    for name in shown:
        told = "which everyone reads" if name == "table" else f"of {name}"
        other, options = ("", ()) if name in must else ("; 'none' where it has none", (NONE,))
        yield Question(f"show {name}", f"Which letter says the display {told}{other}?", options)

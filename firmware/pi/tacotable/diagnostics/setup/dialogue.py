"""The dialogue of a set-up: takes what was typed and what a look at the machine found, and says what to do next.

It is pure: no clock, no device. Whoever presses is believed when the same switch came twice in a row. What is another's
already is taken when it comes once more, and then the other is asked again: a mistake is found by what it contradicts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase

from tacotable.diagnostics.setup.newcomers import Newcomers
from tacotable.diagnostics.setup.questions import (
    DONE,
    NAMES,
    NO,
    NONE,
    NOTHING,
    ON_HUB,
    YES,
    Answers,
    Question,
    name_of,
    questions_of,
)
from tacotable.table.pinout import port_hints

SWITCHES, PLUGS, LETTERS, LIT = ("press", "stand"), ("plug",), ("show",), ("lit",)  # Ways with one answer a thing.
STRUCTURE = ("kind", "seats", "names", "against")  # What is asked again takes all that was asked after it along.
BACK = "back"
LOOKS = 3  # What was found so often in a row is so: a contact chatters when it closes.
PIN = re.compile(r"(?:GPIO *)?([0-9]+)", re.IGNORECASE)
BUTTON = re.compile(r"(\w+) of (.+)")
TYPED_ITEM = re.compile(
    r"(GPIO (?:[4-9]|1[0-9]|2[0-7])|hub button [0-7]|hub more (?:[0-9]|1[0-5]))|/dev/\S+|hub reader [0-2]"
)
TYPED_PLACE = re.compile(r"(bus [0-9]+|mux 0x7[0-7] channel [0-7]) 0x(3[CD])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seen:
    """One look at the machine: switches that are closed, ports and displays that are there, pads on which cards lie.

    `answering` is, for each port that was asked, the kind of reader that answers; empty where none does.
    """

    closed: frozenset[str] = frozenset()
    ports: frozenset[str] = frozenset()
    displays: tuple[str, ...] = ()
    cards: frozenset[str] = frozenset()
    answering: Mapping[str, str] = field(default_factory=dict)
    hub: str = ""  # How the hub fares, in words.


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the machine shall do: words on displays (place: controller, word), a pin to drive, readers to run.

    A reader without a kind is to be asked which it is; `reads` are ports by the names of their pads.
    """

    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    driven: int | None = None
    asks: str = ""
    reads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    displays: bool = False  # Whether displays are to be looked for.
    hub: bool = False  # Whether a hub is to be looked for.


class Setup:
    """A set-up that may go on from answers that were kept; `pins` are those that a program may drive.

    `device_of` returns the one name that all names of a serial port have in common.
    """

    def __init__(
        self, answers: Mapping[str, str], pins: Sequence[int], board: str = "pi4", device_of: Callable[[str], str] = str
    ) -> None:
        self.answers, self._given = Answers(answers), dict(answers)
        self._pins, self._board, self._device_of = pins, board, device_of
        self._letters: dict[str, str] = {}
        self._looks: list[Seen] = []
        self._closed: frozenset[str] = frozenset()
        self._hub = ""
        self._last, self._times = "", 0
        self._before: dict[str, str] = {}  # All answers as they were, while something is asked again.
        self._begin()

    @property
    def wanted(self) -> Wanted:
        """Return what the machine shall do meanwhile."""
        question, wanted = self.question, Wanted(hub=self.answers.get("hub") == YES)
        if question is None:
            return wanted
        match question.way:
            case "show":
                panel = self.answers.panel(question.key)
                words = {place: (panel, letter) for place, letter in self._letters.items()}
                return replace(wanted, words=words, displays=True)
            case "lit":
                return replace(wanted, driven=int(question.name))
            case "sure":
                return replace(wanted, driven=self.answers.pins_lit().get(question.name))
            case "reader":
                return replace(wanted, asks=self.answers[f"plug {question.name}"])
            case "done":
                return self._trial(wanted)
        return wanted

    def _trial(self, wanted: Wanted) -> Wanted:
        items, lit = self.answers.items(), self.answers.pins_lit()
        shown = [(key, place) for key, place in items if key.startswith("show ") and place != NONE]
        words = {place: (self.answers.panel(key), name_of(key)) for key, place in shown}
        ports = {name_of(key): port for key, port in items if key.startswith("plug ") and "/" in port}
        reads = {zone: (port, self.answers[f"reader {zone}"]) for zone, port in ports.items()}
        lamps = [f"lamp {key.removeprefix('press ')}" for key, item in items if item in self._closed]
        driven = next((lit[lamp] for lamp in lamps if lamp in lit), None)
        return replace(wanted, words=words, driven=driven, reads=reads)

    @property
    def is_new(self) -> bool:
        """Return whether anything was answered otherwise than it was at the start."""
        return {key: what for key, what in self.answers.items() if key != DONE} != self._given

    # What people type.

    def typed(self, line: str) -> list[str]:
        """Take a line; returns what to say."""
        line, question = line.strip(), self.question
        if question is None:
            return []
        if line.lower() == BACK:
            return self._went_back()
        if question.way == DONE:
            return self._tried(line)
        line = _meant(line, question)
        if question.way in LETTERS:
            line = {letter: place for place, letter in self._letters.items()}.get(line.upper(), line)
            line = f"{place[1].lower()} 0x{place[2].upper()}" if (place := TYPED_PLACE.fullmatch(line)) else line
        if question.way in LIT and line != NOTHING and line in question.options:
            return self._take(question, line, LIT)
        if self._is_item(line, question):
            ways = next(ways for ways in (SWITCHES, PLUGS, LETTERS) if question.way in ways)
            return self._take(question, line, ways, is_typed=True)
        if fault := self._fault_of(line, question):
            return [f"{line!r} {fault}"]
        self._answer(question, line)
        is_other = question.way == "sure" and line == NO
        again = {f"lit {self.answers.pins_lit().get(question.name)}", question.key} if is_other else set()
        if again or (question.key == "look again" and line == YES):
            dark = [key for key, what in self.answers.items() if key.startswith("lit ") and what == NOTHING]
            return self._drop([*dark, *again, "look again"])
        return []

    def _went_back(self) -> list[str]:
        """Take the last answer back; while something is asked again, all is as it was."""
        if before := self._before:
            told = [f"{name_of(key)} {what}" for key, what in before.items() if self.answers.get(key) != what]
            self.answers, self._before = Answers(before), {}
            return [f"As it was: {', '.join(told)}", *self._drop([])]
        if (key := next(reversed(self.answers), "")) == "":
            return ["There is no answer to take back.", *self._drop([])]
        return [f"Taken back: {name_of(key)} {self.answers[key]}", *self._drop([key])]

    def _fault_of(self, line: str, question: Question) -> str:
        """Return what is wrong with a line that names nothing which hands would have shown; empty where it will do."""
        if line in question.options:
            return ""
        hub = self._may_be_on_hub(question)
        letters = ", ".join(self._letters.values()) or "no display that answers: see wires and addresses"
        match question.way:
            case "press" | "stand":
                also = ", hub button 0, hub more 0" if hub else ""
                return f"is no pin for it; where nothing comes, see its wire, or type its pin, GPIO 4 to GPIO 27{also}"
            case "plug":
                also = ", hub reader 0" if hub else ""
                return f"is no port; where none comes, see its cable, or type it: /dev/serial/by-path/...{also}"
            case "show":
                return f"is no letter that is shown; there are: {letters}. Or type its place: mux 0x70 channel 3 0x3C"
            case "names":
                names, seats = [name.strip() for name in line.split(",")], int(self.answers.get("seats", "2"))
                is_good = NAMES.fullmatch(line) and len({*names} - {"table", "arbiter"}) == len(names) == seats
                return "" if is_good else f"will not do: {seats} different names of 1 to 12 Latin letters and digits"
        return f"is none of these: {question.choice}"

    def _is_item(self, line: str, question: Question) -> bool:
        if question.way in LETTERS:
            return line in self._letters or bool(TYPED_PLACE.fullmatch(line))
        if line.startswith(f"{ON_HUB} ") and not self._may_be_on_hub(question):
            return False
        found = TYPED_ITEM.fullmatch(line)
        return found is not None and question.way in (SWITCHES if found[1] else PLUGS)

    def _may_be_on_hub(self, question: Question) -> bool:
        """Return whether a thing may be on the hub: there is one, and of its sensors nobody asks one by one."""
        return self.answers.get("hub") == YES and question.way != "stand"

    def _tried(self, line: str) -> list[str]:
        if not line:
            self._answer(Question(DONE, ""), YES)
            return []
        line = line.lower()
        if button := BUTTON.fullmatch(line):
            line = f"{button[2]}.{button[1]}"
        keys = [key for key in self.answers if line in (key.lower(), name_of(key).lower())]
        keys += [key for key, what in self.answers.items() if what.lower() == line and key.startswith("lit ")]
        if line in STRUCTURE and keys:
            keys = [*self.answers][[*self.answers].index(line) :]
        if line == "lights":
            keys += [key for key in self.answers if key.startswith("lit ")]
        if not keys:
            return [f"{line!r} is no name; there are {', '.join(dict.fromkeys(map(name_of, self.answers)))}, lights"]
        self._before = dict(self.answers)
        return self._drop(keys)

    # What the machine finds.

    def seen(self, seen: Seen) -> list[str]:
        """Take a look at the machine; returns what to say."""
        question = self.question
        if question is None:
            return []
        self._looks = [*self._looks[1 - LOOKS :], seen]
        if any(look != seen for look in self._looks) or len(self._looks) < LOOKS:
            return []
        self._closed = seen.closed
        if seen.hub != self._hub:
            self._hub = seen.hub
            return [seen.hub]
        on_hub = frozenset(zone for zone in seen.cards if zone.startswith(ON_HUB))
        for place in seen.displays:
            self._letters.setdefault(place, ascii_uppercase[len(self._letters) % 26])
        switches, ports, cards = (
            one.take(there)
            for one, there in zip(self._newcomers, (seen.closed, seen.ports | on_hub, seen.cards - on_hub), strict=True)
        )
        if question.way == "stand":
            switches = tuple(item for item in switches if not item.startswith(ON_HUB))
        match question.way:
            case "press" | "stand":
                return self._came(question, switches, SWITCHES, "switches closed together")
            case "plug":
                return self._came(question, ports, PLUGS, "came together")
            case "reader":
                return self._reader_answered(question, seen.answering.get(self.answers[f"plug {question.name}"]))
            case "done":
                told = [self._whose(item) for item in (*switches, *ports)]
                return [*told, *(f"A card lies on {zone}." for zone in cards)]
        return []

    def _reader_answered(self, question: Question, kind: str | None) -> list[str]:
        if kind:
            self._answer(question, kind)
            return [f"It answers: it is a {kind}."]
        if kind is None or self._times:
            return []
        self._times = 1
        return [f"It answers to no question; a pn532 would, with its wires right. Type which it is: {question.choice}"]

    def _came(self, question: Question, items: Sequence[str], ways: Sequence[str], crowd: str) -> list[str]:
        if len(items) > 1:
            return [f"{' and '.join(items)}: {crowd}. Undo that, and then one alone, please."]
        return self._take(question, items[0], ways) if items else []

    def _take(self, question: Question, item: str, ways: Sequence[str], *, is_typed: bool = False) -> list[str]:
        """Take the thing for the question, when it has come often enough; a press that is typed need not come twice."""
        if item in self.answers.strip_places():
            return [f"{item} belongs to the SPI of the strip of lights. Take another pin."]
        place = self._place(item)
        self._times = self._times + 1 if place == self._last else 1
        before, self._last = self._last, place
        owner = self._owners(ways).get(place)
        if self._times < (2 if owner or (question.way == "press" and not is_typed) else 1):
            if owner:
                twin = " (two displays of one address? change the solder link of one)" if ways is LETTERS else ""
                known = f"{item} is {self._name_of(owner)} already{twin}."
                return [f"{known} If it is this one all the same, once more; then that one is asked again."]
            twice = f"{item} now, {before} before: press the same one twice."
            return [twice if before else f"{item}. Once more, to be sure."]
        if owner:
            self._before = self._before or dict(self.answers)
            del self.answers[owner]
            self.answers.pop(f"sure {item}", None)
        self._answer(question, item)
        hints = port_hints(item, self.answers.get("board")) if ways is PLUGS else ()
        return [f"{question.name}: {item}", *(f"hint: {hint}" for hint in hints)]

    # The small steps.

    def _owners(self, ways: Sequence[str]) -> dict[str, str]:
        """Return whose each thing is that was an answer in one of these ways."""
        answers = reversed(self.answers.items())  # of two the first counts
        return {
            self._place(what): key
            for key, what in answers
            if key.partition(" ")[0] in ways and what not in (NONE, NOTHING)
        }

    def _place(self, what: str) -> str:
        """Return a thing by the one name of its place: a port has several."""
        return self._device_of(what) if what.startswith("/") else what

    def _whose(self, item: str) -> str:
        owner = next((key for key, what in self.answers.items() if self._place(what) == self._place(item)), "")
        return f"{item} is {self._name_of(owner)}." if owner else f"{item} is nobody's: no question was about it."

    def _name_of(self, key: str) -> str:
        return key.replace("lit", "GPIO") if key.startswith("lit ") else name_of(key)

    def _answer(self, question: Question, what: str) -> None:
        self.answers[question.key] = what
        taken = self.answers.strip_places()
        self._drop([key for key, item in self.answers.items() if taken & {item, self._name_of(key)}])
        is_whole = self._before.keys() <= self.answers.keys() or self.question is None or self.question.way == DONE
        if is_whole or question.key in STRUCTURE:
            self._before = {}

    def _drop(self, keys: Iterable[str]) -> list[str]:
        for key in keys:
            self.answers.pop(key, None)
        self._begin()
        return []

    def _begin(self) -> None:
        """Begin with the first question that is not answered; None when all are."""
        taken = self._owners(SWITCHES)
        questions = questions_of(self.answers, [pin for pin in self._pins if f"GPIO {pin}" not in taken], self._board)
        self.question = next((each for each in questions if each.key not in self.answers), None)
        self._newcomers = (Newcomers(on_leaving=True), Newcomers(on_leaving=False), Newcomers(on_leaving=False))
        self._last, self._times, self._looks = "", 0, []

    def reopen(self) -> None:
        """Go back to the trial: the table that came of the answers was not good."""
        self._drop([DONE])

    def doubts(self, seen: Seen) -> list[str]:
        """Return what is there and nobody's."""
        shown, ports = self._owners(LETTERS), self._owners(PLUGS)
        there = {self._place(port) for port in seen.ports}
        gone = [self.answers[ports[port]] for port in ports if port not in there and not port.startswith(ON_HUB)]
        lights = [each for each in self.answers.lit_things() if each not in self.answers.values()]
        return [
            *(f"{item} is closed now: a switch that is stuck, or wired to 3.3 V?" for item in sorted(seen.closed)),
            *(f"the display at {place} answers, and is nobody's" for place in self._letters if place not in shown),
            *(f"{port}: the port of a reader that is not there now" for port in sorted(gone)),
            *(f"{each} was not found on any pin" for each in lights),
        ]


def _meant(line: str, question: Question) -> str:
    """Return a line as the question has it: RING or r for ring, 5 for GPIO 5; the usual answer where it is empty."""
    if question.way in SWITCHES and (pin := PIN.fullmatch(line)):
        return f"GPIO {int(pin[1])}"
    if question.way in (*SWITCHES, *PLUGS) and line.lower().startswith(f"{ON_HUB} "):
        return line.lower()
    like = [option for option in question.options if option.lower() == line.lower()]
    if not like and line.isalpha() and question.way not in LETTERS:
        like = [option for option in question.options if option.lower().startswith(line.lower())]
    return like[0] if len(like) == 1 else line or question.usual

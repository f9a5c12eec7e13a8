"""The text record of a match: tags, then numbered acts. It reads back exactly and can be edited by hand.

    [Format "tacotable 1"]
    [Game "tc38"]
    [Seat "Ann"]
    [Seat "Bo"]
    [Start "tc38 dealt Ann/Bo ..."]
    [Result "*"]

    1. a:R5.6 b:R_
    3. a:D9 b:D5
    5. a:A8 b:s6#sacrifice-lowest {refuse "the 1 is lower"} b:s1

Seats are letters in their order. `a:WORD` is an act that stands, `a:WORD#rule` one that was refused, `a:WORD!` one
that the arbiter let stand. In braces: what chance gave to the act before it (`{shuffle 4.7.1}`), the arbiter's
decision (`{accept "why"}`, `{refuse "why"}`), `{undo 5}`, `{clock 6.5}`, `{resolve}`, and amendments (`{amend redeal}`,
`{amend leave b}`, `{amend lost 12}`), of which `{undo}` takes back the last. A number before a word is the number of
the next act that stands; numbers of undone acts are not used again.

A record is read by playing it again, word by word, so that one with an impossible act is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from tacotable_engine.amendment import FIELDS, Amendment
from tacotable_engine.chance import Chance, Shuffle, ToldChance
from tacotable_engine.errors import EngineError, RecordError, RequestError
from tacotable_engine.log import Amended, Applied, Clocked, Decided, Entry, Refused, Standing, Undone, fold, take_back
from tacotable_engine.registry import rules_of, rulesets

if TYPE_CHECKING:
    from tacotable_engine.course import Course
    from tacotable_engine.rulings import Ruling

FORMAT = "tacotable 1"
LETTERS = "abcdefghij"  # The seats in their order; ten is the most that any game has.
LINE = 110
UNSAFE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # What breaks a line or no file can hold (lone surrogates).
TAGS = ("Format", "Game", "Seat", "Seed", "Start", "Result")
TAG = re.compile(r'\[([A-Z][a-z]*) ("(?:[^"\\]|\\.)*")\]')
WORD = re.compile(r'(\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}|[^\s{}]+)|[^ \t]')
NUMBER = re.compile(r"([1-9][0-9]*)\.")
ACT = re.compile(r"([a-j]):([^:!#]+)(?:(!)|#([a-z-]+))?")
BRACED = re.compile(r"\{([a-z]+)(?: (.+))?\}")
CourseT = TypeVar("CourseT", bound="Course")
Begin: TypeAlias = Callable[[str, tuple[str, ...], object, Chance, int | None], CourseT]
"""What begins a match: from the game's name, the seats, the first state, chance and the seed."""


def write_record(match: Course) -> str:
    """Return a match as text: its tags, then each exchange on a line of its own, longer ones broken between words."""
    seats = [("Seat", seat) for seat in match.seats]
    seed = [] if match.seed is None else [("Seed", str(match.seed))]
    start = match.game.write_position(match.start)
    result = match.game.winner(match.state) or "*"
    tags = [("Format", FORMAT), ("Game", match.name), *seats, *seed, ("Start", start), ("Result", result)]
    text, width = "", 0
    for is_first, word in _words(match):
        if text and (is_first or width + 1 + len(word) > LINE):
            text, width = f"{text}\n", 0
        separator = " " if width else ""
        text, width = f"{text}{separator}{word}", width + len(separator) + len(word)
    return "".join(f"[{name} {quoted(value)}]\n" for name, value in tags) + "\n" + (f"{text}\n" if text else "")


def quoted(text: str) -> str:
    """Return a text in double quotes, in one line that a file can hold."""
    return UNSAFE.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


def _words(match: Course) -> Iterator[tuple[bool, str]]:
    """Yield each word of the record, and whether it begins a line."""
    game, state = match.game, match.start
    standing: list[Standing] = []
    now_s = 0.0
    for entry in match.log:
        if isinstance(entry, Applied) and game.begins_line(state):
            yield True, f"{entry.number}."
        yield False, _word(match, entry)
        if isinstance(entry, Undone):
            take_back(standing, now_s)
            state = fold(game, match.start, match.seats, standing)
        elif not isinstance(entry, Refused | Decided):
            yield from ((False, f"{{shuffle {'.'.join(cards)}}}") for cards in entry.shuffles)
            standing.append(entry)
            state = fold(game, state, match.seats, [entry])
        if isinstance(entry, Clocked):
            now_s = entry.at_s


def _word(match: Course, entry: Entry) -> str:
    if isinstance(entry, Applied | Refused):
        word = f"{LETTERS[match.seats.index(entry.seat)]}:{match.game.write_act(entry.act)}"
        if isinstance(entry, Refused):
            return f"{word}#{entry.rule}"
        return f"{word}!" if entry.is_accepted else word
    if isinstance(entry, Decided):
        return f"{{{'accept' if entry.accept else 'refuse'} {quoted(entry.why)}}}"
    if isinstance(entry, Undone):
        return "{undo}" if entry.number is None else f"{{undo {entry.number}}}"
    if isinstance(entry, Amended):
        told = entry.amendment
        seat = "" if told.seat is None else f" {LETTERS[match.seats.index(told.seat)]}"
        return f"{{amend {told.do}{seat}{'' if told.card is None else f' {told.card}'}}}"
    return f"{{clock {entry.at_s!r}}}" if isinstance(entry, Clocked) else "{resolve}"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the record and where it stands."""

    text: str
    line: int
    column: int
    shuffles: tuple[Shuffle, ...] = ()  # The outcomes of chance that are told behind it.

    def wrong(self, problem: str) -> RecordError:
        """Return the error for this word."""
        return RecordError(f"{self.text[:40]!r}: {problem}", self.line, self.column)


@dataclass(slots=True)
class Tags:
    """The tags of a record, each with its line."""

    values: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    last_line: int = 0

    def one(self, name: str) -> str:
        """Return a tag that must be there."""
        if name not in self.values:
            raise RecordError(f"the tag [{name} ...] is missing", self.last_line + 1, 1)
        return self.values[name][0]

    def wrong(self, name: str, problem: str) -> RecordError:
        """Return the error for a tag."""
        return RecordError(f"{name}: {problem}", self.lines.get(name, 1), 1)


class NoChance:
    """The chance of a match that is read without one."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Raise RequestError: there is none."""
        raise RequestError(f"{len(cards)} cards are to be shuffled, and this match was read without a chance")


def read_record(text: str, chance: Chance | None, begin: Begin[CourseT]) -> CourseT:
    """Return the match of a record, begun by `begin`; raises RecordError with line and column."""
    lines = text.split("\n")
    tags = _read_tags(lines)
    later = NoChance() if chance is None else chance
    match = _begin(tags, later, begin)
    replay = Replay(match)
    for word in _read_words(lines[tags.last_line :], tags.last_line):
        match.chance = told = ToldChance(word.shuffles)
        try:
            replay.play(word)
        except RecordError:
            raise
        except EngineError as problem:
            raise word.wrong(str(problem)) from None
        if told.left:
            raise word.wrong("the shuffle behind it is not asked for")
    match.chance = later
    if replay.accepting is not None:
        raise RecordError("the record ends where the accepted act should be", 1, 1)
    if (match.game.winner(match.state) or "*") != tags.one("Result"):
        raise tags.wrong("Result", "the acts lead to another result")
    return match


def _read_tags(lines: list[str]) -> Tags:
    tags = Tags()
    for number, line in enumerate(lines, 1):
        if not line.startswith("["):
            break
        found = TAG.fullmatch(line.rstrip("\r "))
        if found is None or found[1] not in TAGS:
            raise RecordError(f'a tag was expected, such as [Game "tc38"]; known are {", ".join(TAGS)}', number, 1)
        if found[1] in tags.values and found[1] != "Seat":
            raise RecordError(f"the tag {found[1]!r} is there twice", number, 2)
        try:
            value = str(json.loads(found[2]))
        except ValueError as problem:
            expected = f"a text in double quotes was expected ({problem})"
            raise RecordError(expected, number, found.start(2) + 1) from None
        tags.values.setdefault(found[1], []).append(value)
        tags.lines[found[1]] = tags.last_line = number
    return tags


def _begin(tags: Tags, chance: Chance, begin: Begin[CourseT]) -> CourseT:
    if tags.one("Format") != FORMAT:
        raise tags.wrong("Format", f"this program reads {FORMAT!r}")
    name = tags.one("Game")
    if name not in rulesets():
        raise tags.wrong("Game", f"one of {', '.join(rulesets())} was expected")
    position = tags.one("Start")
    try:
        start = rules_of(name).read_position(position)
    except RecordError as problem:
        column = len('[Start "') + problem.column
        raise RecordError(problem.problem, tags.lines["Start"], column) from None
    seed = tags.one("Seed") if "Seed" in tags.values else None
    if seed is not None and not re.fullmatch(r"-?[0-9]{1,4000}", seed):
        raise tags.wrong("Seed", "a whole number was expected")
    seats = tuple(tags.values.get("Seat", []))
    match = begin(name, seats, start, chance, None if seed is None else int(seed))
    shown = match.game.view(start, "table")
    if shown.game != name:
        raise tags.wrong("Game", "the start is of another game")
    if shown.seats != match.seats:
        raise tags.wrong("Seat", "the seats are not those of the start")
    return match


def _read_words(lines: list[str], skipped: int) -> list[Word]:
    """Return the words in order; a shuffle is put to the word before it."""
    words: list[Word] = []
    for number, line in enumerate(lines, skipped + 1):
        found = list(WORD.finditer(line.rstrip("\r")))
        for at in found:
            if at[1] is None:
                raise RecordError("this brace is not closed on its line", number, at.start() + 1)
        for at in found:
            word = Word(at[0], number, at.start() + 1)
            braced = BRACED.fullmatch(word.text)
            if braced is None or braced[1] != "shuffle":
                words.append(word)
            elif not words or NUMBER.fullmatch(words[-1].text):
                raise word.wrong("a shuffle stands behind the act that asked for it")
            else:
                outcome = tuple((braced[2] or "").split("."))
                words[-1] = replace(words[-1], shuffles=(*words[-1].shuffles, outcome))
    return words


class Replay:
    """A match that is played again word by word."""

    def __init__(self, match: Course) -> None:
        self._match = match
        self.accepting: str | None = None  # Why the arbiter lets the next act stand, once that is told.

    def play(self, word: Word) -> None:
        """Do what a word says; raises EngineError when that cannot be."""
        if number := NUMBER.fullmatch(word.text):
            if number[1] != str(self._match.next_number):
                raise word.wrong(f"the next act has the number {self._match.next_number}")
        elif act := ACT.fullmatch(word.text):
            self._play_act(word, act)
        elif braced := BRACED.fullmatch(word.text):
            self._play_braced(word, braced[1], braced[2] or "")
        else:
            raise word.wrong("an act such as a:D9, a number such as 3. or something in braces was expected")

    def _play_act(self, word: Word, found: re.Match[str]) -> None:
        letter, text, is_accepted, rule = found.groups()
        seat = self._seat(word, letter)
        try:
            act = self._match.game.read_act_word(self._match.state, text)
        except ValueError as problem:
            raise word.wrong(f"expected {problem}") from None
        if is_accepted:
            why, pending = self.accepting, self._match.outstanding
            if why is None or pending is None or (pending.seat, pending.act) != (self._match.seats[seat], act):
                raise word.wrong("an act marked ! stands behind {accept ...} and was refused before")
            self.accepting = None
            _must_stand(word, self._match.rule(True, why))
            return
        ruling = self._match.do(seat, act)
        if rule is None and not ruling.is_applied:
            raise word.wrong(f"this act is refused here ({ruling.rule})")
        if rule is not None and ruling.rule != rule:
            raise word.wrong(f"this act is not refused so, but is {ruling.ruling} ({ruling.rule})")

    def _seat(self, word: Word, letter: str) -> int:
        seats = list(LETTERS[: len(self._match.seats)])
        if letter not in seats:
            raise word.wrong(f"there is no seat {letter!r} in this game")
        return seats.index(letter)

    def _play_braced(self, word: Word, kind: str, rest: str) -> None:
        match = self._match
        if kind == "accept":
            self.accepting = _text(word, rest)
        elif kind == "refuse":
            _must_stand(word, match.rule(False, _text(word, rest)))
        elif kind == "undo":
            ruling = match.undo()
            if not ruling.is_applied or str(ruling.values.get("act", "")) != rest:
                raise word.wrong(f"not the act that would be undone here ({ruling.values.get('act', 'none')})")
        elif kind == "amend":
            _must_stand(word, match.apply_amendment(self._amendment(word, rest)))
        elif kind == "resolve":
            _must_stand(word, match.resolve())
        elif kind == "clock":
            _must_stand(word, match.clock(_seconds(word, rest)))
        else:
            raise word.wrong("known are shuffle, accept, refuse, undo, amend, clock and resolve")

    def _amendment(self, word: Word, rest: str) -> Amendment:
        do, *named = rest.split(" ")
        names = FIELDS.get(do, ())
        if len(named) != len(names):
            raise word.wrong("an amendment such as {amend redeal}, {amend leave b} or {amend lost 12} was expected")
        fields: dict[str, object] = {"do": do, **dict(zip(names, named, strict=True))}
        if "seat" in fields:
            fields["seat"] = self._match.seats[self._seat(word, named[0])]
        return self._match.game.read_amendment(self._match.state, fields)


def _must_stand(word: Word, ruling: Ruling) -> None:
    if not ruling.is_applied:
        raise word.wrong(f"this is refused here ({ruling.rule})")


def _text(word: Word, text: str) -> str:
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        told = None
    if not isinstance(told, str):
        raise word.wrong("a text in double quotes was expected")
    return told


def _seconds(word: Word, text: str) -> float:
    try:
        return int(text) if re.fullmatch(r"[0-9]{1,13}", text) else float(text)
    except ValueError:
        raise word.wrong("seconds were expected") from None

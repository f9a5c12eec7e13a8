"""Reading a text record: it is played again, act by act, so that a record with an impossible act is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from tacotable_engine.amendment import FIELDS
from tacotable_engine.chance import Chance, Shuffle, ToldChance
from tacotable_engine.course import Course
from tacotable_engine.errors import EngineError, RecordError
from tacotable_engine.registry import GAMES

if TYPE_CHECKING:
    from tacotable_engine.game import Act
    from tacotable_engine.rulings import Ruling

FORMAT = "tacotable 1"
LETTERS = "abcdefghij"
"""The seats in their order; ten is the most that any game has."""
TAG = re.compile(r'\[([A-Z][a-z]*) ("(?:[^"\\]|\\.)*")\]')
WORD = re.compile(r'\{(?:[^"{}]|"(?:[^"\\]|\\.)*")*\}|[^\s{}]+')
NUMBER = re.compile(r"([1-9][0-9]*)\.")
ACT = re.compile(r"([a-j]):([^:!#]+)(?:(!)|#([a-z-]+))?")
BRACED = re.compile(r"\{([a-z]+)(?: (.+))?\}")
REPEATABLE = ("Seat",)
TAGS = ("Format", "Game", "Seat", "Seed", "Start", "Result")
T = TypeVar("T")
CourseT = TypeVar("CourseT", bound=Course)
Begin: TypeAlias = Callable[[str, tuple[str, ...], object, Chance, int | None], CourseT]
"""What begins a match: from the game's name, the seats, the first state, chance and the seed."""


@dataclass(frozen=True, slots=True)
class Word:
    """One word of the record and where it stands."""

    text: str
    line: int
    column: int
    shuffles: tuple[Shuffle, ...] = ()
    """The outcomes of chance that are told behind it."""

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


class SwitchedChance:
    """A chance that gives what the record tells while it is read, and its real source afterwards."""

    def __init__(self, then: Chance) -> None:
        self.told: ToldChance | None = None
        self._then = then

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Ask whichever is in place."""
        return (self.told or self._then).shuffle(cards)


def read_record(text: str, chance: Chance, begin: Begin[CourseT]) -> CourseT:
    """Return the match of a record, begun by `begin`; raises RecordError with line and column."""
    lines = text.split("\n")
    tags = _read_tags(lines)
    switched = SwitchedChance(chance)
    match = _begin(tags, switched, begin)
    replay = Replay(match)
    for word in _read_words(lines[tags.last_line :], tags.last_line):
        switched.told = ToldChance(word.shuffles)
        replay.play(word)
        if not switched.told.is_spent:
            raise word.wrong("the shuffle behind it is not asked for")
    switched.told = None
    replay.finish()
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
        if found[1] in tags.values and found[1] not in REPEATABLE:
            raise RecordError(f"the tag {found[1]!r} is there twice", number, 2)
        tags.values.setdefault(found[1], []).append(_unquoted(found[2], number, found.start(2) + 1))
        tags.lines[found[1]] = tags.last_line = number
    return tags


def _unquoted(text: str, line: int, column: int) -> str:
    try:
        return str(json.loads(text))
    except ValueError as problem:
        raise RecordError(f"a text in double quotes was expected ({problem})", line, column) from None


def _begin(tags: Tags, chance: Chance, begin: Begin[CourseT]) -> CourseT:
    if tags.one("Format") != FORMAT:
        raise tags.wrong("Format", f"this program reads {FORMAT!r}")
    name = tags.one("Game")
    if name not in GAMES:
        raise tags.wrong("Game", f"one of {', '.join(GAMES)} was expected")
    try:
        start = GAMES[name].read_position(tags.one("Start"))
    except RecordError as problem:
        column = len('[Start "') + problem.column
        raise RecordError(problem.problem, tags.lines["Start"], column) from None
    match = begin(name, tuple(tags.values.get("Seat", [])), start, chance, _seed(tags))
    shown = GAMES[name].view(start, "table")
    if shown.game != name:
        raise tags.wrong("Game", "the start is of another game")
    if shown.seats != match.seats:
        raise tags.wrong("Seat", "the seats are not those of the start")
    return match


def _seed(tags: Tags) -> int | None:
    if "Seed" not in tags.values:
        return None
    if not re.fullmatch(r"-?[0-9]{1,4000}", tags.one("Seed")):
        raise tags.wrong("Seed", "a whole number was expected")
    return int(tags.one("Seed"))


def _read_words(lines: list[str], skipped: int) -> list[Word]:
    """Return the words in order; a shuffle is put to the word before it."""
    words: list[Word] = []
    for number, line in enumerate(lines, skipped + 1):
        for column, text in _split(line.rstrip("\r"), number):
            word = Word(text, number, column)
            braced = BRACED.fullmatch(text)
            if braced is None or braced[1] != "shuffle":
                words.append(word)
            elif not words or NUMBER.fullmatch(words[-1].text):
                raise word.wrong("a shuffle stands behind the act that asked for it")
            else:
                outcome = tuple((braced[2] or "").split("."))
                last = words[-1]
                words[-1] = Word(last.text, last.line, last.column, (*last.shuffles, outcome))
    return words


def _split(line: str, number: int) -> list[tuple[int, str]]:
    found, position = [], 0
    while position < len(line):
        if line[position] in " \t":
            position += 1
            continue
        word = WORD.match(line, position)
        if word is None:
            raise RecordError("this brace is not closed on its line", number, position + 1)
        found.append((position + 1, word[0]))
        position = word.end()
    return found


class Replay:
    """A match that is played again word by word."""

    def __init__(self, match: Course) -> None:
        self._match = match
        self._accepting: str | None = None
        """Why the arbiter lets the next act stand, once that is told."""

    def play(self, word: Word) -> None:
        """Do what a word says; raises RecordError when that cannot be."""
        if number := NUMBER.fullmatch(word.text):
            if number[1] != str(self._match.next_number):
                raise word.wrong(f"the next act has the number {self._match.next_number}")
        elif act := ACT.fullmatch(word.text):
            self._play_act(word, act)
        elif braced := BRACED.fullmatch(word.text):
            self._play_braced(word, braced[1], braced[2] or "")
        else:
            raise word.wrong("an act such as a:D9, a number such as 3. or something in braces was expected")

    def finish(self) -> None:
        """Raise RecordError when an accepted act is still awaited."""
        if self._accepting is not None:
            raise RecordError("the record ends where the accepted act should be", 1, 1)

    def _play_act(self, word: Word, found: re.Match[str]) -> None:
        letter, text, is_accepted, rule = found.groups()
        seat = self._seat(word, letter)
        try:
            act = self._match.game.read_act_word(self._match.state, text)
        except ValueError as problem:
            raise word.wrong(f"expected {problem}") from None
        if is_accepted:
            self._accept(word, self._match.seats[seat], act)
            return
        ruling = _asked(word, lambda: self._match.do(seat, act))
        if rule is None and not ruling.is_applied:
            raise word.wrong(f"this act is refused here ({ruling.rule})")
        if rule is not None and ruling.rule != rule:
            raise word.wrong(f"this act is not refused so, but is {ruling.ruling} ({ruling.rule})")

    def _seat(self, word: Word, letter: str) -> int:
        seats = LETTERS[: len(self._match.seats)]
        if letter not in list(seats):
            raise word.wrong(f"there is no seat {letter!r} in this game")
        return seats.index(letter)

    def _accept(self, word: Word, seat: str, act: Act) -> None:
        why, pending = self._accepting, self._match.outstanding
        if why is None or pending is None or (pending.seat, pending.act) != (seat, act):
            raise word.wrong("an act marked ! stands behind {accept ...} and was refused before")
        self._accepting = None
        _must_stand(word, _asked(word, lambda: self._match.rule(True, why)))

    def _play_braced(self, word: Word, kind: str, rest: str) -> None:
        if kind == "accept":
            self._accepting = _text(word, rest)
        elif kind == "refuse":
            _must_stand(word, self._match.rule(False, _text(word, rest)))
        elif kind == "undo":
            ruling = _asked(word, self._match.undo)
            if not ruling.is_applied or str(ruling.values.get("act", "")) != rest:
                raise word.wrong(f"not the act that would be undone here ({ruling.values.get('act', 'none')})")
        elif kind == "amend":
            self._amend(word, rest)
        elif kind == "resolve":
            _must_stand(word, _asked(word, self._match.resolve))
        elif kind == "clock":
            at = _seconds(word, rest)
            _must_stand(word, _asked(word, lambda: self._match.clock(at)))
        else:
            raise word.wrong("known are shuffle, accept, refuse, undo, amend, clock and resolve")

    def _amend(self, word: Word, rest: str) -> None:
        do, *named = rest.split(" ")
        names = FIELDS.get(do, ())
        if len(named) != len(names):
            raise word.wrong("an amendment such as {amend redeal}, {amend leave b} or {amend lost 12} was expected")
        fields: dict[str, object] = {"do": do, **dict(zip(names, named, strict=True))}
        if "seat" in fields:
            fields["seat"] = self._match.seats[self._seat(word, named[0])]
        match = self._match
        read = _asked(word, lambda: match.game.read_amendment(match.state, fields))
        _must_stand(word, _asked(word, lambda: match.apply_amendment(read)))


def _asked(word: Word, ask: Callable[[], T]) -> T:
    """Ask the match, and tell where in the record it went wrong."""
    try:
        return ask()
    except EngineError as problem:
        raise word.wrong(str(problem)) from None


def _must_stand(word: Word, ruling: Ruling) -> None:
    if not ruling.is_applied:
        raise word.wrong(f"this is refused here ({ruling.rule})")


def _text(word: Word, text: str) -> str:
    try:
        told = json.loads(text)
    except ValueError:
        told = None
    if not isinstance(told, str):
        raise word.wrong("a text in double quotes was expected")
    return told


def _seconds(word: Word, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,13}", text):
        try:
            return float(text)
        except ValueError:
            raise word.wrong("seconds were expected") from None
    return int(text)

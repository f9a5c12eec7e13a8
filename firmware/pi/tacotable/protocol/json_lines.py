"""The referee protocol: one game, a JSON line in, a reply line out and nothing else; an `error` changes nothing."""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, BinaryIO, NoReturn

from tacotable.catalog import Catalog, CatalogError
from tacotable.protocol import companion
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_flag, as_number, as_object, as_one_of, as_text, require_only, required
from tacotable_engine.log import LATEST_S
from tacotable_engine.match import Match

if TYPE_CHECKING:
    from tacotable_engine.companion.lessons.lesson import Lesson
    from tacotable_engine.rulings import Ruling

Reply = dict[str, object]
Request = Mapping[str, object]


class SeededChance:
    """The chance of a game on this machine: the same seed shuffles alike, without one nobody can foresee it."""

    def __init__(self, seed: int | None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - cards, no secrets

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Return the cards in an order of chance."""
        shuffled = list(cards)
        self._random.shuffle(shuffled)
        return shuffled


class Referee:
    """One game at a time, asked in the words of the protocol."""

    def __init__(self, language: str = "en", *, clock: Callable[[], float] = time.monotonic) -> None:
        self._catalog, self._time = Catalog(language), clock
        self.match: Match | None = None
        self._last: Ruling | None = None
        self._lesson: Lesson | None = None
        self._line = 0

    def handle_line(self, line: str | bytes) -> str:
        """Answer one line with one line, whatever it holds."""
        self._line += 1
        try:
            reply = self._answered(_read(line))
        except RequestError as problem:
            reply = {"error": str(problem), "line": self._line}
        return json.dumps(reply)  # ASCII: a name may hold what no encoding can

    def handle(self, request: Request) -> Reply:
        """Answer one request; one that is not well formed gets an `error` and changes nothing."""
        try:
            return self._answered(request)
        except RequestError as problem:
            return {"error": str(problem)}

    def _answered(self, request: Request) -> Reply:
        op = as_one_of(required(request, "op", "request"), OPERATIONS.keys(), "op")
        fields = {name: value for name, value in request.items() if name != "op"}
        takes, answer = OPERATIONS[op]
        if takes is not None:
            require_only(fields, takes, op)
        return answer(self, fields)

    def _new(self, fields: Request) -> Reply:
        seed = fields.get("seed")
        chance = SeededChance(seed if isinstance(seed, int) else None)
        self.match, self._last, self._lesson = Match.new(fields, chance), None, None
        return {"ok": True, "state": self._state("arbiter")}

    def _act(self, fields: Request) -> Reply:
        match = self._playing()
        seat = required(fields, "seat", "act")
        act = {name: value for name, value in fields.items() if name != "seat"}
        return self._ruled(match.act(as_text(seat, "seat"), act))

    def _clock(self, fields: Request) -> Reply:
        at = as_number(required(fields, "at", "clock"), 0, LATEST_S, "at")
        return self._ruled(self._playing().clock(at))

    def _legal(self, fields: Request) -> Reply:
        seat = as_text(required(fields, "seat", "legal"), "seat")
        return {"acts": self._playing().legal(seat)}

    def _view(self, fields: Request) -> Reply:
        viewer = as_text(required(fields, "seat", "view"), "seat")
        self._playing()
        return {"state": self._state(viewer)}

    def _rule(self, fields: Request) -> Reply:
        accept = as_flag(required(fields, "accept", "rule"), "accept")
        why = as_text(required(fields, "why", "rule"), "why")
        return self._ruled(self._playing().rule(accept, why))

    def _why(self, fields: Request) -> Reply:
        match, last = self._playing(), self._last
        if last is None:
            raise RequestError("nothing has been ruled on in this game yet: send act first")
        return {
            "rule": last.rule,
            "source": match.rule_of(last.rule).source,
            "ruling": last.ruling,
            "values": dict(last.values),
            "say": self._say(f"rule.{last.rule}", last.values),
        }

    def _teach(self, fields: Request) -> Reply:
        if "lesson" not in fields:
            return companion.lessons(self._playing(), self._say)
        lesson = companion.lesson_for(self._playing(), fields["lesson"])
        reply = self._new(lesson.new)
        self._lesson = lesson
        told = companion.told(lesson, self._playing(), self._say)
        return {**reply, "say": told["prompt"], "lesson": told}

    def _advise(self, fields: Request) -> Reply:
        return companion.advise(self._playing(), fields, self._say, self._time)

    def _say(self, code: str, values: Mapping[str, object]) -> str:
        """Return a sentence; a mistake in the catalog costs its words, and never the reply."""
        try:
            return self._catalog.say(code, values)
        except CatalogError:
            return code

    def _playing(self) -> Match:
        if self.match is None:
            raise RequestError("no game is being played: send new first")
        return self.match

    def _ruled(self, ruling: Ruling) -> Reply:
        self._last = ruling
        return {
            "ruling": ruling.ruling,
            "rule": ruling.rule,
            "say": self._say(f"rule.{ruling.rule}", ruling.values),
            "events": list(ruling.events),
            "violations": [violation.as_dict() for violation in ruling.violations],
            "state": self._state("arbiter"),
            **({"lesson": companion.told(self._lesson, self._playing(), self._say)} if self._lesson else {}),
        }

    def _state(self, viewer: str) -> Reply:
        match = self._playing()
        prompts = match.prompts().items()
        said = {seat: self._say(f"prompt.{prompt.code}", prompt.values) for seat, prompt in prompts}
        return {**match.view(viewer), "prompt": said}


# Request -> the fields that it takes, None where its answer looks itself; and what answers it.
OPERATIONS: Mapping[str, tuple[tuple[str, ...] | None, Callable[[Referee, Request], Reply]]] = {
    "hello": ((), lambda referee, fields: dict(companion.PROTOCOL)),
    "new": (None, Referee._new),
    "act": (None, Referee._act),
    "amend": (None, lambda referee, fields: referee._ruled(referee._playing().amend(fields))),
    "resolve": ((), lambda referee, fields: referee._ruled(referee._playing().resolve())),
    "clock": (("at",), Referee._clock),
    "legal": (("seat",), Referee._legal),
    "view": (("seat",), Referee._view),
    "undo": ((), lambda referee, fields: referee._ruled(referee._playing().undo())),
    "rule": (("accept", "why"), Referee._rule),
    "record": ((), lambda referee, fields: {"record": referee._playing().record()}),
    "why": ((), Referee._why),
    "odds": (None, lambda referee, fields: companion.odds(referee._playing(), fields)),
    "advise": (None, Referee._advise),
    "review": (None, lambda referee, fields: companion.review(referee._playing(), fields, referee._say)),
    "teach": (("lesson",), Referee._teach),
}


def _read(line: str | bytes) -> Request:
    """Return the object of a line; raises RequestError when the line is none."""
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError:
        raise RequestError("this line is nested too deeply to be a request") from None
    except UnicodeDecodeError as problem:
        raise RequestError(f"this line is not UTF-8 (byte {problem.start + 1})") from None
    except json.JSONDecodeError as problem:
        raise RequestError(f"this line is not JSON: {problem.msg} at column {problem.colno}") from None
    except ValueError as problem:  # a repeated name, NaN, or a number of thousands of digits
        raise RequestError(f"this line cannot be read: {problem}") from None
    return as_object(value, "this line")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return an object; a name that is there twice would let two readers see two requests."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a field name is there twice")
    return fields


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def answer_lines(source: BinaryIO, target: BinaryIO) -> None:
    """Answer each line of the source, each reply flushed at once, until the source ends."""
    referee = Referee()
    for line in source:
        target.write(referee.handle_line(line.rstrip(b"\r\n")).encode("ascii") + b"\n")
        target.flush()


def main(argv: list[str] | None = None) -> int:
    """Speak the protocol on standard input and output; returns 0 at the end of input, 2 for arguments."""
    arguments = sys.argv[1:] if argv is None else argv
    if arguments:
        sys.stderr.write("usage: tacotable referee   (JSON Lines on standard input; it takes no arguments)\n")
        return 0 if arguments[0] in ("-h", "--help") else 2
    try:
        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
    except (BrokenPipeError, KeyboardInterrupt):  # the other side has left, or a person stopped it
        sys.stdout = None  # nothing is left to flush, and nobody to read it
    return 0

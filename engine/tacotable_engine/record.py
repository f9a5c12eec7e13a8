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
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable_engine.log import (
    Amended,
    Applied,
    Clocked,
    Decided,
    Entry,
    Refused,
    Resolved,
    Standing,
    Undone,
    fold,
    take_back,
)
from tacotable_engine.record_reader import FORMAT, LETTERS

if TYPE_CHECKING:
    from tacotable_engine.chance import Shuffle
    from tacotable_engine.course import Course

LINE = 110
SURROGATE = re.compile("[\ud800-\udfff]")


def write_record(match: Course) -> str:
    """Return a match as text."""
    return f"{_tags(match)}\n{_lines(match)}"


def quoted(text: str) -> str:
    """Return a text in double quotes, in one line and without lone surrogates, which no file can hold."""
    told = json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    told = re.sub("[\x80-\x9f\u2028\u2029]", lambda found: f"\\u{ord(found[0]):04x}", told)
    return SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", told)


def _tags(match: Course) -> str:
    seats = [("Seat", seat) for seat in match.seats]
    seed = [] if match.seed is None else [("Seed", str(match.seed))]
    start = match.game.write_position(match.start)
    result = match.game.winner(match.state) or "*"
    tags = [("Format", FORMAT), ("Game", match.name), *seats, *seed, ("Start", start), ("Result", result)]
    return "".join(f"[{name} {quoted(value)}]\n" for name, value in tags)


def _lines(match: Course) -> str:
    """Return the acts, each exchange on a line of its own, longer ones broken between words."""
    text, width = "", 0
    for is_first, word in _words(match):
        if text and (is_first or width + 1 + len(word) > LINE):
            text, width = f"{text}\n", 0
        separator = " " if width else ""
        text, width = f"{text}{separator}{word}", width + len(separator) + len(word)
    return f"{text}\n" if text else ""


def _words(match: Course) -> Iterator[tuple[bool, str]]:
    """Yield each word of the record, and whether it begins a line."""
    game, state = match.game, match.start
    standing: list[Standing] = []
    now_s = 0.0
    letters = dict(zip(match.seats, LETTERS, strict=False))
    for entry in match.log:
        begins = isinstance(entry, Applied) and game.begins_line(state)
        if begins and isinstance(entry, Applied):
            yield True, f"{entry.number}."
        for word in _entry_words(match, entry, letters):
            yield False, word
        if isinstance(entry, Undone):
            take_back(standing, now_s)
            state = fold(game, match.start, match.seats, standing)
        elif isinstance(entry, Applied | Amended | Resolved | Clocked):
            standing.append(entry)
            state = fold(game, state, match.seats, [entry])
        if isinstance(entry, Clocked):
            now_s = entry.at_s


def _entry_words(match: Course, entry: Entry, letters: dict[str, str]) -> Iterator[str]:
    if isinstance(entry, Applied):
        mark = "!" if entry.is_accepted else ""
        yield f"{letters[entry.seat]}:{match.game.write_act(entry.act)}{mark}"
        yield from _shuffles(entry.shuffles)
    elif isinstance(entry, Refused):
        yield f"{letters[entry.seat]}:{match.game.write_act(entry.act)}#{entry.rule}"
    elif isinstance(entry, Decided):
        yield f"{{{'accept' if entry.accept else 'refuse'} {quoted(entry.why)}}}"
    elif isinstance(entry, Undone):
        yield "{undo}" if entry.number is None else f"{{undo {entry.number}}}"
    elif isinstance(entry, Amended):
        told = entry.amendment
        named = ([] if told.seat is None else [letters[told.seat]]) + ([] if told.card is None else [told.card])
        yield f"{{{' '.join(['amend', told.do, *named])}}}"
        yield from _shuffles(entry.shuffles)
    elif isinstance(entry, Clocked):
        yield f"{{clock {entry.at_s!r}}}"
        yield from _shuffles(entry.shuffles)
    else:
        yield "{resolve}"
        yield from _shuffles(entry.shuffles)


def _shuffles(shuffles: tuple[Shuffle, ...]) -> Iterator[str]:
    return (f"{{shuffle {'.'.join(cards)}}}" for cards in shuffles)

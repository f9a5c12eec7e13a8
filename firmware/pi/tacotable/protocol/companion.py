"""The companion's requests of the referee protocol: odds, advice, review and lessons. They leave the match alone."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from tacotable_engine.companion.answers import LEVELS, Companion, Level, companion_of
from tacotable_engine.companion.lessons.lesson import Lesson, lessons_of
from tacotable_engine.companion.remarks import remark_told
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_cards, as_one_of, as_whole, require_only, required
from tacotable_engine.registry import printing_of
from tacotable_engine.setup import LARGEST_SEED, VIEWERS

if TYPE_CHECKING:
    from tacotable_engine.match import Match

Fields = Mapping[str, object]
Reply = dict[str, object]
Say = Callable[[str, Mapping[str, object]], str]  # Takes the code of a sentence and its values.

PROTOCOL = {"protocol": 1, "companion": 1}  # What `hello` answers.
WORLDS, MOST_WORLDS = 100, 100_000  # How many worlds odds are sampled from, where nothing is said, and at most.
ADVICE_WORLDS, ADVICE_MS, LONGEST_MS = 20, 200, 60_000  # The same for advice; it ends after so many ms, too.


def odds(match: Match, fields: Fields) -> Reply:
    """Answer `odds`; raises RequestError where nothing can be said."""
    require_only(fields, ("viewer", "worlds", "seed"), "odds")
    viewer = as_one_of(required(fields, "viewer", "odds"), (*match.seats, *VIEWERS), "viewer")
    worlds = as_whole(fields.get("worlds", WORLDS), 1, MOST_WORLDS, "worlds")
    found = _companion(match).odds(match, viewer, worlds, _dice(fields))
    return {"odds": dict(found.values), "by": found.by, "error": found.error}


def advise(match: Match, fields: Fields, say: Say, clock: Callable[[], float]) -> Reply:
    """Answer `advise`; raises RequestError for a seat that may not act, or a hand that cannot be."""
    require_only(fields, ("seat", "level", "worlds", "seed", "budget_ms", "hand"), "advise")
    began_s = clock()
    seat = as_one_of(required(fields, "seat", "advise"), match.seats, "seat")
    level = cast("Level", as_one_of(fields.get("level", "strong"), LEVELS, "level"))
    if "worlds" in fields and "budget_ms" in fields:
        raise RequestError("advise: it takes worlds or budget_ms, and not both")
    budget_ms = as_whole(fields.get("budget_ms", ADVICE_MS), 1, LONGEST_MS, "budget_ms")
    most = MOST_WORLDS if "budget_ms" in fields else ADVICE_WORLDS
    worlds = as_whole(fields.get("worlds", most), 1, MOST_WORLDS, "worlds")
    cards = frozenset(printing_of(match.name).cards)
    hand = as_cards(fields["hand"], cards, "hand") if "hand" in fields else None
    until_s = began_s + budget_ms / 1000
    is_over = None if "worlds" in fields else lambda: clock() >= until_s
    counsel = _companion(match).advise(match, seat, level, worlds, _dice(fields), hand, is_over)
    advised = [
        {"act": dict(one.act), "value": one.value, "error": one.error, "why": say(one.why, one.values)}
        for one in counsel.advice
    ]
    return {"advice": advised, "worlds": counsel.worlds}


def review(match: Match, fields: Fields, say: Say) -> Reply:
    """Answer `review`; raises RequestError while the round or the game goes on."""
    require_only(fields, (), "review")
    remarks = [
        {
            "act": remark.act,
            "seat": remark.seat,
            "did": dict(remark.did),
            "best": remark.best,
            "known_best": remark.known_best,
            "loss": remark.loss,
            "known_loss": remark.known_loss,
            "say": " ".join(say(*sentence) for sentence in remark_told(remark)),
        }
        for remark in _companion(match).review(match, _dice(fields))
    ]
    return {"review": remarks}


def _companion(match: Match) -> Companion:
    companion = companion_of(match.name)
    if companion is None:
        raise RequestError(f"the game of {match.name!r} has no companion")
    return companion


def _dice(fields: Fields) -> random.Random:
    seed = as_whole(fields.get("seed", 0), -LARGEST_SEED, LARGEST_SEED, "seed")
    return random.Random(seed)  # noqa: S311  # worlds to be looked at, no secrets


def lessons(match: Match, say: Say) -> Reply:
    """Return the lessons of the ruleset that is played, as `teach` answers."""
    known = lessons_of(match.name).values()
    return {"lessons": [{"id": one.id, "title": say(one.title, {}), "rules": list(one.rules)} for one in known]}


def lesson_for(match: Match, lesson: object) -> Lesson:
    """Return a lesson for the ruleset and seats of a match; raises RequestError listing the lessons there are."""
    known = lessons_of(match.name)
    return known[as_one_of(lesson, known, "lesson")].with_seats(match.seats)


def told(lesson: Lesson, match: Match, say: Say) -> Reply:
    """Return the field `lesson` of a reply: the awaited step, from 1, and its prompt. Undo takes a step back."""
    steps, solved, strays = lesson.steps, *lesson.progress(match)
    is_done = solved == len(steps)
    code, values = ("lesson.done", {}) if is_done else (steps[solved].prompt, lesson.values(solved))
    return {
        "id": lesson.id,
        "step": min(solved + 1, len(steps)),
        "steps": len(steps),
        "done": is_done,
        "prompt": say("lesson.strayed", {}) if strays else say(code, values),
    }

"""The review of a game that is over: what each choice cost, with hindsight and by what its seat knew, and when it was.

A round of Tacocat is reviewed as soon as it is over, an Exploding game at its end, as the companion does it: some 60 ms
of a processor a choice here. What the players did not let everybody see is not reviewed for everybody.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tacotable.history.games import PlayingAgain
from tacotable_engine.companion.answers import Remark, companion_of
from tacotable_engine.errors import RequestError
from tacotable_engine.log import Applied

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacotable.state.facts import Fact
    from tacotable_engine.match import Match

ENDS = frozenset(("event.round-won", "event.round-tied", "event.game-won"))  # Lines that end what is reviewed.

LETHAL = "lethal-drawn"


class Reviewed(NamedTuple):
    """A remark, and the fact that it is about, by its index."""

    fact: int
    remark: Remark


def reviewed(facts: Sequence[Fact]) -> list[Reviewed]:
    """Return what is said of each choice of a game, in their order."""
    remarks: dict[int, Reviewed] = {}  # By the number of the act.
    fact_of_act: dict[int, int] = {}
    logged = last = 0
    for index, situation in PlayingAgain().steps(facts):
        match, new, logged = situation.game.match, situation.log[logged:], len(situation.log)
        if match is None:
            continue
        newest = next((entry.number for entry in reversed(match.log) if isinstance(entry, Applied)), 0)
        if newest != last:
            fact_of_act[newest], last = index, newest
        companion = companion_of(match.name)
        if companion is None or ENDS.isdisjoint(line.code for line in new):
            continue
        with suppress(RequestError):  # taken back, or ended by the arbiter before anything was played
            for remark in companion.review(match, Random(0)):  # noqa: S311  # no secrets
                if remark.act in fact_of_act:
                    remarks[remark.act] = Reviewed(fact_of_act[remark.act], remark)
    return sorted(remarks.values(), key=lambda each: each.fact)


class Moment(NamedTuple):
    """A draw of a lethal card, its fact by its index, and how likely that was in percent, as everybody knew it."""

    fact: int
    seat: str
    percent: int


def moments(facts: Sequence[Fact]) -> list[Moment]:
    """Return the draws that decided an Exploding game: all that can be said where the table knows no hand."""
    found: dict[int, Moment] = {}
    before: Match | None = None
    logged, playing = 0, PlayingAgain()
    for index, situation in playing.steps(facts):
        new, logged = situation.log[logged:], len(situation.log)
        line = next((line for line in new if line.event == LETHAL), None)
        companion = companion_of(before.name) if before else None
        if line is not None and before is not None and companion is not None:
            slots = companion.odds(before, "table", 0, Random(0)).values["lethal_at"]  # noqa: S311  # no secrets
            at = -1 if before.public_view.phase == "draw" else 0  # from the bottom: a phase of its own
            if isinstance(slots, list | tuple):
                found[before.next_number] = Moment(index, str(line.values["seat"]), round(100 * slots[at]))
        before = situation.game.match and situation.game.match.snapshot()
    ended = playing.played.situation
    match = ended.game.match if ended else None
    standing = {entry.number for entry in match.standing if isinstance(entry, Applied)} if match else set()
    return [each for number, each in found.items() if number in standing]  # what was taken back decided nothing

"""Title, score, headline, hands and groups of the log at each moment of whole games: they tell of the same moment.

What is expected is read off the referee and the order of the log's lines alone. The pages of a director get the same
picture, event by event.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest

from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import Catalog
from tacotable.core.restore import misfit
from tacotable.games.tacocat.state import tacocat
from tacotable.history.games import PlayingAgain
from tacotable.history.lines import log_line
from tacotable.history.projection import Projection, public_picture
from tacotable.state.facts import Acted, Amended, Began, Closed, Fact, Resigned, Undone
from tacotable.state.game_state import Stage
from tacotable.state.log import LogEntry, latest_game
from tacotable.state.role import Role
from tacotable.state.situation import Situation
from tacotable.table.file import read_table
from tacotable.table.kinds import with_game
from tacotable_engine.exploding.view import ExplodingView
from tacotable_engine.tacocat.view import TacocatView
from tacotable_live.director.game_state import GameState

ENGLISH = Catalog("en")
SPECTATOR = Role("spectator")
TACOCAT, EXPLODING = ("tc38", "tc36"), ("ek120", "min72", "zh56")
LAYS = ("attacked", "defended", "sacrificed", "duel-revealed", "last-cards-shown")
RESULTS = ("round-won", "round-tied")
APART_EACH = 11
"""At each so many-th fact of a game something else happens in its place."""


@cache
def played(game: str, mode: str = "blind", *, practice: bool = False) -> tuple[Fact, ...]:
    """Return the facts of a whole seeded game, from its beginning."""
    table = with_game(read_table("tacocat" if game in TACOCAT else "kittens"), game)
    options = msgspec.structs.replace(table.options, practice=True) if practice else table.options
    log = MemoryLog()
    with simulated_table(msgspec.structs.replace(table, mode=mode, options=options), seed=3, journal=log) as rig:
        finish_game(rig, Random(3))
    first = next(number for number, fact in enumerate(log.facts) if isinstance(fact, Began))
    return tuple(log.facts[first:])


@dataclass
class Moment:
    """What everybody is shown after a fact, and the situation that it is about."""

    situation: Situation

    @property
    def title(self) -> str:
        sign = self.situation.family.title(self.situation)
        return ENGLISH.web(sign.code, {"game": self.situation.ruleset, **sign.values})

    @property
    def match(self) -> dict[str, Any]:
        picture = msgspec.to_builtins(public_picture(self.situation))
        match: dict[str, Any] = picture.get("match") or picture["kittens"]
        return match

    @property
    def lines(self) -> list[LogEntry]:
        """The lines of this game, without acts that were taken back."""
        lines = latest_game(self.situation.log)
        gone = {act for line in lines for act in line.undone}
        return [line for line in lines if not (line.act and line.act in gone)]

    def section_of(self, line: LogEntry) -> object:
        return log_line(line, SPECTATOR, ENGLISH, self.situation.log)["section"]


def after(lines: Sequence[LogEntry], *codes: str) -> Sequence[LogEntry]:
    """Return the lines after the last one of these codes, that one included; all where there is none."""
    return lines[max((n for n, line in enumerate(lines) if line.code in codes), default=0) :]


def wrong_in_tacocat(moment: Moment) -> Iterator[str]:
    """Yield what does not agree at a moment of Tacocat."""
    situation, match, game = moment.situation, moment.match, moment.situation.game
    view = situation.public()
    assert isinstance(view, TacocatView)
    of_deal = after(moment.lines, "log.began", "log.dealt", "log.amend-redeal")
    ended = [line.event for line in of_deal if line.event in (*RESULTS, "practice-ended")]
    has_moved = any(line.code.startswith("log.token") for line in after(of_deal, *(f"event.{end}" for end in RESULTS)))
    is_last_round = bool(ended) and not has_moved  # what has ended is on the table until Tacocat moves or cards come
    score = sum(view.wins.values())
    is_practice = view.practice or (is_last_round and ended[-1] == "practice-ended")
    number = score if view.winner or (is_last_round and "round-won" in ended) else score + 1
    name = "practice round" if is_practice else f"round {number}"

    if not moment.title.endswith(f", {name}"):
        yield f"the title is {moment.title!r}, in {name}"
    if (match["round"], match["practice"]) != (0 if is_practice else number, is_practice):
        yield f"the stage says round {match['round']}, practice {match['practice']}, in {name}"
    if match["wins"] != view.wins:
        yield f"the score is {match['wins']}, and the referee says {view.wins}"
    events = [line.event for line in of_deal if line.event in (*LAYS, *RESULTS, "duel-tied", "duel-won")]
    shown = [str(event["event"]) for event in match["exchange"]]
    is_dealt = game.stage in (Stage.PLAY, Stage.OVER) and view.phase != "deal"
    if shown != events[len(events) - len(shown) :] or bool(shown) != (bool(events) and (is_dealt or is_last_round)):
        yield f"the headline is of {shown}, and since the deal there was {events}"
    dealt = tacocat(situation).game.part.dealt if game.stage in (Stage.MOVE, Stage.DEAL) else view.seats
    if any(size for seat, size in match["hand_size"].items() if seat not in dealt):
        yield f"hands that are not dealt hold {match['hand_size']}"
    if [match["rounds"].count(seat) for seat in view.wins] != list(view.wins.values()) or len(match["rounds"]) != score:
        yield f"the rounds are {match['rounds']}, the score {score}"
    groups = {moment.section_of(line) for line in moment.lines} - {None}
    if extra := groups - {"Practice round", *(f"Round {n + 1}" for n in range(max(number, 1)))}:
        yield f"the log has {extra}, in {name}"


def wrong_in_exploding(moment: Moment) -> Iterator[str]:
    """Yield what does not agree at a moment of an Exploding game."""
    situation, match = moment.situation, moment.match
    view = situation.public()
    assert isinstance(view, ExplodingView)
    if f"{len(situation.game.players)} players" not in moment.title:
        yield f"the title is {moment.title!r}, with {len(situation.game.players)} players"
    told = {line.number: line for line in moment.lines}
    for play in match["recent"]:
        if told[play["n"]].event != play["event"]:
            yield f"a play is told as {play}"
    if match["exits"] and set(match["exits"]) != set(situation.game.players) - set(view.alive):
        yield f"out are {match['exits']}, and the referee says that {view.alive} play"


def wrong(situation: Situation) -> list[str]:
    """Return what does not agree at a moment."""
    moment = Moment(situation)
    if situation.game.match is None:
        match = moment.match
        stale = {name: match[name] for name in ("exchange", "rounds", "recent", "exits", "winner") if match.get(name)}
        return [f"in the lobby stands {stale}"] if stale else []
    is_tacocat = isinstance(situation.public(), TacocatView)
    return list((wrong_in_tacocat if is_tacocat else wrong_in_exploding)(moment))


GAMES = pytest.mark.parametrize(
    ("game", "mode", "practice"),
    [
        *((game, "blind", False) for game in (*TACOCAT, *EXPLODING)),
        *((game, "blind", True) for game in TACOCAT),
        *((game, "seen", False) for game in TACOCAT),
    ],
)


@pytest.mark.long
@GAMES
def test_what_is_shown_agrees_after_every_fact_and_at_a_director(game: str, mode: str, practice: bool) -> None:
    facts = played(game, mode, practice=practice)
    again, projection, state = PlayingAgain(), Projection(), GameState()

    found: list[str] = []
    for number, situation in again.steps(facts):
        found += [f"{number} {facts[number]}: {each}" for each in wrong(situation)]
        events = projection.take(facts[: number + 1]).events
        for event in events[state.number :]:
            state = state.after(msgspec.json.encode(event.body(), order="sorted").decode())
        if state.picture != msgspec.to_builtins(public_picture(situation)):
            found.append(f"{number}: the director shows something else")

    assert found == []


@pytest.mark.long
@GAMES
def test_each_line_of_an_act_is_in_the_round_or_the_turn_in_which_it_was_done(
    game: str, mode: str, practice: bool
) -> None:
    facts = played(game, mode, practice=practice)
    again, told, before = PlayingAgain(), 0, ""

    wrong_lines: list[str] = []
    last = ""
    for number, situation in again.steps(facts):
        moment = Moment(situation)
        for line in (line for line in situation.log if line.number > told):
            section = moment.section_of(line)
            if isinstance(facts[number], Acted) and section != before:
                wrong_lines.append(f"{ENGLISH.web(line.code, line.values)!r} is in {section!r}, not in {before!r}")
            last = str(section or last)
        told, before = situation.log[-1].number, section_now(situation)

    assert wrong_lines == []
    if game in TACOCAT:
        rounds = int(re.findall(r"\d+", moment.title)[-1])
        assert last == f"Round {rounds}"
        assert rounds == len(moment.match["rounds"])


def section_now(situation: Situation) -> str:
    """Return the round or the turn of a moment, as the log calls it."""
    view = situation.public()
    if isinstance(view, ExplodingView):
        return ENGLISH.web("page.log-turn", {"seat": view.turn.seat})
    return Moment(situation).title.rpartition(", ")[2].capitalize()


@pytest.mark.long
@GAMES
def test_what_is_shown_agrees_when_a_game_goes_another_way(game: str, mode: str, practice: bool) -> None:
    facts = played(game, mode, practice=practice)

    found: list[str] = []
    tried: set[str] = set()
    for number in range(1, len(facts), APART_EACH):
        seats = situation_after(facts[:number]).game.players
        for apart in other_ways(seats, is_tacocat=game in TACOCAT):
            situation = situation_after(facts[:number])
            if misfit(apart, situation):
                continue
            tried.add(type(apart).__name__)
            found += [f"{number} {facts[number - 1]}, then {apart}: {each}" for each in wrong(situation)]

    assert found == []
    assert tried >= {"Closed", "Undone"} | ({"Amended", "Resigned"} if game in TACOCAT else set())


def other_ways(seats: Sequence[str], *, is_tacocat: bool) -> list[Fact]:
    """Return what people may do in place of what they did."""
    one, two = seats[:2]
    ways: list[Fact] = [Closed(), Undone(one, two)]
    if is_tacocat:
        ways += [Resigned(one), Amended(one, two, {"do": "redeal"})]
        ways += [Amended(one, two, {"do": "award", "seat": seat}) for seat in seats]
    return ways


def situation_after(facts: Sequence[Fact]) -> Situation:
    """Return what some facts come to."""
    playing = PlayingAgain()
    for _ in playing.steps(facts):
        pass
    assert playing.played.situation is not None
    return playing.played.situation

"""A match: one game from its first state on, with the log from which every state can be reached again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacotable_engine.chance import Chance, KeptChance, ToldChance
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_flag, as_number, as_one_of, as_text
from tacotable_engine.game import Act, Game
from tacotable_engine.log import Applied, Clocked, Decided, Entry, Refused, Resolved, Undone
from tacotable_engine.registry import GAMES
from tacotable_engine.rulings import Judgement, Outcome, Prompt, Refusal, Ruling, applied, refused
from tacotable_engine.setup import VIEWERS, read_setup

LATEST_S = 1e12
"""Virtual time ends here, which leaves room for thousands of years."""
Fields = Mapping[str, object]


class NoChance:
    """The chance of a match that was read from a record and given none: it cannot shuffle on."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Refuse; the caller has to give the match a chance."""
        raise RequestError(f"{len(cards)} cards are to be shuffled, and this match was read without a chance")


def judge(game: Game, state: Any, seat: int, act: Act, chance: Chance) -> Judgement:
    """Rule on one act: a pure function of the state, the act and what chance gives."""
    refusal = game.why_not(state, seat, act)
    if refusal is not None:
        return Judgement(refused(refusal), state)
    outcome = game.apply(state, seat, act, chance)
    return Judgement(applied(outcome), outcome.state)


class Match:
    """A match that is being played. Every change goes through the log; whatever is asked leaves it alone."""

    def __init__(self, name: str, seats: tuple[str, ...], start: object, chance: Chance, seed: int | None) -> None:
        """Begin at a first state; `Match.new` and `Match.from_record` are the ways in."""
        self.name = name
        self.seats = seats
        self.seed = seed
        self.start = start
        self._game: Game = GAMES[name]
        self._chance = chance
        self._state: Any = start
        self._log: list[Entry] = []
        self._standing: list[Applied | Resolved | Clocked] = []
        self._refused: Refused | None = None
        self._numbered = 0
        self._now_s = 0.0

    @classmethod
    def new(cls, setup: Fields, chance: Chance) -> Match:
        """Start a game from the fields of a `new` request; raises RequestError naming the field that is wrong."""
        read = read_setup(setup, tuple(GAMES))
        start = GAMES[read.game].start(read, KeptChance(chance))
        return cls(read.game, read.seats, start, chance, read.seed)

    @classmethod
    def from_record(cls, text: str, chance: Chance | None = None) -> Match:
        """Play a text record again; raises RecordError with line and column. `chance` is for playing on."""
        from tacotable_engine.record_reader import read_match  # a record is played again as a match

        return read_match(text, chance or NoChance())

    @property
    def state(self) -> Any:
        """Give the state: a frozen value of the game's own type."""
        return self._state

    @property
    def game(self) -> Game:
        """Give the rules that this match is played by."""
        return self._game

    @property
    def log(self) -> Sequence[Entry]:
        """Give the log from its beginning."""
        return self._log

    @property
    def next_number(self) -> int:
        """Give the number that the next act will have if it stands."""
        return self._numbered + 1

    @property
    def now_s(self) -> float:
        """Give the virtual time, in seconds since `new`."""
        return self._now_s

    @property
    def outstanding(self) -> Refused | None:
        """Give the refused act that the arbiter may still rule on."""
        return self._refused

    def act(self, seat: str, fields: Fields) -> Ruling:
        """Rule on what a seat does; raises RequestError, and nothing has changed, when it is not well formed."""
        index = self._seat(seat)
        return self.do(index, self._game.read_act(self._state, fields))

    def do(self, index: int, act: Act) -> Ruling:
        """Rule on an act that is already read; seats are counted from 0."""
        chance = KeptChance(self._chance)
        judgement = judge(self._game, self._state, index, act, chance)
        if not judgement.ruling.is_applied:
            self._refused = Refused(self.seats[index], act, judgement.ruling.rule)
            self._log.append(self._refused)
            return judgement.ruling
        self._stand(Applied(self._numbered + 1, self.seats[index], act, chance.outcomes), judgement.state)
        return judgement.ruling

    def why_not(self, seat: str, fields: Fields) -> Refusal | None:
        """Say which rule forbids an act, or None; nothing changes. Raises RequestError as `act` does."""
        index = self._seat(seat)
        return self._game.why_not(self._state, index, self._game.read_act(self._state, fields))

    def legal(self, seat: str) -> list[dict[str, object]]:
        """List what a seat may do now, from what that seat may know."""
        return self._game.legal(self._state, self._seat(seat))

    def view(self, viewer: str) -> dict[str, object]:
        """Build the state for a seat, "table" or "arbiter", from what that viewer may know."""
        return self._game.view(self._state, as_one_of(viewer, (*self.seats, *VIEWERS), "seat"))

    def prompts(self) -> dict[str, Prompt]:
        """Say what each seat is awaited to do; holds nothing hidden."""
        return self._game.prompts(self._state)

    def undo(self) -> Ruling:
        """Take back the last act that stands, with all that resolved since; the clock does not go back."""
        acts = [(index, entry) for index, entry in enumerate(self._standing) if isinstance(entry, Applied)]
        if not acts:
            return Ruling("illegal", "nothing-to-undo")
        last, undone = acts[-1]
        self._state = fold(self._game, self.start, self.seats, self._standing[:last])
        del self._standing[last:]
        self._log.append(Undone(undone.number))
        self._refused = None
        return Ruling(
            "legal",
            "undone",
            {"seat": undone.seat, "act": undone.number},
            ({"type": "undone", "act": undone.number},),
        )

    def rule(self, accept: bool, why: str) -> Ruling:
        """Take the arbiter's decision on the last refused act: let it stand, if the state can hold it, or not."""
        as_flag(accept, "accept")
        as_text(why, "why")
        pending = self._refused
        if pending is None:
            return Ruling("illegal", "nothing-refused")
        if accept:
            return self._accept(pending, why)
        self._log.append(Decided(False, why))
        self._refused = None
        return Ruling("legal", "arbiter-refused", {"seat": pending.seat})

    def _accept(self, pending: Refused, why: str) -> Ruling:
        index = self.seats.index(pending.seat)
        if self._game.why_not(self._state, index, pending.act, waive=True) is not None:
            return Ruling("illegal", "arbiter-cannot", {"seat": pending.seat})
        chance = KeptChance(self._chance)
        outcome = self._game.apply(self._state, index, pending.act, chance)
        self._log.append(Decided(True, why))
        accepted = Applied(self._numbered + 1, pending.seat, pending.act, chance.outcomes, is_accepted=True)
        self._stand(accepted, outcome.state)
        return Ruling("legal", "arbiter-accepted", {"seat": pending.seat}, outcome.events, outcome.violations)

    def resolve(self) -> Ruling:
        """Let the time of the open window run out; with none open nothing changes."""
        chance = KeptChance(self._chance)
        return self._pass_time(Resolved, self._game.resolve(self._state, chance), chance)

    def clock(self, at: float) -> Ruling:
        """Move virtual time on to `at` seconds; it never goes back."""
        as_number(at, 0, LATEST_S, "at")
        if at < self._now_s:
            return Ruling("illegal", "clock-back", {"at": self._now_s})
        chance = KeptChance(self._chance)
        outcome = self._game.clock(self._state, at, chance)
        self._now_s = at
        return self._pass_time(lambda shuffles: Clocked(at, shuffles), outcome, chance)

    def _pass_time(self, entry_of: Any, outcome: Outcome[Any], chance: KeptChance) -> Ruling:
        entry = entry_of(chance.outcomes)
        self._log.append(entry)
        if outcome.state is not self._state:
            self._standing.append(entry)
            self._state = outcome.state
        return applied(outcome)

    def record(self) -> str:
        """Give the game so far as a text record, which `from_record` reads back exactly."""
        from tacotable_engine.record import write_record  # the record is written in terms of the match

        return write_record(self)

    def position(self) -> str:
        """Give the state as one line of text."""
        return self._game.write_position(self._state)

    def _stand(self, entry: Applied, state: object) -> None:
        self._numbered = entry.number
        self._log.append(entry)
        self._standing.append(entry)
        self._state = state
        self._refused = None

    def _seat(self, seat: object) -> int:
        return self.seats.index(as_one_of(seat, self.seats, "seat"))


def fold(game: Game, start: Any, seats: tuple[str, ...], entries: Iterable[Applied | Resolved | Clocked]) -> Any:
    """Give the state that entries of a log lead to; what chance gave is taken from them."""
    state = start
    for entry in entries:
        chance = ToldChance(entry.shuffles)
        if isinstance(entry, Applied):
            state = game.apply(state, seats.index(entry.seat), entry.act, chance).state
        elif isinstance(entry, Resolved):
            state = game.resolve(state, chance).state
        else:
            state = game.clock(state, entry.at_s, chance).state
    return state

"""The course of a match: the state it is in, and the log of all that led there.

Whoever changes a match changes it here, a person at the table and a record that is played again alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from tacotable_engine.chance import Chance, KeptChance
from tacotable_engine.fields import as_flag, as_number, as_text
from tacotable_engine.log import (
    LATEST_S,
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
from tacotable_engine.registry import GAMES
from tacotable_engine.rulings import Judgement, Ruling, refused

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.game import Act, Game


def judge(game: Game, state: Any, seat: int, act: Act, chance: Chance) -> Judgement[Any]:
    """Rule on one act: a pure function of the state, the act and what chance gives."""
    refusal = game.why_not(state, seat, act)
    return game.apply(state, seat, act, chance) if refusal is None else refused(state, refusal)


class Course:
    """The course of one match from its first state on. Every change goes through the log."""

    def __init__(self, name: str, seats: tuple[str, ...], start: object, chance: Chance, seed: int | None) -> None:
        """Begin at a first state of the game of that name."""
        self.name = name
        self.seats = seats
        self.seed = seed
        self.start: Any = start
        self.game: Game = GAMES[name]
        """The rules that this match is played by."""
        self._chance = chance
        self._state: Any = start
        self._log: list[Entry] = []
        self._standing: list[Standing] = []
        self._refused: Refused | None = None
        self._numbered = 0
        self._now_s = 0.0

    @property
    def state(self) -> Any:
        """Return the state: a frozen value of the game's own type."""
        return self._state

    @property
    def log(self) -> Sequence[Entry]:
        """Return the log from its beginning."""
        return self._log

    @property
    def standing(self) -> Sequence[Standing]:
        """Return what of the log led from the first state to this one."""
        return self._standing

    @property
    def next_number(self) -> int:
        """Return the number that the next act will have if it stands."""
        return self._numbered + 1

    @property
    def now_s(self) -> float:
        """Return the virtual time, in seconds since `new`."""
        return self._now_s

    def snapshot(self) -> Self:
        """Return the match as it stands, to be asked in another thread while this one is played on."""
        kept = copy(self)
        kept._log, kept._standing = list(self._log), list(self._standing)
        return kept

    @property
    def outstanding(self) -> Refused | None:
        """Return the refused act that the arbiter may still rule on."""
        return self._refused

    def do(self, index: int, act: Act) -> Ruling:
        """Rule on an act that is already read; seats are counted from 0."""
        chance = KeptChance(self._chance)
        ruling, state = judge(self.game, self._state, index, act, chance)
        if ruling.is_applied:
            ruling = self._as_numbered(ruling)
            self._stand(Applied(self._numbered + 1, self.seats[index], act, chance.outcomes), state)
        else:
            self._refused = Refused(self.seats[index], act, ruling.rule)
            self._log.append(self._refused)
        return ruling

    def apply_amendment(self, amendment: Amendment) -> Ruling:
        """Rule on an amendment that is already read."""
        refusal = self.game.why_not_amend(self._state, amendment)
        if refusal is not None:
            return refused(self._state, refusal).ruling
        chance = KeptChance(self._chance)
        ruling, self._state = self.game.amend(self._state, amendment, chance)
        entry = Amended(amendment, chance.outcomes)
        self._log.append(entry)
        self._standing.append(entry)
        self._refused = None
        return ruling

    def undo(self) -> Ruling:
        """Undo the last act or amendment that stands, with all that resolved since; the clock does not go back."""
        undone = take_back(self._standing, self._now_s)
        if undone is None:
            return Ruling("illegal", "nothing-to-undo")
        self._state = fold(self.game, self.start, self.seats, self._standing)
        self._refused = None
        if isinstance(undone, Amended):
            self._log.append(Undone(None))
            return Ruling("legal", "amend-undone", undone.amendment.values, ({"type": "undone", "act": None},))
        self._log.append(Undone(undone.number))
        return Ruling(
            "legal",
            "undone",
            {"seat": undone.seat, "act": undone.number},
            ({"type": "undone", "act": undone.number},),
        )

    def may_stand(self) -> bool:
        """Return whether the arbiter may let the last refused act stand: the state can hold it."""
        pending = self._refused
        if pending is None:
            return False
        return self.game.why_not(self._state, self.seats.index(pending.seat), pending.act, waive=True) is None

    def rule(self, accept: bool, why: str) -> Ruling:
        """Apply the arbiter's decision on the last refused act: it stands, if the state can hold it, or it does not."""
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
        if not self.may_stand():
            return Ruling("illegal", "arbiter-cannot", {"seat": pending.seat})
        index = self.seats.index(pending.seat)
        chance = KeptChance(self._chance)
        ruling, state = self.game.apply(self._state, index, pending.act, chance)
        self._log.append(Decided(True, why))
        ruling = self._as_numbered(ruling)
        accepted = Applied(self._numbered + 1, pending.seat, pending.act, chance.outcomes, is_accepted=True)
        self._stand(accepted, state)
        return Ruling("legal", "arbiter-accepted", {"seat": pending.seat}, ruling.events, ruling.violations)

    def resolve(self) -> Ruling:
        """Close the open window as its time has run out; with none open nothing changes."""
        chance = KeptChance(self._chance)
        judgement = self.game.resolve(self._state, chance)
        return self._pass_time(Resolved(chance.outcomes), judgement)

    def clock(self, at: float) -> Ruling:
        """Move virtual time on to `at` seconds; it never goes back."""
        as_number(at, 0, LATEST_S, "at")
        if at < self._now_s:
            return Ruling("illegal", "clock-back", {"at": self._now_s})
        chance = KeptChance(self._chance)
        judgement = self.game.clock(self._state, at, chance)
        self._now_s = at
        return self._pass_time(Clocked(at, chance.outcomes), judgement)

    def _pass_time(self, entry: Resolved | Clocked, judgement: Judgement[Any]) -> Ruling:
        self._log.append(entry)
        if judgement.state is not self._state:
            self._standing.append(entry)
            self._state = judgement.state
        return judgement.ruling

    def _as_numbered(self, ruling: Ruling) -> Ruling:
        """Return a ruling with the log's act numbers in its violations: a game counts the acts that led to its state.

        What a claim of before the first state proves is told as number 0.
        """
        if not ruling.violations:
            return ruling
        before = self.game.acts(self.start)
        logged = [entry.number for entry in self._standing if isinstance(entry, Applied)]
        numbers = dict(enumerate((*logged, self._numbered + 1), before + 1))
        violations = tuple(
            replace(one, act=numbers.get(one.act, 0), proof=tuple(numbers.get(act, 0) for act in one.proof))
            for one in ruling.violations
        )
        return ruling._replace(violations=violations)

    def _stand(self, entry: Applied, state: object) -> None:
        self._numbered = entry.number
        self._log.append(entry)
        self._standing.append(entry)
        self._state = state
        self._refused = None

"""The course of a match: its state and the log that led there. People's acts and replayed records change it alike."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from tacotable_engine import log
from tacotable_engine.chance import Chance, KeptChance
from tacotable_engine.fields import as_flag, as_number, as_text
from tacotable_engine.registry import rules_of
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
        self.game = rules_of(name)  # The rules that this match is played by.
        self.state: Any = start  # The present state: a frozen value of the game's own type.
        self.log: list[log.Entry] = []  # The log from its beginning.
        self.standing: list[log.Standing] = []  # What of the log led from the first state to this one.
        self.outstanding: log.Refused | None = None  # The refused act that the arbiter may still rule on.
        self.next_number = 1  # The number that the next act will have if it stands.
        self.now_s = 0.0  # The virtual time, in seconds since `new`.
        self.chance = chance

    def snapshot(self) -> Self:
        """Return the match as it stands, to be asked in another thread while this one is played on."""
        kept = copy(self)
        kept.log, kept.standing = list(self.log), list(self.standing)
        return kept

    def do(self, index: int, act: Act) -> Ruling:
        """Rule on an act that is already read; seats are counted from 0."""
        chance = KeptChance(self.chance)
        ruling, state = judge(self.game, self.state, index, act, chance)
        if ruling.is_applied:
            ruling = self._as_numbered(ruling)
            self._stand(log.Applied(self.next_number, self.seats[index], act, chance.outcomes), state)
        else:
            self.outstanding = log.Refused(self.seats[index], act, ruling.rule)
            self.log.append(self.outstanding)
        return ruling

    def apply_amendment(self, amendment: Amendment) -> Ruling:
        """Rule on an amendment that is already read."""
        refusal = self.game.why_not_amend(self.state, amendment)
        if refusal is not None:
            return refused(self.state, refusal).ruling
        chance = KeptChance(self.chance)
        ruling, state = self.game.amend(self.state, amendment, chance)
        self._stand(log.Amended(amendment, chance.outcomes), state)
        return ruling

    def undo(self) -> Ruling:
        """Undo the last act or amendment that stands, with all that resolved since; the clock does not go back."""
        undone = log.take_back(self.standing, self.now_s)
        if undone is None:
            return Ruling("illegal", "nothing-to-undo")
        self._go_to(log.fold(self.game, self.start, self.seats, self.standing))
        self.outstanding = None
        if isinstance(undone, log.Amended):
            self.log.append(log.Undone(None))
            return Ruling("legal", "amend-undone", undone.amendment.values, ({"type": "undone", "act": None},))
        self.log.append(log.Undone(undone.number))
        values = {"seat": undone.seat, "act": undone.number}
        return Ruling("legal", "undone", values, ({"type": "undone", "act": undone.number},))

    def may_stand(self) -> bool:
        """Return whether the arbiter may let the last refused act stand: the state can hold it."""
        pending = self.outstanding
        if pending is None:
            return False
        return self.game.why_not(self.state, self.seats.index(pending.seat), pending.act, waive=True) is None

    def rule(self, accept: bool, why: str) -> Ruling:
        """Apply the arbiter's decision on the last refused act: it stands, if the state can hold it, or it does not."""
        as_flag(accept, "accept")
        as_text(why, "why")
        pending = self.outstanding
        if pending is None:
            return Ruling("illegal", "nothing-refused")
        values = {"seat": pending.seat}
        if not accept:
            self.log.append(log.Decided(False, why))
            self.outstanding = None
            return Ruling("legal", "arbiter-refused", values)
        if not self.may_stand():
            return Ruling("illegal", "arbiter-cannot", values)
        chance = KeptChance(self.chance)
        ruling, state = self.game.apply(self.state, self.seats.index(pending.seat), pending.act, chance)
        self.log.append(log.Decided(True, why))
        ruling = self._as_numbered(ruling)
        self._stand(log.Applied(self.next_number, pending.seat, pending.act, chance.outcomes, is_accepted=True), state)
        return Ruling("legal", "arbiter-accepted", values, ruling.events, ruling.violations)

    def resolve(self) -> Ruling:
        """Close the open window as its time has run out; with none open nothing changes."""
        chance = KeptChance(self.chance)
        judgement = self.game.resolve(self.state, chance)
        return self._pass_time(log.Resolved(chance.outcomes), judgement)

    def clock(self, at: float) -> Ruling:
        """Move virtual time on to `at` seconds; it never goes back."""
        as_number(at, 0, log.LATEST_S, "at")
        if at < self.now_s:
            return Ruling("illegal", "clock-back", {"at": self.now_s})
        chance = KeptChance(self.chance)
        judgement = self.game.clock(self.state, at, chance)
        self.now_s = at
        return self._pass_time(log.Clocked(at, chance.outcomes), judgement)

    def _pass_time(self, entry: log.Resolved | log.Clocked, judgement: Judgement[Any]) -> Ruling:
        self.log.append(entry)
        if judgement.state is not self.state:
            self.standing.append(entry)
            self._go_to(judgement.state)
        return judgement.ruling

    def _as_numbered(self, ruling: Ruling) -> Ruling:
        """Return a ruling with the log's act numbers in its violations: a game counts the acts that led to its state.

        What a claim of before the first state proves is told as number 0.
        """
        if not ruling.violations:
            return ruling
        before = self.start.acts
        logged = [entry.number for entry in self.standing if isinstance(entry, log.Applied)]
        numbers = dict(enumerate((*logged, self.next_number), before + 1))
        violations = tuple(
            replace(one, act=numbers.get(one.act, 0), proof=tuple(numbers.get(act, 0) for act in one.proof))
            for one in ruling.violations
        )
        return ruling._replace(violations=violations)

    def _stand(self, entry: log.Applied | log.Amended, state: object) -> None:
        if isinstance(entry, log.Applied):
            self.next_number = entry.number + 1
        self.log.append(entry)
        self.standing.append(entry)
        self._go_to(state)
        self.outstanding = None

    def _go_to(self, state: object) -> None:
        """Go on from another state."""
        self.state = state

"""Restoring: what a journal's facts come to at this table by these rules, in a situation of its own until it fits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES
from tacotable.core.reducer import apply
from tacotable.dialogs.restart import Found
from tacotable.state.facts import Acted, Amended, Began, Chose, Decided, Fact, Undone
from tacotable.state.interaction import KeptGame
from tacotable.state.situation import Situation, Stage
from tacotable.storage.journal import Journal, JournalError, Recovered
from tacotable_engine.errors import RequestError

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

LOUDEST = 3  # The last step of the volume; 0 is mute.


def misfit(fact: Fact, situation: Situation) -> str | None:
    """Apply a fact; returns why it cannot be, or None. After a reason nothing more may be applied."""
    try:
        if reason := _reason_against(fact, situation):
            return reason
        apply(fact, situation)
    except RequestError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # whatever an old file does, it must not keep a table from starting
        return f"{type(error).__name__}: {error}"
    return None


def _reason_against(fact: Fact, situation: Situation) -> str | None:
    """Return what is wrong with a fact before it is applied; raises RequestError for an act that cannot be read."""
    if isinstance(fact, Began):
        game = fact.setup.get("game")
        if game not in situation.games:
            return f"game {game} is none of this table's; it plays {', '.join(situation.games)}"
        situation.turn_to(str(game))
        return situation.family.misfit(fact.setup, situation.devices.table)
    seat = getattr(fact, "seat", None)
    if seat is not None and seat not in situation.devices.whole.seat_names:
        return f"there is no seat {seat!r} at this table"
    if isinstance(fact, Chose):
        if fact.language is not None and fact.language not in LANGUAGES:
            return f"there is no language {fact.language!r}"
        if fact.volume is not None and not 0 <= fact.volume <= LOUDEST:
            return f"there is no volume {fact.volume}"
    if isinstance(fact, Undone) and not situation.game.steps:
        return "there is nothing to take back"
    return _reason_of_rules(fact, situation) if isinstance(fact, Acted | Amended | Decided) else None


def _reason_of_rules(fact: Acted | Amended | Decided, situation: Situation) -> str | None:
    """Return why these rules would not rule, decide or change by hand what was done so at the table."""
    match = situation.game.match
    if isinstance(fact, Decided):
        if match is None or situation.game.refused is None:
            return "a decision without a refused act"
        is_other = fact.accept and not match.may_stand()
        return "the rules of this version cannot let the refused act stand" if is_other else None
    if match is None:
        return "an act without a game" if isinstance(fact, Acted) else "a change by hand without a game"
    if isinstance(fact, Amended):
        refused = match.why_not_amend(fact.change)
        return None if refused is None else f"the rules of this version refuse this change by hand: {refused.rule}"
    now = "accepted" if match.why_not(fact.seat, fact.act) is None else "illegal"
    if now == fact.ruling:
        return None
    return f"the rules of this version rule differently: {now}, and at the table it was {fact.ruling}"


@dataclass(frozen=True, slots=True)
class Restored:
    """The facts that count, and the situation that they came to; None: they have to be applied once more."""

    recovered: Recovered
    situation: Situation | None
    changed: tuple[str, ...] = ()  # What of the table is not as it was when the game began: `board`, `deck`.
    spoilt: tuple[str, ...] = ()  # What is wrong with files of the folder that were passed over; they are kept aside.
    is_older: bool = False  # Whether this game was looked for behind newer files, of which no game can be read.

    @property
    def is_waiting(self) -> bool:
        """Return whether people have to say what is to become of this game."""
        situation = self.situation
        is_on = situation is not None and situation.game.match is not None and situation.game.stage is not Stage.OVER
        return is_on or self.recovered.damage is not None

    @property
    def warnings(self) -> tuple[str, ...]:
        """Return all that is wrong with what was read."""
        return (*filter(None, (self.recovered.damage,)), *self.spoilt)


def restore(recovered: Recovered, table: TableFile, faces: Mapping[str, str]) -> Restored:
    """Apply what a journal holds, as far as this table and these rules can."""
    situation = Situation(table, faces)
    for number, fact in enumerate(recovered.facts):
        if reason := misfit(fact, situation):
            return Restored(recovered.cut(number, reason), None)
    return Restored(recovered, situation)


class JournalArchive:
    """Gives the kept games that this table can play."""

    def __init__(self, journal: Journal, situation: Situation) -> None:
        self._journal, self._situation = journal, situation

    def kept(self) -> tuple[KeptGame, ...]:
        """Return the kept games, the newest first. Raises JournalError."""
        found = (KeptGame(name, header.ruleset, count) for name, header, count in reversed(self._journal.kept()))
        return tuple(game for game in found if game.ruleset in self._situation.games)

    def take_up(self, name: str) -> Found:
        """Let the journal go on behind a kept game, as far as these rules can. Raises JournalError."""
        situation, stamp = self._situation, self._journal.stamp()
        found = self._journal.read_kept(name)
        counting = restore(found, situation.devices.whole, situation.devices.faces).recovered
        if not counting.facts:
            raise JournalError(f"{counting.damage}; it stays as it is, for the version that wrote it")
        self._journal.take_up(counting)
        return Found(counting.facts, counting.damage or "", stamp.differences(found.header))

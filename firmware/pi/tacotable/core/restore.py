"""Restoring: from the facts of a journal to the situation that they come to at this table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tacotable.core.compatibility import Replay
from tacotable.state.game_state import Stage
from tacotable.state.situation import Situation
from tacotable.storage.journal import Recovered
from tacotable.table.file import TableFile


@dataclass(frozen=True, slots=True)
class Restored:
    """The facts that count, and the situation that they came to; None: they have to be applied once more."""

    recovered: Recovered
    situation: Situation | None
    changed: tuple[str, ...] = ()
    """What of the table is not as it was when the game began: `board`, `deck`."""
    spoilt: tuple[str, ...] = ()
    """What is wrong with files of the folder that were passed over; they are kept aside."""
    is_older: bool = False
    """Whether this game was looked for behind newer files, of which no game can be read."""

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
    replay = Replay(table, faces)
    for number, fact in enumerate(recovered.facts):
        if reason := replay.misfit(fact):
            return Restored(recovered.cut(number, reason), None)
    return Restored(recovered, replay.situation)

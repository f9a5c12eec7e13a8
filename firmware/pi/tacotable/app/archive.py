"""The archive of a running table: the games that were kept in its journal's folder."""

from __future__ import annotations

from tacotable.core.restore import restore
from tacotable.dialogs.restart import Found
from tacotable.state.interaction import KeptGame
from tacotable.state.situation import Situation
from tacotable.storage.journal import Journal, JournalError


class JournalArchive:
    """Gives the kept games that this table can play."""

    def __init__(self, journal: Journal, situation: Situation) -> None:
        self._journal = journal
        self._situation = situation

    def kept(self) -> tuple[KeptGame, ...]:
        """Return the kept games, the newest first. Raises JournalError."""
        found = (KeptGame(name, header.ruleset, count) for name, header, count in reversed(self._journal.kept()))
        return tuple(game for game in found if game.ruleset in self._situation.family.games)

    def take_up(self, name: str) -> Found:
        """Let the journal go on behind a kept game, as far as these rules can. Raises JournalError."""
        situation, stamp = self._situation, self._journal.stamp()
        found = self._journal.read_kept(name)
        counting = restore(found, situation.devices.table, situation.devices.faces).recovered
        if not counting.facts:
            raise JournalError(f"{counting.damage}; it stays as it is, for the version that wrote it")
        self._journal.take_up(counting)
        return Found(counting.facts, counting.damage or "", stamp.differences(found.header))

"""What a table is, as the header of each game tells it."""

from __future__ import annotations

from dataclasses import dataclass

from tacotable.storage.journal.record import Header


@dataclass(frozen=True, slots=True)
class TableFingerprint:
    """A table's board, and its decks by ruleset, as short digests."""

    board: str = ""
    decks: tuple[tuple[str, str], ...] = ()

    def deck(self, ruleset: str) -> str:
        """Return the digest of the deck of a ruleset; empty where none was enrolled."""
        return dict(self.decks).get(ruleset, "")

    def differences(self, header: Header) -> tuple[str, ...]:
        """Name what is not as it was when a game began, `board` and `deck`; what one side does not tell is the same."""
        pairs = (("board", header.board, self.board), ("deck", header.deck, self.deck(header.ruleset)))
        return tuple(name for name, then, now in pairs if then and now and then != now)

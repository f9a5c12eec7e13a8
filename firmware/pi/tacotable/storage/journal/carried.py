"""What facts leave for the files behind them: the settings, and what becomes of the game's own file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tacotable.state.facts import Arranged, Began, Chose, Closed, Fact, Learned, Named, Restarted, Setting

VOLUME, SEEN = "", " "
_KEYS = {Named: "\n", Arranged: "\r", Learned: "\t"}  # No seat has these names.


class Carried:
    """Follows the facts of a journal.

    That a game is thrown away counts with `Closed` behind it: where the power went between the two, people are asked
    again.
    """

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.is_over = self.is_discarded = False
        self._settings: dict[str, Setting] = {}  # Languages by seat, and under other names what was chosen last of all.
        self._seen: list[str] = []
        for fact in facts:
            self.note(fact)

    @property
    def settings(self) -> tuple[Setting, ...]:
        """Return what was chosen; the newest language stands last, because seats may share a display."""
        return tuple(self._settings.values())

    def note(self, fact: Fact) -> None:
        """Follow one more fact."""
        if isinstance(fact, Chose):
            if fact.language is not None:
                self._settings.pop(fact.seat, None)
                self._settings[fact.seat] = Chose(fact.seat, language=fact.language)
            if fact.volume is not None:
                self._settings[VOLUME] = Chose(fact.seat, volume=fact.volume)
            if fact.seen:
                self._seen = sorted({*self._seen, *fact.seen})
                self._settings[SEEN] = Chose(fact.seat, seen=self._seen)
        elif isinstance(fact, Named | Arranged | Learned):
            self._settings[_KEYS[type(fact)]] = fact
        self.is_over = isinstance(fact, Closed) or (self.is_over and not isinstance(fact, Began))
        if isinstance(fact, Restarted | Began):
            self.is_discarded = _discards(fact)


def is_thrown_away(facts: Sequence[Fact]) -> bool:
    """Return whether a game was thrown away, and that to its end; settings may stand behind it."""
    last = [fact for fact in facts if not isinstance(fact, Setting)][-2:]
    return len(last) == 2 and _discards(last[0]) and isinstance(last[1], Closed)


def _discards(fact: Fact) -> bool:
    return isinstance(fact, Restarted) and fact.choice == "discard"

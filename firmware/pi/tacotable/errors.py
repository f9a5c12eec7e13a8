"""The errors of this program: one base, and leaves that callers tell apart. One of a single room stands in its room."""

from __future__ import annotations


class TacotableError(Exception):
    """The base of every error of this package; the text says what happened, where, and the next thing to try."""

    def __str__(self) -> str:
        """Return the text as every page and file can hold it: what is no text in the name of a file is escaped."""
        return super().__str__().encode(errors="backslashreplace").decode()


class SetupError(TacotableError):
    """What was asked for cannot be had with this table, deck, page or machine; nothing has begun."""


class UnfinishedError(TacotableError):
    """Simulated people did not come to the end of what they began, or it did not end as it should."""

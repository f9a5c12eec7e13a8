"""What has come to a machine since a question was asked: switches that closed, ports that appeared."""

from __future__ import annotations


class Newcomers:
    """Tells what has come since it began, one at a time; several at once are told as such, and count for nothing."""

    def __init__(self, *, on_leaving: bool) -> None:
        self._rest: frozenset[str] | None = None
        self._on_leaving = on_leaving
        self._one = ""
        self._is_crowd = False

    def take(self, there: frozenset[str]) -> tuple[str, ...]:
        """Return the one that came (with `on_leaving`: and left again), or all of a crowd; mostly nothing."""
        rest = self._rest = there if self._rest is None else self._rest & there
        new = tuple(sorted(there - rest))
        if len(new) > 1 and not self._is_crowd:
            self._is_crowd, self._one = self._on_leaving, ""
            self._rest = rest if self._on_leaving else there
            return new
        if len(new) == 1 and not self._is_crowd:
            if not self._on_leaving:
                self._rest = there
                return new
            one, self._one = self._one, new[0]
            return (one,) if one and one != new[0] else ()
        if not new:
            one, self._one, self._is_crowd = self._one, "", False
            return (one,) if one else ()
        return ()

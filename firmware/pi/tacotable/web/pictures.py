"""What pages are shown, made once for all pages of a role and language, and what has changed of it.

A page that asks for changes gets `{"type": "patch", "of": kind, "set": {...}, "at": [...], "gone": [...]}` in place of
a whole picture; `state.changes` says what these are. Only what everybody may see is compressed, for pages without a
key: so no size tells of what somebody may not see.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tacotable.state.changes import changes

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable.web.model import PageModel

NOTHING: tuple[object, ...] = (None, False, [])  # What a log entry is told without.


def write(message: object) -> str:
    """Write a message for a page as compact JSON."""
    return msgspec.json.encode(message).decode()


class Picture:
    """One kind of picture (`scene`, `truth`, `health`) as a role sees it now; the one before forgets its own."""

    def __init__(self, kind: str, content: Content, before: Picture | None) -> None:
        self.kind, self.content, self._before = kind, content, before
        self._text = self._patch = ""
        if before is not None:
            before._before, before._patch = None, ""

    def text(self) -> str:
        """Return the message that tells it whole."""
        self._text = self._text or write({**self.content, "type": self.kind})
        return self._text

    def patch(self, told: Picture) -> str:
        """Return the message that makes it of one that was told; most pages were told the one before."""
        if told is self._before and self._patch:
            return self._patch
        patch = write({"type": "patch", "of": self.kind, **changes(told.content, self.content)})
        if told is self._before:
            self._patch = patch
        return patch


class Pictures:
    """The newest pictures of a model for whoever subscribes; each is made when a first page asks for it."""

    def __init__(self, model: PageModel) -> None:
        self._model = model
        self._changes = 0
        self._packed: dict[str, bytes] = {}
        self._logs: dict[tuple[Role, str, int], tuple[int, str]] = {}
        self._known: dict[tuple[Role, str], tuple[int, dict[str, Picture]]] = {}

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, until what is returned is called; then all pictures are forgotten."""

        def note() -> None:
            self._changes += 1
            self._logs.clear()
            self._packed.clear()
            on_change()

        leave = self._model.subscribe(note)

        def unsubscribe() -> None:
            for kept in (self._known, self._logs, self._packed):
                kept.clear()
            leave()

        return unsubscribe

    def now(self, role: Role, language: str) -> Mapping[str, Picture]:
        """Return the pictures of a role by their kinds; one that is as it was is the same object."""
        changes, known = self._known.get((role, language), (-1, {}))
        if changes != self._changes:
            contents = {
                "scene": self._model.scene(role, language),
                "truth": self._model.truth(role),
                "health": self._model.health(role),
            }
            known = {kind: _newest(kind, content, known.get(kind)) for kind, content in contents.items() if content}
            self._known[role, language] = (self._changes, known)
        return known

    def log(self, role: Role, language: str, after: int) -> tuple[int, str]:
        """Return the number of the log's last line, and the message that tells the lines behind a number, if any."""
        known = self._logs.get((role, language, after))
        if known is None:
            entries = self._model.log(role, language, after)
            lines = [{name: value for name, value in entry.items() if value not in NOTHING} for entry in entries]
            text = write({"type": "log", "after": after, "entries": lines}) if entries else ""
            known = self._logs[role, language, after] = (int(str(entries[-1]["n"])) if entries else after, text)
        return known

    def packed(self, text: str) -> bytes:
        """Return a message as raw deflate (RFC 1951), packed once for all pages that get it between two changes."""
        if text not in self._packed:
            packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
            self._packed[text] = packer.compress(text.encode()) + packer.flush()
        return self._packed[text]


def _newest(kind: str, content: Content, before: Picture | None) -> Picture:
    return before if before is not None and before.content == content else Picture(kind, content, before)

"""What pages are shown, made once for all pages of a role and language, and what has changed of it.

A page that asks for changes gets `{"type": "patch", "of": kind, "set": {...}, "at": [...], "gone": [...]}` in place of
a whole picture; `state.changes` says what these are. Nothing is compressed here, so that no size tells of what a page
may not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tacotable.state.changes import changes
from tacotable.web.messages import write

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable.web.model import PageModel


class Picture:
    """One kind of picture (`scene`, `truth`, `health`) as a role sees it at one moment."""

    def __init__(self, kind: str, content: Content, before: Picture | None) -> None:
        self.kind = kind
        self.content = content
        self._before = before
        self._text = self._patch = ""

    def text(self) -> str:
        """Return the message that tells it whole."""
        self._text = self._text or write({**self.content, "type": self.kind})
        return self._text

    def patch(self, told: Picture) -> str:
        """Return the message that makes it of one that was told; most pages were told the one before."""
        if told is not self._before:
            return self._difference(told)
        self._patch = self._patch or self._difference(told)
        return self._patch

    def forget(self) -> None:
        """Forget the picture before, so that old ones go."""
        self._before, self._patch = None, ""

    def _difference(self, told: Picture) -> str:
        return write({"type": "patch", "of": self.kind, **changes(told.content, self.content)})


class Pictures:
    """The newest pictures of a model for those who subscribe; each is made when a first page asks for it."""

    def __init__(self, model: PageModel) -> None:
        self._model = model
        self._changes = 0
        self._known: dict[tuple[Role, str], tuple[int, dict[str, Picture]]] = {}
        self._pages: list[Callable[[], None]] = []
        self._leave: Callable[[], None] = lambda: None

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call back after each change, until what is returned is called."""
        if not self._pages:
            self._leave = self._model.subscribe(self._note)
        self._pages.append(on_change)

        def unsubscribe() -> None:
            self._pages.remove(on_change)
            if not self._pages:
                self._known.clear()
                self._leave()

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

    def _note(self) -> None:
        self._changes += 1
        for on_change in tuple(self._pages):
            on_change()


def _newest(kind: str, content: Content, before: Picture | None) -> Picture:
    if before is not None and before.content == content:
        return before
    if before is not None:
        before.forget()
    return Picture(kind, content, before)

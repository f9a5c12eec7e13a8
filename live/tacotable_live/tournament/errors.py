"""The error of an event's steps."""

from __future__ import annotations

from tacotable.errors import TacotableError


class EventError(TacotableError):
    """A step that cannot be taken: the code of the sentence that says what to do instead, and its values."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


def require(is_so: bool, code: str, **values: object) -> None:
    """Raise EventError if something that a step needs is not so."""
    if not is_so:
        raise EventError(code, **values)

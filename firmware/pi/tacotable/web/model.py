"""What the page needs from the program: pictures and texts for a role, and a way to act.

Everything that a model gives is already cut to what the role may know; this package only turns it into JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from tacotable.errors import TacotableError

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role


class PageError(TacotableError):
    """What a page asked for is unknown or not allowed; the page has words of its own for known codes."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code, self.text = code, text


def require(is_right: bool, why_not: str, code: str = "not-allowed") -> None:
    """Raise PageError if something is not right, or by default not this role's to do."""
    if not is_right:
        raise PageError(code, why_not)


class PageModel(Protocol):
    """The program as the page sees it. All of it is called on the loop that serves the page.

    What it returns is made anew at each call and changed by nobody, since pages compare it with what they were told.
    """

    def role_for(self, key: str) -> Role | None:
        """Return the role of a key, compared in constant time; none is a spectator's, a wrong one is None."""

    def enter(self, key: str) -> Role | None:
        """Return the role of a key whose page opens; a page of a seat counts as a phone there from now on."""
        return self.role_for(key)

    def join(self, code: str, address: str = "") -> str:
        """Return a key for a phone that knows the code on a seat's display; raises PageError."""

    def leave(self, key: str) -> None:
        """Forget the key of a phone that leaves its seat."""

    def welcome(self, role: Role, language: str) -> Content:
        """Return the part that does not change: texts, seats, spaces, displays; and the `languages` there are.

        A language that is not among them becomes the first; `language` says which one it is.
        """

    def scene(self, role: Role, language: str) -> Content:
        """Return the whole picture as it is now."""

    def log(self, role: Role, language: str, after: int) -> Sequence[Content]:
        """Return the log's entries whose `n` is greater than `after`, the oldest first."""

    def truth(self, role: Role) -> Content | None:
        """Return what this role may see of the simulated table's cards and token; None on a real table."""

    def health(self, role: Role) -> Content | None:
        """Return how each device is, by name, state and numbers; None to those whom it does not concern."""

    def language(self, role: Role) -> str | None:
        """Return the language in which the table speaks to this role's seat; None to a role that has none."""

    def do(self, role: Role, action: Content) -> None:
        """Do what a page asked for, or raise `PageError` and change nothing."""

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after each change, until the function that is given back is called."""


class GamesModel(Protocol):
    """The games that were played, as pages see them."""

    async def listed(self, language: str) -> Content:
        """Return the finished games, the newest first, who won how many of them, and how many are not read yet."""

    async def replay(self, name: str, language: str) -> Content | None:
        """Return a finished game step by step; None where there is none of that name."""

    async def review(self, name: str, language: str) -> Content | None:
        """Return what each choice of a finished game cost, as far as everybody may know; None as with `replay`."""

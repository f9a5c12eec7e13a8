"""The stage: what a screen for everybody shows. It has the spectators' picture alone, as late as the owner says.

With a delay, each picture is kept from the moment when it was true until it is due, also while nobody watches: a page
that joins gets the picture of then, and no name, log line or card goes out earlier.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence

from tacotable.state.role import Content, Role
from tacotable.web.model import PageError, PageModel, require

SPECTATOR = Role("spectator")
HERE_ONLY = ("127.", "localhost", "[::1]")  # How addresses begin that no other machine can open.


class StageModel(PageModel):
    """A table as its stages see it: nothing can be done there, and no key makes it more than a spectator's."""

    def __init__(self, model: PageModel, *, address: str = "", scheme: str = "http", delay_s: float = 0) -> None:
        """`address`: where people watch or take a seat, shown as a picture code where others can open it.

        With a delay, this is made on the loop on which the model tells its changes.
        """
        self._model = model
        self._address = "" if address.startswith(HERE_ONLY) else address
        self._scheme, self._delay_s = scheme, delay_s
        self._moments: deque[tuple[float, Mapping[str, Content]]] = deque()  # When what was to be seen, by language.
        self._subscribers: list[Callable[[], None]] = []
        if delay_s:
            self._loop = asyncio.get_running_loop()
            languages = model.welcome(SPECTATOR, "")["languages"]
            self._languages = tuple(map(str, languages)) if isinstance(languages, Sequence) else ()
            self._keep()
            model.subscribe(self._keep)

    def role_for(self, key: str) -> Role | None:
        """Return a spectator's role, whatever the key."""
        return SPECTATOR

    def join(self, code: str, address: str = "") -> str:
        """Refuse: a screen for everybody is nobody's phone."""
        raise PageError("wrong-code", "A stage takes no seat.")

    def leave(self, key: str) -> None:
        """Change nothing: it has no seat."""

    def welcome(self, role: Role, language: str) -> Content:
        """Return what does not change, with the names of the moment that is shown, and where to watch."""
        welcome = dict(self._model.welcome(SPECTATOR, language))
        if self._delay_s:
            welcome["names"] = self.scene(role, str(welcome["language"])).get("names", {})
        if self._address:
            welcome["watch"] = {"address": self._address, "code": code_rows(f"{self._scheme}://{self._address}/")}
        return welcome

    def scene(self, role: Role, language: str) -> Content:
        """Return the picture of now, or of so long ago; at first there is none, also of a game that is taken up."""
        if not self._delay_s:
            return self._model.scene(SPECTATOR, language)
        due_s, moments = self._loop.time() - self._delay_s, self._moments
        while len(moments) > 1 and moments[1][0] <= due_s:
            moments.popleft()
        at_s, kept = moments[0]
        scenes = kept if at_s <= due_s else {}
        return scenes.get(language, scenes.get(self._languages[0], {}))

    def log(self, role: Role, language: str, after: int) -> Sequence[Content]:
        """Return nothing: what was played last is in the picture, and no line of the log can go out too early."""
        return ()

    def truth(self, role: Role) -> None:
        """Return nothing: a stage shows what the referee knows, not where cards lie."""

    health = language = truth  # No word of devices belongs on a stage; its language is that of its address or browser.

    def do(self, role: Role, action: Content) -> None:
        """Refuse everything but a change of the stage's own language."""
        require(action.get("do") == "language", "A stage only shows.")
        self._model.do(SPECTATOR, action)  # it refuses a language that there is not

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call back when there is something new to show, until what is returned is called."""
        if not self._delay_s:
            return self._model.subscribe(on_change)
        self._subscribers.append(on_change)
        return lambda: self._subscribers.remove(on_change)

    def _keep(self) -> None:
        """Keep the picture of now until it is due; what is as before is the same object, since most are alike."""
        before = self._moments[-1][1] if self._moments else {}
        scenes: dict[str, Content] = {}
        for language in self._languages:
            old, now = before.get(language, {}), self._model.scene(SPECTATOR, language)
            scenes[language] = {
                name: old[name] if name in old and old[name] == value else value for name, value in now.items()
            }
        if scenes == before:
            return
        self._moments.append((self._loop.time(), scenes))
        self._loop.call_later(self._delay_s, self._tell)

    def _tell(self) -> None:
        for on_change in tuple(self._subscribers):
            on_change()


def code_rows(address: str) -> list[str]:
    """Return the rows of an address's picture code, a 1 for each dark module."""
    from segno import make  # it takes megabytes along, and few pages show a code

    return ["".join(map(str, row)) for row in make(address, error="m", micro=False).matrix]

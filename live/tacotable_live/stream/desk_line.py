"""The desk's decisions at the table: what its arbiter could decide, and what the desk decides, by the table's own page.

The table's file must allow it (`desk_arbiter`). The page makes the same checks as for its arbiter's own page.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from tacotable.web.desk_arbiter import KEY
from tacotable.web.keys import FILE, bytes_needed, make_keys
from tacotable_live.stream.messages import KEPT, Asks, Decide, digest, seal

PAGE = "http://127.0.0.1:8480"
LOOK_S, AWAY_S = 1.0, 10.0
"""So often the table is asked what there is to decide; and where it lets no desk decide."""
SLOW_S = 5.0
HOUSE, ASKED_THERE = "Home Assistant", "asked for there"
NO_PAGE = {"code": "no-page", "text": "the table's page does not answer; is the table on, and --page right?"}


@dataclass(slots=True)
class DeskLine:
    """Asks a table's page for its director. `page`: where it is; `key`: that of the line to the director."""

    folder: Path
    page: str
    key: str
    asked: dict[str, object] | None = None
    """What the page said last that it asks people; None while it is away."""
    _due_s: float = 0.0
    _is_told: bool = False
    _done: dict[str, str] = field(default_factory=dict)

    async def due(self, now_s: float) -> Asks | None:
        """Return what the director is to be told now, if anything."""
        if now_s < self._due_s:
            return None
        asked = self.asked = await asyncio.to_thread(self._request, None)
        self._due_s = now_s + (AWAY_S if asked is None else LOOK_S)
        was_told, self._is_told = self._is_told, asked is not None
        return Asks(asked, dict(self._done)) if was_told or self._is_told else None

    async def hear(self, decide: Decide) -> None:
        """Do what the desk decides, once; what came of it is told at once."""
        self._due_s = 0.0
        if decide.id in self._done:
            return
        if decide.sealed != seal(digest(self.key), decide):
            self._done[decide.id] = "no-seal"
        else:
            said = msgspec.json.encode(decide)
            done = await asyncio.to_thread(self._request, said)
            self._done[decide.id] = "no-page" if done is None else str(done.get("code", ""))
        while len(self._done) > KEPT:
            del self._done[next(iter(self._done))]

    async def obey(self, command: str, value: str) -> tuple[str, str]:
        """Pause the game, or choose the next one, as a house asks; return code and text of a refusal, else nothing."""
        said = {"what": command, "who": HOUSE, "why": ASKED_THERE} if command == "pause" else {"game": value}
        done = await asyncio.to_thread(self._request, msgspec.json.encode(said)) or NO_PAGE
        self._due_s = 0.0
        return str(done.get("code", "")), str(done.get("text", ""))

    def _request(self, body: bytes | None) -> dict[str, object] | None:
        """Return what the page answers, an error by its `code`; None where it is away, or takes no key."""
        try:
            kept = (self.folder / FILE).read_bytes()[-bytes_needed(()) :]
            headers = {KEY: make_keys((), kept, is_simulated=False).arbiter}
            with urlopen(Request(f"{self.page}/arbiter.json", body, headers), timeout=SLOW_S) as answer:  # noqa: S310
                return msgspec.json.decode(answer.read(), type=dict[str, object])
        except HTTPError as error:
            return msgspec.json.decode(error.read(), type=dict[str, object]) if error.code == 400 else None
        except (OSError, ValueError, HTTPException, msgspec.MsgspecError):
            return None

"""The arbiter at a director's desk: what may be decided at this table, and a decision that came down the table's line.

The line runs beside the table, on its machine, and holds the arbiter's key. It may read at each table whether people
are needed; it may decide only at one whose file says `desk_arbiter = true`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec

from tacotable.dialogs import arbiter
from tacotable.dialogs.rulings_log import last_ruling
from tacotable.state.events import Arbitrated, GameChosen
from tacotable.web.model import PageError, require

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.state.role import Content, Role

KEY = "X-Arbiter-Key"  # The header that holds the arbiter's key, so that it stands in no log.
LONGEST = {"who": 40, "why": 200}


class DeskArbiter:
    """What the desk is told, and what it may do. `role_for` knows keys; `now_ms` is the clock of all events."""

    def __init__(
        self,
        controller: Controller,
        role_for: Callable[[str], Role | None],
        now_ms: Callable[[], float],
        *,
        may_decide: bool,
    ) -> None:
        self._controller, self._role_for, self._now_ms = controller, role_for, now_ms
        self._may_decide = may_decide

    def knows(self, headers: Mapping[str, str]) -> bool:
        """Return whether a request has a key of the arbiter."""
        role = self._role_for(headers.get(KEY, ""))
        return role is not None and role.kind == "arbiter"

    def answer(self, body: bytes | None) -> tuple[int, Content]:
        """Return the status and the content of an answer; `body`: a decision in JSON, None asks what there is."""
        try:
            if body is not None:
                self.decide(msgspec.json.decode(body, type=dict[str, str]))
        except PageError as error:
            return 400, {"code": error.code, "text": error.text}
        except msgspec.MsgspecError as error:
            return 400, {"code": "bad-json", "text": f"{error}; a decision is one JSON object of texts."}
        return 200, self.asked()

    def asked(self) -> Content:
        """Return what waits for the arbiter, why, what was ruled last, and what may be decided; without words.

        No value here is hidden from the public. `moment` is other as soon as a decision would be about something else.
        """
        situation = self._controller.situation
        is_restart = situation.ui.restart and not situation.devices.waits_for_storage
        is_silent = is_restart or not self._may_decide  # who is at the table, knows what a game that was found is
        offered = {} if is_silent else arbiter.offered(situation)
        told = {what: (sign.code, sign.values) for what, sign in offered.items()}
        ruling = last_ruling(situation.log, None)
        waits = arbiter.waits(situation)
        number = situation.game.match.next_number if situation.game.match else 0
        return {
            "waits": waits or ("refused" if "refuse" in offered else ""),
            "needs_people": bool(waits),
            "may_decide": self._may_decide,
            "game": situation.ruleset,
            "ruling": (ruling.code, ruling.values) if ruling else None,
            "source": ruling.why.source if ruling and ruling.why else "",
            "names": situation.game.names,
            "offered": told,
            "moment": f"{number} {told}",
        }

    def decide(self, asked: Mapping[str, str]) -> None:
        """Decide as the arbiter's page would, or choose a `game`; raises PageError, and nothing has changed.

        A pause is about no moment, and a game that is paused already stays so.
        """
        require(
            self._may_decide, "To decide here from elsewhere, set desk_arbiter = true in the table file.", "no-desk"
        )
        situation = self._controller.situation
        if game := asked.get("game"):
            if situation.game.match is not None or game not in situation.games:
                raise PageError("no-lobby", f"Before a game begins, one of {', '.join(situation.games)} may be chosen.")
            self._controller.handle(GameChosen(game, self._now_ms()))
            return
        who, why = (" ".join(asked.get(name, "").split())[:most] for name, most in LONGEST.items())
        require(bool(who and why), "Say who decides, and why: the table's log keeps both.", "no-reason")
        now, what = self.asked(), asked.get("what", "")
        offered = now["offered"]
        if what == "pause":
            if situation.game.is_paused:
                return
            require(what in arbiter.offered(situation), "Only a game in play can be paused.", "no-play")
        elif asked.get("moment") != now["moment"] or not isinstance(offered, dict) or what not in offered:
            raise PageError("went-on", "The table went on meanwhile: look what there is to decide now.")
        self._controller.handle(Arbitrated(what, self._now_ms(), who, why))

"""Cards that seats lay face down: on every page they are backs until both are laid, and then faces."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pi.public_state import public_state
from pi.worlds import enrolled
from tacotable.app.simulated import hands_at
from tacotable.autoplay.games import LONGEST_GAME_S
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.simulation.hands.tacocat import REVEALING
from tacotable.state.game_state import Stage
from tacotable.state.role import Role
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.kinds import games_of
from tacotable.web.keys import make_keys
from tacotable.web.page import TablePage

SEATS = ("YAY", "WOW")
TABLES = [
    (name, game)
    for name in SHIPPED
    for game in games_of(read_table(name))
    if game.startswith("tc") and read_table(name).pads
]
ROLES = (Role("simulation"), *(Role("seat", seat) for seat in SEATS), Role("arbiter"), Role("spectator"))
GLANCE_S = 5.0


class Looker:
    """Looks at the pads of all pages after each event of a game."""

    def __init__(self, rig: Rig, robots: tuple[str, ...]) -> None:
        situation = rig.program.controller.situation
        keys = make_keys(situation.devices.whole.seat_names, bytes(200), is_simulated=True)
        hands = hands_at(rig.table, situation, Random(1), robots)
        self.page = TablePage(rig.program.controller, keys, lambda: hands)
        self.rig, self.seen, self.wrong = rig, Counter[str](), list[str]()
        self._last: object = None
        rig.program.controller.after_each(self.look)

    def faces(self, role: Role, seat: str) -> list[str | None]:
        """Return what a page shows on a pad."""
        told = self.page.truth(role)
        assert told is not None
        cards = told["cards"]
        assert isinstance(cards, dict)
        return [card and card[1] for card in cards[f"{seat}.pad"]]

    def look(self) -> None:
        situation = self.rig.program.controller.situation
        events, state = situation.game.last_events, public_state(situation)
        for event in events if events is not self._last else ():
            if event["type"] in REVEALING:
                self.seen[str(event["type"])] += 1
                self.check(dict(zip(SEATS, event["cards"], strict=True)), str(event["type"]))  # type: ignore[call-overload]
        self._last = events
        if situation.game.stage is Stage.PLAY and state["phase"] in ("duel", "showdown"):
            for seat in state["ready"]:
                self.seen["sealed"] += 1
                laid = {role: self.faces(role, seat)[-1:] for role in ROLES}
                self.wrong += [f"{role} sees {faces}" for role, faces in laid.items() if faces not in ([None], [])]

    def check(self, shown: dict[str, str], what: str) -> None:
        """Note each page on which a card that was turned over is none of its pad's faces."""
        for role in ROLES:
            hidden = [seat for seat, face in shown.items() if face not in self.faces(role, seat)]
            self.wrong += [f"{what}: {role} sees no {shown[seat]} at {seat}" for seat in hidden]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("robots", [(), ("WOW",), SEATS])
@pytest.mark.parametrize(("name", "game"), TABLES)
def test_every_page_shows_backs_until_both_cards_are_laid_and_then_both_faces(
    name: str, game: str, robots: tuple[str, ...]
) -> None:
    with simulated_table(enrolled(name, game), seed=1) as rig:
        looker, loop = Looker(rig, robots), rig.loop
        tasks = [loop.create_task(player.play()) for player in people_at(rig, Random(1))]
        while rig.program.controller.situation.game.stage is not Stage.OVER and not looker.wrong:
            rig.wait(GLANCE_S)
            assert loop.time() < LONGEST_GAME_S
        for task in tasks:
            task.cancel()
        rig.wait(0.0)

    assert looker.wrong == []
    assert min(looker.seen[what] for what in (*REVEALING, "sealed")) > 1

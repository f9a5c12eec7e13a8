"""The page's hands at the pads and buttons of each table: a card slides on from where it is, and the table holds."""

from __future__ import annotations

import pytest

from pi.cards_told import cards_in
from pi.test_opening import HOST, PLAYED, Host, host_at
from tacotable.games.exploding.state import view_of
from tacotable.state.role import Role
from tacotable.state.situation import pad_of
from tacotable.table.file import SHIPPED, read_table
from tacotable_sim.truth import BOX, DISCARD, DRAW, hand_of

PADS = [
    (name, pad)
    for name, game in PLAYED
    if game == "ek120"
    for pad in ("play", "YAY.pad", "WOW.pad")
    if pad in read_table(name).pads
]


def pads_shown(host: Host, role: Role) -> dict[str, str]:
    """Return the state of each pad that a page shows."""
    pads = host.page.scene(role, "en")["pads"]
    assert isinstance(pads, dict)
    return pads


@pytest.mark.parametrize(("name", "pad"), PADS)
def test_a_used_card_is_shown_at_its_pad_alone_and_slides_on_from_there(name: str, pad: str) -> None:
    with host_at(name) as host:
        host.begin(game="ek120", players=2 if name == "tacocat" else 5)
        while pad not in ("play", pad_of(view_of(host.situation).turn.seat)):
            host.rig.tap(f"{view_of(host.situation).turn.seat}.ok")
            host.rig.wait(1.0)
        seat = view_of(host.situation).turn.seat
        role = Role("seat", seat)
        table = host.rig.table
        if "skip" in host.at(DRAW):
            host.rig.find("skip")  # on top of the pile
        table.place(table.truth.find("skip", DRAW if "skip" in host.at(DRAW) else BOX).tag, hand_of(seat))
        truth = host.page.truth(role)
        assert truth is not None
        card = next(each for each in cards_in(truth) if each["place"] == hand_of(seat) and each["face"] == "skip")

        host.page.do(role, {"do": "place", "card": card["id"], "place": pad})
        host.rig.wait(1.0)
        host.rig.tap(f"{seat}.ok")

        told = pads_shown(host, role)
        assert {zone for zone, state in told.items() if state != "empty"} == {pad}
        assert told[pad] == "spent"
        host.page.do(role, {"do": "slide", "place": pad})
        host.rig.wait(1.0)
        assert host.at(pad) == []
        assert host.at(DISCARD) == [card["face"]]
        assert set(pads_shown(host, role).values()) == {"empty"}


@pytest.mark.parametrize("name", [name for name in SHIPPED if not name.endswith("-hub")])
def test_a_button_is_held_by_the_clock_of_the_table(name: str) -> None:
    with host_at(name) as host:
        seat = host.situation.seats[0]
        host.begin(players=2)
        button = next(each for each in host.rig.table.truth.buttons if each.startswith(f"{seat}.") and "ok" not in each)

        host.page.do(HOST, {"do": "hold", "button": button})
        host.rig.wait(3.0)

        assert not host.rig.table.truth.is_down(button)
        assert seat in host.situation.ui.menus

"""Whatever hands do at the desk: no tag is enrolled twice, every display has its words, and there is a way out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pi.clerk import Clerk, tag
from tacotable.catalog import LANGUAGES
from tacotable.display.draw import draw
from tacotable.enrolment.desk import open_for
from tacotable.state.game_state import Stage
from tacotable.table.kinds import counts_of
from tacotable.table.schema import Card
from tacotable_drivers import ports

TAGS = [*map(tag, range(6)), "0C000621A5", "0C000621A4"]
STEPS = st.one_of(
    st.tuples(st.just("put"), st.sampled_from(TAGS)),
    st.tuples(st.just("lift"), st.sampled_from(TAGS)),
    st.tuples(st.sampled_from(["crowd", "silence", "empty", "ok", "other", "hold ok", "hold other"]), st.just("")),
)


def do(clerk: Clerk, what: str, one: str) -> None:
    """Take one step of a person, or of a reader that fails."""
    zone = next(iter(clerk.situation.devices.table.pads))
    events: dict[str, ports.DeviceEvent] = {
        "put": ports.TagArrived(zone, one, 0),
        "lift": ports.TagLeft(zone, one, 0),
        "crowd": ports.TagsCrowded(zone, (TAGS[0], TAGS[1]), 0),
        "silence": ports.ZoneUnknown(zone, 0),
        "empty": ports.ZoneEmpty(zone, 0),
    }
    buttons = {"ok": clerk.ok, "other": clerk.other}
    if what in events:
        clerk.tell(events[what])
    elif what in buttons:
        clerk.tap(buttons[what])
    else:
        clerk.hold(buttons[what.removeprefix("hold ")])


def whole_deck() -> tuple[Card, ...]:
    """Give a deck whose first cards have the tags that are laid here."""
    faces = [kind.face for kind, count in counts_of("tc38").items() for _ in range(count)]
    return tuple(Card(tag=tag(number), face=face) for number, face in enumerate(faces))


def leave(clerk: Clerk) -> None:
    """Hold the other button, and say yes; where a card is being named, that is two steps back."""
    for _ in range(2):
        if clerk.situation.ui.desk is not None:
            clerk.hold(clerk.other)
        if clerk.situation.ui.desk is not None and clerk.code() == "enrol.leave":
            clerk.tap(clerk.ok)


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "item"), [("tacocat", "enrol"), ("tacocat", "census"), ("tacocat", "board"), ("kittens", "enrol")]
)
@settings(max_examples=25)
@given(steps=st.lists(STEPS, max_size=25))
def test_any_hands_leave_the_desk_in_order(table: str, item: str, steps: list[tuple[str, str]]) -> None:
    clerk = Clerk(table)
    if item == "census":
        clerk.situation.devices.decks = {"tc38": whole_deck()}
    open_for(clerk.situation, item)
    for what, one in steps:
        do(clerk, what, one)
        if clerk.situation.ui.desk is None:
            break
        for screen in clerk.scene.screens.values():
            assert all(draw(screen, language).text for language in LANGUAGES)
    leave(clerk)

    for cards in clerk.situation.devices.decks.values():
        assert len({card.tag for card in cards}) == len(cards)
    assert clerk.situation.ui.desk is None
    assert clerk.situation.game.stage is Stage.LOBBY
    assert clerk.log.facts == []

"""Flows of the kittens table: lethal cards, the end, and what goes wrong."""

from __future__ import annotations

from docs.pictures.kittens_ready import play, ready, run_out, window
from docs.pictures.stage import EVERYONE, Flow, Stage


def _defused(stage: Stage) -> None:
    ready(stage)
    stage.show("exploding-kitten")
    stage.moment("drawn", EVERYONE, "1")
    stage.slide_on(place="front:1")
    stage.show("defuse")
    stage.moment("hide", EVERYONE, "1")
    stage.moment("others", "2")
    stage.slide_on()
    stage.tap("1.ok")
    stage.read()
    stage.moment("safe", EVERYONE, "2")


def _cloned(stage: Stage) -> None:
    """Let seat 1 defuse, and seat 2 with a Clone while that Defuse is the top of the discard pile."""
    ready(stage)
    stage.show("exploding-minion")
    stage.slide_on(place="front:1")
    stage.show("defuse")
    stage.slide_on()
    stage.tap("1.ok")
    stage.presses = 0
    stage.show("exploding-minion")
    stage.slide_on(place="front:2")
    stage.show("clone")
    stage.moment("hide", EVERYONE, "2")
    stage.slide_on()
    stage.tap("2.ok")


def _exploded(stage: Stage) -> None:
    ready(stage)
    stage.show("exploding-kitten")
    stage.slide_on()
    stage.tap("1.nope")
    stage.wait(0.6)
    stage.moment("sure", EVERYONE, "1")
    stage.tap("1.ok")
    stage.read()
    stage.moment("boom", EVERYONE, "1")
    stage.wait(5)
    stage.moment("goes-on", EVERYONE, "2")


def _the_end(stage: Stage) -> None:
    ready(stage)
    stage.show("exploding-kitten")
    stage.slide_on()
    stage.tap("1.nope", "1.ok")
    stage.moment("won", EVERYONE, "2")
    stage.wait(2)
    stage.tap("2.ok")
    stage.moment("lobby", EVERYONE, "1")


def _not_your_turn(stage: Stage) -> None:
    ready(stage)
    stage.tap("3.ok")
    stage.moment("told", EVERYONE, "3")
    stage.wait(3)
    stage.moment("gone", EVERYONE, "3")


def _no_fit(stage: Stage) -> None:
    ready(stage)
    stage.show("attack", "skip")
    stage.moment("told", EVERYONE, "1")
    stage.slide_on(place="hand:1")
    stage.moment("lifted", EVERYONE, "1")


def _other_deck(stage: Stage) -> None:
    """Show a card of another game, which lies in the box."""
    ready(stage)
    stage.show_again(stage.rig.table.plan.box[0].tag)
    stage.moment("told", EVERYONE, "1")


def _discarded(stage: Stage) -> None:
    ready(stage)
    play(stage, "1", "skip")
    run_out(stage)
    stage.presses = 0
    stage.show_again(stage.rig.table.truth.find("skip", "discard").tag)
    stage.moment("told", EVERYONE, "2")


def _pause(stage: Stage) -> None:
    ready(stage)
    stage.hold("2.nope")
    stage.moment("menu", EVERYONE, "2")
    stage.tap("2.ok")
    stage.moment("paused", EVERYONE, "2")
    stage.tap("1.ok")
    stage.read()
    stage.moment("goes-on", EVERYONE, "1")


def _bare_press(stage: Stage) -> None:
    ready(stage)
    stage.tap("3.ok")
    stage.moment("told", EVERYONE)


def _bare_pause(stage: Stage) -> None:
    ready(stage)
    stage.hold("2.nope")
    stage.moment("menu", EVERYONE)
    stage.tap("2.ok")
    stage.moment("paused", EVERYONE)
    stage.tap("1.ok")


def _put_away(stage: Stage) -> None:
    ready(stage)
    stage.hold("2.nope")
    stage.tap("2.nope")
    stage.moment("item", EVERYONE, "2")
    stage.tap("2.ok")
    stage.moment("sure", EVERYONE, "2")
    stage.tap("2.ok")
    stage.moment("asked", EVERYONE, "1")
    stage.tap("1.ok")
    stage.moment("lobby", EVERYONE, "2")


def _late_guest(stage: Stage) -> None:
    """Let somebody sit down at seat 5 in the middle of a game, and play in the next one."""
    ready(stage)
    stage.tap("5.ok")
    stage.moment("waits", EVERYONE)
    presses = stage.presses
    stage.turn_to("put-away", EVERYONE, "1.nope")
    stage.tap("1.ok", "1.ok", "2.ok")
    stage.presses = presses
    stage.moment("in", EVERYONE)


def _handed_over(stage: Stage) -> None:
    """Let Anna, who played here before, go on at seat 2 in place of Ben."""
    stage.type_name("2", "Anna")
    stage.type_name("2", "Ben")
    ready(stage)
    stage.turn_to("hand-over", EVERYONE, "2.nope")
    stage.moment("item", EVERYONE)
    stage.tap("2.ok")
    while getattr(stage.rig.screen(EVERYONE), "item", "") != "Anna":
        stage.tap("2.nope")
    stage.moment("who", EVERYONE)
    stage.tap("2.ok")
    stage.moment("taken", EVERYONE)
    stage.hold("2.nope")
    stage.moment("goes-on", EVERYONE)


def _named(stage: Stage) -> None:
    """Let three type their names at their pages, and Anna play a card at Ben."""
    for seat, name in zip(stage.seats, ("Anna", "Ben", "小明"), strict=True):
        stage.type_name(seat, name)
    ready(stage)
    stage.moment("turn", EVERYONE)
    play(stage, "1", "favor")
    stage.read()
    stage.moment("whom", EVERYONE)
    stage.tap("2.ok")
    window(stage)


def _reader_lost(stage: Stage) -> None:
    ready(stage)
    stage.rig.table.switchboard.set("reader play", "unplug", True)
    stage.wait(4)
    stage.moment("lost", EVERYONE, "1")
    stage.wait(2)
    stage.moment("asked", EVERYONE, "1")
    stage.tap(*["1.nope"] * 3, "1.ok")
    stage.wait(0.6)
    stage.moment("named", EVERYONE, "1")
    stage.tap("1.ok", "2.nope")
    stage.moment("claim", EVERYONE, "2")
    stage.tap("2.nope", "2.ok")
    stage.rig.table.switchboard.set("reader play", "unplug", False)
    stage.wait(5)
    stage.moment("back", EVERYONE, "1")


FLOWS = (
    Flow("defuse", "Defuse", _defused),
    Flow("clone-defuse", "A Clone defuses in min72", _cloned, game="min72"),
    Flow("explode", "No Defuse", _exploded),
    Flow("end", "The end", _the_end, seats=2),
    Flow("not-your-turn", "Not your turn", _not_your_turn),
    Flow("no-fit", "A card that does not fit", _no_fit),
    Flow("other-deck", "A card of another game", _other_deck),
    Flow("discarded", "A card of the discard pile", _discarded),
    Flow("pause", "Pause", _pause),
    Flow("put-away", "Put the game away", _put_away),
    Flow("bare-press", "No display at the seats: not your turn", _bare_press, has_displays=False),
    Flow("bare-pause", "No display at the seats: pause", _bare_pause, has_displays=False),
    Flow("late-guest", "A late guest", _late_guest, has_displays=False),
    Flow("hand-over", "Somebody else goes on", _handed_over, has_displays=False),
    Flow("names", "Names at the ring", _named, has_displays=False),
    Flow("reader", "The reader falls silent", _reader_lost),
)

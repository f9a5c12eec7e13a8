"""The promises to people, as assertions about one gesture and about the moment after it.

Each check gets worlds, never messages: cards in hands, presses with their times, facts, lamps. What no pad can tell is
a limit (`LIMITS`): it is counted apart, with its reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.gestures import HOLD_MS, pad_for
from explorer.obedience import is_green, reaches_an_act
from tacotable.state.facts import Acted
from tacotable.state.game_state import Stage
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    from explorer.world import Asked, Laid, Press, Ruled, World

OWN_MS, OTHERS_MS = 500.0, 1_500.0
"""How long after a change that its own press, or another's press, a vote or time caused, a seat cannot have read it."""
REPORTS = frozenset(("draw", "give", "defuse", "steal"))  # Acts that hands do and a press reports.
BY_PRESS = frozenset(("let", "explode", "deny", "arrange", "steal", "replace"))  # Acts that take a press of their seat.
IN_A_WINDOW = frozenset(("nope",))  # A Nope counts at any time while its window is open.
MENU_TURNS = 24
READING_MS, SETTLED_MS = 300.0, 1_700.0  # Between presses of a menu; after what others settled.

LIMITS: Mapping[str, str] = {
    "third hand": "a card laid on a shared pad during another seat's turn or claim shows no hand",
}


@dataclass(frozen=True, slots=True)
class Violation:
    """A promise that did not hold: its name, the kind of the case, and a sentence."""

    promise: str
    kind: str
    text: str

    @property
    def is_limit(self) -> bool:
        """Return whether no pad can tell it."""
        return self.kind in LIMITS


def check_gesture(world: World) -> Iterator[Violation]:
    """Check what a gesture has done: no fault, the journal gives the same game, and each act has its hands."""
    if world.fault:
        yield Violation("no fault", world.fault.partition("(")[0][:60], world.fault)
        return
    if world.facts and (difference := _journal_differs(world)):
        yield Violation("journal", difference, f"the facts alone give another {difference}")
    for ruled in world.facts:
        if isinstance(ruled.fact, Acted) and ruled.fact.ruling != "illegal":
            yield from _check_act(world, ruled, ruled.fact)


def _journal_differs(world: World) -> str:
    shadow, now = world.shadow, world.situation
    if shadow is None:
        return ""
    for name in ("stage", "is_paused", "entries", "part"):
        if getattr(shadow.game, name) != getattr(now.game, name):
            return name
    one, other = shadow.game.match, now.game.match
    if (one is None) != (other is None) or (one and other and one.position() != other.position()):
        return "position"
    return ""


def _check_act(world: World, ruled: Ruled, fact: Acted) -> Iterator[Violation]:
    seat, did = fact.seat, str(fact.act["do"])
    if seat in world.situation.robots or ruled.asked is None:
        return
    cards = [world.laid[tag] for tag in fact.tags if tag in world.laid]
    for card in cards:
        yield from _check_owner(world, ruled, seat, did, card)
    presses = [press for press in world.presses if press.button.startswith(f"{seat}.")]
    fresh = [card for card in cards if card.at_ms >= ruled.asked.since_ms]
    seen = [press for press in presses if _can_have_seen(press, ruled.asked, seat, did)]
    if did in IN_A_WINDOW:
        return
    if did in BY_PRESS and not seen:
        kind = "press" if any(press.ended_ms >= ruled.asked.since_ms for press in presses) else "no press"
        yield Violation("seen", f"{did} by a {kind} too early", f"{seat}: {did}, asked {ruled.asked.question}")
    elif not seen and not fresh:
        kind = "card" if cards else "press" if presses else "nothing"
        yield Violation("hands", f"{did} by a {kind} from before it was asked", f"{seat}: {did} {fact.tags}")
    if did == "draw" and not fact.tags and (lying := _unruled_on_pad(world, seat)):
        yield Violation("hands", "draw over a card", f"{seat} draws while {lying} is on its pad")


def _check_owner(world: World, ruled: Ruled, seat: str, did: str, card: Laid) -> Iterator[Violation]:
    owner = card.zone.rpartition(".")[0]
    if owner and owner != seat:
        yield Violation("owner", f"{did} with a card on another's pad", f"{seat}: {did} by a card on {card.zone}")
    elif not owner and card.seat != seat:
        claims = any(
            press.button.startswith(f"{card.seat}.") and press.began_ms >= card.at_ms and press.ended_ms <= ruled.at_ms
            for press in world.presses
        )
        kind = f"{did} with the card of a seat that pressed" if claims else "third hand"
        yield Violation("owner", kind, f"{seat}: {did} by a card that {card.seat} laid")


def _can_have_seen(press: Press, asked: Asked, seat: str, did: str) -> bool:
    """Return whether a press began after its question, and late enough for its person to have read it."""
    is_report = did in REPORTS and asked.by != seat
    return press.began_ms >= asked.since_ms and press.ended_ms >= asked.since_ms + (OTHERS_MS if is_report else OWN_MS)


def _unruled_on_pad(world: World, seat: str) -> str:
    zone = pad_for(world, seat)
    used = world.used_tags()
    entry = world.situation.entry(seat).tags
    lying = [tag for tag in world.antennas[zone].reported if tag not in used and tag not in entry]
    return world.faces[lying[-1]] if zone in world.antennas and lying else ""


def check_moment(world: World) -> Iterator[Violation]:
    """Check a moment that was not seen before: lamps do something, obedient people get on, acts can be undone."""
    if world.fault or world.situation.game.stage is not Stage.PLAY:
        return
    yield from _check_lamps(world)
    is_reached, done = reaches_an_act(world)
    if not is_reached:
        yield Violation("no silence", _stuck(world), "; ".join(map(str, done)))
    if world.facts and isinstance(world.facts[-1].fact, Acted) and world.facts[-1].fact.ruling != "illegal":
        yield from _check_undo(world, world.facts[-1].fact.seat)


def _stuck(world: World) -> str:
    public = world.situation.public()
    awaited = public.to_act if public is not None else ()
    lamps = world.controller.scene.lamps
    is_dark = all(
        lamp.look.pattern is Pattern.OFF for name, lamp in lamps.items() if name.rpartition(".")[0] in awaited
    )
    return f"{'dark' if is_dark else 'lit'} in {public.phase if public is not None else 'no game'}"


def _check_lamps(world: World) -> Iterator[Violation]:
    for button, lamp in world.controller.scene.lamps.items():
        if not is_green(lamp, Pattern.FAST):
            continue
        tried = world.fork()
        before, cue = tried.controller.scene, tried.controller.scene.cue
        tried.tap(button)
        after = tried.controller.scene
        is_refused = after.cue != cue and after.cue.name == "refused"
        if not tried.facts and (is_refused or after.screens == before.screens):
            public = world.situation.public()
            yield Violation(
                "lit lamp",
                f"{public.phase if public else ''} {button.rpartition('.')[2]}",
                f"{button} flashes, and a press of it is {'refused' if is_refused else 'nothing'}",
            )


def _check_undo(world: World, seat: str) -> Iterator[Violation]:
    """Check that the last act can be taken back by the menu of its seat, with the agreement of others if asked."""
    button = next((lamp.button for lamp in world.situation.lamps if lamp.seat == seat and lamp.role != "ok"), "")
    steps, match, tried = world.situation.game.steps, world.situation.game.match, world.fork()
    if match is None or not steps or not button:
        return
    tried.wait(SETTLED_MS)
    if tried.situation.game.stage is not Stage.PLAY or tried.situation.game.steps != steps:
        return  # the game went on by itself
    if reason := _turn_to_undo(tried, seat, button):
        yield Violation("undo", reason, f"after hold {button} and presses of it: {reason}")
        return
    tried.tap(f"{seat}.ok")
    _let_others_agree(tried, seat)
    now = tried.situation.game
    if tried.fault:
        yield Violation("undo", "fault", tried.fault)
    elif len(now.steps) >= len(steps):
        yield Violation("undo", "not undone", f"after hold {button}, OK and agreement the act of {seat} stands")
    elif now.match is not None and now.match.position() == match.position():
        yield Violation("undo", "same position", "the position is the one after the act")


def _turn_to_undo(tried: World, seat: str, button: str) -> str:
    """Open the menu of a seat and turn to its undo; return why that cannot be, or nothing."""
    tried.tap(button, ms=HOLD_MS)
    for _ in range(MENU_TURNS):
        menu = tried.situation.ui.menus.get(seat)
        if menu is None:
            return "no menu"
        tried.wait(READING_MS)
        if menu.item == "take-back":
            return ""
        tried.tap(button)
    return "not offered"


def _let_others_agree(tried: World, seat: str) -> None:
    for other in tried.seats:
        if other != seat and tried.situation.ui.question is not None:
            tried.wait(SETTLED_MS)
            tried.tap(f"{other}.ok")

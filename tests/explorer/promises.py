"""The promises to people, as assertions about one gesture and about the moment after it.

Each check gets worlds, never messages: cards in hands, presses with their times, facts, lamps. What no pad can tell is
a limit (`LIMITS`): it is counted apart, with its reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer import hands
from explorer.gestures import HOLD_MS, pad_for
from explorer.obedience import reaches_an_act
from explorer.world import DISCARD
from tacotable.catalog import Catalog
from tacotable.dialogs.menu_items import offered
from tacotable.state.facts import Acted, Shown
from tacotable.state.game_state import NOTHING_SHOWN, Stage
from tacotable.state.guards import Guard
from tacotable.state.scene import Choice, Notice
from tacotable_drivers.ports import Pattern
from tacotable_engine.exploding.view import ExplodingView

if TYPE_CHECKING:
    from explorer.world import Asked, Press, Ruled, World
    from tacotable.state.scene import Light

OWN_MS, OTHERS_MS = 500.0, 1_500.0
"""How long after a change that its own press, or another's press, a vote or time caused, a seat cannot have read it."""
READ_MS = (
    600.0  # A card that is ruled so long after it was laid, with no press since, is ruled because hands took others.
)
REPORTS = frozenset(("draw", "give", "defuse", "steal"))  # Acts that hands do and a press reports.
BY_PRESS = frozenset(("let", "explode", "deny", "arrange", "steal", "replace"))  # Acts that take a press of their seat.
IN_A_WINDOW = frozenset(("nope",))  # A Nope counts at any time while its window is open.
SETTLED_MS = 1_700.0  # After what others settled.
OWN_ACT_MS = 5_000.0  # So long a seat may take its own act back alone.
WINDOW_MS = 30_000.0  # Longer than a window stays open with claims of all seats.
IGNORED_MS = 1_200.0  # Longer than lamps show that a press was too early.
SHOWN_MS = 6_000.0  # Longer than any message that leaves by itself.
ENGLISH, ASKS = Catalog("en"), re.compile(r"press (OK|NOPE|NO)\b")
USEFUL = (Pattern.FAST, Pattern.SLOW)  # A lamp in these rhythms asks for a press, or offers one.

LIMITS: Mapping[str, str] = {
    "third hand": "a card laid on a shared pad during another seat's turn or claim shows no hand",
    "another's pad": "a card on the pad of a seat shows no hand: it counts as that seat's",
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
        return any(limit in self.kind for limit in LIMITS)


def check_gesture(world: World) -> Iterator[Violation]:
    """Check what a gesture has done: no fault, the journal gives the same game, and each act has its hands."""
    if world.fault:
        yield Violation("no fault", world.fault.partition("(")[0][:60], world.fault)
        return
    if world.facts and (difference := _journal_differs(world)):
        yield Violation("journal", difference, f"the facts alone give another {difference}")
    if world.doubled:
        kind = f"double press of {world.doubled.rpartition('.')[2]} {_phase(world)}"
        yield Violation("seen", kind, "both presses of one slip did something")
    if world.playable and not hands.counts(world):
        yield Violation("no silence", f"a legal card does not count {_phase(world)}", world.faces[world.playable])
    yield from check_acts(world)


def check_acts(world: World) -> Iterator[Violation]:
    """Check the acts of the last gesture: each has its hands, and names the cards that hands laid."""
    for ruled in world.facts:
        seat = getattr(ruled.fact, "seat", "")
        if seat in world.situation.game.robots and ruled.button.startswith(f"{seat}.") and not _awaits_people(ruled):
            yield Violation("hands", "a press for a robot counts", f"{ruled.button}: {ruled.fact}")
        match ruled.fact:
            case Acted(ruling="illegal"):
                continue
            case Acted() as fact:
                yield from _check_act(world, ruled, fact)
            case Shown(tag=str(tag)) as fact:
                yield from _check_cards(world, ruled, fact.seat, "show", (tag,))


def _awaits_people(ruled: Ruled) -> bool:
    """Return whether people press for a robot: when they have hidden a card that explodes in the pile."""
    return isinstance(ruled.fact, Acted) and ruled.fact.act["do"] == "defuse"


def _journal_differs(world: World) -> str:
    shadow, now = world.replay(), world.situation
    for name in ("stage", "is_paused", "entries", "part"):
        if getattr(shadow.game, name) != getattr(now.game, name):
            return name
    one, other = shadow.game.match, now.game.match
    if (one is None) != (other is None) or (one and other and one.state != other.state):
        return "position"
    return ""


def _phase(world: World) -> str:
    """Return the phase of the rules, or that the game is paused or a question is open, for the name of a kind."""
    game, public = world.situation.game, world.situation.public()
    if game.is_paused or world.situation.ui.question is not None:
        return "in a pause" if game.is_paused else "at a question"
    return f"in {public.phase}" if public is not None else f"at {game.stage.value}"


def _check_act(world: World, ruled: Ruled, fact: Acted) -> Iterator[Violation]:
    seat, did = fact.seat, str(fact.act["do"])
    if seat in world.situation.game.robots or ruled.asked is None:
        return
    yield from _check_cards(world, ruled, seat, did, fact.tags)
    yield from (
        Violation("hands", f"{did} {kind}", f"{seat}: {fact.act}") for kind in hands.unchosen(world, ruled, fact)
    )
    if did in IN_A_WINDOW:
        return
    presses = [press for press in world.presses if press.button.startswith(f"{seat}.")]
    seen = [press for press in presses if _can_have_seen(press, ruled.asked, seat, did)]
    fresh = any(world.laid[tag].at_ms >= ruled.asked.since_ms for tag in fact.tags if tag in world.laid)
    if did in BY_PRESS and not seen:
        kind = "press" if any(press.ended_ms >= ruled.asked.since_ms for press in presses) else "no press"
        yield Violation("seen", f"{did} by a {kind} too early", f"{seat}: {did}, asked {ruled.asked.question}")
    elif not seen and not fresh and not fact.tags:
        kind = "press" if presses else "nothing"
        yield Violation("hands", f"{did} by a {kind} from before it was asked", f"{seat}: {did} {fact.tags}")
    if did == "draw" and not fact.tags and (lying := _unruled_on_pad(world, seat)):
        yield Violation("hands", "draw over a card", f"{seat} draws while {lying} is on its pad")


def _check_cards(world: World, ruled: Ruled, seat: str, did: str, tags: tuple[str, ...]) -> Iterator[Violation]:
    """Check that the cards of an act were laid by its seat after it was asked, and were not uncovered by a lift."""
    since_ms = ruled.asked.since_ms if ruled.asked is not None else 0.0
    for tag in tags:
        if (card := world.laid.get(tag)) is None:
            continue
        yield from _check_owner(world, ruled, seat, did, tag)
        if hands.laid_at_once(world, tag) - {*tags}:
            yield Violation("hands", f"{did} by one of several cards laid at once", f"{seat}: {did} {world.faces[tag]}")
        presses = [one for one in world.presses if one.button.startswith(f"{seat}.") and one.began_ms >= card.at_ms]
        if card.source == DISCARD:
            yield Violation("hands", f"{did} by a used card", f"{seat}: {did} {world.faces[tag]}")
        elif did not in IN_A_WINDOW and card.at_ms < since_ms and tag not in ruled.gathered:
            how = "held OK" if any(one.is_held for one in presses) else "card laid"
            by = "itself" if ruled.asked is not None and ruled.asked.is_own else "others"
            yield Violation("hands", f"{did} by a {how} before {by} asked it", f"{seat}: {did} {world.faces[tag]}")
        elif not (presses or ruled.button) and ruled.at_ms - card.at_ms > READ_MS:
            yield Violation("hands", f"{did} by an uncovered card", f"{seat}: {did} {world.faces[tag]}")


def _check_owner(world: World, ruled: Ruled, seat: str, did: str, tag: str) -> Iterator[Violation]:
    card, steps = world.laid[tag], world.situation.game.steps
    public = world.situation.public()
    alive = public.alive if isinstance(public, ExplodingView) else world.situation.game.players
    owner = card.zone.rpartition(".")[0]
    if owner not in ("", seat) and card.zone in world.antennas and world.faces[tag] != world.lethal:
        yield Violation(
            "owner", f"{did} with a card on a pad of another seat", f"{seat}: {did} by a card on {card.zone}"
        )
        return
    if card.seat == seat:
        return
    if world.faces[tag] == world.lethal and [(one.seat, one.did) for one in steps[-2:-1]] == [(card.seat, ("draw",))]:
        kind = f"{did} with the {world.lethal} of who drew last"
    elif owner:
        kind = f"{did} with a card laid on another's pad"
    elif any(
        press.button in [f"{card.seat}.{role}" for role in (("nope", "no") if did == "nope" else ("ok",))]
        and card.seat in alive
        and press.began_ms >= card.at_ms
        and press.ended_ms < ruled.at_ms
        for press in world.presses
    ):
        kind = f"{did} with the card of a seat that pressed"
    else:
        kind = f"{did} by a third hand"
    yield Violation("owner", kind, f"{seat}: {did} by a card that {card.seat} laid on {card.zone}")


def _can_have_seen(press: Press, asked: Asked, seat: str, did: str) -> bool:
    """Return whether a press began after its question, and late enough for its person to have read it."""
    is_report = did in REPORTS and asked.by != seat
    return press.began_ms >= asked.since_ms and press.ended_ms >= asked.since_ms + (OTHERS_MS if is_report else OWN_MS)


def _unruled_on_pad(world: World, seat: str) -> str:
    zone = pad_for(world, seat)
    if zone not in world.antennas:
        return ""
    known = world.used_tags().union(world.situation.entry(seat).tags)
    antenna, is_held = world.antennas[zone], any(one.is_held for one in world.presses if one.button == f"{seat}.ok")
    there = (
        world.places[zone] if antenna.is_silent and not is_held else antenna.reported
    )  # held, it takes what is named
    lying = [tag for tag in there if tag not in known]
    return world.faces[lying[-1]] if lying else ""


def check_moment(world: World, undone: set[int] | None = None) -> Iterator[Violation]:
    """Check a moment that was not seen before: lamps do something, obedient people get on, acts can be undone.

    `undone` has what was taken back before, in a search: the same acts over the same cards are taken back once.
    """
    if world.fault or world.situation.game.stage is not Stage.PLAY:
        return
    yield from check_lamps(world)
    yield from _check_messages(world)
    yield from _check_words(world)
    yield from _check_meant(world)
    is_silent = any(antenna.is_silent for antenna in world.antennas.values())
    if world.is_known and not is_silent:  # how to choose all by buttons is no policy of obedient people
        is_reached, done, end = reaches_an_act(world)
        if not is_reached:
            yield Violation("no silence", f"obedience ends {_phase(world)}", "; ".join(map(str, done)))
        yield from (one for one in check_acts(end) if "names other cards" in one.kind)
    key = hash(("window", world.history, *(lamp.look for lamp in world.controller.scene.lamps.values())))
    if undone is None or key not in undone:
        (undone if undone is not None else set()).add(key)
        yield from _check_window(world)
    if steps := world.situation.game.steps:
        new = frozenset(tag for antenna in world.antennas.values() for tag in antenna.reported) - world.used_tags()
        key = hash((world.history, new, _has_another_acted(world, steps[-1].seat)))
        if undone is None or key not in undone:
            (undone if undone is not None else set()).add(key)
            yield from _check_undo(world, steps[-1].seat)


def _check_meant(world: World) -> Iterator[Violation]:
    """Check that a seat whose lamp says that it means a sacrifice has pressed for it since it was asked."""
    for seat, asked in world.asked.items():
        lamp = world.controller.scene.lamps.get(f"{seat}.no", world.dark)
        pressed = any(one.button == f"{seat}.no" and one.ended_ms >= asked.since_ms for one in world.presses)
        if world.is_tacocat and lamp.look.pattern is Pattern.SOLID and not pressed:
            yield Violation("seen", "a sacrifice is meant without a press", f"{seat}.no")


def _check_window(world: World) -> Iterator[Violation]:
    """Check that a window ends by itself if hands do nothing."""
    public, ui = world.situation.public(), world.situation.ui
    if public is None or public.phase != "window" or world.situation.game.is_paused or ui.question or ui.menus:
        return
    later = world.fork()
    later.wait(WINDOW_MS)
    if not later.facts and not later.fault:
        yield Violation("no silence", "a window stays open", f"for {WINDOW_MS / 1_000:g} s")


def _stays_dark(world: World, awaited: list[str]) -> bool:
    """Return whether lamps are dark also when presses count again: they are dark until then."""
    later = world.fork()
    later.wait(Guard.RESULT.ms)
    return not (later.facts or later.fault) and not is_lit(later.controller.scene.lamps, awaited)


def _check_words(world: World) -> Iterator[Violation]:
    """Check that a lamp or a display answers: lamps of who is awaited are lit, and each card on a pad has a word.

    A message may leave by itself, so it is asked for a while later.
    """
    public, ui, game = world.situation.public(), world.situation.ui, world.situation.game
    if public is None or not public.to_act or game.is_paused or ui.question is not None or ui.menus:
        return
    lamps = world.controller.scene.lamps
    awaited = [button for button in lamps if button.rpartition(".")[0] in public.to_act]
    screens = world.controller.scene.screens
    names_cards = any(isinstance(screens.get(seat), Choice) for seat in public.to_act)  # it has a button for each step
    pads = {pad_for(world, seat) for seat in public.to_act}
    is_waiting = any(pad in world.antennas and world.antennas[pad].is_silent for pad in pads)  # each display says so
    is_asked = public.phase != "window" and not (names_cards or is_waiting)
    if is_asked and not is_lit(lamps, awaited) and _stays_dark(world, awaited):
        yield Violation("no silence", f"all lamps dark {_phase(world)}", f"{', '.join(public.to_act)} awaited")
    known = world.used_tags().union(*(entry.tags for entry in game.entries.values()))
    if not world.is_known or all(known.issuperset(antenna.reported) for antenna in world.antennas.values()):
        return  # which cards are part of something is known of the project's own games only
    later = world.fork()
    later.wait(SHOWN_MS)
    if later.facts or later.fault:
        return
    ui, lamps = later.situation.ui, later.controller.scene.lamps
    if ui.question is not None or is_lit(lamps, awaited, Pattern.FAST, Pattern.DOUBLE):
        return
    for zone, tag in _silent_cards(later):
        yield Violation("no silence", f"no word of a card {_phase(later)}", f"{world.faces[tag]} on {zone}")


def is_lit(lamps: Mapping[str, Light], names: Iterable[str], *patterns: Pattern) -> bool:
    """Return whether one of these lamps is lit, in one of these rhythms if any are given."""
    looks = [lamps[name].look.pattern for name in names if name in lamps]
    return any(look in patterns if patterns else look is not Pattern.OFF for look in looks)


def _silent_cards(world: World) -> Iterator[tuple[str, str]]:
    """Yield the cards that a reader reports and that are nothing: not used, shown or refused, and no one is asked."""
    situation, pads = world.situation, world.pad_states()
    known = world.used_tags().union(*(entry.tags for entry in situation.game.entries.values()))
    refused = {refusal.tag for refusal in situation.ui.refusals.values()}
    notes = [getattr(screen, "sign", None) for screen in world.controller.scene.screens.values()]
    if any(sign is not None and sign.note is not None for sign in notes):
        return
    if (public := situation.public()) is not None and public.phase == "defuse":
        known |= {tag for tag, face in world.faces.items() if face == world.lethal}  # all displays name it
    for zone, antenna in world.antennas.items():
        if not refused.intersection(antenna.reported) and pads.get(zone) != "refused":  # what is said is of all cards
            yield from ((zone, tag) for tag in antenna.reported if tag not in known)


def _check_messages(world: World) -> Iterator[Violation]:
    """Check that what a message asks a seat to press is not refused."""
    scene, seen = world.controller.scene, set()
    for screen in scene.screens.values():
        if not isinstance(screen, Notice) or screen.sign.code in seen:
            continue
        seen.add(screen.sign.code)
        asked = ASKS.search(" ".join(ENGLISH.oled(screen.sign.code, screen.sign.values)))
        button = f"{screen.sign.values.get('seat')}.{asked[1].lower()}" if asked else ""
        if button in world.buttons and world.situation.ui.question is None:
            cue, tried = scene.cue, world.fork()
            tried.wait(OWN_MS)
            if tried.facts or tried.controller.scene.screens != scene.screens:
                continue
            tried.tap(button)
            if tried.controller.scene.cue != cue and tried.controller.scene.cue.name == "refused":
                role = button.rpartition(".")[2]
                yield Violation("no silence", f"message asks for {role}, refused {_phase(world)}", screen.sign.code)


def check_lamps(world: World) -> Iterator[Violation]:
    """Check that a press at a lit lamp does something, and at one that asks for hands nothing."""
    for button, lamp in world.controller.scene.lamps.items():
        if lamp.look.pattern not in USEFUL and (lamp.look.pattern is Pattern.OFF or not button.endswith(".ok")):
            continue
        tried = world.fork()
        if lamp.look.pattern not in USEFUL:  # it may show for a while that a press was too early
            tried.wait(IGNORED_MS)
            tried.forget_facts()  # of a card that its reader reported meanwhile
            lamp = tried.controller.scene.lamps[button]
        before, cue = tried.controller.scene, tried.controller.scene.cue
        tried.tap(button)
        after = tried.controller.scene
        is_refused = after.cue != cue and after.cue.name == "refused"
        is_alike = (after.screens, after.lamps) == (before.screens, before.lamps)
        is_answer = tried.situation.ui.question != world.situation.ui.question  # NO to a question sounds like a refusal
        is_useless = not tried.facts and not is_answer and (is_refused or is_alike)
        role = button.rpartition(".")[2]
        if lamp.look.pattern in (Pattern.SOLID, Pattern.DOUBLE) and tried.facts:
            yield Violation(
                "lit lamp",
                f"{lamp.look.pattern.value} {role} asks for hands {_phase(world)}",
                f"a press of {button} does something",
            )
        elif lamp.look.pattern in USEFUL and is_useless:
            how = "is refused" if is_refused else "does nothing"
            public = world.situation.public()
            whose = "awaited" if public is not None and button.rpartition(".")[0] in public.to_act else "other"
            kind = f"{lamp.look.pattern.value} {role} of {whose} {how} {_phase(world)}"
            yield Violation("lit lamp", kind, f"{button} is lit, and a press of it {how}")


def _check_undo(world: World, seat: str) -> Iterator[Violation]:
    """Check that the last act can be taken back by the menu of its seat, with the agreement of others if asked."""
    button = next((f"{seat}.{role}" for role in ("no", "nope", "left") if f"{seat}.{role}" in world.buttons), "")
    steps, match, tried = world.situation.game.steps, world.situation.game.match, world.fork()
    if match is None or not steps or not button or world.situation.game.is_paused or world.situation.ui.question:
        return
    tried.wait(SETTLED_MS)
    if tried.situation.game.stage is not Stage.PLAY or tried.situation.game.steps != steps:
        return  # the game went on by itself
    reason = _turn_to_undo(tried, seat, button)
    if tried.situation.game.steps != steps:
        return
    if reason:
        yield Violation("undo", f"{reason} {_phase(tried)}", f"hold {button}: {reason}")
        return
    is_other_hand = _has_another_acted(world, seat)
    tried.tap(f"{seat}.ok")
    if is_other_hand and tried.situation.ui.question is None and len(tried.situation.game.steps) < len(steps):
        yield Violation("undo", "alone after another acted", f"{seat} takes back alone, and no one agreed")
    _let_others_agree(tried, seat)
    if tried.fault:
        yield Violation("undo", "fault", tried.fault)
    elif len(tried.situation.game.steps) >= len(steps):
        yield Violation("undo", "not undone", f"after hold {button}, OK and agreement the act of {seat} stands")
    else:
        yield from _check_undone(world, tried, seat)


def _check_undone(world: World, undone: World, seat: str) -> Iterator[Violation]:
    """Check that all is as before the act that was taken back, and that its cards have a word."""
    if len(undone.situation.game.steps) in world.before and _is_elsewhere(world, undone, seat):
        yield Violation("undo", "another position", "the position is not the one before the act")
    if difference := _journal_differs(undone):
        yield Violation("journal", f"{difference} after undo", f"the facts alone give another {difference}")
    silent = (one for one in _check_words(undone) if one.kind.startswith("no word"))
    yield from (replace(one, kind=f"{one.kind} after undo") for one in silent)


def _is_elsewhere(world: World, undone: World, seat: str) -> bool:
    """Return whether the position, or what others had shown, is not the one before the act that was taken back."""
    position, entries = world.before[len(undone.situation.game.steps)]
    shown = undone.situation.game.entries
    others = [other for other in world.seats if other != seat]
    is_shown = all(shown.get(other, NOTHING_SHOWN) == entries.get(other, NOTHING_SHOWN) for other in others)
    return undone.position != position or not is_shown


def _has_another_acted(world: World, seat: str) -> bool:
    """Return whether another seat has pressed or laid a card since the last act, or 5 s have passed."""
    at_ms, buttons = world.acted_ms, world.presses
    has_pressed = any(one.began_ms > at_ms and not one.button.startswith(f"{seat}.") for one in buttons)
    has_laid = any(one.at_ms > at_ms and one.seat != seat and one.zone in world.antennas for one in world.laid.values())
    return at_ms > 0 and (has_pressed or has_laid or world.now_ms - at_ms > OWN_ACT_MS)


def _turn_to_undo(tried: World, seat: str, button: str) -> str:
    """Open the menu of a seat, and go to its undo; return why that cannot be, or nothing."""
    if seat not in tried.situation.ui.menus:
        tried.tap(button, ms=HOLD_MS)
    menu = tried.situation.ui.menus.get(seat)
    if menu is None:
        return "no menu"
    if "take-back" not in offered(tried.situation, seat):
        return "not offered"
    tried.situation.ui.menus[seat] = replace(menu, item="take-back")  # as enough presses of NO do
    tried.wait(SETTLED_MS)
    return ""


def _let_others_agree(tried: World, seat: str) -> None:
    for other in tried.seats:
        if other != seat and tried.situation.ui.question is not None:
            tried.wait(SETTLED_MS)
            tried.tap(f"{other}.ok")

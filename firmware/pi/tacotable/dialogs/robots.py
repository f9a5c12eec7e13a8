"""Robots at a table: the program chooses and presses for them, people move their cards as displays say.

The cards of a robot stand in a row beside its seat, backs to everybody; the table knows them because they pass a pad
(mode `seen`). Cards are counted from the left; one that goes leaves no gap, one that comes stands at the right end.
What displays say of a row are places in it, and no face. A robot chooses elsewhere, from what its seat may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Refusal, Wish
from tacotable.state.scene import OFF, Light, Sign
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

LEVELS = ("", "easy", "fair", "strong")  # How well a robot plays, in the order of the menu; empty: a person sits there.
CHANGING = (facts.Began, facts.Closed, facts.Undone, facts.Amended, facts.Decided, facts.WentUnseen, facts.RanOut)
"""After these every robot chooses anew."""
UNREAD = "robot-unread"  # The item of the lobby where no robot can play; OK reads why on the display.

PHASES = {"draw": ("turn", "draw"), "steal": ("steal",)}  # Acts of no card known beforehand, and when they are done.


def menu_items(situation: Situation, seat: str) -> dict[str, facts.Setting]:
    """Return the item of the lobby that seats a robot, named by its level now, and what it chooses."""
    known, is_read = situation.game.arranged, situation.family.reads_robots(situation.devices.table)
    if not is_read:
        return {} if is_read is None else {UNREAD: known}  # it says why, and chooses nothing
    now = known.robots.get(seat, "")
    after = LEVELS[(LEVELS.index(now) + 1) % len(LEVELS)]
    robots = {other: level for other, level in known.robots.items() if other != seat} | ({seat: after} if after else {})
    if robots.keys() >= set(situation.seats):  # somebody has to move their cards
        robots.pop(seat)
    return {f"robot-{now or 'none'}": facts.Arranged(known.lost, known.rules, robots)}


def is_playing(situation: Situation, seat: str) -> bool:
    """Return whether the program presses the buttons of a seat now: presses of people do not count there."""
    public = situation.public()
    is_dealt = public is not None and public.phase != "deal"
    is_pressing = is_dealt and situation.game.stage is Stage.PLAY and seat in situation.game.robots
    return is_pressing and not situation.family.awaits_press(situation, seat)


def darkened(lamps: dict[str, Light], situation: Situation) -> dict[str, Light]:
    """Return the lamps with those dark that ask for a press while the program presses the buttons of their seat."""
    seats = [seat for seat in situation.game.robots if is_playing(situation, seat)]
    dark = (lamp.button for lamp in situation.lamps if lamp.seat in seats)
    return lamps | {name: OFF for name in dark if lamps[name].look.pattern in (Pattern.FAST, Pattern.SLOW)}


def undecided(situation: Situation) -> tuple[str, ...]:
    """Return the robots that have something to choose, and have not."""
    public, match = situation.public(), situation.game.match
    if public is None or match is None or situation.is_still:
        return ()
    asked = (seat for seat in public.to_act if is_playing(situation, seat) and seat not in situation.ui.wishes)
    thinking = (seat for seat in asked if situation.family.hands_for(situation, seat) is None)
    return tuple(seat for seat in thinking if match.legal(seat))


def choose(situation: Situation, seat: str, act: Mapping[str, object], tags: Sequence[str]) -> None:
    """Note what a robot has chosen, and which cards of its row that takes, if it still may do it."""
    if seat in undecided(situation):
        situation.ui.wishes[seat] = Wish(dict(act), tuple(tags))
        _drop_stale(situation)


def cards_for(situation: Situation, seat: str, act: Mapping[str, object]) -> tuple[tuple[str, ...], ...]:
    """Return for each card of an act all cards of the robot's row that have its face: any of them will do.

    Those that lie there already, of a choice that a restart has lost, are taken first.
    """
    cards = act.get("cards", [act["card"]] if "card" in act else [])
    faces = [str(card) for card in cards] if isinstance(cards, list | tuple) else []
    if act.get("do") in ("draw", "steal"):
        faces = []
    elif act.get("do") in ("nope", "defuse") and not faces:
        faces = [str(act["do"])]
    known, shown, row = situation.devices.faces, situation.entry(seat).tags, situation.family.row(situation, seat)
    laid = [str(known.get(str(tag))) for tag in shown]
    return tuple(
        tuple(tag for tag in row if known.get(tag) == face)
        if faces[: number + 1].count(face) > laid.count(face)
        else tuple(str(tag) for tag in shown if known.get(str(tag)) == face)
        for number, face in enumerate(faces)
    )


def is_begun(situation: Situation, seat: str, act: Mapping[str, object]) -> bool:
    """Return whether an act is made of what a robot has laid already, with or without more."""
    cards = act.get("cards", [act["card"]] if "card" in act else [])
    return not Counter(situation.entry(seat).cards) - Counter(cards if isinstance(cards, list | tuple) else ())


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Press for each robot what its choice needs now."""
    if not situation.ui.wishes:
        return
    _drop_stale(situation)
    for seat, wish in () if situation.is_still else tuple(situation.ui.wishes.items()):
        yield from situation.family.press_for(situation, seat, wish)


def note(situation: Situation, fact: facts.Fact) -> None:
    """Note a fact that was applied: a robot that has acted chooses anew."""
    if isinstance(fact, CHANGING):
        situation.ui.wishes.clear()
    elif isinstance(fact, facts.Acted) and fact.act["do"] == "nope":
        situation.ui.wishes.clear()  # what was to be noped is another play now
    elif isinstance(fact, facts.Acted):
        situation.ui.wishes.pop(fact.seat, None)


def _drop_stale(situation: Situation) -> None:
    """Drop what robots have chosen and may not do any more."""
    public, match = situation.public(), situation.game.match
    for seat, wish in tuple(situation.ui.wishes.items()):
        at_hand = {*situation.family.row(situation, seat), *situation.entry(seat).tags}
        may = public is not None and seat in public.to_act and situation.game.stage is Stage.PLAY
        may = may and (public is None or public.phase in PHASES.get(str(wish.act["do"]), (public.phase,)))
        is_known = wish.act["do"] not in PHASES  # the card of others is told when it comes
        if not may or not at_hand.issuperset(wish.tags) or (is_known and match and match.why_not(seat, wish.act)):
            del situation.ui.wishes[seat]


def wanted(situation: Situation, seat: str) -> str:
    """Return the card of a robot's row that people lay next; empty for none."""
    wish, shown = situation.ui.wishes.get(seat), situation.entry(seat).tags
    return next((tag for tag in wish.tags if tag not in shown), "") if wish else ""


def obstacle(situation: Situation, tag: str) -> Refusal | None:
    """Return why a card of a robot's row cannot be laid now: another one is asked for, or none."""
    for seat in situation.game.robots:
        row = () if situation.family.gives(situation, seat) else situation.family.row(situation, seat)
        if tag in row and is_playing(situation, seat):
            asked = wanted(situation, seat)
            if asked == tag:
                return None
            place = row.index(tag) + 1
            if asked:
                return Refusal("refusal.robot-card", {"owner": seat, "n": place, "max": row.index(asked) + 1}, tag)
            return Refusal("refusal.robot-waits", {"owner": seat, "n": place}, tag)
        if situation.zone(seat) == tag and is_playing(situation, seat):
            return Refusal("refusal.robot-stranger", {"owner": seat}, tag)
    return None


def sign(situation: Situation) -> Sign | None:
    """Return the sign of a robot that is asked: of the hands that it needs, or that it thinks; None: none is asked."""
    thinking = (Sign("sign.robot-thinks", {"owner": seat}) for seat in undecided(situation))
    return sign_for_hands(situation) or next(thinking, None)


def sign_for_hands(situation: Situation) -> Sign | None:
    """Return the sign of what people do for a robot now; None: nothing."""
    seats = situation.game.robots if situation.game.stage is Stage.PLAY else ()
    return next(filter(None, (situation.family.hands_for(situation, seat) for seat in seats)), None)


def place_of(situation: Situation, seat: str, tag: str) -> int:
    """Return the place of a card in a robot's row, from the left, from 1 on."""
    return situation.family.row(situation, seat).index(tag) + 1

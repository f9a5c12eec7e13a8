"""A robot at a table of Exploding games: people pass, lay and hand over its cards, the program presses its buttons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs import robots
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.claims import claim, layer_of, may_claim, may_let
from tacotable.games.exploding.hidden_cards import on_its_way
from tacotable.games.exploding.plays import if_there, submit
from tacotable.games.exploding.state import ExplodingSituation, Step, pending, phase, ruleset_of, step_of, view_of
from tacotable.state import facts
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.state.interaction import Wish

LOOKING = frozenset(("see-the-future", "alter-the-future"))  # A robot plays none: who showed it the pile would see it.


def row(situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
    """Return the tags of a robot's cards that are in its row still, in the order in which they came."""
    shown = situation.entry(seat).tags
    return tuple(tag for tag, whose in situation.game.part.held.items() if whose == seat and tag not in shown)


def can_move(situation: ExplodingSituation, act: Mapping[str, object]) -> bool:
    """Return whether people can do an act for a robot: none that looks at the pile or names a card."""
    cards = act.get("cards")
    if act["do"] != "play" or not isinstance(cards, list):
        return act["do"] != "arrange"
    copied = view_of(situation).discard[-1:] if cards == [ruleset_of(situation).mimic] else ()
    return "name" not in act and not (len(cards) == 1 and LOOKING.intersection((*cards, *copied)))


def hands_for(situation: ExplodingSituation, seat: str) -> Sign | None:
    """Say what people do for a robot now; a slot is told when the kitten is put in, and not before."""
    asked, wish = phase(situation), situation.ui.wishes.get(seat)
    handed = situation.game.part.handed
    if handed is not None and handed[0] == seat and not situation.entry(handed[2]).cards:  # it lies behind who plays on
        return Sign("sign.robot-hand-over", {"owner": seat, "n": handed[1], "seat": handed[2]})
    if seat not in view_of(situation).to_act:
        return None
    values: dict[str, object] = {"owner": seat, "seat": pending(situation).target or ""}
    if asked in ("steal", "draw"):
        return Sign(f"sign.robot-{'steal' if asked == 'steal' else 'bottom'}", values)
    has_shuffled = any(event["type"] == "shuffled" for event in situation.game.last_events)
    after = "-shuffled" if asked == "turn" and has_shuffled else ""
    after = "-next" if asked == "turn" and situation.entry(seat).cards else after  # often the same place once more
    if tag := robots.wanted(situation, seat):
        values |= {"n": robots.place_of(situation, seat, tag), "seat": pending(situation).seat}
        code = {"give": "sign.robot-give", "window": "sign.robot-nope"}.get(asked, f"sign.robot-lay{after}")
        return Sign(code, values)
    if wish is not None and wish.act["do"] == "draw":
        return Sign(f"sign.robot-draw{after}", values)
    if awaits_press(situation, seat):
        slot = int(str(wish.act.get("slot", 0))) if wish else 0
        return Sign("sign.robot-hide", {**values, "n": slot + 1, "card": ruleset_of(situation).lethal})
    return None


def awaits_press(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether people press for a robot: whom they pick as a target, and when a lethal card is in the pile."""
    if step_of(situation) is Step.TARGET:
        return seat in situation.ui.part.candidates
    is_shown = phase(situation) == "defuse" and seat in view_of(situation).to_act and bool(situation.entry(seat).cards)
    return is_shown and seat in situation.ui.wishes  # else a restart has lost the slot: it chooses anew


def gives(situation: ExplodingSituation, seat: str) -> bool:
    """Return whether another seat takes any card out of a robot's row now."""
    return phase(situation) == "steal" and pending(situation).target == seat


def press_for(situation: ExplodingSituation, seat: str, wish: Wish) -> Iterator[facts.Fact]:
    """Let a window pass, claim it, or close what was laid; of another choice, before a restart, it is taken back."""
    entry, opened = situation.entry(seat), situation.ui.part.window
    if not set(entry.tags) <= set(wish.tags):
        tag = if_there(situation, entry.tags[-1])
        yield facts.TookBack(seat, all=True, tag=tag)
        if tag is not None:
            values = {"owner": seat, "n": robots.place_of(situation, seat, tag)}
            refuse(situation, seat, Refusal("refusal.robot-waits", values, tag))
    elif wish.act["do"] == "let" and may_let(situation, seat):
        yield from submit(situation, seat, wish.act)
    elif wish.act["do"] == "nope" and opened is not None and not opened.claims:  # whoever claims first goes first
        if seat not in opened.lapsed and may_claim(situation, seat):
            claim(situation, seat, situation.devices.now_ms)
        else:
            yield from submit(situation, seat, {"do": "let"})
    elif wish.act["do"] == "play" and len(entry.tags) == len(wish.tags):
        yield from submit(situation, seat, wish.act, entry.tags)


def obstacle(situation: ExplodingSituation, tag: str) -> Refusal | None:
    """Return why a card that is none of a robot's row cannot be laid while its cards are awaited."""
    game, asked, seat = situation.game.part, phase(situation), layer_of(situation)
    is_of_other = tag not in game.spent and tag != game.lethal_tag and tag != game.passed_tag
    if seat is None or not robots.is_playing(situation, seat) or not is_of_other or asked in ("steal", "deal"):
        return None
    if tag in game.held:
        return None if game.held[tag] == seat else Refusal("refusal.robot-stranger", {"owner": seat}, tag)
    wish = situation.ui.wishes.get(seat)
    is_drawing = asked == "draw" or (wish is not None and wish.act["do"] == "draw")
    return None if is_drawing else Refusal("refusal.robot-draws-not", {"owner": seat}, tag)


def sign(situation: ExplodingSituation) -> Sign | None:
    """Return what everyone is told of robots; that one thinks tells less than an open window, or a lethal card."""
    asked, owner = phase(situation), on_its_way(situation)
    if asked != "window" and owner in situation.game.robots and situation.game.part.passed_tag in row(situation, owner):
        return Sign("sign.robot-take", {"owner": owner})  # whose turn it is meanwhile would read as whose card it is
    return robots.sign_for_hands(situation) if asked in ("window", "defuse") else robots.sign(situation)

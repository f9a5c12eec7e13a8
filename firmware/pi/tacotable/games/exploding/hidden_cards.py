"""Passing: in mode `seen` a hidden card goes over the pad, face down, and the referee reads it through its back.

Dealt cards, drawn ones, and those that a Favor or a pair moves pass the pad; it stands in for the OK that tells of them
where hands are not read. Where a card comes from tells what it is: one that passed before is in a hand, one that never
did comes from the pile. No refusal names a face.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.state import ExplodingSituation, pending, phase, view_of
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign
from tacotable_engine.exploding.ruleset import DEFUSE, HAND

if TYPE_CHECKING:
    from tacotable_engine.rulings import Ruling

SOMEBODY = ""  # Holds a card that either of two seats may have: three of a kind are asked by title, and go by hand.
UNTOLD: Mapping[str, str] = {
    "deal": "refusal.deal-no-copy",
    "draw": "refusal.draw-wrong",
    "steal": "refusal.not-from-hand",
    "give": "refusal.not-from-hand",
}
"""What is told where the referee refuses a hidden card: its own words would name the face."""
OPEN = frozenset(("deal-lethal", "deal-one-defuse"))  # Refusals of the referee that name no more than everyone knows.
OTHERWISE = (
    *(f"sign.{kind}" for kind in ("your-turn", "turns-owed", "peeked", "shuffled", "cancelled", "picked")),
    *(f"sign.{kind}" for kind in ("found-nothing", "bottom", "give", "steal")),
    *(f"status.{kind}" for kind in ("turn", "turns-owed", "bottom", "give", "steal")),
)
SEEN: Mapping[str, str] = {code: f"{code}-seen" for code in OTHERWISE}
"""The messages in place of others if hidden cards pass the pad."""


def said(situation: ExplodingSituation, sign: Sign) -> Sign:
    """Return a sign in the words of this mode."""
    code = SEEN.get(sign.code) if situation.game.is_seen else None
    return sign if code is None else Sign(code, sign.values, sign.is_alert)


# The deal.


def is_dealing(situation: ExplodingSituation) -> bool:
    """Return whether cards of the deal are to pass the pad."""
    return situation.game.is_seen and situation.game.stage is Stage.DEAL and phase(situation) == "deal"


def has_begun(situation: ExplodingSituation) -> bool:
    """Return whether a card of the deal has passed, and not yet all of them are in hands."""
    is_under_way = is_dealing(situation) and bool(situation.game.part.held)
    return is_under_way or (situation.game.stage is Stage.DEAL and bool(on_its_way(situation)))


def taker(situation: ExplodingSituation) -> str:
    """Return the seat that takes the next card: round by round, clockwise; empty when all is dealt."""
    left = view_of(situation).owed
    return max(situation.game.players, key=lambda seat: left.get(seat, 0)) if left else ""


def next_taker(situation: ExplodingSituation) -> str:
    """Return the seat that takes the next card of a deal; empty when none is dealt now."""
    return taker(situation) if is_dealing(situation) else ""


def on_its_way(situation: ExplodingSituation) -> str:
    """Return the seat whose card lies on the pad still, read and not taken yet; empty without one."""
    game = situation.game.part
    lies = situation.devices.placement(game.passed_tag) is not None
    return game.held.get(str(game.passed_tag), "") if lies else ""


def deal_sign(situation: ExplodingSituation) -> Sign:
    """Say who takes a card: the one that lies there, or the next one."""
    left = view_of(situation).owed
    if seat := on_its_way(situation):
        if seat in situation.game.robots:
            return Sign("sign.robot-take", {"owner": seat})
        return Sign("sign.take", {"seat": seat, "n": HAND - left.get(seat, 0), "max": HAND})
    seat = taker(situation)
    is_first = left.get(seat) == HAND
    values = {"seat": seat, "n": HAND - left.get(seat, 0) + 1, "max": HAND}
    return Sign("sign.pass-defuse" if is_first else "sign.pass-to", values)


def obstacle_to_deal(situation: ExplodingSituation, tag: str) -> Refusal | None:
    """Return why a card cannot be dealt: it passed the pad before."""
    owner = situation.game.part.held.get(tag)
    if owner is None:
        return None
    return Refusal("refusal.dealt-to", {"owner": owner}, tag) if owner else Refusal("refusal.dealt-before", tag=tag)


def dealt(situation: ExplodingSituation, seat: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Deal a card to the seat whose lamp is lit; the first one of each is the Defuse."""
    if view_of(situation).owed.get(seat) == HAND and card != DEFUSE:
        refuse(situation, seat, Refusal("refusal.defuse-first", tag=tag))
        return
    yield from moved(situation, seat, "deal", card, tag)


def go_back(situation: ExplodingSituation, seat: str) -> Iterator[facts.Fact]:
    """Undo the deal of the last card where a seat took it itself."""
    if situation.game.steps and situation.game.steps[-1].seat == seat:
        yield from questions.take_back(situation, seat, seat)
    else:
        refuse(situation, seat, Refusal("refusal.nothing-back"))


# Cards on their way during the game.


def is_from_pile(situation: ExplodingSituation, tag: str | None) -> bool:
    """Return whether a card was in no hand so far, and is not discarded."""
    game = situation.game.part
    return situation.game.is_seen and tag not in game.held and tag not in game.spent and tag != game.lethal_tag


def obstacle_elsewhere(situation: ExplodingSituation, seat: str, tag: str) -> Refusal | None:
    """Return a refusal of a card that passed into another hand than the one that it comes from now.

    One that was forgotten on the pad is told again by a reader that comes back, whoever is asked by then. Who draws a
    card that has been told as another seat's draw hands it over.
    """
    asked = phase(situation)
    if not situation.game.is_seen or situation.game.stage is not Stage.PLAY:
        return None
    source = pending(situation).target if asked == "steal" else seat
    owner = situation.game.part.held.get(tag, SOMEBODY)
    if owner in (source, SOMEBODY):
        return None
    if asked in ("turn", "draw"):
        return Refusal("refusal.dealt-to", {"owner": owner}, tag)
    return _untold(situation, seat, asked, tag)


def _untold(situation: ExplodingSituation, seat: str, do: str, tag: str | None) -> Refusal:
    """Return what is said of a hidden card that cannot be the one: whose hand it should come from, where from one."""
    owner = pending(situation).target if do == "steal" else seat
    return Refusal(UNTOLD.get(do, "refusal.not-from-hand"), {"owner": owner}, tag)


def moved(situation: ExplodingSituation, seat: str, do: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Put a hidden card before the referee: dealt, drawn, stolen or given."""
    if situation.game.match is None:
        return
    act: dict[str, object] = {"do": do, "card": card}
    refused = situation.game.match.why_not(seat, act)
    if refused is None:
        situation.ui.refusals.pop(seat, None)
        situation.ui.put_away(lambda refusal: refusal.tag is None)  # of a press before it: the next card is awaited
        yield facts.Acted(seat, act, "accepted", "", () if tag is None else (tag,))
    elif refused.rule in OPEN:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))
    else:
        refuse(situation, seat, _untold(situation, seat, do, tag))


def from_hand(situation: ExplodingSituation, seat: str, do: str, card: str, tag: str | None) -> Iterator[facts.Fact]:
    """Put a card before the referee that goes from one hand into another."""
    if tag in situation.game.part.held:
        yield from moved(situation, seat, do, card, tag)
    else:
        refuse(situation, seat, _untold(situation, seat, do, tag))


# Where cards are, as far as the pad tells.


def take_note(situation: ExplodingSituation, fact: facts.Acted, ruling: Ruling) -> None:
    """Note whose hand a card is in that passed, and which cards left the hands."""
    game = situation.game.part
    for tag in fact.tags:
        game.held.pop(tag, None)  # what comes into a hand stands at the end of its row
    if fact.act["do"] in UNTOLD and game.lethal_tag not in fact.tags:
        given = (str(event["target"]) for event in ruling.events if event["type"] == "gave")
        game.held |= dict.fromkeys(fact.tags, next(given, fact.seat))
        game.passed_tag = fact.tags[-1] if fact.tags else None


def bury(situation: ExplodingSituation, seat: str) -> None:
    """Note that the cards of a seat that is out lie where everyone sees them, with the lethal one."""
    game = situation.game.part
    gone = {tag for tag, holder in game.held.items() if holder == seat}
    game.spent |= gone | ({game.lethal_tag} if game.lethal_tag else set())
    game.held = {tag: holder for tag, holder in game.held.items() if tag not in gone}
    game.lethal_tag = None


def mix(situation: ExplodingSituation, card: str) -> None:
    """Forget who holds cards of a title: one changed hands, no reader told which. Those in robots' rows stay known."""
    game, faces = situation.game.part, situation.devices.faces
    copies = (tag for tag, whose in game.held.items() if faces.get(tag) == card and whose not in situation.game.robots)
    game.held |= dict.fromkeys(copies, SOMEBODY)


def hand_over(situation: ExplodingSituation, robot: str, taker: str, card: str) -> None:
    """Note that a robot hands over a card that was asked for by name.

    Of equal ones the smallest tag goes: that it is, say, the leftmost would tell of the cards beside it.
    """
    game, row = situation.game.part, situation.family.row(situation, robot)
    tag = min((tag for tag in row if situation.devices.faces.get(tag) == card), default="")
    if tag:
        game.handed = (robot, row.index(tag) + 1, taker)
        del game.held[tag]
        game.held[tag] = taker

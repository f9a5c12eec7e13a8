"""The outcomes of presses: one function each, which returns facts, or changes what people are about to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.dialogs import opening
from tacotable.dialogs.refusals import Refusal, countable, refuse
from tacotable.games.exploding import (
    button_entry,
    card_outcomes,
    card_owner,
    claims,
    hidden_cards,
    pads,
    plays,
    setup,
)
from tacotable.games.exploding.state import (
    NOPE,
    OK,
    ZONE,
    ExplodingSituation,
    Step,
    last_laid,
    phase,
    ruleset_of,
    view_of,
    zone_of,
)
from tacotable.games.exploding.table import Press
from tacotable.state import facts, guards
from tacotable.state.guards import Guard
from tacotable_engine.exploding.ruleset import DEFUSE

if TYPE_CHECKING:
    from tacotable.games.decisions import Row

Facts = Iterable[facts.Fact]


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand of a press: its seat, when it pressed, and how wrong that time may be."""

    seat: str
    at_ms: float
    error_ms: float = 0.0


Outcome = Callable[[ExplodingSituation, Hand], Facts]


def done(situation: ExplodingSituation, hand: Hand, row: Row[Press]) -> Facts:
    """Return the facts that follow from a press which a row has decided."""
    if row.do is Press.REFUSE and pads.is_refused_here(situation, hand.seat):
        situation.sound("refused")  # the word of a card stays as long as the card
        return ()
    if row.do is Press.REFUSE:
        code, *names = row.says.split()
        refuse(situation, hand.seat, Refusal(f"refusal.{code}", {name: VALUES[name](situation) for name in names}))
        return ()
    return OUTCOMES[row.do](situation, hand)


VALUES: Mapping[str, Callable[[ExplodingSituation], object]] = {
    "card": lambda situation: ruleset_of(situation).lethal,
    "name": plays.named,
    "seat": lambda situation: view_of(situation).turn.seat,
}


def _ignore(situation: ExplodingSituation, hand: Hand) -> Facts:
    guards.ignore(situation, hand.seat)
    return ()


def _put_away(situation: ExplodingSituation, hand: Hand) -> Facts:
    guards.put_away(situation, hand.seat)
    situation.ui.hush()  # play goes on
    return ()


def _read(situation: ExplodingSituation, hand: Hand) -> Facts:
    situation.sound("press")
    return ()


# Around the game.


def _begin_again(situation: ExplodingSituation, hand: Hand) -> Iterator[facts.Fact]:
    yield facts.Closed()
    yield from setup.begin(situation, hand.seat)


def _clear_pad(situation: ExplodingSituation, hand: Hand) -> Facts:
    refuse(situation, hand.seat, Refusal("refusal.clear-pad", tag=str(last_laid(situation))))
    return ()


def _next_page(situation: ExplodingSituation, hand: Hand) -> Facts:
    situation.ui.part.page += 1
    situation.sound("press")
    return ()


# Whose card?


def _owns(situation: ExplodingSituation, hand: Hand) -> Facts:
    asked = situation.ui.part.whose
    if asked is None:
        return ()
    if hand.seat in asked.seats:
        return card_outcomes.with_waiting(situation, card_owner.owned(situation, asked, hand.seat))
    drawn = card_owner.drawn_by(situation, asked, hand.seat, is_last_draw=False)
    return card_outcomes.with_waiting(situation, drawn)


def _disowns(situation: ExplodingSituation, hand: Hand) -> Facts:
    asked = situation.ui.part.whose
    if asked is None:
        return ()
    return card_outcomes.with_waiting(situation, card_owner.disowned(situation, asked, hand.seat))


def _drew_earlier(situation: ExplodingSituation, hand: Hand) -> Facts:
    asked = situation.ui.part.whose
    if asked is None or asked.is_shown:
        refuse(situation, hand.seat, Refusal("refusal.whose-first"))
        return ()
    return card_outcomes.with_waiting(situation, card_owner.drawn_earlier(situation, asked, hand.seat))


def _ask_whose(situation: ExplodingSituation, hand: Hand) -> Facts:
    card_owner.claimed(situation, hand.seat)
    return ()


# Cards on the pad, and buttons in place of its reader.


def _count(situation: ExplodingSituation, hand: Hand) -> Iterator[facts.Fact]:
    """Count a card that lies on the pad as laid now; whoever was asked to remove it is asked no longer."""
    refusal = countable(situation, hand.seat)
    if refusal is None:
        return
    tag = str(refusal.tag)
    situation.ui.put_away(lambda other: other.tag == tag)
    pads.lay_now(situation, tag)
    is_used = pads.has_counted(situation, tag)
    yield from card_outcomes.ruled(situation, tag)
    if is_used:
        situation.ui.part.waived.discard(tag)  # it is used again


def _take_item(situation: ExplodingSituation, hand: Hand) -> Iterator[facts.Fact]:
    """Take the item on show: a word stands for a button, a card is ruled on as if it lay there."""
    seat = hand.seat
    item = button_entry.shown(situation, button_entry.items(situation, seat), seat)
    situation.ui.refusals.pop(seat, None)
    situation.ui.cursors.pop(seat, None)
    situation.devices.part.named.add(ZONE)
    if item == button_entry.LEAVE:
        claims.give_up(situation, seat, situation.devices.now_ms)
        situation.sound("press")
    elif item in button_entry.MEANS:
        yield from OUTCOMES[MEANS[phase(situation), button_entry.MEANS[item]](situation, seat)](situation, hand)
    else:
        yield from card_outcomes.named(situation, seat, item.removeprefix("card."))


def _by_entry(empty: Press, announced: Press, full: Press) -> Callable[[ExplodingSituation, str], Press]:
    """Return what a word means by what its seat has named so far."""

    def meant(situation: ExplodingSituation, seat: str) -> Press:
        entry = situation.entry(seat)
        return announced if entry.is_announced else full if entry.cards else empty

    return meant


def _on_turn(situation: ExplodingSituation, seat: str) -> Press:
    if not situation.entry(seat).cards:
        return Press.DRAW
    return Press.ADD_CARD if plays.lacks_a_card(situation, seat) else Press.PLAY


MEANS: Mapping[tuple[str, str], Callable[[ExplodingSituation, str], Press]] = {
    ("turn", OK): _on_turn,
    ("turn", NOPE): _by_entry(Press.NOTHING, Press.NOTHING, Press.TAKE_BACK),
    ("draw", OK): _by_entry(Press.DONE, Press.DONE, Press.DONE),
    ("defuse", OK): _by_entry(Press.NOTHING, Press.EXPLODE, Press.HIDE),
    ("defuse", NOPE): _by_entry(Press.ANNOUNCE, Press.TAKE_BACK, Press.TAKE_BACK),
    ("give", OK): _by_entry(Press.DONE, Press.DENY, Press.DONE),
    ("give", NOPE): _by_entry(Press.ANNOUNCE, Press.TAKE_BACK, Press.TAKE_BACK),
}
"""What the words among the items do, by phase and the button that a word stands for."""


def _turn_item(situation: ExplodingSituation, hand: Hand) -> Facts:
    button_entry.turn(situation, button_entry.items(situation, hand.seat), hand.seat)
    return ()


def _card_first(situation: ExplodingSituation, hand: Hand) -> Facts:
    """Ask for the card that is in the way; the message is not repeated while it is on show."""
    seat = hand.seat
    tags = [situation.devices.on(zone) for zone in pads.zones_of(situation, seat)]
    named = [each for each in situation.ui.refusals.values() if each.tag in tags and not each.kind.is_note]
    if named or pads.is_refused_here(situation, seat):
        situation.sound("refused")
        return ()
    zones = [*pads.zones_of(situation, seat)]
    unruled = [tag for zone in zones if (tag := pads.unruled(situation, zone)) is not None]
    covered = [situation.devices.on(zone) for zone in zones if pads.is_crowded(situation, zone)]
    tag = str(next(iter((*unruled, *covered)), situation.devices.on(zone_of(situation, seat))))
    refuse(situation, seat, Refusal("refusal.lay-again" if unruled else "refusal.crowd-first", tag=tag))
    return ()


# A turn.


def _ask_drew(situation: ExplodingSituation, hand: Hand) -> Facts:
    """Ask once whether a card was drawn: one may lie unread, or on another's pad."""
    situation.ui.part.elsewhere = str(last_laid(situation))
    situation.devices.forget_hidden(zone_of(situation, hand.seat))
    refuse(situation, hand.seat, Refusal("refusal.unread-draw"))
    guards.be_quiet(situation, hand.seat, ms=Guard.READING.ms)
    return ()


def _add_card(situation: ExplodingSituation, hand: Hand) -> Facts:
    cards = plays.cards_of(situation, hand.seat)
    is_reason = cards in ((DEFUSE,), (ruleset_of(situation).mimic,))  # the rule says more than that a card lacks
    why = plays.obstacle_to_play(situation, hand.seat) if is_reason else None
    says = Refusal(f"rule.{why.rule}", why.values) if why else Refusal("refusal.add-card", {"cards": cards})
    refuse(situation, hand.seat, says)
    return ()


def _pick(situation: ExplodingSituation, hand: Hand) -> Facts:
    situation.ui.part.target = hand.seat
    return plays.play(situation, view_of(situation).to_act[0])


def _take_name(situation: ExplodingSituation, hand: Hand) -> Facts:
    seat = hand.seat
    item = button_entry.shown(situation, plays.name_items(situation, seat), seat)
    if item == plays.LEAVE_NAMES:
        return _go_back(situation, hand)
    situation.ui.part.named_last[seat] = item.removeprefix("card.")
    return plays.submit_play(situation, seat, item.removeprefix("card."))


def _turn_name(situation: ExplodingSituation, hand: Hand) -> Facts:
    button_entry.turn(situation, plays.name_items(situation, hand.seat), hand.seat)
    return ()


def _go_back(situation: ExplodingSituation, hand: Hand) -> Facts:
    ui = situation.ui.part
    ui.step, ui.target = Step.COLLECT, ""
    situation.ui.cursors.pop(hand.seat, None)
    situation.sound("press")
    return ()


def _take_back(situation: ExplodingSituation, hand: Hand) -> Iterator[facts.Fact]:
    """Take the last card back, or the word that there is none."""
    seat = hand.seat
    entry = situation.entry(seat)
    last = entry.tags[-1] if entry.tags else None
    lies_there = plays.if_there(situation, last)
    if phase(situation) == "turn":
        lies_there = lies_there or pads.unruled(situation, zone_of(situation, seat))
    situation.ui.refusals.pop(seat, None)
    yield facts.TookBack(seat, all=not entry.cards, tag=lies_there)
    pads.say_lay_again(situation, seat)


# A window.


def _claim(situation: ExplodingSituation, hand: Hand) -> Facts:
    situation.ui.cursors.pop(hand.seat, None)
    claims.claim(situation, hand.seat, hand.at_ms, hand.error_ms)
    return card_outcomes.take_waiting_nope(situation)


def _let(situation: ExplodingSituation, hand: Hand) -> Facts:
    claims.give_up(situation, hand.seat, situation.devices.now_ms)
    return plays.submit(situation, hand.seat, {"do": "let"})


def _withdraw(situation: ExplodingSituation, hand: Hand) -> Facts:
    claims.give_up(situation, hand.seat, situation.devices.now_ms)
    situation.sound("press")
    return ()


# What hands do.


def _explode(situation: ExplodingSituation, hand: Hand) -> Facts:
    entry = situation.entry(hand.seat)
    act = {"do": "explode", "cards": list(entry.cards)} if entry.cards else {"do": "explode"}
    return plays.submit(situation, hand.seat, act, entry.tags)


def _hide(situation: ExplodingSituation, hand: Hand) -> Facts:
    entry, wish = situation.entry(hand.seat), situation.ui.wishes.get(hand.seat)  # of a robot, which has chosen a slot
    return plays.submit(situation, hand.seat, wish.act if wish else plays.defuse_act(entry.cards[0]), entry.tags)


OUTCOMES: Mapping[Press, Outcome] = {
    Press.NOTHING: lambda situation, hand: (),
    Press.IGNORE: _ignore,
    Press.PUT_AWAY: _put_away,
    Press.READ: _read,
    Press.SIT: lambda situation, hand: setup.sit(situation, hand.seat),
    Press.OTHER_GAME: lambda situation, hand: opening.show_next(situation, hand.seat),
    Press.BEGIN: lambda situation, hand: setup.begin(situation, hand.seat),
    Press.BEGIN_AGAIN: _begin_again,
    Press.CLEAR_PAD: _clear_pad,
    Press.DEALT: lambda situation, hand: (facts.Dealt(hand.seat),),
    Press.NEXT_PAGE: _next_page,
    Press.DEAL_BACK: lambda situation, hand: hidden_cards.go_back(situation, hand.seat),
    Press.CLOSE: lambda situation, hand: (facts.Closed(),),
    Press.OWNS: _owns,
    Press.DISOWNS: _disowns,
    Press.DREW_EARLIER: _drew_earlier,
    Press.DREW_LAST: lambda situation, hand: card_owner.drew_last(situation, hand.seat),
    Press.DISPUTE: lambda situation, hand: card_owner.disputed(situation),
    Press.ASK_WHOSE: _ask_whose,
    Press.COUNT: _count,
    Press.TAKE_ITEM: _take_item,
    Press.TURN_ITEM: _turn_item,
    Press.CARD_FIRST: _card_first,
    Press.ASK_DREW: _ask_drew,
    Press.DRAW: lambda situation, hand: plays.submit(situation, hand.seat, {"do": "draw"}),
    Press.ADD_CARD: _add_card,
    Press.PLAY: lambda situation, hand: plays.play(situation, hand.seat),
    Press.PICK: _pick,
    Press.TAKE_NAME: _take_name,
    Press.TURN_NAME: _turn_name,
    Press.GO_BACK: _go_back,
    Press.TAKE_BACK: _take_back,
    Press.CLAIM: _claim,
    Press.LET: _let,
    Press.WITHDRAW: _withdraw,
    Press.HIDE: _hide,
    Press.EXPLODE: _explode,
    Press.ANNOUNCE: lambda situation, hand: (facts.Announced(hand.seat),),
    Press.DENY: lambda situation, hand: plays.submit(situation, hand.seat, {"do": "deny"}),
    Press.DONE: lambda situation, hand: plays.submit(situation, hand.seat, {"do": phase(situation)}),
}

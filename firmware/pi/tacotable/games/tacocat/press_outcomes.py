"""The outcomes of presses: one function each, which returns facts, or changes what people are about to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, countable, refuse
from tacotable.games.tacocat import card_outcomes, choices
from tacotable.games.tacocat.card_outcomes import lacks_a_card, say_lay_again, show, submit
from tacotable.games.tacocat.pads import Stay
from tacotable.games.tacocat.state import TacocatSituation, asked_demand, reached, target, view_of
from tacotable.games.tacocat.table import Press
from tacotable.state import facts, guards
from tacotable.state.placements import Origin, Status
from tacotable.state.situation import has_pad, pad_of

if TYPE_CHECKING:
    from tacotable.games.decisions import Row

Facts = Iterable[facts.Fact]


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand of a press: its seat, and the button by its role, such as `left`."""

    seat: str
    role: str

    @property
    def step(self) -> int:
        """Return how far the button turns."""
        return -1 if self.role == "left" else 1


Outcome = Callable[[TacocatSituation, Hand], Facts]


def done(situation: TacocatSituation, hand: Hand, row: Row[Press]) -> Facts:
    """Return the facts that follow from a press which a row has decided."""
    if not row.says:
        return OUTCOMES[row.do](situation, hand)
    code, *names = row.says.split()
    tag = str(situation.zone(hand.seat)) if row.do is Press.CARD_FIRST else None
    values = {name: VALUES[name](situation, hand.seat) for name in names}
    refuse(situation, hand.seat, Refusal(f"refusal.{code}", values, tag))
    return ()


VALUES: Mapping[str, Callable[[TacocatSituation, str], object]] = {
    "cards": lambda situation, seat: situation.entry(seat).cards,
    "space": lambda situation, seat: target(situation),
}


def _ignore(situation: TacocatSituation, hand: Hand) -> Facts:
    guards.ignore(situation, hand.seat)
    return ()


def _wait(situation: TacocatSituation, hand: Hand) -> Facts:
    guards.be_quiet(situation, hand.seat)
    situation.sound("refused")
    return ()


def _read(situation: TacocatSituation, hand: Hand) -> Facts:
    """Read a message, which is put away by now; a double press means no more than one."""
    guards.be_quiet(situation, hand.seat)
    situation.sound("press")
    return ()


def _read_news(situation: TacocatSituation, hand: Hand) -> Facts:
    situation.ui.read_news(hand.seat)
    return _read(situation, hand)


def _accept_silence(situation: TacocatSituation, hand: Hand) -> Facts:
    situation.devices.part.accept(pad_of(hand.seat))
    return _read(situation, hand)


# Around the round.


def _again(situation: TacocatSituation, hand: Hand) -> Iterator[facts.Fact]:
    """Begin the same game again; no one practises twice."""
    yield facts.Closed()
    situation.ui.part.lobby_is_practice = False
    yield from choices.begin(situation, hand.seat)


def _other_game(situation: TacocatSituation, hand: Hand) -> Facts:
    choices.turn_lobby(situation, hand.step)
    return ()


def _stand(situation: TacocatSituation, hand: Hand) -> Facts:
    space = target(situation)
    situation.ui.part.accepted = (space, situation.devices.sensed)
    situation.note("table", "log.token-by-hand", {"space": situation.told_space(space)}, seat=hand.seat)
    situation.sound("token")
    return ()


# Cards on a pad.


def _count(situation: TacocatSituation, hand: Hand) -> Facts:
    """Count a card that is on the pad as laid now."""
    if (message := countable(situation, hand.seat)) is None:
        return ()
    tag = str(message.tag)
    situation.ui.refusals.pop(hand.seat, None)
    situation.sound("press")
    situation.devices.mark(tag, Status.NEW, pad_of(hand.seat), Origin.FRESH)
    return card_outcomes.ruled(Stay(situation, hand.seat, tag, is_waived=True))


def _give_up(situation: TacocatSituation, hand: Hand) -> Facts:
    tag = str(situation.ui.refusals.pop(hand.seat).tag)
    return submit(situation, hand.seat, (situation.devices.faces[tag],), (tag,))


def _defend(situation: TacocatSituation, hand: Hand) -> Iterator[facts.Fact]:
    card = situation.devices.faces[str(situation.ui.refusals[hand.seat].tag)]
    meant = facts.Meant(hand.seat, False, reached(situation, hand.seat, card))
    given = _give_up(situation, hand)
    yield meant
    yield from given


def _close(situation: TacocatSituation, hand: Hand) -> Facts:
    entry = situation.entry(hand.seat)
    if lacks_a_card(situation, hand.seat):
        refuse(situation, hand.seat, Refusal("refusal.one-more", {"cards": entry.cards}))
        return ()
    return submit(situation, hand.seat, entry.cards, entry.tags)


def _take_back(situation: TacocatSituation, hand: Hand) -> Iterator[facts.Fact]:
    """Take the last card back; one that is in the hand again is laid again."""
    entry, is_read = situation.entry(hand.seat), isinstance(situation.zone(hand.seat), str)
    last = entry.tags[-1] if entry.tags and is_read else None
    yield facts.TookBack(hand.seat, all=not entry.cards, tag=last or None)
    say_lay_again(situation, hand.seat)


def _next_demand(situation: TacocatSituation, hand: Hand) -> Facts:
    open_demands = tuple(dict.fromkeys(view_of(situation).demands))
    after = open_demands.index(asked_demand(situation, hand.seat)) + 1
    is_sacrifice = situation.game.part.intent(hand.seat).is_sacrifice
    return (facts.Meant(hand.seat, is_sacrifice, open_demands[after % len(open_demands)]),)


def _mean_sacrifice(situation: TacocatSituation, hand: Hand) -> Facts:
    intent = situation.game.part.intent(hand.seat)
    return (facts.Meant(hand.seat, not intent.is_sacrifice, intent.demand),)


# A choice on the display.


def _turn_first(situation: TacocatSituation, hand: Hand) -> Facts:
    kind = "" if has_pad(situation, hand.seat) else "-buttons"
    refuse(situation, hand.seat, Refusal(f"refusal.turn-first{kind}"))
    return ()


def _turn_item(situation: TacocatSituation, hand: Hand) -> Facts:
    """Turn to another item; one that was doubted is shown once more."""
    if situation.ui.part.doubted.pop(hand.seat, None) is None:
        situation.ui.cursors[hand.seat] = situation.ui.cursors.get(hand.seat, 0) + hand.step
    situation.sound("press")
    return ()


def _take_item(situation: TacocatSituation, hand: Hand) -> Facts:
    """Take the item on show: a word stands for an act, a card is ruled on as if it lay there."""
    seat, doubted = hand.seat, situation.ui.part.doubted
    item = choices.items(situation, seat)[choices.index_of(situation, seat)]
    guards.be_quiet(situation, seat)  # what is offered next may look the same
    if has_pad(situation, seat):
        situation.devices.part.named.add(pad_of(seat))
    if choices.is_costly(situation, seat, item) and not choices.doubted(situation, seat):
        doubted[seat] = (item, asked_demand(situation, seat))
        situation.sound("asked")
        return ()
    doubted.pop(seat, None)
    return MEANS[item](situation, hand) if item in MEANS else card_outcomes.named(situation, seat, item)


def _announce_by_buttons(situation: TacocatSituation, hand: Hand) -> Iterator[facts.Fact]:
    yield facts.Announced(hand.seat)
    situation.ui.cursors[hand.seat] = 0  # it has turned, and begins at its last card


MEANS: Mapping[str, Outcome] = {
    "item.done": _close,
    "item.back": _take_back,
    "item.several": _announce_by_buttons,
    "item.sacrifice": _mean_sacrifice,
    "item.demand": _next_demand,
    "item.face-down": lambda situation, hand: show(situation, hand.seat, "?"),
}
"""What the words among the items do."""

OUTCOMES: Mapping[Press, Outcome] = {
    Press.IGNORE: _ignore,
    Press.WAIT: _wait,
    Press.READ: _read,
    Press.READ_NEWS: _read_news,
    Press.ACCEPT_SILENCE: _accept_silence,
    Press.BEGIN: lambda situation, hand: choices.begin(situation, hand.seat),
    Press.AGAIN: _again,
    Press.OTHER_GAME: _other_game,
    Press.CLOSE_GAME: lambda situation, hand: (facts.Closed(),),
    Press.PLACE: lambda situation, hand: (facts.TokenPlaced(target(situation), by_hand=True),),
    Press.STAND: _stand,
    Press.COUNT: _count,
    Press.DEALT: lambda situation, hand: (facts.Dealt(hand.seat),),
    Press.DEAL_BACK: lambda situation, hand: questions.take_back(situation, hand.seat, hand.seat),
    Press.GIVE_UP: _give_up,
    Press.DEFEND: _defend,
    Press.TURN_FIRST: _turn_first,
    Press.TAKE_ITEM: _take_item,
    Press.TURN_ITEM: _turn_item,
    Press.CLOSE: _close,
    Press.ANNOUNCE: lambda situation, hand: (facts.Announced(hand.seat),),
    Press.TAKE_BACK: _take_back,
    Press.NEXT_DEMAND: _next_demand,
    Press.MEAN_SACRIFICE: _mean_sacrifice,
}

"""What a seat may sensibly choose among, each as an act of the protocol and as what it does to a world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.companion.exploding.core import NOBODY
from tacotable_engine.companion.exploding.playouts import answer_window
from tacotable_engine.companion.exploding.policy import DRAW, Play, Policy

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.exploding.core import Core

Does: TypeAlias = "Callable[[Core, Policy, Dice], None]"
MOST_TARGETS = 3
DEEP = 3
"""So many slots from the top are told apart; below them a few stand for all."""
CHEAP = 5.0
"""Cards worth more are in no pair of theirs."""


class Option(NamedTuple):
    """One choice."""

    act: Mapping[str, object]
    does: Does


class Asked(NamedTuple):
    """What options are made from: a seat's own hand and what is in sight."""

    core: Core
    """Any world; only its own hand and what everybody sees are looked at."""
    policy: Policy
    seat: int
    seats: Sequence[str]
    targets: Sequence[int]
    """Whom to take from, the best first."""


def turn_options(asked: Asked) -> Iterator[Option]:
    """Yield drawing, and plays with the best targets."""
    yield Option({"do": "draw"}, lambda core, _policy, _dice: core.draw())
    for play in _plays(asked):
        yield play_option(asked, play)


def play_option(asked: Asked, play: Play) -> Option:
    """Return a play, or the draw, as an option."""
    if play == DRAW:
        return Option({"do": "draw"}, lambda core, _policy, _dice: core.draw())
    names = asked.policy.cards.names
    act: dict[str, object] = {"do": "play", "cards": [names[card] for card in play.cards]}
    if play.target != NOBODY:
        act["target"] = asked.seats[play.target]
    if play.name != NOBODY:
        act["name"] = names[play.name]
    return Option(act, lambda core, _policy, _dice: core.lay(*play))


def _plays(asked: Asked) -> Iterator[Play]:
    core, cards = asked.core, asked.policy.cards
    hand = core.hands[asked.seat]
    for card, count in enumerate(hand):
        top = core.discard[-1] if core.discard else NOBODY
        effect = cards.effects[top if card == cards.clone else card]
        if count and effect in ("favor", "targeted-attack"):
            yield from (Play((card,), target) for target in asked.targets[:MOST_TARGETS])
        elif count and effect:
            yield Play((card,))
    yield from _combos(asked, hand)


def _combos(asked: Asked, hand: list[int]) -> Iterator[Play]:
    cards, worth = asked.policy.cards, asked.policy.worth
    if "pair" in cards.combos:
        pairs = sorted(_pairs(asked, hand), key=lambda pair: worth[pair[0]] + worth[pair[1]])[:2]
        yield from (Play(pair, target) for pair in pairs for target in asked.targets[:MOST_TARGETS])
    if "triple" in cards.combos:
        for card, count in enumerate(hand):
            if count >= 3 and worth[card] < CHEAP and (cards.any_title or card in cards.plain):
                yield from (Play((card,) * 3, target, cards.defuse) for target in asked.targets[:2])
                break
    if "five" in cards.combos and asked.core.discard:
        held = sorted((card for card, count in enumerate(hand) if count), key=worth.__getitem__)[:5]
        lying = [card for card in asked.core.discard if card != cards.lethal]
        if len(held) == 5 and lying:
            yield Play(tuple(sorted(held)), NOBODY, max(lying, key=worth.__getitem__))


def _pairs(asked: Asked, hand: list[int]) -> Iterator[tuple[int, int]]:
    cards, worth = asked.policy.cards, asked.policy.worth
    stand_ins = {cards.wild, cards.clone} - {NOBODY}
    for one, two in combinations_with_replacement(range(len(hand)), 2):
        if hand[one] < 1 + (one == two) or not hand[two] or max(worth[one], worth[two]) >= CHEAP:
            continue
        is_same = one == two != cards.clone and (cards.any_title or one in cards.plain or one == cards.wild)
        if is_same or any(a in cards.plain and b in stand_ins for a, b in ((one, two), (two, one))):
            yield one, two


def window_options(asked: Asked, last: int) -> Iterator[Option]:
    """Yield letting the last card pass, and noping it with each card that the seat has for that."""
    seat, cards = asked.seat, asked.policy.cards

    def let(core: Core, policy: Policy, dice: Dice) -> None:
        answer_window(core, policy, dice, last, seat)

    def noping(card: int) -> Does:
        def does(core: Core, policy: Policy, dice: Dice) -> None:
            core.nope(seat, card)
            answer_window(core, policy, dice, seat)

        return does

    yield Option({"do": "let"}, let)
    for card in (cards.nope, cards.clone):
        if card >= 0 and asked.core.hands[seat][card]:
            named = {} if card == cards.nope else {"card": cards.names[card]}
            yield Option({"do": "nope", **named}, noping(card))


def defuse_options(asked: Asked) -> Iterator[Option]:
    """Yield slots to put the lethal card back: the first ones, and some deeper."""
    core, names = asked.core, asked.policy.cards.names
    size = len(core.pile)
    card = (core.defusers() or [asked.policy.cards.defuse])[-1]
    named = {} if card == asked.policy.cards.defuse else {"card": names[card]}

    def putting(slot: int) -> Does:
        return lambda core, _policy, _dice: core.put_back(slot, card)

    for slot in sorted({*range(min(size, DEEP) + 1), min(size, 5), size // 2, size}):
        yield Option({"do": "defuse", "slot": slot, **named}, putting(slot))


def give_options(asked: Asked, taker: int, name: str | None) -> Iterator[Option]:
    """Yield each card to give; one that was named is given, or it is said that it is not there."""
    core, names, seat = asked.core, asked.policy.cards.names, asked.seat

    def giving(card: int) -> Does:
        return lambda core, _policy, _dice: core.move(seat, taker, card)

    if name is not None:
        card = names.index(name)
        has = core.hands[seat][card] > 0
        yield Option({"do": "give"} if has else {"do": "deny"}, giving(card) if has else _goes_on)
        return
    for card, count in enumerate(core.hands[seat]):
        if count:
            yield Option({"do": "give", "card": names[card]}, giving(card))


def _goes_on(core: Core, policy: Policy, dice: Dice) -> None:
    del policy, dice
    core.phase = 0


def arrange_options(asked: Asked) -> Iterator[Option]:
    """Yield each order of the top cards."""
    names = asked.policy.cards.names
    size = min(3, len(asked.core.pile))
    top = asked.core.pile[: -size - 1 : -1]

    def arranging(order: tuple[int, ...]) -> Does:
        return lambda core, _policy, _dice: core.arrange(order)

    for order in sorted(set(permutations(top))):
        yield Option({"do": "arrange", "cards": [names[card] for card in order]}, arranging(order))


def only(act: Mapping[str, object], does: Does = _goes_on) -> Option:
    """Return the one thing to do; by default chance decides what comes of it."""
    return Option(act, does)

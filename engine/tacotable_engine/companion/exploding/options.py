"""What a seat that is to act knows, and what it may sensibly choose: as an act, and as what it does to a world."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations_with_replacement, permutations
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeAlias

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.companion.exploding.core import NOBODY, TURN, Cards, Core, core_of
from tacotable_engine.companion.exploding.policy import Play, Policy
from tacotable_engine.companion.exploding.worlds import World, sampled
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.acts import Give, brings_untold, read_act
from tacotable_engine.exploding.checks import why_not
from tacotable_engine.exploding.state import Phase, State, redacted, to_act

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice, Hand
    from tacotable_engine.companion.exploding.belief import Belief

MOST_TARGETS = 3
DEEP = 3  # So many slots from the top are told apart; below them a few stand for all.
CHEAP = 5.0  # Cards worth more are in no pair of theirs.
Does: TypeAlias = "Callable[[Core, Dice], None]"
P = ParamSpec("P")


class Option(NamedTuple):
    """One choice."""

    act: Mapping[str, object]
    does: Does


class Table(NamedTuple):
    """What a seat that is to act knows."""

    state: State
    seat: int
    belief: Belief
    policy: Policy
    lethal_at: Sequence[float]
    hand: Sequence[str]  # Its own cards, as far as they are known here.

    @property
    def danger(self) -> float:
        """Return how likely the next card is lethal."""
        return self.lethal_at[0] if self.lethal_at else 0.0

    @property
    def targets(self) -> list[int]:
        """Return whose cards to take, the best first: of whom has most to help itself with."""
        hands = self.state.hands
        others = [seat for seat in self.state.alive if seat != self.seat and hands[seat]]
        return sorted(others, key=lambda seat: -len(hands[seat]))

    def real(self) -> World | None:
        """Return the world as it is; None where the referee does not know a card."""
        hands, pile = self.state.hands, self.state.pile
        is_told = not any(UNKNOWN in cards for cards in (*hands, pile))
        return World([list(hand) for hand in hands], list(pile)) if is_told else None

    def sampled(self, dice: Dice) -> Core:
        """Return a world of chance as a core."""
        return self.core(sampled(self.belief, len(self.state.hands), dice))

    def first(self, dice: Dice) -> Core:
        """Return a world in which the seat holds what it knows that it holds, and nothing else."""
        core = self.sampled(dice)
        core.hands[self.seat] = [self.hand.count(name) for name in self.policy.cards.names]
        return core

    def core(self, world: World) -> Core:
        """Return a world as a core in which the seat knows what it knows."""
        core = core_of(self.state, self.policy.cards, world.hands, world.pile)
        known = next((n for n, odds in enumerate(self.lethal_at) if 1e-9 < odds < 1 - 1e-9), len(self.lethal_at))
        core.known[self.seat] = known
        sure = [place for place, odds in enumerate(self.lethal_at) if odds > 1 - 1e-9]
        core.kittens[self.seat] = len(self.lethal_at) - 1 - sure[0] if sure else NOBODY
        return core


def table_of(state: State, seat: int, belief: Belief, hand: Hand) -> Table:
    """Return what a seat knows, its own cards as told; raises RequestError where it may not act, or they cannot be."""
    if seat not in to_act(state) or state.phase is Phase.DEAL:
        raise RequestError(f"advise: {state.name(seat)} has nothing to decide now")
    if hand is not None:
        if len(hand) != len(state.hands[seat]):
            raise RequestError(f"hand: {len(hand)} cards, and {state.name(seat)} holds {len(state.hands[seat])}")
        if UNKNOWN not in hand:
            belief = belief.with_hand(seat, hand)
        if belief.is_impossible or state.terms.ruleset.lethal in hand:
            raise RequestError("hand: these cards cannot be there, by what was shown")
    own = [card for card in (state.hands[seat] if hand is None else hand) if card != UNKNOWN]
    if not own and state.phase is Phase.GIVE and brings_untold(state, seat, Give()):
        raise RequestError("hand: what is given to a robot is named; tell the cards of the seat")
    return Table(state, seat, belief, Policy(Cards(state.terms)), belief.lethal_at(), own)


def options_of(table: Table, core: Core) -> list[Option]:
    """Return the sensible choices that the referee allows; of any world, `core`, only what the seat sees counts."""
    state, seat = table.state, table.seat
    only = [Option({"do": state.phase.value}, _goes_on)]
    found = list(_OPTIONS[state.phase](table, core)) if state.phase in _OPTIONS else only
    found = found or only  # of a hand that nobody told
    known = redacted(state, seat)

    def is_allowed(option: Option) -> bool:  # by what the seat knows; faces of drawn cards are told later
        is_untold = option.act["do"] in ("draw", "steal")
        return is_untold or why_not(known, seat, read_act(known, option.act)) is None

    return list(filter(is_allowed, found)) or found


def option_of(table: Table, did: Mapping[str, Any]) -> Option:
    """Return what was done, as a request has it, as an option: a play, or a lethal card put back at any slot."""
    numbers = table.policy.cards.numbers
    if did["do"] == "play":
        cards = tuple(numbers[card] for card in did["cards"])
        target = table.state.terms.seats.index(did["target"]) if "target" in did else NOBODY
        return Option(did, does(Core.lay, cards, target, numbers.get(did.get("name", ""), NOBODY)))
    return Option(did, does(Core.put_back, did.get("slot", 0), numbers[did.get("card", "defuse")]))


def _goes_on(core: Core, dice: Dice) -> None:
    """Leave it to chance what comes of it."""
    core.phase = TURN


def does(act: Callable[Concatenate[Core, P], None], *args: P.args, **kwargs: P.kwargs) -> Does:
    """Return what does an act of the core that leaves nothing to chance."""
    return lambda core, _dice: act(core, *args, **kwargs)


def _turn(table: Table, core: Core) -> Iterator[Option]:
    """Yield drawing, and plays with the best targets."""
    yield Option({"do": "draw"}, does(Core.draw))
    names = table.policy.cards.names
    for play in (*_single_plays(table, core), *_combos(table, core)):
        act: dict[str, object] = {"do": "play", "cards": [names[card] for card in play.cards]}
        if play.target != NOBODY:
            act["target"] = table.state.name(play.target)
        if play.name != NOBODY:
            act["name"] = names[play.name]
        yield Option(act, does(Core.lay, *play))


def _single_plays(table: Table, core: Core) -> Iterator[Play]:
    cards, top = table.policy.cards, core.discard[-1] if core.discard else NOBODY
    for card, count in enumerate(core.hands[table.seat]):
        effect = cards.effects[top if card == cards.clone else card]
        if count and effect in ("favor", "targeted-attack"):
            yield from (Play((card,), target) for target in table.targets[:MOST_TARGETS])
        elif count and effect:
            yield Play((card,))


def _combos(table: Table, core: Core) -> Iterator[Play]:
    cards, worth, hand = table.policy.cards, table.policy.worth, core.hands[table.seat]
    if "pair" in cards.combos:
        pairs = sorted(_pairs(table.policy, hand), key=lambda pair: worth[pair[0]] + worth[pair[1]])[:2]
        yield from (Play(pair, target) for pair in pairs for target in table.targets[:MOST_TARGETS])
    if "triple" in cards.combos:
        for card, count in enumerate(hand):
            if count >= 3 and worth[card] < CHEAP and (cards.any_title or card in cards.plain):
                yield from (Play((card,) * 3, target, cards.defuse) for target in table.targets[:2])
                break
    if "five" in cards.combos and core.discard:
        held = sorted((card for card, count in enumerate(hand) if count), key=worth.__getitem__)[:5]
        lying = [card for card in core.discard if card != cards.lethal]
        if len(held) == 5 and lying:
            yield Play(tuple(sorted(held)), NOBODY, max(lying, key=worth.__getitem__))


def _pairs(policy: Policy, hand: list[int]) -> Iterator[tuple[int, int]]:
    cards, worth = policy.cards, policy.worth
    stand_ins = {cards.wild, cards.clone} - {NOBODY}
    for one, two in combinations_with_replacement(range(len(hand)), 2):
        if hand[one] < 1 + (one == two) or not hand[two] or max(worth[one], worth[two]) >= CHEAP:
            continue
        is_same = one == two != cards.clone and (cards.any_title or one in cards.plain or one == cards.wild)
        if is_same or any(a in cards.plain and b in stand_ins for a, b in ((one, two), (two, one))):
            yield one, two


def _window(table: Table, core: Core) -> Iterator[Option]:
    """Yield letting the last card pass, and noping it with each card that the seat has for that."""
    seat, policy, pending = table.seat, table.policy, table.state.pending
    if pending is None:
        return

    def noped(card: int, core: Core, dice: Dice) -> None:
        core.nope(seat, card)
        policy.answer_window(core, dice, seat)

    yield Option({"do": "let"}, partial(policy.answer_window, last=pending.last, passed=seat))
    for card in (policy.cards.nope, policy.cards.clone):
        if card >= 0 and core.hands[seat][card]:
            named = {} if card == policy.cards.nope else {"card": policy.cards.names[card]}
            yield Option({"do": "nope", **named}, partial(noped, card))


def _defuse(table: Table, core: Core) -> Iterator[Option]:
    """Yield slots to put the lethal card back: the first ones, and some deeper."""
    cards, size, defusers = table.policy.cards, len(core.pile), core.defusers()
    if not defusers and len(table.hand) == len(table.state.hands[table.seat]):
        yield Option({"do": "explode"}, does(Core.explode))
        return
    card = (defusers or [cards.defuse])[-1]
    named = {} if card == cards.defuse else {"card": cards.names[card]}
    for slot in sorted({*range(min(size, DEEP) + 1), min(size, 5), size // 2, size}):
        yield Option({"do": "defuse", "slot": slot, **named}, does(Core.put_back, slot, card))


def _give(table: Table, core: Core) -> Iterator[Option]:
    """Yield each card to give; one that was named is given, or it is said that it is not there."""
    names, seat, pending = table.policy.cards.names, table.seat, table.state.pending
    if pending is None:
        return
    held = [card for card, count in enumerate(core.hands[seat]) if count]
    if pending.name is None:
        for card in held:
            yield Option({"do": "give", "card": names[card]}, does(Core.move, seat, pending.seat, card))
    elif (card := names.index(pending.name)) in held:
        yield Option({"do": "give"}, does(Core.move, seat, pending.seat, card))
    else:
        yield Option({"do": "deny"}, _goes_on)


def _arrange(table: Table, core: Core) -> Iterator[Option]:
    """Yield each order of the top cards, where the seat sees them."""
    peek, names = table.state.peek, table.policy.cards.names
    if peek is None or UNKNOWN in peek.cards:
        return
    size = min(3, len(core.pile))
    for order in sorted(set(permutations(core.pile[: -size - 1 : -1]))):
        yield Option({"do": "arrange", "cards": [names[card] for card in order]}, does(Core.arrange, order))


_OPTIONS = {Phase.TURN: _turn, Phase.WINDOW: _window, Phase.DEFUSE: _defuse, Phase.GIVE: _give, Phase.ARRANGE: _arrange}

"""Why an act may not be done: for each kind of act the checks in the order a person should hear of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.exploding import acts
from tacotable_engine.exploding.effects import defusers, top_of
from tacotable_engine.exploding.hypotheses.claims import denial, must_be_lethal, unseen
from tacotable_engine.exploding.rules import REFUSALS
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE
from tacotable_engine.exploding.state import PHASES, Phase, Seat, State, next_card
from tacotable_engine.rulings import Refusal, Standing

Checks: TypeAlias = Iterator[Refusal | None]
"""What rules say, one after the other; a rule is asked only when those before it let the act pass, or are waived."""
EMPTY_HANDED = frozenset(("favor", "pair"))  # What cannot be done to an empty hand (ruling `target-empty`).


def why_not(state: State, seat: Seat, act: acts.ExplodingAct, *, waive: bool = False) -> Refusal | None:
    """Return which rule forbids an act; with `waive` only rules that guard what the state can hold."""
    if seat not in state.alive:
        return Refusal("seat-out", {"seat": state.name(seat)})
    if act.do not in PHASES[state.phase].acts:
        return Refusal("no-window-open" if act.do in PHASES[Phase.WINDOW].acts else f"not-now-{state.phase}")
    if act.do in OF_THE_TURN and seat != state.turn.seat:
        return Refusal("not-your-turn", {"seat": state.name(state.turn.seat)})
    for refusal in CHECKS[type(act)](state, seat, act):
        if refusal is not None and not (waive and (refusal.is_waivable or REFUSALS[refusal.rule].is_waivable)):
            return refusal
    return None


def _deal(state: State, seat: Seat, act: acts.Deal) -> Checks:
    name, ruleset, has_one = state.name(seat), state.terms.ruleset, DEFUSE in state.hands[seat]
    if not state.owed[seat]:
        yield Refusal("deal-hand-full", {"seat": name})
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    if act.card == ruleset.lethal:
        yield Refusal("deal-lethal", {"card": act.card})
    yield _copies_unseen(state, seat, (act.card,))
    # Each start hand has a Defuse; where the extra ones come back after dealing it has no second (3.3).
    if act.card == DEFUSE and has_one and not ruleset.defuses_first:
        yield Refusal("deal-one-defuse", {"seat": name}, name)
    if act.card != DEFUSE and not has_one and state.owed[seat] <= 1:
        yield Refusal("deal-needs-defuse", {"seat": name}, name)


def _play(state: State, seat: Seat, act: acts.Play) -> Checks:
    ruleset = state.terms.ruleset
    yield _held(state, seat, act.cards)
    what = ruleset.shape(act.cards)
    if what is None:
        yield Refusal("play-shape", {"cards": act.cards})
    if what == "single":
        yield _does_nothing(state, act.cards[0])
    if not ruleset.is_known_here(act.cards):
        yield Refusal("play-unknown-here", {"cards": act.cards})
    is_plain_pair = what == "pair" and ruleset.is_plain(act.cards)
    if not (state.terms.special_combos or what == "single" or is_plain_pair):  # Ruling `play-combos-off`
        yield Refusal("play-combos-off", {"cards": act.cards})
    yield _wrong_target(state, seat, act)
    yield _wrong_name(state, seat, act)


def _does_nothing(state: State, card: str) -> Refusal | None:
    """Refuse a card that does nothing alone; a Clone does what lies on the discard pile."""
    ruleset, top = state.terms.ruleset, state.discard[-1] if state.discard else UNKNOWN
    if ruleset.effect_alone(card, top):
        return None
    if card != ruleset.mimic:
        return Refusal({NOPE: "play-nope", DEFUSE: "play-defuse"}.get(card, "play-plain"), {"card": card})
    codes = {card: "clone-of-clone", DEFUSE: "clone-of-defuse", NOPE: "clone-of-nope"}
    if top in codes:
        return Refusal(codes[top])
    return Refusal("clone-of-plain", {"card": top}) if top in ruleset.plain else Refusal("clone-of-nothing")


def _wrong_target(state: State, seat: Seat, act: acts.Play) -> Refusal | None:
    if act.target is None:
        return None
    target = state.terms.seats.index(act.target)
    if target == seat:
        return Refusal("target-self")
    if target not in state.alive:
        return Refusal("target-out", {"seat": act.target})
    effect = state.terms.ruleset.effect_of(act.cards, None)
    if effect in EMPTY_HANDED and not state.hands[target]:
        return Refusal("target-empty", {"seat": act.target})
    return None


def _wrong_name(state: State, seat: Seat, act: acts.Play) -> Refusal | None:
    if act.name is None:
        return None
    if act.name == UNKNOWN:
        return Refusal("face-hidden")
    if act.name == state.terms.ruleset.lethal:
        return Refusal("name-lethal", {"card": act.name})
    if state.terms.ruleset.shape(act.cards) != "five" or act.name in (*state.discard, *act.cards):
        return None
    if UNKNOWN in state.discard:
        return _copies_unseen(state, seat, (act.name,))
    return Refusal("name-not-discarded", {"card": act.name})


def _nope(state: State, seat: Seat, act: acts.Nope) -> Checks:
    pending, terms = state.pending, state.terms
    if pending is not None and pending.last == seat and not terms.nope_own:
        yield Refusal("nope-own")
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    if act.card not in (NOPE, terms.ruleset.mimic):
        yield Refusal("nope-card", {"card": act.card})
    if act.card != NOPE and state.discard[-1:] != (NOPE,):  # Ruling `clone-of-nope`
        yield Refusal("nope-clone-top")
    if act.card != NOPE and not terms.clone_as_nope:
        yield Refusal("nope-clone-off")
    yield _held(state, seat, (act.card,))


def _let(state: State, seat: Seat, _act: acts.Let) -> Checks:
    if state.pending is None:
        yield Refusal("no-window-open")
    elif state.pending.last == seat:
        yield Refusal("let-own")
    elif seat in state.pending.passed:
        yield Refusal("let-again")


def _draw(state: State, seat: Seat, act: acts.Draw) -> Checks:
    """Check a drawn card against what is known of the pile, then that a copy can be there, whatever was thought."""
    if not state.pile:
        yield Refusal("pile-empty")
    known, lethal, card = next_card(state), state.terms.ruleset.lethal, act.card
    if state.terms.mode is not Mode.DEALT:  # where nobody tells it
        if card == UNKNOWN:
            yield Refusal("face-hidden")
        if card is None and known == lethal:
            yield Refusal("lethal-to-show", {"card": lethal})
        if card is not None and known not in (UNKNOWN, card):
            yield Refusal("pile-other", {"card": card}, state.name(seat))
        if card != lethal and known == UNKNOWN and must_be_lethal(state):
            yield Refusal("pile-all-lethal", {"card": lethal, "n": len(state.pile)})
    if card is not None and card != known:
        hidden = state if known == UNKNOWN else state._replace(pile=(UNKNOWN,) * len(state.pile))
        yield _copies_unseen(hidden, seat, (card,))


def _defuse(state: State, seat: Seat, act: acts.Defuse) -> Checks:
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    if act.card not in defusers(state):
        yield Refusal("defuse-card", {"card": act.card})
    yield _held(state, seat, (act.card,))
    if act.slot is not None and act.slot > len(state.pile):
        yield Refusal("defuse-slot", {"n": len(state.pile), "slot": act.slot})


def _explode(state: State, seat: Seat, act: acts.Explode) -> Checks:
    """Check a hand as shown: its number of cards, those known to be in it, and the copies there are."""
    if act.cards is None:
        return
    hand, name, lethal = state.hands[seat], state.name(seat), state.terms.ruleset.lethal
    if len(act.cards) != len(hand):
        yield Refusal("hand-count", {"n": len(hand), "shown": len(act.cards)}, name)
    told = Counter(card for card in act.cards if card != UNKNOWN)
    missing = Counter(card for card in hand if card != UNKNOWN) - told
    if missing.total() > act.cards.count(UNKNOWN):
        yield Refusal("hand-lacks", {"card": next(iter(missing))}, name)
    if lethal in told:
        yield Refusal("lethal-in-hand", {"card": lethal}, name)
    yield _copies_unseen(state, seat, tuple((told - Counter(hand)).elements()))


def _not_asked(state: State, seat: Seat) -> Refusal | None:
    target = state.pending.target if state.pending else None
    return None if target in (None, seat) else Refusal("not-asked", {"seat": state.name(target)})


def _give(state: State, seat: Seat, act: acts.Give) -> Checks:
    yield _not_asked(state, seat)
    named = state.pending.name if state.pending else None
    if named is not None and act.card not in (None, named):
        yield Refusal("give-named", {"card": named})
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    card = act.card or named
    if card is not None:
        yield _held(state, seat, (card,))


def _deny(state: State, seat: Seat, _act: acts.Deny) -> Checks:
    yield _not_asked(state, seat)
    named = state.pending.name if state.pending else None
    if state.terms.mode is not Mode.BLIND:
        yield Refusal("deny-known")
    if named is None:
        yield Refusal("deny-favor")
    elif denial(state, seat, named) is Standing.REFUTED:
        yield Refusal("deny-refuted", {"card": named}, state.name(seat))


def _arrange(state: State, seat: Seat, act: acts.Arrange) -> Checks:
    if act.cards is None:
        return
    top = top_of(state)
    wrong = Refusal("arrange-cards", {"n": len(top)}, state.name(seat))
    if len(act.cards) != len(top):
        yield wrong
    told, known = Counter(act.cards), Counter(top)
    hidden_told, hidden_known = told.pop(UNKNOWN, 0), known.pop(UNKNOWN, 0)
    if hidden_told and state.terms.mode is Mode.DEALT:
        yield Refusal("face-hidden")
    if (known - told).total() > hidden_told or (told - known).total() > hidden_known:
        yield wrong
    yield _copies_unseen(state, seat, tuple((told - known).elements()))


def _steal(state: State, _seat: Seat, act: acts.Steal) -> Checks:
    target = state.pending.target if state.pending else None
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    if target is not None and act.card is not None:
        refusal = _held(state, target, (act.card,))
        yield None if refusal is None else replace(refusal, private_to=state.name(state.turn.seat))


def _held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Check that the hand can hold these told cards: by their faces, else as unknown ones of which a copy is unseen."""
    if UNKNOWN in cards:
        return Refusal("face-hidden")
    if state.terms.ruleset.lethal in cards:
        return Refusal("lethal-in-hand", {"card": state.terms.ruleset.lethal}, state.name(seat))
    hand = state.hands[seat]
    unread = tuple((Counter(cards) - Counter(hand)).elements())
    if not unread:
        return None
    if len(unread) > hand.count(UNKNOWN):
        return Refusal("card-not-held", {"card": unread[-1], "n": len(hand)}, state.name(seat))
    return _copies_unseen(state, seat, unread)


def _copies_unseen(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    return state.terms.deck.why_not(unseen(state), cards, state.name(seat))


CHECKS: Mapping[type[acts.ExplodingAct], Callable[[State, Seat, Any], Checks]] = {  # What is checked for each act.
    acts.Deal: _deal,
    acts.Play: _play,
    acts.Nope: _nope,
    acts.Let: _let,
    acts.Draw: _draw,
    acts.Defuse: _defuse,
    acts.Explode: _explode,
    acts.Give: _give,
    acts.Deny: _deny,
    acts.Arrange: _arrange,
    acts.Steal: _steal,
}
OF_THE_TURN = frozenset(("play", "draw", "defuse", "explode", "arrange", "steal"))  # Acts of the seat whose turn it is.

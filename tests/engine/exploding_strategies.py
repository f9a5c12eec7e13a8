"""Random Exploding games for property tests: whole games that stand, with refused acts, undo and time in between."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from hypothesis import strategies as st

from engine.exploding_tables import GAMES, SEATS
from engine.tacocat_tables import SeededChance
from engine.traits import TRAITS
from tacotable_engine import Match, RequestError
from tacotable_engine.cards import spread
from tacotable_engine.exploding.acts import read_act
from tacotable_engine.exploding.hypotheses.claims import must_be_lethal, unseen
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_engine.exploding.state import Phase, State, next_card

Fields = dict[str, Any]
MODES = ("dealt", "seen", "blind")
MOST_SEATS = {game: traits.players[-1] for game, traits in TRAITS.items()}
TABLES = [(game, players) for game in GAMES for players in range(2, MOST_SEATS[game] + 1)]
"""Every printing with every number of players."""

seeds = st.integers(0, 2**32)
tables = st.sampled_from(TABLES)
modes = st.sampled_from(MODES)
options = st.fixed_dictionaries(
    {},
    optional={
        "special_combos": st.booleans(),
        "nope_own": st.booleans(),
        "clone_as_nope": st.booleans(),
        "noped_out": st.booleans(),
        "window_s": st.sampled_from([0.5, 3, 7]),
        "attack_stacking": st.sampled_from(["remaining", "fixed"]),
    },
)


@st.composite
def matches(draw: st.DrawFn, mode: str | None = None, most_acts: int = 160, *, is_disturbed: bool = True) -> Match:
    """Draw a match that was played at random for some acts."""
    game, players = draw(tables)
    match = new_match(game, players, mode or draw(modes), draw(seeds), draw(options))
    play_at_random(match, draw(seeds), draw(st.integers(0, most_acts)), is_disturbed=is_disturbed)
    return match


def new_match(game: str, players: int, mode: str, seed: int, chosen: Fields | None = None) -> Match:
    """Give a match that begins with a seed; in `seen` everything is dealt."""
    setup: Fields = {"game": game, "seats": list(SEATS[:players]), "mode": mode, "seed": seed, "options": chosen or {}}
    match = Match.new(setup, SeededChance(seed))
    if mode == "seen":
        deal(match, random.Random(seed))
    return match


def deal(match: Match, rng: random.Random) -> None:
    """Deal a set-up as a reader sees it: a Defuse each, the other cards as chance has them."""
    ruleset, count = load_ruleset(match.name), len(match.seats)
    others = [card for card in spread(ruleset.card_set(count).counts) if card != "defuse"]
    rng.shuffle(others)
    for seat in match.seats:
        for card in ("defuse", *(others.pop() for _ in range(7))):
            match.act(seat, {"do": "deal", "card": card})


def play_at_random(match: Match, seed: int, most_acts: int, *, is_disturbed: bool = False) -> None:
    """Play on; some acts are refused, undone, accepted by the arbiter or overtaken by time where that is wanted."""
    rng = random.Random(seed)
    for _ in range(most_acts):
        if match.state.winner is not None:
            return
        if is_disturbed and rng.random() < 0.15:
            disturb(match, rng)
        else:
            step(match, rng)


def step(match: Match, rng: random.Random) -> None:
    """Do one thing that may well be done."""
    if match.state.phase is Phase.WINDOW and rng.random() < 0.3:
        match.resolve()
        return
    seat, fields = random_act(match, rng)
    match.act(seat, fields)


def random_act(match: Match, rng: random.Random) -> tuple[str, Fields]:
    """Pick one of the legal acts of a seat that may act, complete with what it leaves open."""
    state: State = match.state
    view: Any = match.view("table")
    seat: str = rng.choice(view["to_act"])
    passed = state.pending.passed if state.pending and state.phase is Phase.WINDOW else ()
    late = [match.seats[number] for number in passed if match.legal(match.seats[number])]
    if late and rng.random() < 0.3:
        seat = rng.choice(late)  # it nopes what it has let pass
    if state.phase is Phase.TURN and state.pile and rng.random() < 0.4:
        return seat, completed(match, seat, {"do": "draw"}, rng)
    listed = guesses(match, seat, rng) if "?" in state.hands[state.turn.seat] else match.legal(seat)
    return seat, completed(match, seat, dict(rng.choice(listed)), rng)


def guesses(match: Match, seat: str, rng: random.Random) -> list[Fields]:
    """List some plays that a hidden hand may make, and the draw; all of them would be very many."""
    if match.state.phase is not Phase.TURN:
        return match.legal(seat)
    tried = [random_play(match, rng) for _ in range(12)]
    found = [play for play in tried if is_well_formed(match, play) and match.why_not(seat, play) is None]
    return found or [{"do": "draw"}]


def random_play(match: Match, rng: random.Random) -> Fields:
    """Give one, two, three or five cards with all that they might declare."""
    titles, count = list(load_ruleset(match.name).counts), rng.choice([1, 1, 1, 1, 1, 1, 2, 2, 3, 5])
    laid = rng.sample(titles, 5) if count == 5 else [rng.choice(titles)] * count
    declared: Fields = {}
    if count in (2, 3) or laid[0] in ("favor", "targeted-attack"):
        declared["target"] = rng.choice(match.seats)
    if count in (3, 5):
        declared["name"] = rng.choice(titles)
    return {"do": "play", "cards": laid, **(declared if count < 5 else {"name": declared["name"]})}


def completed(match: Match, seat: str, fields: Fields, rng: random.Random) -> Fields:
    """Choose what a listed act leaves open, or what a reader would see."""
    state: State = match.state
    mode, do = state.terms.mode, fields["do"]
    if do == "deal":
        return {"do": "deal", "card": dealt_card(state, seat, rng)}
    if do == "draw" and mode != "dealt":
        card = drawn_card(state, rng)
        is_told = mode == "seen" or card == state.terms.ruleset.lethal or rng.random() < 0.2
        return {"do": "draw", "card": card} if is_told else fields
    if do == "defuse":
        slots = fields.pop("slots")
        is_told = mode == "dealt" or rng.random() < 0.5
        return {**fields, "slot": rng.randrange(slots)} if is_told else fields
    if do == "arrange":
        order = fields.pop("of")
        is_told = mode == "dealt" or rng.random() < 0.5
        return {**fields, "cards": rng.sample(order, len(order))} if is_told else fields
    if do == "steal" and mode == "seen":
        victim = state.pending.target if state.pending else None
        return {"do": "steal", "card": rng.choice(state.hands[victim or 0])}
    return fields


def dealt_card(state: State, seat: str, rng: random.Random) -> str:
    """Choose a card that may be dealt: a Defuse first."""
    if "defuse" not in state.hands[state.terms.seats.index(seat)]:
        return "defuse"
    others = [card for card in Counter(unseen(state)).elements() if card not in ("defuse", state.terms.ruleset.lethal)]
    return rng.choice(others)


def drawn_card(state: State, rng: random.Random) -> str:
    """Choose what the pile may hold where the next card is."""
    known, lethal = next_card(state), state.terms.ruleset.lethal
    if known != "?":
        return known
    pool = Counter(unseen(state))
    is_lethal = must_be_lethal(state) or rng.randrange(state.pile.count("?")) < pool[lethal]
    del pool[lethal]
    return lethal if is_lethal or not +pool else rng.choice(list(pool.elements()))


def disturb(match: Match, rng: random.Random) -> None:
    """Do what a table full of people does: take back, play the wrong card, ask the arbiter, let time go by."""
    chance = rng.random()
    if chance < 0.25:
        match.undo()
    elif chance < 0.5:
        match.clock(match.now_s + rng.choice([0, 1, 0.5, 6]))
    else:
        match.act(*clumsy_act(match, rng))
        if chance < 0.6:
            match.rule(rng.random() < 0.7, "so it is")


def clumsy_act(match: Match, rng: random.Random) -> tuple[str, Fields]:
    """Give an act that is well formed, and more often than not forbidden."""
    titles = [*load_ruleset(match.name).counts, "?"]
    mode, card, some = match.state.terms.mode, rng.choice(titles), rng.choices(titles, k=rng.randint(0, 4))
    told: Fields = {"card": card} if mode == "seen" or (mode == "blind" and rng.random() < 0.5) else {}
    acts: list[Fields] = [
        random_play(match, rng),
        random_play(match, rng),
        {"do": "nope"},
        {"do": "nope", "card": card},
        {"do": "let"},
        {"do": "draw", **told},
        {"do": "defuse", "slot": rng.randint(0, 60)},
        {"do": "defuse", "slot": rng.randint(0, 5), "card": card},
        {"do": "explode"} | ({"cards": some} if mode == "blind" else {}),
        {"do": "give", "card": card},
        {"do": "deny"},
        {"do": "arrange", "cards": some},
        {"do": "steal", **told},
        {"do": "deal", "card": card},
    ]
    fields = rng.choice(acts)
    return rng.choice(match.seats), fields if is_well_formed(match, fields) else {"do": "let"}


def is_well_formed(match: Match, fields: Fields) -> bool:
    """Tell whether a play declares just what its cards need in this printing."""
    try:
        read_act(match.state, fields)
    except RequestError:
        return False
    return True

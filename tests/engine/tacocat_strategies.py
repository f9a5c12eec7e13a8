"""Random games for property tests: whole games that stand, with refused acts, undo and the arbiter in between."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from engine.tacocat_tables import SeededChance
from tacotable_engine import Match
from tacotable_engine.tacocat.proofs import unseen

GAMES = ("tc38", "tc36")
MODES = ("dealt", "seen", "blind")
ARROWS = ("yay", "wow", "both")

boards = st.one_of(
    st.none(),
    st.fixed_dictionaries(
        {
            "numbers": st.lists(st.integers(2, 9), min_size=7, max_size=7),
            "arrows": st.lists(st.sampled_from(ARROWS), min_size=7, max_size=7),
        }
    ),
)
options = st.fixed_dictionaries(
    {},
    optional={"strict_groups": st.booleans(), "jumbo": st.booleans(), "practice": st.booleans()},
)
seeds = st.integers(0, 2**32)


@st.composite
def matches(draw: st.DrawFn, mode: str | None = None, most_acts: int = 120) -> Match:
    """Draw a match that was played at random for some acts."""
    match = new_match(draw(st.sampled_from(GAMES)), mode or draw(st.sampled_from(MODES)), draw(seeds), draw)
    play_at_random(match, draw(seeds), draw(st.integers(0, most_acts)))
    return match


def new_match(game: str, mode: str, seed: int, draw: st.DrawFn | None = None) -> Match:
    """Give a match that begins with a seed."""
    setup: dict[str, object] = {"game": game, "seats": ["Ann", "Bo"], "mode": mode, "seed": seed}
    if draw is not None and (board := draw(boards)) is not None:
        setup["board"] = board
    if draw is not None:
        setup["options"] = draw(options)
    return Match.new(setup, SeededChance(seed))


def play_at_random(match: Match, seed: int, most_acts: int, *, only_legal: bool = False) -> None:
    """Play on; some acts are refused, undone or accepted by the arbiter unless only legal ones are wanted."""
    rng = random.Random(seed)
    for _ in range(most_acts):
        if match.state.winner is not None:
            return
        seat, act = random_act(match, rng)
        if is_of_one_deck(match, seat, act):
            match.act(seat, act)
        if not only_legal:
            disturb(match, rng)


def random_act(match: Match, rng: random.Random) -> tuple[str, dict[str, Any]]:
    """Pick one of the legal acts of a seat that may act."""
    view: Any = match.view("arbiter")
    seat = rng.choice(view["to_act"])
    act: dict[str, Any] = dict(rng.choice(match.legal(seat)))
    bound = act.pop("max", None)
    if act["do"] == "replace":
        hand = view["hands"][seat]
        act["cards"] = rng.sample(hand, rng.randint(0, bound))
    if act["do"] == "deal":
        act["card"] = rng.choice([card for card, n in unseen(match.state).items() for _ in range(n)])
    return seat, act


def is_of_one_deck(match: Match, seat: str, act: dict[str, Any]) -> bool:
    """Tell whether the named cards can be in this hand although the other seat has sealed some.

    Two seats that both seal the only 12 have misread a card: that is allowed in blind play, and no world has it.
    """
    left = unseen(match.state)
    own = list(match.state.hands[match.seats.index(seat)])
    for card in act.get("cards", [act.get("card", "?")]):
        if card in own:
            own.remove(card)
        elif card != "?":
            left[card] -= 1
    return match.state.terms.mode != "blind" or all(count >= 0 for count in left.values())


def disturb(match: Match, rng: random.Random) -> None:
    """Sometimes do what a table full of people does: take back, play the wrong card, ask the arbiter."""
    chance = rng.random()
    if chance < 0.05:
        match.undo()
    elif chance < 0.25:
        seat, act = clumsy_act(match, rng)
        if is_of_one_deck(match, seat, act):
            match.act(seat, act)
        if chance < 0.1:
            match.rule(rng.random() < 0.7, "so it is")
    elif chance < 0.27:
        match.clock(match.now_s + rng.choice([0, 1, 0.5]))


def clumsy_act(match: Match, rng: random.Random) -> tuple[str, dict[str, object]]:
    """Give an act that is well formed, and more often than not forbidden."""
    cards = [*match.state.terms.deck.counts, "?"]
    some = rng.choices(cards, k=rng.randint(0, 4))
    acts: list[dict[str, object]] = [
        {"do": "replace", "cards": some},
        {"do": "duel", "card": rng.choice(cards)},
        {"do": "attack", "cards": some},
        {"do": "answer", "card": rng.choice(cards)},
        {"do": "answer", "card": rng.choice(cards), "as": "sacrifice", "demand": rng.choice(cards)},
        {"do": "show", "card": rng.choice(cards)},
        {"do": "deal", "card": rng.choice(cards)},
    ]
    return rng.choice(match.seats), rng.choice(acts)

"""Nobody can tell two worlds apart that differ only in what he may not know.

`TACOTABLE_PAIRS` is how many pairs of worlds are compared over all printings and modes (100). The two differ in the
other hands and in the pile; the same acts are done in both, and whatever the viewer is told must be the same bytes.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

from engine.exploding_strategies import MODES, MOST_SEATS, clumsy_act, new_match, play_at_random, random_act
from engine.exploding_tables import GAMES
from engine.tacocat_tables import SeededChance
from tacotable_engine import Match, Ruling, judge
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.ruleset import sorted_hand
from tacotable_engine.exploding.state import Phase, State
from tacotable_engine.views import as_fields

TABLES = [(game, mode) for game in GAMES for mode in MODES]
PAIRS = int(os.environ.get("TACOTABLE_PAIRS", "25"))
STEPS = 12


def another_world(state: State, viewer: int, rng: random.Random) -> State:
    """Give a world that only the others, or nobody, could tell from this one."""
    others = [(seat, place) for seat in state.alive if seat != viewer for place in range(len(state.hands[seat]))]
    moving = [slot for slot in others if rng.random() < 0.6]
    mixed = rng.random() < 0.5
    pile_from = 3 if (state.peek is not None and state.peek.seat == viewer) or rng.random() < 0.5 else 0
    places = range(pile_from, len(state.pile) - rng.randint(0, 1))
    hands, pile = [list(hand) for hand in state.hands], list(state.pile)
    in_hands = [hands[seat][place] for seat, place in moving]
    pool, rest = shuffled_apart(state, in_hands, [pile[place] for place in places], rng, is_mixed=mixed)
    for (seat, place), card in zip(moving, pool, strict=True):
        hands[seat][place] = card
    for place, card in zip(places, rest, strict=True):
        pile[place] = card
    ruleset = state.terms.ruleset
    return state._replace(hands=tuple(sorted_hand(ruleset, hand) for hand in hands), pile=tuple(pile))


def shuffled_apart(
    state: State, in_hands: list[str], in_pile: list[str], rng: random.Random, *, is_mixed: bool
) -> tuple[list[str], list[str]]:
    """Shuffle hidden cards anew over hands and pile; a lethal card comes into no hand."""
    lethal = state.terms.ruleset.lethal
    if state.terms.mode != "dealt":
        unread = [card for card in Counter(unseen(state)).elements() if card != lethal]
        pool = in_hands + (unread if is_mixed else [])
        return rng.sample(pool, len(in_hands)), rng.sample(in_pile, len(in_pile))
    kept = [card for card in in_pile if card == lethal]
    others = [card for card in in_pile if card != lethal]
    pool = in_hands + others if is_mixed else in_hands
    rng.shuffle(pool)
    rest = kept + (pool[len(in_hands) :] if is_mixed else others)
    return pool[: len(in_hands)], rng.sample(rest, len(rest))


@dataclass
class Compared:
    """How many steps were compared, and what showed a difference."""

    steps: int = 0
    alike: int = 0
    refused: int = 0
    learned: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)


class Pair:
    """Two worlds in which the same is done."""

    def __init__(self, game: str, mode: str, number: int) -> None:
        self.rng = random.Random(f"{game} {mode} {number}")
        self.seed = number
        match = new_match(game, self.rng.randint(2, MOST_SEATS[game]), mode, number)
        play_at_random(match, number, self.rng.randint(0, 60))
        self.here = match
        self.viewer = self.rng.choice(match.state.alive)
        self.there = another_world(match.state, self.viewer, self.rng)

    def outlook(self, state: State) -> bytes:
        """Give all that the viewer may see, as the bytes it would get."""
        game, name = self.here.game, state.name(self.viewer)
        prompts = [[seat, prompt.code, dict(prompt.values)] for seat, prompt in game.prompts(state).items()]
        is_long = "?" in state.hands[self.viewer] and state.phase is Phase.TURN  # lists of a hidden hand take a while
        acts = [] if is_long and self.rng.random() < 0.85 else game.legal(state, self.viewer)
        views = [as_fields(game.view(state, viewer)) for viewer in (name, "table")]
        return json.dumps([*views, prompts, acts]).encode()

    def told(self, ruling: Ruling, name: str) -> bytes:
        """Give what the viewer is told of a ruling."""
        values = dict(ruling.values) if ruling.private_to in (None, name) else None
        proofs = [violation.as_dict() for violation in ruling.violations]
        return json.dumps([ruling.ruling, ruling.rule, values, ruling.events, proofs]).encode()

    def same_outlook(self) -> bool:
        keep = self.rng.getstate()
        here = self.outlook(self.here.state)
        self.rng.setstate(keep)
        return here == self.outlook(self.there)

    def run(self, compared: Compared) -> None:
        """Do some acts in both worlds, and compare what the viewer is told and sees."""
        for _ in range(STEPS):
            if self.here.state.winner is not None or self.viewer not in self.here.state.alive:
                return
            if not self.same_outlook():
                compared.differences.append(f"{self.here.position()}\n{self.viewer}: the view or the list differs")
                return
            self.step(compared)

    def step(self, compared: Compared) -> None:
        compared.steps += 1
        here, there = self.judged(self.here.state), self.judged(self.there)
        self.seed += 1
        before, after, other = self.here.state, here[1], there[1]
        reason = self.what_may_be_learned(before, here, there)
        if reason:
            compared.learned[reason] += 1
        elif self.told(here[0], before.name(self.viewer)) != self.told(there[0], before.name(self.viewer)):
            compared.differences.append(f"{self.here.position()}\n{here[0]}\n{there[0]}")
        else:
            compared.alike += 1
            compared.refused += here[0].ruling == "illegal"
        self.here = Match(self.here.name, self.here.seats, after, SeededChance(self.seed), None)
        self.there = another_world(after, self.viewer, self.rng) if reason else other

    def judged(self, state: State) -> tuple[Ruling, State]:
        """Do the same in a world: what the first world chose, by chance of its own seed."""
        game, rng = self.here.game, random.Random(self.seed)
        chance = SeededChance(self.seed)
        if self.here.state.phase is Phase.WINDOW and rng.random() < 0.4:
            judged = game.resolve(state, chance)
            return judged.ruling, judged.state
        seat, fields = clumsy_act(self.here, rng) if rng.random() < 0.25 else random_act(self.here, rng)
        act = game.read_act(self.here.state, fields)
        judged = judge(game, state, self.here.seats.index(seat), act, chance)
        return judged.ruling, judged.state

    def what_may_be_learned(self, before: State, here: tuple[Ruling, State], there: tuple[Ruling, State]) -> str:
        """Say why the viewer may tell the worlds apart now; empty where he must not."""
        (one, after), (two, other) = here, there
        if (one.ruling, one.rule, one.violations) != (two.ruling, two.rule, two.violations):
            return "ruled unlike"
        if after.hands[self.viewer] != other.hands[self.viewer]:
            return "a card of his own"
        peeks = [state.peek.cards for state in (after, other) if state.peek and state.peek.seat == self.viewer]
        if len(peeks) == 2 and peeks[0] != peeks[1]:
            return "a look"
        dead = set(before.alive) - set(after.alive)
        if any(before.hands[seat] != self.there.hands[seat] for seat in dead):
            return "a dead hand"
        pending = before.pending
        if pending is None or pending.effect != "triple" or pending.target is None:
            return ""
        has = [pending.name in state.hands[pending.target] for state in (before, self.there)]
        return "" if has[0] == has[1] else "whether a named card is there"


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_nobody_can_tell_worlds_apart_that_differ_in_what_he_may_not_know(game: str, mode: str) -> None:
    compared = Compared()
    for number in range(-(-PAIRS // len(TABLES))):
        Pair(game, mode, number).run(compared)

    assert compared.differences == []
    assert compared.alike > 0.6 * compared.steps
    assert compared.refused > 0

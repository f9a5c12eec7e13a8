"""Random tiny Tacocat rounds in mode blind, with illegal sacrifices, refereed by the engine, followed by all worlds."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from engine.proof_kittens_worlds import Cards
from engine.proof_tacocat_worlds import AllRounds
from tacotable_engine.cards import Mode, deck_of
from tacotable_engine.rulings import Ruling, Violation
from tacotable_engine.tacocat.acts import Answer, Attack, Duel, Replace, Show
from tacotable_engine.tacocat.checks import replace_limit
from tacotable_engine.tacocat.game import Tacocat
from tacotable_engine.tacocat.rounds import begin_round
from tacotable_engine.tacocat.ruleset import Board, Ruleset, load_ruleset
from tacotable_engine.tacocat.state import Phase, State, Terms, sorted_hand, to_act

GAME = Tacocat()
NO_CHANCE: Any = None
"""In mode blind nothing is left to chance."""
LARGEST_DECK = 12


@dataclass(frozen=True)
class Told:
    """A sacrifice that the engine called unproven: its bit in the worlds, and who claimed what by which act."""

    bit: int
    seat: int
    card: str
    act: int


def tiny(edition: str, counts: dict[str, int], size: int, arrow: str) -> Ruleset:
    """Give an edition with a few cards, every space of its board alike."""
    board = Board((size,) * 7, (arrow,) * 7)
    return replace(load_ruleset(edition), deck=deck_of(counts), board=board)


class TinyRounds:
    """Rounds of one game: the true hands, the engine's state, all worlds, and what was found wrong."""

    def __init__(self, seed: str, is_honest: bool = False) -> None:
        self.rng = rng = random.Random(seed)
        self.is_honest = is_honest
        self.wrong: list[str] = []
        self.log: list[tuple[int, Any, str, tuple[Violation, ...]]] = []
        self.claims: list[Told] = []
        self.bits = self.proven = self.joint = self.lost = self.void = 0
        self.chosen: dict[int, Cards] = {}
        self.told: dict[int, Cards] = {}
        self.is_done = False
        size = rng.choice((2, 3, 4, 4, 5))
        self.deck = self._deck(2 * size)
        counts = {card: self.deck.count(card) for card in sorted(set(self.deck), key=int)}
        ruleset = tiny(rng.choice(("tc38", "tc36")), counts, size, rng.choice(("yay", "wow", "both")))
        violation = rng.choice(("warn", "warn", "lose_round"))
        terms = Terms(ruleset, ("Ann", "Bo"), Mode.BLIND, ruleset.board, ruleset.deck, violation=violation)
        if rng.random() < 0.25:
            self.state = begin_round(State(terms, Phase.REPLACE), NO_CHANCE)[0]
            self._deal(size)
        else:
            self._start_in_a_fight(terms, size)
        self.first = self.state

    def _deck(self, least: int) -> list[str]:
        rng = self.rng
        while True:
            lowest, ranks = rng.randint(1, 8), rng.choice((3, 4, 5))
            cards = [str(lowest + rank) for rank in range(ranks) for _ in range(rng.randint(1, 4))]
            if least <= len(cards) <= LARGEST_DECK:
                return cards

    def _deal(self, size: int) -> None:
        """Deal a new round in truth, and know nothing of it."""
        cards = self.rng.sample(self.deck, len(self.deck))
        self.hands, self.rest = [cards[:size], cards[size : 2 * size]], cards[2 * size :]
        self.claims = []
        self.worlds = AllRounds(((), ()), (size, size), tuple(cards))

    def _start_in_a_fight(self, terms: Terms, size: int) -> None:
        """Begin at an attack, some cards of the hands and some others known."""
        rng = self.rng
        self._deal(size)
        face_up = [self.rest.pop() for _ in range(rng.randint(0, len(self.rest)))]
        known = [tuple(card for card in hand if rng.random() < 0.15) for hand in self.hands]
        first, second = (sorted_hand(terms.ruleset, (*cards, *"?" * (size - len(cards)))) for cards in known)
        self.state = State(
            terms, Phase.ATTACK, attacker=rng.randrange(2), hands=(first, second), discard=tuple(face_up)
        )
        unseen = list(self.deck)
        for card in (*face_up, *known[0], *known[1]):
            unseen.remove(card)
        self.worlds = AllRounds((known[0], known[1]), (first.count("?"), second.count("?")), tuple(unseen))

    def play(self, most: int) -> None:
        """Play so many acts, most often one round, or until something is wrong."""
        doing = {
            Phase.REPLACE: self._replace,
            Phase.DUEL: self._duel,
            Phase.ATTACK: self._attack,
            Phase.ANSWER: self._answer,
            Phase.SHOWDOWN: self._show,
        }
        for _ in range(most):
            if self.state.phase in doing and not self.is_done and not self.wrong and len(self.worlds.worlds) < 6000:
                doing[self.state.phase](self.rng.choice(to_act(self.state)))

    def do(self, seat: int, act: Any) -> Ruling | None:
        """Let the engine rule on an act; None when it is refused."""
        refusal = GAME.why_not(self.state, seat, act)
        if refusal is not None:
            self.log.append((seat, act, refusal.rule, ()))
            return None
        ruling, self.state = GAME.apply(self.state, seat, act, NO_CHANCE)
        self.log.append((seat, act, ruling.ruling, ruling.violations))
        return ruling

    def must(self, seat: int, act: Any) -> Ruling:
        """Do what is honest: no such act may be refused."""
        ruling = self.do(seat, act)
        if ruling is None:
            self.wrong.append(f"honest {act} of {seat} refused: {self.log[-1][2]}")
        return ruling or Ruling("illegal", "")

    def check(self, ruling: Ruling) -> None:
        """Compare what was told of an act with what the worlds say."""
        for violation in ruling.violations:
            self._check_violation(violation)
        by_seat = [[claim for claim in self.claims if claim.seat == seat] for seat in (0, 1)]
        if any(one.seat is None for one in ruling.violations) and not all(map(self._can_be, by_seat)):
            self.wrong.append("nobody is named though one seat is wrong by itself")
        if not self._can_be(self.claims):
            self.wrong.append(f"a proof is missed: {self.claims}")
        if not self.worlds.worlds:
            self.wrong.append("the oracle has no world left, not even the true one")
        if self.is_honest and ruling.violations:
            self.wrong.append("honest play is accused")
        named = {one.seat for one in ruling.violations} - {None}
        kinds = [event.get("by") for event in ruling.events]
        self.lost += "violation-lost" in kinds
        self.void += "violation-void" in kinds
        expected = {0: None, 1: "violation-lost", 2: "violation-void"}[len(named)]
        if self.state.terms.violation == "lose_round" and expected is not None and expected not in kinds:
            self.wrong.append(f"the round does not end by {expected}")
        if any(event["type"] in ("round-won", "round-tied") for event in ruling.events):
            self._deal(self.state.terms.board.number(0))
            self.is_done = self.rng.random() < 0.8

    def _check_violation(self, violation: Violation) -> None:
        """Check that just these claims cannot be true, that none can be spared, and who is named."""
        told = [claim for claim in self.claims if claim.act in violation.proof and claim.act <= violation.act]
        seats = {claim.seat for claim in told}
        named = self.state.terms.seats[seats.pop()] if len(seats) == 1 else None
        is_named = violation.seat == named and violation.act == max((claim.act for claim in told), default=-1)
        is_needed = all(self._can_be(fewer) for fewer in combinations(told, len(told) - 1)) if told else False
        if self._can_be(told) or not is_needed or not is_named or violation.proof[-1] != self.state.acts:
            self.wrong.append(f"{violation} is told of {told}")
        self.claims = [claim for claim in self.claims if claim not in told]
        self.proven += 1
        self.joint += violation.seat is None

    def _can_be(self, claims: Any) -> bool:
        return self.worlds.can_be(claim.bit for claim in claims)

    # What players do.

    def _replace(self, seat: int) -> None:
        most = min(replace_limit(self.state, seat), len(self.rest) // 2)
        cards = self.rng.sample(self.hands[seat], self.rng.randint(0, most))
        told = tuple(card if self.rng.random() < 0.7 else "?" for card in cards)
        self.must(seat, Replace(told))
        self.chosen[seat] = tuple(cards)
        self.told[seat] = told
        if self.state.sealed == (None, None):
            for one in sorted(self.chosen):
                self._exchange(one, self.chosen[one], self.told[one])
            self.chosen = {}

    def _exchange(self, seat: int, cards: Cards, told: Cards) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.hands[seat] += [self.rest.pop() for _ in cards]
        self.worlds.replace(seat, tuple(card for card in told if card != "?"), told.count("?"))

    def _lay(self, seat: int, cards: Cards) -> None:
        for card in cards:
            self.hands[seat].remove(card)
        self.worlds.lay(seat, cards)

    def _sealed(self, seat: int, act: Duel | Show) -> None:
        """Seal a card; with the second both are shown."""
        ruling = self.must(seat, act)
        self.chosen[seat] = (act.card,)
        if len(self.chosen) == 2:
            for one in (0, 1):
                self._lay(one, self.chosen[one])
            self.chosen = {}
            self.check(ruling)

    def _duel(self, seat: int) -> None:
        self._sealed(seat, Duel(self.rng.choice(self.hands[seat])))

    def _show(self, seat: int) -> None:
        self._sealed(seat, Show(self.hands[seat][0]))

    def _attack(self, seat: int) -> None:
        """Attack with as many cards as make something, if one is left."""
        hand = self.hands[seat]
        for size in self.rng.sample((1, 2, 3), 3):
            for cards in self.rng.sample(list(combinations(hand, size)), min(3, len(list(combinations(hand, size))))):
                if size < len(hand) and GAME.why_not(self.state, seat, Attack(cards)) is None:
                    ruling = self.must(seat, Attack(cards))
                    self._lay(seat, cards)
                    self.check(ruling)
                    return

    def _answer(self, seat: int) -> None:
        """Defend, or give the lowest card up, or another one against the rules."""
        demand, hand = self.rng.choice(self.state.demands), sorted(self.hands[seat], key=int)
        high = [card for card in hand if int(card) >= int(demand)]
        if high and self.rng.random() < 0.5:
            card = self.rng.choice(high)
            self._answered(seat, card, self.must(seat, Answer(card, demand=demand)))
            return
        is_honest = self.is_honest or self.rng.random() < 0.2
        for card in hand[:1] if is_honest else (*self.rng.sample(hand[1:], len(hand) - 1), hand[0]):
            if self._sacrifice(seat, card, Answer(card, is_given_up=int(card) >= int(demand), demand=demand)):
                return
        self.wrong.append(f"the lowest card of {hand} is refused")

    def _sacrifice(self, seat: int, card: str, act: Answer) -> bool:
        """Give a card up, and compare the ruling with the worlds; tells whether it stands."""
        before, self.worlds.worlds = self.worlds.worlds, set(self.worlds.worlds)
        self.worlds.lay(seat, (card,))
        lower = self.worlds.lower_than(seat, card)
        self.worlds.worlds = before
        expected = {frozenset((True,)): "illegal", frozenset((False,)): "legal"}.get(frozenset(lower), "unproven")
        ruling = self.do(seat, act)
        said = "illegal" if ruling is None else ruling.ruling
        if said != expected:
            self.wrong.append(f"{act} of {seat} is {said}, not {expected}")
        if ruling is None:
            return False
        if expected == "unproven":
            self.claims.append(Told(self.bits, seat, card, self.state.acts))
        self._answered(seat, card, ruling, claims=card)
        return True

    def _answered(self, seat: int, card: str, ruling: Ruling, claims: str | None = None) -> None:
        self._lay(seat, (card,))
        if claims is not None:
            self.worlds.claim(seat, claims, self.bits)
            self.bits += 1
        self.check(ruling)

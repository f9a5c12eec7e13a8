"""Random tiny Exploding games in mode blind, with lies, refereed by the engine and followed by all worlds.

Only what matters for proofs is played: whose turn it is, and that three of a kind, a pair, a Favor or an Alter the
Future was played, is set into the state. Every move of a card is an act that the engine rules on and applies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from engine.proof_kittens_worlds import AllWorlds, Cards
from tacotable_engine.cards import Mode, deck_of
from tacotable_engine.exploding.acts import Arrange, Defuse, Deny, Draw, Explode, Give, Nope, Play, Steal
from tacotable_engine.exploding.game import Exploding
from tacotable_engine.exploding.ruleset import Ruleset, load_ruleset, sorted_hand
from tacotable_engine.exploding.state import Pending, Phase, State, Terms, Turn
from tacotable_engine.rulings import Violation

GAME = Exploding()
LETHAL = "exploding-kitten"
TITLES = ("skip", "see-the-future", "attack", "shuffle", "nope")
PLAYED = ("skip", "see-the-future", "attack", "shuffle")
NO_CHANCE: Any = None
"""In mode blind nothing is left to chance."""


@dataclass(frozen=True)
class Told:
    """A claim that the engine called unproven: its bit in the worlds, and who said what by which act."""

    bit: int
    seat: int
    card: str
    act: int


@dataclass(frozen=True)
class Step:
    """What was set into the state, and the act; with None the open window's time runs out."""

    setting: dict[str, Any]
    seat: int
    act: Any
    ruling: str = ""
    violations: tuple[Violation, ...] = ()


def tiny(base: str, counts: dict[str, int], is_kept: bool = False) -> Ruleset:
    """Give a printing with a few cards."""
    ranks = {card: rank for rank, card in enumerate([*counts, "?"])}
    ruleset = load_ruleset(base)
    return replace(ruleset, counts=counts, ranks=ranks, keeps_dead_hand=is_kept, combos=frozenset(("triple", "five")))


class TinyGame:
    """One game: the true table, the engine's state, all worlds, and what was found wrong."""

    denial = Deny()

    def __init__(self, seed: str, is_honest: bool = False) -> None:
        self.rng = rng = random.Random(seed)
        self.is_honest = is_honest
        self.wrong: list[str] = []
        self.steps: list[Step] = []
        self.piles: list[Cards] = []
        """What the referee knew of the pile before each step."""
        self.claims: list[Told] = []
        self.bits = self.proven = self.joint = 0
        self._deal(rng.choice((2, 2, 3)), is_five=rng.random() < 0.1)
        self.first = self.state

    def _deal(self, seats: int, is_five: bool) -> None:
        rng = self.rng
        titles = TITLES if is_five else tuple(rng.sample(TITLES, rng.choice((2, 2, 3))))
        counts = {card: 1 if is_five else rng.choice((1, 2, 2, 3)) for card in titles}
        counts |= {"defuse": rng.choice((1, 2)), LETHAL: seats - 1}
        deck = [card for card, count in counts.items() for _ in range(count) if card != LETHAL]
        rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(rng.choice((1, 2, 2, 3))) if deck] for _ in range(seats)]
        if is_five:
            deck, self.hands[0] = [*deck, *self.hands[0]], list(titles)
            self.hands[1:] = [[] for _ in self.hands[1:]]
            deck = [card for card, count in counts.items() for _ in range(count) if card not in (*titles, LETHAL)]
        hidden = (rng.random() < 0.25) + 2 * is_five
        self.lying = [deck.pop() for _ in range(hidden) if deck]
        away = [deck.pop() for _ in range(rng.choice((0, 0, 0, 1, 2))) if deck]
        self.pile = [(card, False) for card in (*deck, *[LETHAL] * counts[LETHAL])]
        rng.shuffle(self.pile)
        self.face_up: list[str] = []
        self.alive = list(range(seats))
        self._tell(counts, away)

    def _tell(self, counts: dict[str, int], away: list[str]) -> None:
        """Tell engine and worlds what can be seen of the first state."""
        rng, seats = self.rng, len(self.hands)
        ruleset = tiny(rng.choice(("ek120", "zh56")), counts, is_kept=rng.random() < 0.3)
        known = [tuple(card for card in hand if rng.random() < 0.3) for hand in self.hands]
        hands = tuple(
            sorted_hand(ruleset, (*cards, *"?" * (len(hand) - len(cards))))
            for cards, hand in zip(known, self.hands, strict=True)
        )
        terms = Terms(ruleset, ("Ann", "Bo", "Cy")[:seats], Mode.BLIND, deck_of(counts))
        self.state = State(
            terms,
            Phase.TURN,
            hands,
            ("?",) * len(self.pile),
            tuple(self.alive),
            Turn(0),
            discard=("?",) * len(self.lying),
            in_front=((),) * seats,
            owed=(0,) * seats,
        )
        sizes = [hand.count("?") for hand in hands] + [len(self.pile), len(self.lying), len(away)]
        seen = Counter(card for cards in known for card in cards)
        unseen = tuple((Counter(counts) - seen).elements())
        self.worlds = AllWorlds(known, sizes, unseen, LETHAL, is_lethal_in_pile=not away)

    def play(self, most: int) -> None:
        """Play so many acts, or until a game ends or something is wrong."""
        doing: list[Callable[[], None]] = [
            *[self._show] * 3,
            self._draw,
            self._two_draws,
            *[self._steal, self._favor] * 2,
            *[self._ask] * 4,
            self._arrange,
            self._five,
        ]
        for _ in range(most):
            if len(self.alive) > 1 and not self.wrong and len(self.worlds.worlds) < 6000:
                self.rng.choice(doing)()

    # One act, and what it must lead to.

    def do(self, seat: int, act: Any, **setting: Any) -> bool:
        """Let the engine rule on an act; tells whether it stands."""
        turn = Turn(setting.pop("turn", seat))
        now = {"turn": turn, **setting} if self.state.phase is Phase.TURN else {}
        before = self.state._replace(**now)
        self.piles.append(before.pile)
        refusal = GAME.why_not(before, seat, act)
        if refusal is not None:
            self.steps.append(Step(now, seat, act, refusal.rule))
            return False
        ruling, self.state = GAME.apply(before, seat, act, NO_CHANCE)
        self.steps.append(Step(now, seat, act, ruling.ruling, ruling.violations))
        return True

    def must(self, seat: int, act: Any, **setting: Any) -> None:
        """Do what is honest: no such act may be refused."""
        if not self.do(seat, act, **setting):
            self.wrong.append(f"honest {act} refused: {self.steps[-1].ruling}")

    def wait(self) -> None:
        """Let the window's time run out."""
        self.steps.append(Step({}, 0, None))
        self.piles.append(self.state.pile)
        self.state = GAME.resolve(self.state, NO_CHANCE).state

    def check(self) -> None:
        """Compare what was told of the last act with what the worlds say."""
        step = next(step for step in reversed(self.steps) if step.act is not None)
        for violation in step.violations:
            self._check_violation(violation)
        if step.violations and any(one.seat is None for one in step.violations):
            seats = {claim.seat for claim in self.claims}
            if any(not self._can_be([one for one in self.claims if one.seat == seat]) for seat in seats):
                self.wrong.append("nobody is named though one seat is wrong by itself")
        if not self._can_be(self.claims):
            self.wrong.append(f"a proof is missed: {self.claims}")
            self.claims = []
        if not self.worlds.worlds:
            self.wrong.append("the oracle has no world left, not even the true one")
        if self.is_honest and step.violations:
            self.wrong.append("honest play is accused")

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

    def _some_seat(self, with_cards: bool = False) -> int | None:
        seats = [seat for seat in self.alive if self.hands[seat] or not with_cards]
        return self.rng.choice(seats) if seats else None

    def _two_seats(self) -> tuple[int, int] | None:
        victim = self._some_seat(with_cards=True)
        return None if victim is None else (self.rng.choice([one for one in self.alive if one != victim]), victim)

    def _lay(self, seat: int, *cards: str) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.face_up.append(card)
        self.worlds.lay(seat, *cards)

    def _show(self) -> None:
        """Play a card, which somebody may nope."""
        seat = self._some_seat(with_cards=True)
        cards = [card for card in self.hands[seat] if card in PLAYED] if seat is not None else []
        if seat is None or not cards:
            return
        card = self.rng.choice(cards)
        self.must(seat, Play((card,)))
        self._lay(seat, card)
        self.check()
        if not self._noped(seat) and card == "shuffle":
            self._shuffle()
        self.wait()

    def _noped(self, seat: int) -> bool:
        holders = [other for other in self.alive if other != seat and "nope" in self.hands[other]]
        if not holders or self.rng.random() < 0.5:
            return False
        holder = self.rng.choice(holders)
        self.must(holder, Nope())
        self._lay(holder, "nope")
        self.check()
        return True

    def _shuffle(self) -> None:
        self.worlds.lose_in_pile(*[card for card, is_known in self.pile if is_known])
        self.pile = [(card, False) for card, _ in self.pile]
        self.rng.shuffle(self.pile)

    def _draw(self) -> None:
        """Draw from the top or the bottom; a lethal card is shown, and another one sometimes too."""
        seat, is_bottom = self.rng.choice(self.alive), self.rng.random() < 0.2
        card, is_known = self.pile.pop(-1 if is_bottom else 0)
        is_told = card == LETHAL or self.rng.random() < 0.25
        below = {"phase": Phase.DRAW, "is_from_bottom": True} if is_bottom else {}
        self.must(seat, Draw(card if is_told else None), **below)
        if is_told and not is_known:
            self.worlds.see_in_pile(card)
        if card == LETHAL:
            self.check()
            self._defuse_or_die(seat)
            return
        self.hands[seat].append(card)
        if is_known or is_told:
            self.worlds.gain(seat, card)
        else:
            self.worlds.draw(seat)
        self.check()

    def _two_draws(self) -> None:
        for _ in range(2):
            if len(self.alive) > 1 and not self.wrong:
                self._draw()

    def _defuse_or_die(self, seat: int) -> None:
        if "defuse" not in self.hands[seat] or self.rng.random() < 0.2:
            self._die(seat)
            return
        slot = self.rng.randrange(len(self.pile) + 1) if self.rng.random() < 0.5 else None
        self.must(seat, Defuse(slot))
        self._lay(seat, "defuse")
        self.pile.insert(slot or 0, (LETHAL, True))
        if slot is None:
            self._shuffle()
        self.check()

    def _die(self, seat: int) -> None:
        """Show the hand, or part of it, or nothing."""
        hand, rng = self.hands[seat], self.rng
        shown = [card if rng.random() < 0.6 else "?" for card in hand] if rng.random() < 0.7 else None
        self.must(seat, Explode(None if shown is None else tuple(shown)))
        seen = tuple(card for card in shown or () if card != "?")
        is_kept = self.state.terms.ruleset.keeps_dead_hand
        self.worlds.die(seat, seen, is_to_discard=not is_kept)
        left = Counter(hand) - Counter(seen)
        if not is_kept:
            self.lying += left.elements()
            self.face_up += seen
        self.hands[seat] = []
        self.alive.remove(seat)
        self.check()

    def _given(self, giver: int, taker: int, card: str, is_told: bool) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)
        if is_told:
            self.worlds.lay(giver, card)
            self.worlds.gain(taker, card)
        else:
            self.worlds.pass_on(giver, taker)
        self.check()

    def _steal(self) -> None:
        seats = self._two_seats()
        if seats is None:
            return
        thief, victim = seats
        card, is_told = self.rng.choice(self.hands[victim]), self.rng.random() < 0.25
        pair = Pending(thief, (), "pair", victim)
        self.must(thief, Steal(card if is_told else None), phase=Phase.STEAL, pending=pair)
        self._given(victim, thief, card, is_told)

    def _favor(self) -> None:
        seats = self._two_seats()
        if seats is None:
            return
        taker, giver = seats
        card, is_told = self.rng.choice(self.hands[giver]), self.rng.random() < 0.25
        asked = Pending(taker, (), "favor", giver)
        self.must(giver, Give(card if is_told else None), turn=taker, phase=Phase.GIVE, pending=asked)
        self._given(giver, taker, card, is_told)

    def _ask(self) -> None:
        """Ask for a card by three of a kind; who has it gives it, or lies."""
        seats = self._two_seats()
        if seats is None:
            return
        asker, asked = seats
        card = self.rng.choice([title for title in self.state.terms.ruleset.counts if title != LETHAL])
        setting = {"turn": asker, "phase": Phase.GIVE, "pending": Pending(asker, (), "triple", asked, card)}
        has_it = card in self.hands[asked]
        if (not has_it or (not self.is_honest and self.rng.random() < 0.6)) and self._denies(asked, card, setting):
            return
        if not has_it:
            self.wrong.append(f"an honest denial is refused: {self.steps[-1].ruling}")
            return
        self.must(asked, Give(card), **setting)
        self._given(asked, asker, card, is_told=True)

    def _denies(self, seat: int, card: str, setting: dict[str, Any]) -> bool:
        """Deny, and compare the ruling with the worlds; tells whether it stands."""
        has_it = self.worlds.holding(seat, card)
        expected = {frozenset((True,)): "deny-refuted", frozenset((False,)): "legal"}.get(frozenset(has_it), "unproven")
        is_standing = self.do(seat, self.denial, **setting)
        if self.steps[-1].ruling != expected:
            self.wrong.append(f"denial of {card} by {seat} is {self.steps[-1].ruling}, not {expected}")
        if is_standing:
            self._note(seat, card, is_open=expected == "unproven")
        return is_standing

    def _note(self, seat: int, card: str, is_open: bool) -> None:
        """Note a claim that stands."""
        if is_open:
            self.claims.append(Told(self.bits, seat, card, self.state.acts))
        self.worlds.claim(seat, card, self.bits)
        self.bits += 1
        self.check()

    def _arrange(self) -> None:
        """Put the top cards back in another order, told wholly, partly or not at all."""
        seat, top = self.rng.choice(self.alive), self.pile[:3]
        if not top:
            return
        known = [card for card, is_known in top if is_known]
        order = self.rng.sample(top, len(top))
        is_told = self.rng.random() < 0.6
        shown = [is_told and self.rng.random() < 0.6 for _ in order]
        told = tuple(card if is_shown else "?" for (card, _), is_shown in zip(order, shown, strict=True))
        asked = Pending(seat, (), "alter-the-future")
        self.must(seat, Arrange(told if is_told else None), phase=Phase.ARRANGE, pending=asked)
        if not is_told and len(top) == 1:
            return
        self.pile[: len(top)] = [(card, is_shown) for (card, _), is_shown in zip(order, shown, strict=True)]
        self.worlds.lose_in_pile(*known)
        for card in told:
            if card != "?":
                self.worlds.see_in_pile(card)
        self.check()

    def _five(self) -> None:
        """Play five different cards, and take one of the discard pile that the referee may not know to lie there."""
        seat = self._some_seat(with_cards=True)
        titles = sorted(set(self.hands[seat])) if seat is not None else []
        if seat is None or len(titles) < 5 or not (self.lying or self.face_up):
            return
        cards = tuple(self.rng.sample(titles, 5))
        wanted = self.rng.choice([*self.lying, *self.face_up])
        is_hidden = wanted not in (*self.face_up, *cards)
        self.must(seat, Play(cards, None, wanted))
        self._lay(seat, *cards)
        if is_hidden:
            self.worlds.find_lying(wanted)
        self.check()
        if not self._noped(seat):
            (self.lying if is_hidden else self.face_up).remove(wanted)
            self.hands[seat].append(wanted)
            if is_hidden:
                self.worlds.pick(wanted)
            self.worlds.gain(seat, wanted)
        self.wait()


def replayed(first: State, steps: list[Step]) -> list[Step]:
    """Play steps again; gives them with what the engine says now."""
    state, again = first, list[Step]()
    for step in steps:
        before = state._replace(**step.setting)
        if step.act is None:
            state = GAME.resolve(before, NO_CHANCE).state
            again.append(step)
        elif (refusal := GAME.why_not(before, step.seat, step.act)) is not None:
            again.append(replace(step, ruling=refusal.rule, violations=()))
        else:
            ruling, state = GAME.apply(before, step.seat, step.act, NO_CHANCE)
            again.append(replace(step, ruling=ruling.ruling, violations=ruling.violations))
    return again

"""A fast model of an Exploding game in which every card is known: for worlds that are looked at, not for rulings.

It changes in place, checks nothing and tells nothing. Decks and their differences are the referee's own data, and
random games keep it in step with the referee. Cards are numbers, a hand is a count for each, and the top of the pile
is the end of its list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tacotable_engine.exploding.ruleset import DEFUSE, NOPE

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.exploding.state import State, Terms

TURN, WINDOW, DEFUSING, GIVING, ARRANGING, OVER = range(6)  # What a game is at.
TOP = 3
NOBODY = -1


class Cards:
    """The cards of a game as numbers, -1 for one that the printing has not, and what the core asks of them."""

    def __init__(self, terms: Terms) -> None:
        ruleset = terms.ruleset
        self.names = tuple(ruleset.counts)
        self.numbers = {name: number for number, name in enumerate(self.names)}
        self.lethal, self.defuse, self.nope, self.clone, self.wild = (
            self.numbers.get(name or "", NOBODY) for name in (ruleset.lethal, DEFUSE, NOPE, ruleset.mimic, ruleset.wild)
        )
        self.plain = frozenset(self.numbers.get(name, NOBODY) for name in ruleset.plain)
        self.effects = tuple(ruleset.effect_alone(name, None) or "" for name in self.names)  # Alone, "" for nothing.
        self.keeps_dead_hand, self.noped_out = ruleset.keeps_dead_hand, terms.noped_out
        self.is_passed_on = terms.stacking == "remaining"  # Whether an attack passes owed turns on.
        self.combos = frozenset(combo for combo in ruleset.combos if terms.special_combos or combo == "pair")
        self.any_title = ruleset.any_title and terms.special_combos


@dataclass(slots=True)
class Core:
    """One game. What is done to it is taken to be legal."""

    cards: Cards
    hands: list[list[int]]
    pile: list[int]
    alive: list[bool]
    living: int
    discard: list[int]
    seat: int  # Whose turn it is.
    left: int  # How many turns it owes.
    attacked: bool  # Whether since an attack.
    phase: int
    play: tuple[int, str, tuple[int, ...], int, int]  # Who played, the effect, cards, target, named card.
    nopes: list[int]
    known: list[int]  # How many of the top cards each seat has seen.
    kittens: list[int]  # How many cards lie under the lethal card that each seat put back itself; -1: nobody knows.

    def copy(self) -> Core:
        """Return a game that goes its own way from here."""
        return replace(
            self,
            hands=[list(hand) for hand in self.hands],
            pile=list(self.pile),
            alive=list(self.alive),
            discard=list(self.discard),
            nopes=list(self.nopes),
            known=list(self.known),
            kittens=list(self.kittens),
        )

    def next_living(self, seat: int) -> int:
        """Return the next living seat clockwise."""
        alive, count = self.alive, len(self.alive)
        seat = (seat + 1) % count
        while not alive[seat]:
            seat = (seat + 1) % count
        return seat

    def lay(self, cards: tuple[int, ...], target: int = NOBODY, name: int = NOBODY) -> None:
        """Lay cards of the seat whose turn it is; a window opens."""
        hand, told = self.hands[self.seat], self.cards
        if len(cards) == 1:
            top = self.discard[-1] if self.discard else NOBODY
            card = top if cards[0] == told.clone else cards[0]
            effect = told.effects[card]
        else:
            effect = ("pair", "triple", "", "five")[len(cards) - 2]
        for card in cards:
            hand[card] -= 1
        laid = sorted(cards, key=told.clone.__eq__) if len(cards) == 2 and told.clone in cards else cards
        self.discard.extend(laid)
        self.play = (self.seat, effect, cards, target, name)
        self.nopes = []
        self.phase = WINDOW

    def nope(self, seat: int, card: int) -> None:
        """Nope the last card, by a Nope or a Clone."""
        self.hands[seat][card] -= 1
        self.discard.append(card)
        self.nopes.append(card)

    def close(self, dice: Dice) -> None:
        """Close the window: what was played takes effect, or is lost."""
        seat, effect, cards, target, name = self.play
        is_lost = len(self.nopes) % 2 == 1
        if self.cards.noped_out and self.nopes:
            count = len(self.nopes) + (len(cards) if is_lost else 0)
            del self.discard[len(self.discard) - count :]
        self.phase = TURN
        if is_lost:
            return
        if effect == "skip":
            self._end_turn()
        elif effect == "attack":
            self._attack(self.next_living(seat))
        elif effect == "targeted-attack":
            self._attack(target)
        elif effect == "draw-from-bottom":
            self.draw(0)
        elif effect in _ON_PILE:
            self._on_pile(effect, seat, dice)
        elif effect == "five":
            self._pick(seat, name)
        elif any(self.hands[target]):
            self._on_hand(effect, seat, target, name, dice)

    def _pick(self, seat: int, card: int) -> None:
        if card in self.discard:  # else it is one of those whose face nobody showed
            self.discard.remove(card)
        self.hands[seat][card] += 1

    def _on_pile(self, effect: str, seat: int, dice: Dice) -> None:
        if effect == "shuffle":
            dice.shuffle(self.pile)
            self.forget()
            return
        self.known[seat] = max(self.known[seat], min(TOP, len(self.pile)))
        if effect == "alter-the-future" and self.pile:
            self.phase = ARRANGING

    def _on_hand(self, effect: str, seat: int, target: int, name: int, dice: Dice) -> None:
        hand = self.hands[target]
        if effect == "favor":
            self.phase = GIVING
        elif effect == "pair":
            place, card = dice.randrange(sum(hand)), 0
            while place >= hand[card]:
                place -= hand[card]
                card += 1
            self.move(target, seat, card)
        elif hand[name]:
            self.move(target, seat, name)

    def move(self, giver: int, taker: int, card: int) -> None:
        """Move a card from hand to hand; a Favor is answered by that."""
        self.hands[giver][card] -= 1
        self.hands[taker][card] += 1
        self.phase = TURN

    def arrange(self, order: Sequence[int]) -> None:
        """Put the top cards back, the first on top; only who did it knows them."""
        self.pile[len(self.pile) - len(order) :] = reversed(order)
        self.forget()
        self.known[self.seat] = len(order)
        self.phase = TURN

    def forget(self) -> None:
        """Forget what anybody has seen of the pile."""
        count = len(self.alive)
        self.known, self.kittens = [0] * count, [NOBODY] * count

    def draw(self, place: int = -1) -> None:
        """Draw the top card, or with place 0 the bottom one."""
        pile = self.pile
        card = pile.pop(place)
        if place:
            self.known = [max(0, number - 1) for number in self.known]
            self.kittens = [NOBODY if under == len(pile) else under for under in self.kittens]
        else:
            self.known = [min(number, len(pile)) for number in self.known]
            self.kittens = [max(NOBODY, under - 1) for under in self.kittens]
        if card != self.cards.lethal:
            self.hands[self.seat][card] += 1
            self._end_turn()
        elif self.defusers():
            self.phase = DEFUSING
        else:
            self.explode()

    def defusers(self) -> list[int]:
        """Return the cards of the seat whose turn it is that would defuse."""
        hand, cards = self.hands[self.seat], self.cards
        found = [cards.defuse] if hand[cards.defuse] else []
        if cards.clone >= 0 and hand[cards.clone] and self.discard and self.discard[-1] == cards.defuse:
            found.append(cards.clone)
        return found

    def put_back(self, slot: int, card: int) -> None:
        """Defuse with a card, and put the lethal one back; slot 0 is the top."""
        self.hands[self.seat][card] -= 1
        self.discard.append(card)
        under = len(self.pile) - slot
        self.pile.insert(under, self.cards.lethal)
        self.forget()
        self.kittens[self.seat] = under
        self._end_turn()

    def explode(self) -> None:
        """End the player whose turn it is."""
        seat, hand = self.seat, self.hands[self.seat]
        if not self.cards.keeps_dead_hand:
            names = self.cards.names
            for card in sorted(range(len(hand)), key=names.__getitem__):
                self.discard.extend([card] * hand[card])
            self.discard.append(self.cards.lethal)
        self.hands[seat] = [0] * len(hand)
        self.alive[seat] = False
        self.living -= 1
        self.seat, self.left, self.attacked = self.next_living(seat), 1, False
        self.phase = TURN if self.living > 1 else OVER

    def _end_turn(self) -> None:
        self.phase = TURN
        if self.left > 1:
            self.left -= 1
        else:
            self.seat, self.left, self.attacked = self.next_living(self.seat), 1, False

    def _attack(self, victim: int) -> None:
        passed_on = self.left if self.attacked and self.cards.is_passed_on else 0
        self.seat, self.left, self.attacked = victim, 2 + passed_on, True


_ON_PILE = frozenset(("shuffle", "see-the-future", "alter-the-future"))


def core_of(state: State, cards: Cards, hands: Sequence[Sequence[str]], pile: Sequence[str]) -> Core:
    """Return a world as a core: a state with these hands and this pile, from the top, in place of its own."""
    numbers = cards.numbers
    pending, turn, alive = state.pending, state.turn, [seat in state.alive for seat in range(len(hands))]
    play: tuple[int, str, tuple[int, ...], int, int] = (0, "", (), NOBODY, NOBODY)
    nopes: list[int] = []
    if pending is not None:
        laid = tuple(numbers[card] for card in pending.cards)
        target = NOBODY if pending.target is None else pending.target
        play = (pending.seat, pending.effect, laid, target, numbers.get(pending.name or "", NOBODY))
        nopes = [numbers[card] for card in pending.noped]
    return Core(
        cards=cards,
        hands=[[hand.count(name) for name in cards.names] for hand in hands],
        pile=[numbers[card] for card in reversed(pile)],
        alive=alive,
        living=sum(alive),
        discard=[numbers[card] for card in state.discard if card in numbers],
        seat=turn.seat,
        left=turn.left,
        attacked=turn.source == "attack",
        phase=_PHASES.get(state.phase.value, TURN),
        play=play,
        nopes=nopes,
        known=[0] * len(hands),
        kittens=[NOBODY] * len(hands),
    )


_PHASES = {"turn": TURN, "window": WINDOW, "defuse": DEFUSING, "give": GIVING, "arrange": ARRANGING, "over": OVER}

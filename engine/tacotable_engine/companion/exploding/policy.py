"""How a sensible player plays an Exploding game, from its own hand and what it knows of the pile.

It takes from others early and keeps what ends a turn until a lethal card is likely to be next. The same rules play
worlds to their end, so they look at nothing but counts.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.companion.exploding.core import ARRANGING, DEFUSING, GIVING, NOBODY, OVER, TURN, WINDOW

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.exploding.core import Cards, Core

WORTH: Mapping[str, float] = tomllib.loads(files(__package__).joinpath("worth.toml").read_text(encoding="utf-8"))
"""What cards are worth to who holds them, as numbers to compare; any other is worth 1."""
CAREFUL, DARING = 0.35, 0.95  # How likely the next card is lethal when who has no Defuse, and who has, helps itself.
LOOK = 0.2  # How likely it is when it begins to look.
FIVE = 14.0  # What five different cards are worth at most for a Defuse.
MOST_STEPS = 400  # No game takes so many; a world that does is nobody's.


class Play(NamedTuple):
    """Cards to be laid, and what they declare; no cards: a draw."""

    cards: tuple[int, ...] = ()
    target: int = NOBODY
    name: int = NOBODY


DRAW = Play()


class Policy:
    """The rules of thumb for one deck."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.worth = tuple(WORTH.get(name, 1.0) for name in cards.names)
        self.of = {name: cards.numbers.get(name, NOBODY) for name in _ACTIONS}
        self.plain = sorted(cards.plain)

    def danger(self, core: Core, seat: int) -> float:
        """Return how likely the next card is lethal, by what a seat has seen in the core."""
        pile = core.pile
        if not pile:
            return 0.0
        if core.known[seat]:
            return float(pile[-1] == self.cards.lethal)
        under, lethal, size = core.kittens[seat], core.living - 1, len(pile)
        if under == size - 1:
            return 1.0
        return (lethal - 1) / (size - 1) if under >= 0 else lethal / size

    def turn(self, core: Core, danger: float, has_seen: bool) -> Play:
        """Return what to do in one's turn."""
        seat = core.seat
        hand = core.hands[seat]
        taking = self.taking(core, hand)
        if taking is not None:
            return taking
        limit = DARING if hand[self.cards.defuse] else CAREFUL
        if danger <= LOOK:
            return DRAW
        if not has_seen and danger < 0.99:
            for name in ("see-the-future", "alter-the-future"):
                if self._has(hand, name):
                    return Play((self.of[name],))
        if danger > limit:
            return self.escape(core, hand, danger)
        return DRAW

    def escape(self, core: Core, hand: list[int], danger: float) -> Play:
        """Return how to end the turn without the next card; a draw where nothing does."""
        for name in _ESCAPES if core.left == 1 or danger < 0.99 else _ESCAPES_OWED:
            if self._has(hand, name):
                if name != "targeted-attack":
                    return Play((self.of[name],))
                return Play((self.of[name],), min(self.others(core), key=lambda seat: sum(core.hands[seat])))
        clone = self.cards.clone
        if clone >= 0 and hand[clone] and core.discard:
            effect = self.cards.effects[core.discard[-1]]
            if effect in ("attack", "skip", "draw-from-bottom") or (effect == "shuffle" and danger > 0.5):
                return Play((clone,))
        if danger > 0.5 and self._has(hand, "shuffle"):
            return Play((self.of["shuffle"],))
        if danger > 0.99 and self._has(hand, "alter-the-future"):
            return Play((self.of["alter-the-future"],))
        return DRAW

    def taking(self, core: Core, hand: list[int]) -> Play | None:
        """Return how to take a card from somebody, with cards that are good for little else."""
        cards, wild = self.cards, self.cards.wild
        hands = core.hands
        target = max(self.others(core), key=lambda seat: sum(hands[seat]))  # who has most to help itself with
        can_take = any(hands[target])
        if can_take:
            for card in self.plain:
                count = hand[card]
                if count >= 3 and "triple" in cards.combos:
                    return Play((card, card, card), target, cards.defuse)
                if count >= 2:
                    return Play((card, card), target)
                if count and wild >= 0 and hand[wild]:
                    return Play((card, wild), target)
        five = self._five(core, hand)
        if five is None and can_take and self._has(hand, "favor"):
            return Play((self.of["favor"],), target)
        return five

    def _five(self, core: Core, hand: list[int]) -> Play | None:
        """Return five different that bring a Defuse back, where they are worth less."""
        defuse = self.cards.defuse
        if "five" not in self.cards.combos or defuse not in core.discard:
            return None
        held = [card for card, count in enumerate(hand) if count and card != defuse]
        cheap = sorted(held, key=self.worth.__getitem__)[:5]
        is_cheap = len(cheap) == 5 and sum(self.worth[card] for card in cheap) < FIVE
        return Play(tuple(sorted(cheap)), NOBODY, defuse) if is_cheap else None

    def others(self, core: Core) -> list[int]:
        """Return the living seats after the one whose turn it is, clockwise."""
        seats, seat = [], core.next_living(core.seat)
        while seat != core.seat:
            seats.append(seat)
            seat = core.next_living(seat)
        return seats

    def _has(self, hand: list[int], name: str) -> bool:
        card = self.of[name]
        return card >= 0 and hand[card] > 0

    def nopes(self, core: Core, seat: int, danger: float) -> bool:
        """Return whether a seat that has a Nope nopes the last card."""
        by, effect, _, target, name = core.play
        if len(core.nopes) % 2:
            return by == seat and (danger > LOOK or effect in ("triple", "five"))
        if by == seat:
            return False
        hand = core.hands[seat]
        if effect == "attack":
            return core.next_living(by) == seat and (danger > LOOK or core.left > 1)
        if effect == "targeted-attack":
            return target == seat and (danger > LOOK or core.left > 1)
        if effect == "triple":
            return target == seat and name >= 0 and hand[name] > 0 and self.worth[name] > 4
        if effect == "pair":
            return target == seat  # it takes a good card by chance; a Favor is given the one worth least
        if effect == "favor":
            return target == seat and hand[self.cards.defuse] > 0 and sum(hand) <= 4
        if effect == "five":
            return name == self.cards.defuse
        return effect in ("skip", "shuffle", "draw-from-bottom") and core.living == 2 and danger > 0.6

    def slot(self, core: Core, dice: Dice) -> int:
        """Return where to put a lethal card back: on top for the next player, deep where one's own turn goes on."""
        size = len(core.pile)
        if core.left > 1:
            return size - dice.randrange(1 + size // 3) if size else 0
        return 0 if dice.random() < 0.85 else dice.randrange(min(size, 3) + 1)

    def gift(self, core: Core, seat: int) -> int:
        """Return the card to give: the one worth least."""
        hand, worth = core.hands[seat], self.worth
        held = [card for card, count in enumerate(hand) if count]
        return min(held, key=lambda card: worth[card] + (0.8 if hand[card] > 1 and worth[card] <= 1.0 else 0.0))

    def order(self, core: Core) -> list[int]:
        """Return the order in which to put the top cards back: a lethal one where the next player draws it."""
        top = core.pile[: -4 if len(core.pile) > 3 else None : -1]
        lethal = [card for card in top if card == self.cards.lethal]
        others = sorted((card for card in top if card != self.cards.lethal), key=self.worth.__getitem__, reverse=True)
        mine = min(core.left, len(others))
        return [*others[:mine], *lethal, *others[mine:]]

    def winner_of(self, core: Core, dice: Dice) -> int:
        """Play a world to its end, and return who wins; -1 where it has none."""
        for _ in range(MOST_STEPS):
            if core.phase == OVER:
                return core.alive.index(True)
            self.step(core, dice)
        return -1

    def step(self, core: Core, dice: Dice) -> None:
        """Do the next thing in a world: an act, or all that happens in a window."""
        phase = core.phase
        if phase == TURN:
            play = self.turn(core, self.danger(core, core.seat), core.known[core.seat] > 0)
            if play.cards:
                core.lay(*play)
            elif core.pile:
                core.draw()
            else:
                core.explode()  # a pile without its lethal cards: no game comes to that
        elif phase == WINDOW:
            self.answer_window(core, dice)
        elif phase == DEFUSING:
            core.put_back(self.slot(core, dice), core.defusers()[0])
        elif phase == GIVING:
            by, _, _, target, _ = core.play
            core.move(target, by, self.gift(core, target))
        elif phase == ARRANGING:
            core.arrange(self.order(core))

    def answer_window(self, core: Core, dice: Dice, last: int = NOBODY, passed: int = NOBODY) -> None:
        """Let whoever has a Nope and wants to, lay it, until nobody does; then close the window.

        `last` laid the last card, by default who played; `passed` is a seat that has let it pass.
        """
        nope, hands = self.cards.nope, core.hands
        seats = [seat for seat, lives in enumerate(core.alive) if lives and hands[seat][nope]]
        last = core.play[0] if last < 0 else last
        while True:
            for seat in seats:
                if seat not in (last, passed) and hands[seat][nope] and self.nopes(core, seat, self.danger(core, seat)):
                    core.nope(seat, nope)
                    last, passed = seat, NOBODY
                    break
            else:
                core.close(dice)
                return


_ESCAPES = ("attack", "targeted-attack", "skip", "draw-from-bottom")
_ESCAPES_OWED = ("attack", "targeted-attack", "shuffle", "draw-from-bottom", "skip")
_ACTIONS = (*_ESCAPES, "shuffle", "see-the-future", "alter-the-future", "favor")

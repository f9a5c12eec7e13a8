"""A random player of Tacocat: reads its display, plays its cards by hand, and now and then does something wrong.

It knows the game as a person does, not as the program: by the signs on its display, its own cards, and the table.
The first seat deals and moves the token.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tacotable_sim.eyes import Sign
from tacotable_sim.players import ReadingPlayer
from tacotable_sim.steps import Cover, Hold, MoveToken, Place, Step, Tap
from tacotable_sim.truth import DISCARD, Card, hand_of

BLUNDER = 0.06
"""How often a player lays a card that it should not."""
JUMBO = 0.3
"""How often it attacks with several cards where it can."""


class TacocatPlayer(ReadingPlayer):
    """Plays one seat of a table with pads."""

    games_left = 1
    """How many games it begins when the lobby is on show."""

    @property
    def seat(self) -> str:
        """Give the own seat."""
        return self.eyes.seat

    @property
    def pad(self) -> str:
        """Give the zone of the own pad."""
        return f"{self.seat}.pad"

    @property
    def is_dealer(self) -> bool:
        """Tell whether this seat deals and moves the token."""
        return self.table.plan.seats[0] == self.seat

    def is_over(self, sign: Sign) -> bool:
        """Tell whether the last game is put away or has been won."""
        return sign.message == "prompt.over" and self.games_left <= 1

    def choose(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        """Choose what to do about a sign."""
        kind, _, message = sign.message.partition(".")
        if kind == "refusal" or kind == "rule":
            return self._take_back()
        if message == "lobby":
            return [Tap(f"{self.seat}.ok")] if self.is_dealer else []
        if message == "over":
            return self._again()
        if message.startswith("move"):
            return self._move(sign)
        if message in ("deal", "deal-cover", "deal-tied"):
            return self._deal(sign)
        return self._play(message, sign, hand, chance)

    def _play(self, message: str, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        """Play a card, where one is awaited."""
        if message == "replace":
            return self._replace(hand, min(int(str(sign.values["max"])), len(hand)), chance)
        if message == "replace-more":
            return [Tap(f"{self.seat}.ok")]
        if message in ("duel", "duel-again", "show"):
            return self._lay(chance.choice(hand), face_up=False) if hand else []
        if message.startswith("attack"):
            return self._attack(hand, chance)
        if message.startswith("several"):
            return [Tap(f"{self.seat}.ok")]
        if message.startswith("answer"):
            return self._answer(sign, hand, chance)
        if message == "sacrifice":
            return self._lay(_lowest(hand))
        if message == "wait-attack" and hand and chance.random() < BLUNDER:
            return self._lay(chance.choice(hand))
        return []

    def _lay(self, card: Card, *, face_up: bool = True) -> list[Step]:
        """Clear the own pad, and lay a card on it."""
        return [*self._clear_pad(), Place(card.tag, self.pad, face_up=face_up)]

    def _clear_pad(self) -> list[Step]:
        return [Place(card.tag, DISCARD, face_up=True) for card in self.table.truth.at(self.pad)]

    def _take_back(self) -> list[Step]:
        """Take the refused card back into the hand."""
        mine = self.table.truth.at(self.pad)
        return [Place(mine[-1].tag, hand_of(self.seat))] if mine else [Tap(f"{self.seat}.no")]

    def _move(self, sign: Sign) -> list[Step]:
        """Move the token to the space that the table wants; a table without sensors is told by hand."""
        if not self.is_dealer:
            return []
        space = int(str(sign.values["space"]))
        steps: list[Step] = [] if self.table.truth.token == space else [MoveToken(space)]
        return steps if self.table.plan.sensors else [*steps, Hold(f"{self.seat}.ok")]

    def _deal(self, sign: Sign) -> list[Step]:
        """Deal, or wait until the hand is complete; then say so."""
        count = int(str(sign.values["n"]))
        if self.is_dealer:
            self.table.gather()
            self.table.shuffle()
            self.table.deal(count)
        if len(self.eyes.hand()) != count or self.table.truth.at(self.pad):
            return []
        return [*self._cover_left_space(), Tap(f"{self.seat}.ok")]

    def _cover_left_space(self) -> list[Step]:
        """Lay tiles on the spaces between the token and the farthest covered one."""
        token = self.table.truth.token
        if not self.is_dealer or token is None:
            return []
        tiles = self.table.truth.tiles
        between = range(min(token, 0), max(token, 0) + 1)
        return [Cover(space) for space in between if space != token and space not in tiles]

    def _again(self) -> list[Step]:
        """Put the finished game away, and the tiles with it."""
        if not self.is_dealer:
            return []
        self.games_left -= 1
        for space in tuple(self.table.truth.tiles):
            self.table.uncover(space)
        return [Tap(f"{self.seat}.ok")]

    def _replace(self, hand: tuple[Card, ...], most: int, chance: Random) -> Sequence[Step]:
        """Show the worst cards one by one, discard them, draw as many."""
        wanted = [card for card in hand if 3 <= int(card.face) <= 7][: chance.randint(0, most)]
        steps: list[Step] = self._clear_pad()
        for card in wanted:
            steps += [Place(card.tag, self.pad), self._until_read(), Place(card.tag, DISCARD, face_up=True)]
        return [*steps, Tap(f"{self.seat}.ok"), *[_take_top(self.seat)] * len(wanted)]

    def _attack(self, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        """Attack with one card, or announce and show several."""
        several = _jumbo(hand, chance) if chance.random() < JUMBO else ()
        if not several:
            return self._lay(chance.choice(hand)) if hand else []
        steps: list[Step] = [*self._clear_pad(), Tap(f"{self.seat}.ok")]
        for card in several:
            steps += [Place(card.tag, self.pad), self._until_read(), Place(card.tag, DISCARD, face_up=True)]
        return [*steps, Tap(f"{self.seat}.ok")]

    def _answer(self, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Sequence[Step]:
        """Defend when there is a card for it, else give the lowest up; sometimes although there is one."""
        demand = int(str(sign.values["demand"]))
        reaching = [card for card in hand if int(card.face) >= demand]
        if chance.random() < BLUNDER and hand:
            return self._lay(chance.choice(hand))
        if reaching and chance.random() < 0.8:
            return self._lay(chance.choice(reaching))
        if int(_lowest(hand).face) >= demand:
            return [Tap(f"{self.seat}.no"), *self._lay(_lowest(hand))]
        return self._lay(_lowest(hand))

    def _until_read(self) -> Step:
        raise NotImplementedError


def _lowest(hand: Sequence[Card]) -> Card:
    return min(hand, key=lambda card: int(card.face))


def _jumbo(hand: Sequence[Card], chance: Random) -> tuple[Card, ...]:
    """Find a group or a run that keeps a card in the hand; empty where there is none."""
    by_value: dict[int, list[Card]] = {}
    for card in hand:
        by_value.setdefault(int(card.face), []).append(card)
    found = [tuple(cards) for cards in by_value.values() if 2 <= len(cards) < len(hand)]
    for low in by_value:
        run = [by_value[value][0] for value in range(low, low + 3) if value in by_value]
        if len(run) == 3 < len(hand):
            found.append(tuple(run))
    return chance.choice(found) if found else ()


def _take_top(seat: str) -> Step:
    del seat, DRAW  # noqa: F821
    raise NotImplementedError

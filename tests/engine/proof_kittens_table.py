"""Random games of whole decks at a blind table: true hands, lies after three of a kind, and what was told of them."""

from __future__ import annotations

import random
from collections import Counter

from engine.tacocat_tables import SeededChance
from tacotable_engine import Match, Ruling
from tacotable_engine.rulings import Violation

LETHAL = "exploding-kitten"
MOST_ACTS = 250


class Table:
    """One game; everybody asks for cards whenever there are three of a kind."""

    def __init__(self, game: str, seats: int, seed: str) -> None:
        self.rng = rng = random.Random(seed)
        self.match = Match.new({"game": game, "seats": list("ABCDEFGHIJ"[:seats]), "mode": "blind"}, SeededChance())
        self.is_lie = False
        self.lies: list[int] = []
        self.told: list[Violation] = []
        deck = [card for card, count in self.match.state.terms.deck.counts.items() for _ in range(count)]
        rest = [card for card in deck if card not in ("defuse", LETHAL)]
        rng.shuffle(rest)
        self.hands = {seat: ["defuse", *(rest.pop() for _ in range(7))] for seat in self.match.seats}
        self.pile = [*rest, *["defuse"] * (deck.count("defuse") - seats), *[LETHAL] * (seats - 1)]
        rng.shuffle(self.pile)

    def play(self) -> None:
        """Play until somebody has won."""
        for _ in range(MOST_ACTS):
            if self.match.state.phase.value == "over":
                return
            seat = self.match.seats[self.match.state.turn.seat]
            others = [self.match.seats[other] for other in self.match.state.alive if self.match.seats[other] != seat]
            target = self.rng.choice([other for other in others if self.hands[other]] or [""])
            if not target or not self._plays(seat, target):
                self._draws(seat)

    def act(self, seat: str, do: str, **fields: object) -> Ruling:
        """Do what is honest or a lie; only a lie may be refused."""
        number = self.match.next_number
        ruling = self.match.act(seat, {"do": do, **fields})
        assert ruling.is_applied or do == "deny", (ruling, self.match.record())
        self.told += ruling.violations
        if do == "deny" and ruling.is_applied and self.is_lie:
            self.lies.append(number)
        return ruling

    def _plays(self, seat: str, target: str) -> bool:
        """Play one thing, if there is something to play and the mood is right."""
        held = Counter(self.hands[seat])
        three, pairs = ([card for card, n in held.items() if n >= least] for least in (3, 2))
        mood = self.rng.random()
        if three and mood < 0.8:
            self._ask(seat, target, three[0])
        elif pairs and mood < 0.3:
            self._lay(seat, [pairs[0]] * 2, target=target)
            self.act(seat, "steal")
            self._give(target, seat, self.rng.choice(self.hands[target]))
        elif held["favor"] and mood < 0.6:
            self._lay(seat, ["favor"], target=target)
            self.act(target, "give")
            self._give(target, seat, self.rng.choice(self.hands[target]))
        else:
            return self._plays_one(seat, held, mood)
        return True

    def _plays_one(self, seat: str, held: Counter[str], mood: float) -> bool:
        """Play a card that asks nobody."""
        cards = [card for card in ("shuffle", "skip", "attack", "see-the-future") if held[card]]
        if not cards or mood > 0.75:
            return False
        card = self.rng.choice(cards)
        self._lay(seat, [card])
        if card == "shuffle":
            self.rng.shuffle(self.pile)
        return True

    def _lay(self, seat: str, cards: list[str], **declared: str) -> None:
        self.act(seat, "play", cards=cards, **declared)
        for card in cards:
            self.hands[seat].remove(card)
        self.match.resolve()

    def _ask(self, seat: str, target: str, card: str) -> None:
        titles = [title for title in self.match.state.terms.deck.counts if title != LETHAL]
        name = self.rng.choice(self.hands[target] if self.rng.random() < 0.5 else titles)
        self._lay(seat, [card] * 3, target=target, name=name)
        self.is_lie = name in self.hands[target]
        if self.is_lie and (self.rng.random() < 0.3 or not self.act(target, "deny").is_applied):
            self.act(target, "give", card=name)
            self._give(target, seat, name)
        elif not self.is_lie:
            assert self.act(target, "deny").is_applied

    def _give(self, giver: str, taker: str, card: str) -> None:
        self.hands[giver].remove(card)
        self.hands[taker].append(card)

    def _draws(self, seat: str) -> None:
        card = self.pile.pop(0)
        if card != LETHAL:
            self.act(seat, "draw")
            self.hands[seat].append(card)
            return
        self.act(seat, "draw", card=card)
        if "defuse" in self.hands[seat]:
            self.act(seat, "defuse")
            self.hands[seat].remove("defuse")
            self.pile.insert(self.rng.randrange(len(self.pile) + 1), card)
        else:
            shown = [held if self.rng.random() < 0.9 else "?" for held in self.hands[seat]]
            self.act(seat, "explode", cards=shown)
            self.hands[seat] = []

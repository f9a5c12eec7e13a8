"""Why an act is advised: the code of a sentence in the catalog, and the values that it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tacotable_engine.companion.tacocat.duels import Dueling
    from tacotable_engine.companion.tacocat.knowledge import Knowledge
    from tacotable_engine.companion.tacocat.search import Answering, Attacking

Why: TypeAlias = tuple[str, dict[str, object]]
WHYS = (
    *("replace", "replace-none", "duel-high", "duel-low", "duel-mixed", "attack-sure", "attack-jumbo", "attack-high"),
    *("attack-low", "answer-sure", "defend-low", "defend-high", "sacrifice-must", "sacrifice-keep", "last-card"),
)
"""Every code, without `why.` before it."""
MIXED = 0.85
"""A card that is laid less often than this is one of several that are as good."""


def why_replace(cards: tuple[int, ...]) -> Why:
    """Return why cards are replaced."""
    return ("why.replace", {"cards": _told(cards)}) if cards else ("why.replace-none", {})


def why_duel(found: Dueling, place: int) -> Why:
    """Return why a card is laid for the duel."""
    told: dict[str, object] = {"card": str(found.cards[place])}
    if 0 < found.mixture[place] < MIXED:
        return "why.duel-mixed", told
    return "why.duel-high" if place >= len(found.cards) // 2 else "why.duel-low", told


def why_attack(known: Knowledge, attack: Attacking, is_sure: bool) -> Why:
    """Return why these cards attack."""
    told: dict[str, object] = {"cards": _told(attack.cards)}
    if is_sure:
        return "why.attack-sure", told
    if len(attack.cards) > 1:
        return "why.attack-jumbo", told
    return "why.attack-high" if attack.cards[0] == known.hand[-1] else "why.attack-low", told


def why_answer(known: Knowledge, answer: Answering, is_sure: bool) -> Why:
    """Return why a card answers."""
    told: dict[str, object] = {"card": str(answer.card)}
    reaching = [value for value in known.hand if value >= answer.demand]
    if is_sure:
        return "why.answer-sure", told
    if answer.is_given_up:
        return "why.sacrifice-keep" if reaching else "why.sacrifice-must", told
    return "why.defend-low" if answer.card == reaching[0] else "why.defend-high", told


def _told(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, cards))

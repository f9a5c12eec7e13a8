"""Marks: which cards a game of so many players uses, by what its box prints on them (rules facts 1.4 and 1.5).

Small groups play with the cards that bear a mark, larger ones with the others, the largest with all. A card whose mark
is not enrolled says nothing.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tacotable.games.exploding.state import ui_of
from tacotable.state.interaction import Refusal
from tacotable.table.card_list import part_of
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.ruleset import DEFUSE, load_ruleset

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable.table.schema import Card, Mark


def takes_part(game: str, players: int, mark: Mark | None) -> bool | None:
    """Return whether a card with a mark is used by so many players; None: nothing says so."""
    ruleset = load_ruleset(game)
    if mark is None or players not in ruleset.players:
        return None
    name = ruleset.card_set(players).name
    return name in ("all", mark)


def own_deck(situation: Situation, players: int) -> dict[str, object]:
    """Return the owner's cards as the deck of the game, where they are enrolled and other than the printed ones.

    Nothing is told where some marks are not enrolled, so that nobody knows which cards so many players use, nor where
    the cards are too few to be dealt; then the printed ones count.
    """
    game = situation.ui.lobby_game
    ruleset, cards = load_ruleset(game), situation.devices.decks.get(game, ())
    is_split = ruleset.card_set(players).name != "all"
    printed = {face: n for face, n in ruleset.deck(players).counts.items() if face != ruleset.lethal and n}
    used = Counter(printed)
    if cards and not (is_split and any(card.mark is None for card in cards)):
        used = Counter(card.face for card in cards if takes_part(game, players, card.mark) is not False)
    used -= Counter(situation.game.arranged.lost.get(part_of(game, players), ()))
    used[DEFUSE] = min(used[DEFUSE], players + ruleset.extra_defuses(players))
    counts = {face: used[face] for face in ruleset.counts if face != ruleset.lethal and used[face]}
    if counts == printed:
        return {}
    try:
        ruleset.own_deck(counts, players)
    except RequestError:
        return {}
    return {"deck": counts}


def mark_of(situation: Situation, tag: str) -> Mark | None:
    """Return the mark of an enrolled card."""
    cards: tuple[Card, ...] = tuple(situation.devices.decks.get(situation.ruleset, ())) or tuple(
        situation.devices.table.deck
    )
    return next((card.mark for card in cards if card.tag == tag), None)


def obstacle(situation: Situation, tag: str) -> Refusal | None:
    """Return a refusal of a card that stays in the box with so many players, unless people let it count."""
    mark, count = mark_of(situation, tag), len(situation.players)
    if tag in ui_of(situation).waived or takes_part(situation.ruleset, count, mark) is not False:
        return None
    return Refusal(f"refusal.marked-{mark}", {"n": count}, tag)

"""The lobby and the set-up: who sits down and begins, which cards are used, and what is done before the first turn.

Small groups play with the cards on which their box prints one mark, larger ones with the others, the largest with all.
A card whose mark is not enrolled says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding import hidden_cards
from tacotable.games.exploding.state import ExplodingSituation, ruleset_of, view_of
from tacotable.state import facts
from tacotable.state.scene import Sign
from tacotable.state.situation import Dealing
from tacotable.table.kinds import part_of
from tacotable_engine.cards import spread
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.ruleset import DEALT, DEFUSE, Ruleset, load_ruleset

if TYPE_CHECKING:
    from tacotable.table.schema import Mark
    from tacotable_engine.printing import CardSet


SITTING_MS = 3_000.0  # So long after sitting down a press does not stand up again.


def sit(situation: ExplodingSituation, seat: str) -> Iterator[facts.Fact]:
    """Sit down, or stand up again, beside a game for the one after it; who presses twice to sit down only sits."""
    ui, now = situation.ui.part, situation.devices.now_ms
    is_in = seat in ui.seated
    if is_in and now < ui.sat_ms.get(seat, -SITTING_MS) + SITTING_MS:
        situation.sound("card")
        return
    ui.sat_ms[seat] = now
    if situation.game.match is not None:
        yield facts.Came(seat, "not-next" if is_in else "next")
        return
    ui.seated ^= {seat}
    situation.sound("press" if is_in else "card")


def begin(situation: ExplodingSituation, seat: str, more: Mapping[str, object] | None = None) -> Iterator[facts.Fact]:
    """Begin with those who sit, clockwise from this seat, if so many can play. `more`: options nobody else set."""
    players = load_ruleset(situation.ui.lobby_game).players
    seats, start = situation.seats, situation.seats.index(seat)
    seated = tuple(name for name in (*seats[start:], *seats[:start]) if name in situation.ui.part.seated)
    if seat not in seated:
        refuse(situation, seat, Refusal("refusal.sit-first"))
        return
    if len(seated) not in players:
        values = {"n": len(seated), "fewest": players.start, "most": players.stop - 1}
        refuse(situation, seat, Refusal("refusal.players", values))
        return
    table, mode = situation.devices.table, situation.mode_of(seated)
    if mode.get("robots") == list(seated):
        refuse(situation, seat, Refusal("refusal.only-robots"))  # somebody has to move their cards
        return
    yield facts.Began(
        {
            "game": situation.ui.lobby_game,
            "seats": list(seated),
            **mode,
            "options": {**(more or {}), **situation.options, "window_s": table.window_s},
            **own_deck(situation, len(seated)),
        }
    )
    # A game has a journal of its own, which must tell the settings that were chosen before it.
    yield from situation.game.settings()


def shown_page(situation: ExplodingSituation) -> Sign:
    """Return the page of the set-up that the displays show; once cards pass the pad, whose the next one is."""
    if hidden_cards.has_begun(situation):
        return hidden_cards.deal_sign(situation)
    offered = tuple(pages(situation))
    return offered[situation.ui.part.page % len(offered)]


def pages(situation: ExplodingSituation) -> Iterator[Sign]:
    """Yield the steps of the set-up in the order of this printing."""
    if situation.game.is_seen:
        yield from _seen_pages(situation)
        return
    ruleset, count = ruleset_of(situation), len(situation.game.players)
    lethal = {"card": ruleset.lethal, "n": ruleset.lethal_count(count)}
    extra = {"n": ruleset.extra_defuses(count)}
    some = "" if extra["n"] else "-none"
    cards = ruleset.card_set(count)
    is_new = not situation.game.guided and situation.game.new_to_guide(situation.game.players)
    yield Sign("sign.setup", guide="guide.setup" if is_new else "")
    yield _set_sign(ruleset, cards)
    yield Sign("sign.setup-aside", {"card": ruleset.lethal})
    if ruleset.defuses_first:
        yield Sign(f"sign.setup-defuses{some}", extra)
        yield Sign("sign.setup-deal", {"n": DEALT})
    else:
        yield Sign("sign.setup-deal-first", {"n": DEALT})
        yield Sign(f"sign.setup-defuses{some or '-after'}", extra)
    yield Sign("sign.setup-lethal", lethal)
    yield Sign("sign.setup-check", {"n": len(view_of(situation).pile), "seat": situation.game.players[0]})


def _set_sign(ruleset: Ruleset, cards: CardSet) -> Sign:
    """Return which cards of the box are played with; their set has the same words in every printing."""
    return Sign(f"sign.setup-{cards.name}", {"n": sum(cards.counts.values()), "card": ruleset.lethal})


def _seen_pages(situation: ExplodingSituation) -> Iterator[Sign]:
    """Yield the steps where cards pass the pad: those before the deal, or when all is dealt those behind it.

    The Defuses lie on top, so that the first round of the deal gives one to each, in every printing.
    """
    ruleset, count = ruleset_of(situation), len(situation.game.players)
    extra, cards = {"n": ruleset.extra_defuses(count)}, ruleset.card_set(count)
    if hidden_cards.is_dealing(situation):
        yield Sign("sign.setup-seen")
        yield _set_sign(ruleset, cards)
        yield Sign("sign.setup-aside", {"card": ruleset.lethal})
        if ruleset.defuses_first and extra["n"]:
            yield Sign("sign.setup-extra", extra)
        yield Sign("sign.setup-on-top", {"n": count})
        yield hidden_cards.deal_sign(situation)
        return
    yield Sign("sign.setup-dealt")
    if extra["n"] and not ruleset.defuses_first:
        yield Sign("sign.setup-extra", extra)
    yield Sign("sign.setup-lethal", {"card": ruleset.lethal, "n": ruleset.lethal_count(count)})
    yield Sign("sign.setup-check", {"n": len(view_of(situation).pile), "seat": situation.game.players[0]})


def dealing(situation: ExplodingSituation) -> Dealing:
    """Return how the cards are dealt, for a table whose cards are simulated."""
    ruleset, count = ruleset_of(situation), max(2, len(situation.game.players))
    extra = (DEFUSE,) * ruleset.extra_defuses(count)
    lethal = (ruleset.lethal,) * ruleset.lethal_count(count)
    counts = Counter({card: n for card, n in ruleset.card_set(count).counts.items() if card != DEFUSE})
    shuffled = spread(counts - Counter(situation.game.arranged.lost.get(part_of(ruleset.id, count), ())))
    if ruleset.defuses_first:
        shuffled = (*shuffled, *extra)
    else:
        lethal += extra
    if not situation.game.is_seen:
        return Dealing(situation.game.players, shuffled, DEALT, given=(DEFUSE,), then_in=lethal)
    if hidden_cards.is_dealing(situation):
        return Dealing(situation.game.players, shuffled, 0, on_top=(DEFUSE,) * len(situation.game.players))
    return Dealing(situation.game.players, (), 0, then_in=lethal)


def takes_part(game: str, players: int, mark: Mark | None) -> bool | None:
    """Return whether a card with a mark is used by so many players; None: nothing says so."""
    ruleset = load_ruleset(game)
    if mark is None or players not in ruleset.players:
        return None
    return ruleset.card_set(players).name in ("all", mark)


def own_deck(situation: ExplodingSituation, players: int) -> dict[str, object]:
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


def mark_obstacle(situation: ExplodingSituation, tag: str) -> Refusal | None:
    """Return a refusal of a card that stays in the box with so many players, unless people let it count."""
    enrolled = situation.devices.decks.get(situation.ruleset) or situation.devices.table.deck
    mark, count = next((card.mark for card in enrolled if card.tag == tag), None), len(situation.game.players)
    if tag in situation.ui.part.waived or takes_part(situation.ruleset, count, mark) is not False:
        return None
    return Refusal(f"refusal.marked-{mark}", {"n": count}, tag)

"""Set-up: what people do with the real cards before the first turn, page by page, and what a dealt table holds."""

from __future__ import annotations

from collections.abc import Iterator

from tacotable.family import Dealing
from tacotable.kittens.part import part_of, pile_size, ruleset_of
from tacotable.scene import Sign
from tacotable.situation import Situation
from tacotable_engine.exploding.ruleset import DEALT, DEFUSE, spread


def shown_page(situation: Situation) -> Sign:
    """Give the page of the set-up that the displays show."""
    offered = tuple(pages(situation))
    return offered[part_of(situation).page % len(offered)]


def pages(situation: Situation) -> Iterator[Sign]:
    """Give the steps of the set-up in the order of this printing (rules facts 3.3)."""
    ruleset, count = ruleset_of(situation), len(situation.players)
    lethal = {"card": ruleset.lethal, "n": ruleset.lethal_count(count)}
    extra = {"n": ruleset.extra_defuses(count)}
    some = "" if extra["n"] else "-none"
    cards = ruleset.card_set(count)
    yield Sign("sign.setup")
    yield Sign(f"sign.setup-{ruleset.id}-{cards.name}", {"n": sum(cards.counts.values())})
    yield Sign("sign.setup-aside", {"card": ruleset.lethal})
    if ruleset.defuses_first:
        yield Sign(f"sign.setup-defuses{some}", extra)
        yield Sign("sign.setup-deal", {"n": DEALT})
    else:
        yield Sign("sign.setup-deal-first", {"n": DEALT})
        yield Sign(f"sign.setup-defuses{some or '-after'}", extra)
    yield Sign("sign.setup-lethal", lethal)
    yield Sign("sign.setup-check", {"n": pile_size(situation), "seat": situation.players[0]})


def dealing(situation: Situation) -> Dealing:
    """Tell how the cards are dealt, for a table whose cards are simulated."""
    ruleset, count = ruleset_of(situation), max(2, len(situation.players))
    extra = (DEFUSE,) * ruleset.extra_defuses(count)
    lethal = (ruleset.lethal,) * ruleset.lethal_count(count)
    shuffled = spread({card: n for card, n in ruleset.card_set(count).counts.items() if card != DEFUSE})
    first = ruleset.defuses_first
    return Dealing(
        seats=situation.players,
        shuffled=(*shuffled, *extra) if first else shuffled,
        each=DEALT,
        given=(DEFUSE,),
        then_in=lethal if first else (*lethal, *extra),
    )

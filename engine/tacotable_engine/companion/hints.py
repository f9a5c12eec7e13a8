"""A hint: what a seat may do, what is good, and why, in codes of sentences and their values; and what its odds say.

All of it is from what the seat may know. Codes are `hint.*`, `why.*` and those of a group of odds in the catalog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.companion.answers import Dice, companion_of
from tacotable_engine.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tacotable_engine.match import Match

WORLDS, ODDS_WORLDS = 40, 60  # Sampled worlds of advice and odds; odds err by some 12 points, in some 20 ms.
LISTED = frozenset(("duel", "attack", "answer", "draw-play", "give"))  # Deeds with which a hint lists the cards.
TOLD_BY = {"arrange": "cards", "defuse": "slot", "give": "card"}  # What advice has to name, to be one.
Told: TypeAlias = tuple[tuple[str, dict[str, object]], ...]


def hint_told(
    match: Match, seat: str, hand: Sequence[str] | None, dice: Dice, is_over: Callable[[], bool] | None = None
) -> Told:
    """Return the steps of a hint: what the seat may do, what is good, and why; `is_over` ends the search for it."""
    own = match.view(seat)["hands"]
    known = hand or (own[seat] if isinstance(own, dict) else None) or ()
    is_known = len(known) == match.public_view.hand_size[seat] and "?" not in known  # else a card is on its way
    acts = match.legal(seat, known if is_known else ())
    deeds = "-".join(sorted({str(act["do"]) for act in acts}))
    cards = list(dict.fromkeys(card for act in acts for card in _cards_in(act))) if is_known else []
    may = f"hint.may-{deeds}-of" if cards and deeds in LISTED else f"hint.may-{deeds}"
    values: dict[str, object] = {"hand": cards}
    if may == "hint.may-answer-of":
        lowest, *others = cards
        defences = cards if any("as" in act for act in acts) else others  # a lowest card that reaches may do both
        may, values = may if defences else "hint.may-answer-lowest", {"hand": defences, "card": lowest}
    return (
        (may, values),
        *(_advised(match, seat, known, dice, is_over) if is_known else _rule_of_thumb(match, seat, dice)),
    )


def _cards_in(act: Mapping[str, object]) -> list[str]:
    cards = act.get("cards", [act["card"]] if "card" in act else [])
    return list(map(str, cards)) if isinstance(cards, list) else []


def _advised(match: Match, seat: str, hand: Sequence[str], dice: Dice, is_over: Callable[[], bool] | None) -> Told:
    companion = companion_of(match.name)
    if companion is None:
        return ()
    try:
        best = companion.advise(match, seat, "strong", WORLDS, dice, hand, is_over).advice[0]
    except (RequestError, IndexError):
        return _rule_of_thumb(match, seat, dice)  # a card of that hand lies on its way
    told = deed_told(best.act)
    return (told, (best.why, dict(best.values))) if told else _rule_of_thumb(match, seat, dice)


def deed_told(act: Mapping[str, object]) -> tuple[str, dict[str, object]] | None:
    """Return the sentence that tells somebody to do an act; None: it is about cards that the referee does not know."""
    if TOLD_BY.get(str(act["do"]), "do") not in act:
        return None
    values = {key: act[key] for key in ("card", "cards", "name", "slot", "demand") if key in act}
    kind = "-none" if values.get("cards") == [] else "-give-up" if "as" in act else "-at" if "target" in act else ""
    values |= {"seat": act["target"]} if "target" in act else {"hand": act.get("cards")}
    return f"hint.do-{act['do']}{kind}", values


def _rule_of_thumb(match: Match, seat: str, dice: Dice) -> Told:
    """Return what holds for any hand, and what the numbers say: of this one the table knows nothing."""
    return (f"hint.thumb-{match.public_view.phase}", {}), *odds_told(match, seat, dice)


def odds_told(match: Match, viewer: str, dice: Dice, group: str = "own.odds") -> Told:
    """Return what the numbers say to a viewer, as a sentence of a group; none between rounds."""
    companion = companion_of(match.name)
    if companion is None:
        return ()
    try:
        values = companion.odds(match, viewer, ODDS_WORLDS, dice).values
    except RequestError:
        return ()
    shares, slots = values.get("round"), values.get("explode")
    if isinstance(shares, dict):
        (seat, share), (other, rest) = shares.items()
        return ((f"{group}-round", {"seat": seat, "n": round(100 * share), "other": other, "m": round(100 * rest)}),)
    if isinstance(slots, list | tuple) and slots:
        return ((f"{group}-next", {"n": round(100 * slots[0])}),)
    return ()

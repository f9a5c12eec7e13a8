"""Rulings told: what the referee decided goes into the log with why, and what is proven wrong is news for everyone.

Live play and replay go through here alike; every family tells its rulings this way.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable.state.log import LogEntry, latest_game
from tacotable.state.scene import Sign, Values
from tacotable.state.why import Why, why_of

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable_engine.match import Match
    from tacotable_engine.rulings import Ruling, Violation


def note_event(situation: Situation, ruling: Ruling, code: str, values: Values, *, is_decided: bool) -> None:
    """Put an event of an act that stands into the log; the one that the rule decided is told with why."""
    if situation.game.match is None:
        return
    seat = values.get("seat")
    situation.note(
        "ruling",
        code,
        values,
        rule=ruling.rule if is_decided else None,
        seat=str(seat) if seat else None,
        act=situation.game.match.next_number - 1,
        why=why_of(situation.game.match, ruling) if is_decided else None,
    )


def note_refusal(situation: Situation, ruling: Ruling, seat: str) -> None:
    """Put a refused act into the log; its reasons may name what only its seat knows."""
    if situation.game.match is None:
        return
    situation.note(
        "refusal",
        f"rule.{ruling.rule}",
        {"seat": seat, **ruling.values},
        rule=ruling.rule,
        seat=seat,
        owner=seat,
        why=why_of(situation.game.match, ruling),
    )


def tell_violations(situation: Situation, ruling: Ruling) -> None:
    """Show everyone what is proven wrong now: who, by which act, which cards prove it, and what it costs."""
    for violation in ruling.violations:
        if situation.game.match is not None:
            _tell(situation, situation.game.match, violation)
            situation.sound("proven")


def _tell(situation: Situation, match: Match, violation: Violation) -> None:
    values: dict[str, object] = {
        "seat": violation.seat or "",
        "act": violation.act,
        "proof": violation.proof,
        "cards": _cards_of(situation, (violation.act,), violation.seat),
        "shown": _cards_of(situation, tuple(n for n in violation.proof if n != violation.act), violation.seat),
    }
    code = f"violation.{_cost(situation)}" if violation.seat else "violation.claims"
    is_named = bool(situation.game.named_acts & {violation.act, *violation.proof})
    if is_named:
        code = "violation.named"  # no reader saw the card: nobody is accused
    told = f"violation.{violation.rule}" if violation.seat else code
    why = Why("violation", violation.rule, match.rule_of(violation.rule).source, told, values, violation.proof)
    number = match.next_number - 1
    situation.note("dispute", code, values, rule=violation.rule, seat=violation.seat, act=number, why=why)
    situation.ui.announce(Sign(code, values, is_alert=True), situation.devices.now_ms)
    if violation.seat and not is_named:
        situation.ui.announce(Sign(told, values, is_alert=True), situation.devices.now_ms)


def _cost(situation: Situation) -> str:
    """Return what a proven violation costs here: a word that people agree on (`seat`), or the round (`lost`)."""
    options = situation.game.setup.get("options")
    told = options.get("violation") if isinstance(options, Mapping) else None
    return "lost" if told == "lose_round" else "seat"


def _cards_of(situation: Situation, acts: tuple[int, ...], seat: str | None) -> tuple[str, ...]:
    """Return the cards that these acts of the game told, of one seat where each seat showed its own; each card once."""
    entries = [entry for entry in latest_game(situation.log) if entry.act in acts and entry.kind == "ruling"]
    return tuple(dict.fromkeys(card for entry in entries for card in _named_in(entry, seat)))


def _named_in(entry: LogEntry, seat: str | None) -> tuple[str, ...]:
    cards = entry.values.get("cards", ())
    if isinstance(cards, Mapping):
        cards = [card for owner, card in cards.items() if seat in (None, owner)]
    several = cards if isinstance(cards, (list, tuple)) else ()
    one = entry.values.get("card")
    return tuple(map(str, several if one is None else (*several, one)))

"""Rulings told: what the referee decided goes into the log with why, and what is proven wrong is news for everyone.

Live play and replay go through here alike; every family tells its rulings this way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable.dialogs import undo
from tacotable.dialogs.questions import told_by
from tacotable.state.log import LogEntry, Why, latest_game, why_of
from tacotable.state.scene import Reason, Sign, Values

if TYPE_CHECKING:
    from tacotable.state import facts
    from tacotable.state.situation import Situation
    from tacotable_engine.match import Match
    from tacotable_engine.rulings import Ruling, Violation


class NoShuffle:
    """The chance of a real table: cards are shuffled by hands, so that nobody may ask for it."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Refuse: in `blind` the engine owns no deck."""
        raise AssertionError(f"a physical deck of {len(cards)} cards is shuffled by people, not by the program")


def rule_on(fact: facts.Acted, situation: Situation) -> Ruling | None:
    """Put an act before the referee again, and its refusal into the log; None without a game."""
    match = situation.game.match
    if match is None:
        return None
    ruling = match.act(fact.seat, fact.act)
    if ruling.ruling == "illegal":
        situation.game.refused = fact
        code, told, why = f"rule.{ruling.rule}", {"seat": fact.seat, **ruling.values}, why_of(match, ruling)
        # Its reasons may name what only its seat knows.
        situation.note("refusal", code, told, rule=ruling.rule, seat=fact.seat, owner=fact.seat, why=why)
    else:
        situation.game.refused = None
        if not fact.tags and fact.act.keys() & {"card", "cards"}:
            situation.game.named_acts.add(match.next_number - 1)
        undo.remember(situation, fact, ruling, match.next_number - 1)
    return ruling


def decide_on(fact: facts.Decided, situation: Situation) -> tuple[facts.Acted, Ruling] | None:
    """Put a decision into the match and the log; returns the act that stands by it now, or None."""
    match, refused = situation.game.match, situation.game.refused
    if match is None or refused is None:
        return None
    ruling = match.rule(fact.accept, fact.why)
    situation.game.refused = None
    stands = ruling.rule == "arbiter-accepted"
    values = {"owner": refused.seat, "did": (str(refused.act["do"]),), "seat": fact.asked, "by": fact.answered}
    code = told_by("log.let-stand" if stands else "log.stays-refused", fact.answered)
    act = match.next_number - 1 if stands else 0
    situation.note("dispute", code, values, rule=ruling.rule, seat=refused.seat, act=act, why=why_of(match, ruling))
    situation.sound("press" if stands else "refused")
    if stands:
        undo.remember(situation, refused, ruling, act)
    return (refused, ruling) if stands else None


def amend(fact: facts.Amended, situation: Situation) -> Ruling | None:
    """Change the game by hand, and put that into the log; nothing of before can be taken back. None without a game."""
    if situation.game.match is None:
        return None
    ruling = situation.game.match.amend(fact.change)
    situation.game.refused = None
    undo.forget(situation)
    values = {"seat": fact.asked, "by": fact.agreed, "owner": str(fact.change.get("seat", ""))}
    if fact.change["do"] == "lost":  # what seats are about to do stays as it is
        values["card"] = fact.change["card"]
        situation.ui.announce(Sign("sign.card-lost", values), situation.devices.now_ms)
    else:
        situation.game.entries.clear()
        situation.ui.cursors.clear()
    why = why_of(situation.game.match, ruling)
    situation.note("dispute", told_by(f"log.{ruling.rule}", fact.agreed), values, rule=ruling.rule, why=why)
    situation.sound("undone")
    return ruling


def go_unseen(fact: facts.WentUnseen, situation: Situation) -> None:
    """Go on with hands that are not read; nothing of before can be taken back."""
    if situation.game.match is None:
        return
    situation.game.match = situation.game.match.unseen(NoShuffle())
    situation.game.set_up({**situation.game.setup, "mode": "blind"})
    situation.game.refused = None
    situation.game.entries.clear()
    situation.ui.cursors.clear()
    undo.forget(situation)
    situation.note("table", "log.went-unseen", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("press")


LOWEST = "sacrifice-lowest"  # The rule of a violation that a lower card proves, or counting alone.


def note_event(situation: Situation, ruling: Ruling, code: str, values: Values, *, is_decided: bool) -> None:
    """Put an event of an act that stands into the log; the one that the rule decided is told with why."""
    match, told = situation.game.match, values.get("seat")
    if match is None:
        return
    act, seat = match.next_number - 1, (str(told) if told else None)
    rule, why = (ruling.rule, why_of(match, ruling)) if is_decided else (None, None)
    situation.note("ruling", code, values, rule=rule, seat=seat, act=act, why=why)


def tell_violations(situation: Situation, ruling: Ruling) -> None:
    """Show everyone what is proven wrong now: who gave up which cards and held which, and what it costs.

    What is proven of one seat at once is told once. Where a card was named by buttons, nobody is accused: no reader
    saw it.
    """
    named = situation.game.named_acts
    groups: dict[tuple[str, str | None, bool], list[Violation]] = {}
    for violation in ruling.violations:
        is_named = bool(named & {violation.act, *violation.proof})
        groups.setdefault((violation.rule, violation.seat, is_named), []).append(violation)
    for (_, _, is_named), violations in groups.items():
        if situation.game.match is not None:
            _tell(situation, situation.game.match, violations, is_named=is_named)
            situation.sound("proven")


def _tell(situation: Situation, match: Match, violations: list[Violation], *, is_named: bool) -> None:
    rule, seat = violations[0].rule, violations[0].seat
    proof = tuple(sorted({number for violation in violations for number in violation.proof}))
    wrong = {violation.act for violation in violations} if seat else set(proof)
    cards = _cards_of(situation, tuple(sorted(wrong)), seat)
    shown = _cards_of(situation, tuple(number for number in proof if number not in wrong), seat)
    given = [int(card) for card in cards if card.isdigit()]
    # A lower card that was shown is itself the proof that one which was given up was not the lowest.
    held = tuple(card for card in shown if card.isdigit() and given and int(card) < max(given))
    is_lost = any(event.get("by") == "violation-lost" for event in situation.game.last_events)
    values: dict[str, object] = {"seat": seat or "", "cards": cards, "shown": shown, "given": cards, "held": held}
    values["cost"] = "lost" if is_lost else "agree"
    ending = "-both" if seat is None else "-counted" if rule == LOWEST and not held else ""
    code = "violation.named" if is_named else f"violation.{rule}{ending}"
    why = Why("violation", rule, match.rule_of(rule).source, code, values, proof)
    situation.note("dispute", code, values, rule=rule, seat=seat, act=match.next_number - 1, why=why)
    situation.ui.announce(Sign(code, values, is_alert=True), situation.devices.now_ms)


def _cards_of(situation: Situation, acts: tuple[int, ...], seat: str | None) -> tuple[str, ...]:
    """Return the cards that these acts of the game told, of one seat where each seat showed its own; each card once."""
    named: list[object] = []
    for entry in latest_game(situation.log):
        if entry.act not in acts or entry.kind != "ruling":
            continue
        cards, one = entry.values.get("cards", ()), entry.values.get("card")
        if isinstance(cards, Mapping):
            cards = [card for owner, card in cards.items() if seat in (None, owner)]
        named += cards if isinstance(cards, (list, tuple)) else ()
        named += () if one is None else (one,)
    return tuple(dict.fromkeys(map(str, named)))


def last_ruling(log: Sequence[LogEntry], reader: str | None) -> LogEntry | None:
    """Return the last line of the game that tells a ruling; None as reader: on a display that everyone reads."""
    may_read = (entry for entry in reversed(latest_game(log)) if entry.why and entry.owner in (None, reader))
    return next(may_read, None)


def screen(log: Sequence[LogEntry], reader: str | None, page: int) -> Reason:
    """Show a page of why; the pages begin again after the last."""
    entry = last_ruling(log, reader)
    if entry is None or entry.why is None:
        return Reason(Sign("why.nothing"), "", page)
    return Reason(Sign(entry.why.code, {"seat": entry.seat or "", **entry.why.values}), entry.why.rule, page)

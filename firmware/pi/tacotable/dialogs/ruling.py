"""Acts and decisions put before the referee, with what follows for log and undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tacotable.dialogs import undo as taking_back
from tacotable.dialogs.questions import told_by
from tacotable.dialogs.rulings_log import note_refusal
from tacotable.state.scene import Sign
from tacotable.state.why import why_of

if TYPE_CHECKING:
    from tacotable.state import facts
    from tacotable.state.situation import Situation
    from tacotable_engine.rulings import Ruling


class NoShuffle:
    """The chance of a real table: cards are shuffled by hands, so that nobody may ask for it."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Refuse: in `blind` the engine owns no deck."""
        raise AssertionError(f"a physical deck of {len(cards)} cards is shuffled by people, not by the program")


def rule_on(fact: facts.Acted, situation: Situation) -> Ruling | None:
    """Put an act before the referee again, and its refusal into the log; None without a game."""
    if situation.game.match is None:
        return None
    ruling = situation.game.match.act(fact.seat, fact.act)
    if ruling.ruling == "illegal":
        situation.game.refused = fact
        note_refusal(situation, ruling, fact.seat)
    else:
        situation.game.refused = None
        if not fact.tags and fact.act.keys() & {"card", "cards"}:
            situation.game.named_acts.add(situation.game.match.next_number - 1)
        taking_back.remember(situation, fact, ruling)
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
    if not stands:
        return None
    taking_back.remember(situation, refused, ruling)
    return refused, ruling


def amend(fact: facts.Amended, situation: Situation) -> Ruling | None:
    """Change the game by hand, and put that into the log; nothing of before can be taken back. None without a game."""
    if situation.game.match is None:
        return None
    ruling = situation.game.match.amend(fact.change)
    situation.game.refused = None
    taking_back.forget(situation)
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
    situation.game.setup = {**situation.game.setup, "mode": "blind"}
    situation.game.refused = None
    situation.game.entries.clear()
    situation.ui.cursors.clear()
    taking_back.forget(situation)
    situation.note("table", "log.went-unseen", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("press")

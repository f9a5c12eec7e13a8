"""Screens: a seat's own display, and the public one with the pile, the countdown and what was refused."""

from __future__ import annotations

from dataclasses import replace

from tacotable.games.exploding import button_entry as by_buttons
from tacotable.games.exploding import choices, window
from tacotable.games.exploding import hidden_cards as passing
from tacotable.games.exploding.pad import is_crowded
from tacotable.games.exploding.setup import shown_page
from tacotable.games.exploding.signs import news, sign_for, winner
from tacotable.games.exploding.state import (
    PUBLIC,
    Step,
    is_blind,
    lethal_count,
    pile_size,
    step_of,
    turn_seat,
    turns_left,
    ui_of,
)
from tacotable.games.exploding.status import status_by_buttons, status_sign
from tacotable.games.exploding.timing import steps_of
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Refusal
from tacotable.state.scene import Choice, Notice, Picture, Screen, Sign, Status
from tacotable.state.situation import Situation, seat_part
from tacotable_engine.exploding.ruleset import NAMES

PRIVATE = frozenset(("rule.hand-lacks", "rule.deny-refuted"))
"""Refusals that name a card which their seat has not shown; all others name what lies on the pad, or nothing."""
MEANS_NOTHING = frozenset(("refusal.let-already", "refusal.wait-kittens", "refusal.watching", "refusal.whose-first"))
"""Refusals of a press by a seat that is not asked."""
BESIDE = frozenset(("refusal.early", "refusal.discarded"))
"""Refusals of cards that leave an open window as it is."""
OWN_WORDS = {"refusal.no-game": "refusal.no-game-kittens"}
"""What the table says of any game, and these games otherwise."""


def seat_screen(situation: Situation, seat: str) -> Screen:
    """Show a seat's own display: trouble first, then what is awaited."""
    if trouble := _reader_lost(situation):
        return trouble
    public = None if _lies_beside(situation) else situation.ui.refusals.get(PUBLIC)
    if refusal := situation.ui.refusals.get(seat) or public:
        return _refused(refusal, seat)
    if situation.game.stage is Stage.LOBBY and not situation.game.is_paused:
        return _lobby(situation, sign_for(situation, seat))
    if _is_naming(situation) and seat == turn_seat(situation):
        return _naming(situation, sign_for(situation, seat))
    sign = _with_note(situation, seat, passing.said(situation, sign_for(situation, seat)))
    if offered := by_buttons.items(situation, seat):
        return _by_buttons(situation, offered, seat, sign)
    if situation.game.stage is Stage.OVER and seat == winner(situation):
        return Picture(Sign("sign.victory", {"winner": seat}), "win")
    return Notice(sign)


def public_screen(situation: Situation) -> Screen:
    """Show the display that everyone reads."""
    if trouble := _reader_lost(situation):
        return trouble
    if refused := _refused_in_public(situation):
        return refused
    if situation.game.is_paused:
        return Notice(Sign("sign.paused"))
    if situation.game.stage is Stage.LOBBY:
        seated = len(ui_of(situation).seated)
        return _lobby(situation, Sign("sign.gather", {"n": seated}), "hint.hold-ok" if seated > 1 else "hint.nope-game")
    if situation.game.stage is Stage.DEAL:
        return Notice(shown_page(situation))
    if (told := situation.ui.news) and not _is_more_urgent(situation):
        return Picture(told[0].sign, told[0].picture) if told[0].picture else Notice(told[0].sign)
    if situation.game.stage is Stage.OVER:
        return Picture(Sign("sign.won", {"winner": winner(situation)}), "win")
    if _is_naming(situation):
        return _naming(situation, Sign("sign.names", {"seat": turn_seat(situation)}))
    asked = by_buttons.asked(situation)
    if asked and (offered := by_buttons.items(situation, asked)):
        return _by_buttons(situation, offered, asked, status_by_buttons(situation, news(situation)))
    return _status(situation)


def _by_buttons(situation: Situation, offered: tuple[str, ...], seat: str, sign: Sign) -> Choice:
    """Show what a seat may name while the reader is silent; whoever reads along sees a card before it is shown."""
    item = by_buttons.shown(situation, offered, seat)
    return Choice(sign, item, True, offered.index(item), len(offered), hint="hint.nope-ok")


def _is_more_urgent(situation: Situation) -> bool:
    """Return whether news have to wait: a window is open, or somebody shows cards."""
    ui = ui_of(situation)
    return (
        ui.window is not None or ui.whose is not None or any(entry.cards for entry in situation.game.entries.values())
    )


def _status(situation: Situation) -> Status:
    opened, bar = ui_of(situation).window, None
    if opened is not None:
        steps = steps_of(situation)
        bar = (window.steps_left(opened, situation.devices.now_ms, steps), steps)
    return Status(
        _with_note(situation, PUBLIC, passing.said(situation, status_sign(situation, news(situation)))),
        pile_size(situation),
        lethal_count(situation),
        turns_left(situation),
        bar,
        is_standing=opened is not None and bool(opened.claims),
    )


def _lobby(situation: Situation, sign: Sign, hint: str = "hint.nope-game") -> Choice:
    index = NAMES.index(situation.ui.lobby_game)
    return Choice(sign, f"item.{situation.ui.lobby_game}", True, index, len(NAMES), hint=hint)


def _is_naming(situation: Situation) -> bool:
    return situation.game.stage is Stage.PLAY and not situation.game.is_paused and step_of(situation) is Step.NAME


def _naming(situation: Situation, sign: Sign) -> Choice:
    player = turn_seat(situation)
    items = choices.items(situation, player)
    shown = choices.shown(situation, player)
    return Choice(sign, shown, True, items.index(shown), len(items), hint="hint.nope-ok")


def _refused(refusal: Refusal, whom: str, *, is_public: bool = False) -> Notice:
    """Show a refusal; the public display tells whom it is for, if that is a seat."""
    named = whom if is_public and whom != PUBLIC else ""
    code = OWN_WORDS.get(refusal.code, refusal.code)
    return Notice(Sign(code, {"seat": whom, **refusal.values}, is_alert=True), seat=named)


def _refused_in_public(situation: Situation) -> Notice | None:
    """Show what concerns everyone: a refused card on the pad, and a seat's press where it has no display.

    While a window is open, what may be noped is more than a press that means nothing: lamp and tone tell that.
    """
    is_open = ui_of(situation).window is not None
    if (refusal := situation.ui.refusals.get(PUBLIC)) and not _lies_beside(situation):
        return _refused(refusal, PUBLIC, is_public=True)
    for seat, refusal in situation.ui.refusals.items():
        is_told_there = refusal.tag is None and seat_part(situation, seat).display is not None
        if seat == PUBLIC or is_told_there:
            continue
        if is_open and refusal.code in MEANS_NOTHING:
            continue
        if refusal.code in PRIVATE:
            return Notice(Sign("sign.refused-to", {"seat": seat}, is_alert=True), seat=seat)
        return _refused(refusal, seat, is_public=True)
    return None


def _lies_beside(situation: Situation) -> bool:
    """Whether a card lies there that is nobody's, and answers nothing: what is asked stays on show beside it."""
    refusal = situation.ui.refusals.get(PUBLIC)
    is_open = ui_of(situation).window is not None
    return refusal is not None and (refusal.code == "refusal.lay-again" or (is_open and refusal.code in BESIDE))


def _with_note(situation: Situation, whom: str, sign: Sign) -> Sign:
    """Return a sign with what hands should do first: a card that does not answer goes off, a crowd is parted."""
    if _lies_beside(situation):
        return replace(sign, note=Sign("note.take-off"))
    is_crowd = is_crowded(situation) and situation.game.entries and whom in (PUBLIC, turn_seat(situation))
    return replace(sign, note=Sign("note.crowd")) if is_crowd else sign


def _reader_lost(situation: Situation) -> Notice | None:
    """Show that nobody knows what lies on the pad, while that matters."""
    code = "sign.reader-lost-seen" if situation.is_seen else "sign.reader-lost-kittens"
    return Notice(Sign(code, is_alert=True)) if is_blind(situation) else None

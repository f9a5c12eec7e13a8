"""Screens: a seat's own display, and the public one with the pile, the countdown and what was refused."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import message
from tacotable.games.exploding import button_entry, hidden_cards, robot, window
from tacotable.games.exploding.now import Now
from tacotable.games.exploding.pads import is_crowded, pad_states, unruled
from tacotable.games.exploding.plays import name_items
from tacotable.games.exploding.setup import shown_page
from tacotable.games.exploding.signs import FOR_PLAYER, SAYS_MORE, Kind, explained, kind_of, news, status_sign
from tacotable.games.exploding.state import AWAITING, PUBLIC, ZONE, ExplodingSituation, unread_ms, zone_of
from tacotable.games.exploding.timing import steps_of
from tacotable.state.game_state import Stage
from tacotable.state.scene import Choice, Notice, Picture, Screen, Sign, Status
from tacotable.state.situation import seat_part

if TYPE_CHECKING:
    from tacotable.state.interaction import Refusal

OWN_WORDS = {"refusal.no-game": "refusal.no-game-kittens"}  # What the table says of any game, these games otherwise.


def seat_screen(now: Now, seat: str, sign: Sign) -> Screen:
    """Show a seat's own display: trouble first, then what is awaited (`sign`)."""
    situation, refusals = now.situation, now.situation.ui.refusals
    if now.is_blind:
        return _reader_lost(situation)
    refusal = refusals.get(seat) if refusals else None
    if refusals and refusal is None and not _lies_beside(now):
        of_all = refusals.get(PUBLIC)
        is_for_seat = of_all is not None and (not of_all.kind.is_note or seat == now.player)
        refusal = of_all if is_for_seat else None
    if refusal:
        return _refused(situation, refusal, seat)
    if now.game.stage is Stage.LOBBY and not now.game.is_paused:
        return _lobby(situation, sign, "hint.nope-menu" if seat in now.ui.seated else "hint.nope-game")
    if now.is_naming and seat == now.player:
        return _naming(now, sign)
    if now.offered and seat == now.chooser:
        return _by_buttons(now, sign)
    if now.game.stage is Stage.OVER and seat == now.view.winner:
        return Picture(Sign("sign.victory", {"winner": seat}), "win")
    return Notice(sign)


def public_screen(now: Now) -> Screen:
    """Show the display that everyone reads."""
    situation = now.situation
    if now.is_blind:
        return _reader_lost(situation)
    if refused := _refused_in_public(now):
        return refused
    if now.game.is_paused:
        return Notice(Sign("sign.paused"))
    if now.game.stage is Stage.LOBBY:
        seated = len(now.ui.seated)
        hint = ("hint.nope-game", "hint.nope-menu", "hint.hold-ok")[min(seated, 2)]
        return _lobby(situation, Sign("sign.gather", {"n": seated}), hint)
    if now.game.stage is Stage.DEAL:
        return Notice(shown_page(situation))
    is_urgent = now.ui.window is not None or now.ui.whose is not None or _has_shown(now)  # the news have to wait
    if (told := situation.ui.news_for(PUBLIC)) and not is_urgent:
        return Picture(told[0].sign, told[0].picture) if told[0].picture else Notice(told[0].sign)
    if now.game.stage is Stage.OVER:
        return Picture(Sign("sign.won", {"winner": now.view.winner or ""}), "win")
    if now.is_naming:
        return _naming(now, Sign("sign.names", {"seat": now.player}))
    if now.offered:
        outcome = news(now)
        sign = with_note(now, PUBLIC, status_sign(now, outcome if outcome in FOR_PLAYER else ""))
        return _by_buttons(now, sign, is_public=True)
    return (
        Notice(with_note(now, PUBLIC, asked)) if now.game.robots and (asked := robot.sign(situation)) else _status(now)
    )


def _by_buttons(now: Now, sign: Sign, *, is_public: bool = False) -> Choice:
    """Show what a seat may name while the reader is silent; whoever reads along sees a card before it is shown."""
    asked = now.chooser
    item = button_entry.shown(now.situation, now.offered, asked)
    hint = "hint.nope-hold" if button_entry.is_untouched_draw(now.situation, asked) else "hint.nope-ok"
    named = asked if is_public and kind_of(sign) in (*SAYS_MORE, Kind.NEWS) else ""
    return Choice(sign, item, True, now.offered.index(item), len(now.offered), hint=hint, seat=named)


def _has_shown(now: Now) -> bool:
    return any(entry.cards for entry in now.game.entries.values())


def _status(now: Now) -> Status | Notice:
    opened, bar = now.ui.window, None
    if opened is not None:
        steps = steps_of(now.situation)
        bar = (window.steps_left(opened, now.situation.devices.now_ms, steps), steps)
    guided = now.game.guided
    is_guided = bool(guided) if opened is not None else now.player in guided
    told = news(now) if not is_guided or news(now) in FOR_PLAYER else ""
    sign = explained(hidden_cards.said(now.situation, status_sign(now, told)), is_guided=is_guided)
    sign = with_note(now, PUBLIC, sign)
    if bar is None and (sign.guide or kind_of(sign) in SAYS_MORE):
        return Notice(sign)  # two lines say more than the numbers at the foot
    is_standing = opened is not None and bool(opened.claims)
    return Status(sign, len(now.view.pile), now.view.lethal, now.view.turn.left, bar, is_standing=is_standing)


def _lobby(situation: ExplodingSituation, sign: Sign, hint: str) -> Choice:
    index = situation.games.index(situation.ui.lobby_game)
    return Choice(sign, f"item.{situation.ui.lobby_game}", True, index, len(situation.games), hint=hint)


def _naming(now: Now, sign: Sign) -> Choice:
    items = name_items(now.situation, now.player)
    shown = button_entry.shown(now.situation, items, now.player)
    return Choice(sign, shown, True, items.index(shown), len(items), hint="hint.nope-ok")


def _refused(situation: ExplodingSituation, refusal: Refusal, whom: str, *, is_public: bool = False) -> Notice:
    """Show a refusal; the public display tells whom it is for, if that is a seat."""
    named = whom if is_public and whom != PUBLIC else ""
    code = message(situation, whom, refusal)
    code = OWN_WORDS.get(code, code)
    return Notice(Sign(code, {"seat": whom, **refusal.values}, is_alert=True), seat=named)


def _refused_in_public(now: Now) -> Notice | None:
    """Show what concerns everyone, the latest first: a refused card on the pad, a seat's press without a display.

    What may be noped, is shown, or is asked in the middle of an act, is more than a press that means nothing: lamp and
    tone tell that.
    """
    refusals, player = now.situation.ui.refusals, now.player
    if (refusal := refusals.get(PUBLIC)) and not _lies_beside(now):
        return _refused(now.situation, refusal, PUBLIC, is_public=True)
    is_in_an_act = now.phase != "turn" or _has_shown(now) or bool(news(now) or now.situation.ui.news)
    told = refusals.get(player)
    is_in_an_act |= told is not None and (told.tag is not None or told.kind.asks)
    is_held = now.ui.window is not None and now.ui.window.claims  # the time stands for somebody's card
    for seat, refusal in reversed(refusals.items()):
        lies_apart = zone_of(now.situation, seat) != ZONE or now.situation.zone(seat) == refusal.tag
        is_own = refusal.tag is None or (lies_apart and seat not in now.view.to_act)
        if (
            seat == PUBLIC
            or (refusal.tag is None and is_held)
            or (is_own and seat_part(now.situation, seat).display is not None)
        ):
            continue
        is_older = now.ui.refused_ms.get(seat, (None, 0.0))[1] < max(now.ui.asked_ms, now.ui.shown_ms)
        if (is_in_an_act or is_older) and refusal.kind.is_of_nobody:
            continue
        if now.is_naming and refusal.tag is None and seat != now.player:
            continue
        if refusal.kind.is_private:
            return Notice(Sign("sign.refused-to", {"seat": seat}, is_alert=True), seat=seat)
        return _refused(now.situation, refusal, seat, is_public=True)
    return None


def _lies_beside(now: Now) -> bool:
    """Whether a card lies there that is nobody's, and answers nothing: what is asked stays on show beside it."""
    refusal = now.situation.ui.refusals.get(PUBLIC)
    if refusal is None:
        return False
    if not refusal.kind.is_note:
        return now.ui.window is not None and refusal.kind.is_of_window
    has_more = now.situation.ui.news or now.player in now.situation.ui.refusals  # that is read first
    return bool(now.phase != "turn" or _has_shown(now) or news(now) or has_more)


def with_note(now: Now, whom: str, sign: Sign) -> Sign:
    """Return a sign with what hands should do first: a card that does not answer goes off, a crowd is parted."""
    is_left_lying = sign.code.startswith("status.window") and unruled(now.situation, ZONE) is not None
    taker = hidden_cards.on_its_way(now.situation) if now.is_seen else ""
    if whom == PUBLIC and taker and taker not in now.situation.game.robots:
        return replace(sign, note=Sign("note.take-drawn"))
    if is_left_lying or (now.situation.ui.refusals and _lies_beside(now)):
        return replace(sign, note=Sign("note.take-off"))
    if whom not in (PUBLIC, *now.players):
        return sign
    if (cards := now.noped) and not _has_shown(now):
        return replace(sign, note=Sign("note.box", {"cards": cards, "n": len(cards)}))
    kind = kind_of(sign)
    is_concerned = now.game.entries and whom in (PUBLIC, now.player) and kind is not Kind.DOOM
    if is_concerned and is_crowded(now.situation, zone_of(now.situation, now.player)):
        return replace(sign, note=Sign("note.crowd"))
    note = _note_of_pad(now, whom, sign, kind)
    return replace(sign, note=Sign(note)) if note else sign


def _note_of_pad(now: Now, whom: str, sign: Sign, kind: Kind) -> str:
    """Return what is to be done with the pad on which somebody lays cards: used ones go, unread ones come alone."""
    situation, seat = now.situation, now.player if whom == PUBLIC else whom
    asked = next(iter(now.view.to_act), seat) if whom == PUBLIC else whom
    may_lay = kind is Kind.CARD or (kind is Kind.OUT_OF_TURN and situation.devices.table.play is None)
    if not may_lay and asked not in now.view.to_act:
        return ""
    zone = zone_of(situation, seat)
    if may_lay and pad_states(situation)[zone] == "spent":
        return "note.clear-pad"
    if kind is Kind.DEFUSE and not sign.guide and isinstance(situation.devices.on(zone), str):
        return "note.clear-defuse"
    may_answer = zone != ZONE and sign.code.startswith("sign.window") and seat in now.view.to_act
    if may_answer and pad_states(situation)[zone] == "spent":
        return "note.clear-first"
    is_awaited = now.phase in AWAITING and asked in now.view.to_act
    may_add = is_awaited and (kind is Kind.MORE or not situation.entry(asked).cards)
    unread = unread_ms(situation, asked) if may_add else ()
    if unread and unread[0] <= situation.devices.now_ms < unread[1]:
        return "note.unread"
    is_shown = kind is Kind.PLAY and whom != PUBLIC and situation.devices.on(zone) != situation.entry(seat).tags[-1]
    return "note.lifted" if is_shown and situation.entry(seat).tags[-1] is not None else ""


def _reader_lost(situation: ExplodingSituation) -> Notice:
    """Show that nobody knows what lies on the pad."""
    return Notice(
        Sign("sign.reader-lost-seen" if situation.game.is_seen else "sign.reader-lost-kittens", is_alert=True)
    )

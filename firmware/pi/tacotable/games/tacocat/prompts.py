"""Signs: what each seat is told in each stage and phase of Tacocat; the words are in the catalog."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tacotable.dialogs import robots
from tacotable.dialogs.refusals import message
from tacotable.games.tacocat import choices, deal
from tacotable.games.tacocat.reading import has_not_turned, is_asked
from tacotable.games.tacocat.state import (
    asked_demand,
    game_of,
    has_sensors,
    is_collecting,
    is_crowded,
    is_lifted,
    is_one_by_one,
    is_silent,
    names_cards,
    needs_clearing,
    other,
    repair,
    round_of,
    standing_at,
    target,
    unread_ms,
    view_of,
)
from tacotable.state.scene import Choice, Notice, Screen, Sign
from tacotable.state.situation import Situation, Stage, has_pad
from tacotable_engine.tacocat.ruleset import load_ruleset

# What is said before a deal, with the number of cards big beside it.
DEALS = ("sign.deal", "sign.deal-token", "sign.deal-cover", "sign.deal-counts", "sign.deal-tied")

# What the guide of a first game says in place of what a sign says below its title.
GUIDE: Mapping[str, str] = {
    "sign.replace": "guide.replace",
    **dict.fromkeys(("sign.duel", "sign.draw"), "guide.duel"),
    **{f"sign.attack{kind}": "guide.attack" for kind in ("", "-one", "-first", "-again", "-now", "-practice")},
    "sign.answer": "guide.answer",
    "sign.sacrifice": "guide.sacrifice",
    "sign.move-won": "guide.move",
    "sign.move-won-by-hand": "guide.move-by-hand",
    "sign.deal-cover": "guide.cover",
}


def screen_for(situation: Situation, seat: str) -> Screen:
    """Return what a seat's display shows: trouble, then what is awaited."""
    if situation.game.stage is Stage.PLAY and is_silent(situation, seat):
        return Notice(Sign("sign.reader-lost", {"seat": seat}, is_alert=True))
    if refusal := situation.ui.refusals.get(seat):
        return Notice(Sign(message(situation, seat, refusal), {"seat": seat, **refusal.values}, is_alert=True))
    if told := situation.ui.news_for(seat):
        return Notice(told[0].sign)
    sign = sign_for(situation, seat)
    if situation.game.stage is Stage.LOBBY:
        index = choices.lobby_index(situation)
        game, options = choices.lobby(situation)[index]
        item = f"item.{game}-practice" if options else f"item.{game}"
        keys = "hint.lobby" if has_pad(situation, seat) else "hint.lobby-buttons"
        return Choice(sign, item, True, index, len(choices.lobby(situation)), hint=keys)
    is_choosing = is_asked(situation, seat) and not situation.game.is_paused and names_cards(situation, seat)
    items = choices.items(situation, seat) if is_choosing else ()
    if items and not choices.doubted(situation, seat):
        index = choices.index_of(situation, seat)
        item = items[index]
        chosen = situation.entry(seat).cards
        keys = hint(situation, seat)
        if has_not_turned(situation, seat) and (keys or not sign.guide):
            keys = "hint.hold-first" if keys else "hint.hold-first-buttons"
        return Choice(sign, item, item in choices.WORDS, index, len(items), chosen, keys)
    return Notice(sign, "" if sign.guide else _big(situation, seat, sign))


def sign_for(situation: Situation, seat: str) -> Sign:
    """Return the sign that tells a seat what is awaited, and from whom, with what its pad needs."""
    sign = _for_robot(situation, seat) or _sign(situation, seat)
    if seat in situation.game.guided and sign.code in GUIDE:
        sign = replace(sign, guide=GUIDE[sign.code])
    if situation.game.is_paused or situation.game.stage not in (Stage.MOVE, Stage.DEAL, Stage.PLAY):
        return sign
    if situation.game.stage is Stage.PLAY:
        note = _note(situation, seat)
    else:  # why a seat won the round with an equal card, while Tacocat is moved for it
        result = _result_event(situation) if situation.game.stage is Stage.MOVE else None
        is_tie = result is not None and result["by"] in ("tie-arrow", "tie-duel-winner")
        note = Sign(f"note.{result['by']}") if result and is_tie else None
    values = {**sign.values, "is_named": True} if names_cards(situation, seat) else sign.values
    return replace(sign, values=values, note=note)


def _for_robot(situation: Situation, seat: str) -> Sign | None:
    """Return what people do for a robot, beside it and where a seat has nothing else to do."""
    is_robot = seat in situation.game.robots
    has_begun = deal.has_begun(situation) or not deal.is_first_deal(situation)
    if is_robot and has_begun and deal.is_dealing(situation) and (left := deal.left(situation, seat)):
        return Sign("sign.robot-deal", {"owner": seat, "n": left})
    is_idle = situation.game.stage is Stage.PLAY and not is_asked(situation, seat)
    return robots.sign(situation) if is_idle or robots.is_playing(situation, seat) else None


def _note(situation: Situation, seat: str) -> Sign | None:
    """Return what hands should do with a seat's pad besides: a silent table would be a riddle."""
    printed = load_ruleset(situation.ruleset)
    won = next((event for event in situation.game.last_events if event["type"] == "duel-won"), None)
    if printed.tucks_duel and won is not None and (needs_clearing(situation, seat) or not has_pad(situation, seat)):
        return Sign("note.tuck", {"seat": won["seat"]})
    is_hiding = is_collecting(situation, seat) and is_crowded(situation, seat)
    if is_hiding and situation.entry(seat).is_announced:
        return Sign("note.crowd")
    if is_hiding or needs_clearing(situation, seat):
        return Sign("note.clear-down" if printed.discards_face_down else "note.clear-pad")
    if not is_asked(situation, seat):
        return None
    asked = unread_ms(situation, seat)
    if asked and asked[0] <= situation.devices.now_ms < asked[1]:
        return Sign("note.unread")
    events = situation.game.last_events
    gave_up = next((event for event in events if event["type"] == "sacrificed" and event["seat"] == seat), None)
    if gave_up is not None and view_of(situation).phase == "answer":
        return Sign("note.gave-up", {"card": gave_up["card"]})
    if has_pad(situation, seat) and names_cards(situation, seat):
        return Sign("note.reader-dead")
    return None


def _sign(situation: Situation, seat: str) -> Sign:
    across = other(situation, seat)
    if situation.game.is_paused:
        return Sign("sign.paused")
    if situation.game.stage is Stage.LOBBY:
        kind = "lobby" if has_pad(situation, seat) else "lobby-buttons"
        return Sign(f"sign.{kind}", guide=f"guide.{kind}" if situation.game.new_to_guide(situation.seats) else "")
    if situation.game.stage is Stage.OVER:
        return Sign("sign.over", {"winner": winner(situation)})
    if situation.game.stage is Stage.MOVE:
        sign = _move_sign(situation)
        return sign if has_sensors(situation) else replace(sign, code=f"{sign.code}-by-hand")
    if situation.game.stage is Stage.DEAL:
        n = deal.hand_number(situation)
        if seat in game_of(situation).dealt:
            if is_token_asked(situation):
                return Sign("sign.token-back", {"space": target(situation)})
            return Sign("sign.deal-wait", {"seat": across, "n": n})
        return Sign(_deal_code(situation), {"n": n})
    return _play_sign(situation, seat, across)


def winner(situation: Situation) -> str:
    """Return who won the game; empty while nobody has."""
    if resigned := game_of(situation).resigned:
        return other(situation, resigned)
    return view_of(situation).winner or ""


def hint(situation: Situation, seat: str) -> str:
    """Return which buttons turn and take, where they are not LEFT and RIGHT."""
    return "hint.no-ok" if has_pad(situation, seat) else ""


def title(situation: Situation) -> Sign:
    """Say which game is played, and the round."""
    n = round_of(situation)
    return Sign("page.title", {"n": n}) if n else Sign("page.title-practice")


def log_section(situation: Situation) -> Sign | None:
    """Return the round that is on; a tied one is played again, and is the same round."""
    if situation.game.match is None:
        return None
    n = round_of(situation)
    return Sign("page.show-round", {"n": n}) if n else Sign("page.show-practice")


def _result_event(situation: Situation) -> Mapping[str, object] | None:
    """Return how the last round ended, while that is still news."""
    return next((event for event in situation.game.result if event["type"] in ("round-won", "round-tied")), None)


def _move_sign(situation: Situation) -> Sign:
    result, space = _result_event(situation), target(situation)
    if has_sensors(situation) and standing_at(situation) not in (None, space, game_of(situation).token_at):
        return Sign("sign.token-back", {"space": space})
    if view_of(situation).winner:
        return Sign("sign.move-goal", {"seat": winner(situation), "space": space})
    if result and result["type"] == "round-won":
        return Sign("sign.move-won", {"seat": result["seat"], "space": space})
    return Sign("sign.move", {"space": space})


def _deal_code(situation: Situation) -> str:
    """Return what people do before a deal: a space is covered, a tie or a practice round is told."""
    result = _result_event(situation)
    if any(event["type"] == "practice-ended" for event in situation.game.result):
        return "sign.deal-counts"
    if result and result["type"] == "round-tied":
        return "sign.deal-tied"
    if view_of(situation).covered:
        return "sign.deal-cover"
    return "sign.deal" if has_sensors(situation) else "sign.deal-token"


def _play_sign(situation: Situation, seat: str, across: str) -> Sign:
    now, is_own = view_of(situation).phase, seat in view_of(situation).to_act
    if now == "deal":
        left = deal.left(situation, seat)
        if not left:
            return Sign("sign.wait-pass", {"seat": across, "n": deal.left(situation, across)})
        if deal.is_first_deal(situation) and not deal.has_begun(situation):
            return Sign(f"{_deal_code(situation)}-seen", {"n": left})
        return Sign("sign.pass" if deal.is_first_deal(situation) else "sign.pass-new", {"n": left})
    if seat in view_of(situation).ready:
        kind = "-replace" if now == "replace" else "-lifted" if is_lifted(situation, seat) else ""
        return Sign(f"sign.sealed{kind}", {"seat": across})
    if not is_own:
        return _waiting_sign(situation, now, across)
    if now == "replace":
        shown, most = len(situation.entry(seat).cards), view_of(situation).limit
        kind = "" if not shown else "-more" if shown != most else "-all"
        return Sign(f"sign.replace{kind}", {"max": most, "n": shown})
    if now == "duel":
        return _duel_sign(situation, seat)
    if now == "attack":
        return _attack_sign(situation, seat)
    if now == "answer":
        return _answer_sign(situation, seat)
    return Sign("sign.show")


def _duel_sign(situation: Situation, seat: str) -> Sign:
    """Return a tie with what is left after it: else nobody could see that a second tie followed at once."""
    tied = next((event for event in situation.game.last_events if event["type"] == "duel-tied"), None)
    if tied is None:
        view = view_of(situation)
        replaced, dealt = view.replaced.get(seat, 0), view.board.numbers[len(view.board.numbers) // 2 + view.token]
        is_to_draw = replaced and not situation.game.is_seen and view.hand_size.get(seat, 0) == dealt
        down = "-down" if load_ruleset(situation.ruleset).replaces_face_down else ""
        return Sign(f"sign.draw{down}", {"n": replaced}) if is_to_draw else Sign("sign.duel")
    return Sign("sign.duel-again", {"card": tied["card"], "n": view_of(situation).hand_size.get(seat, 0)})


def _attack_sign(situation: Situation, seat: str) -> Sign:
    entry = situation.entry(seat)
    if entry.is_announced:
        kind = ("several", "several-one", "several-more")[min(len(entry.cards), 2)]
        return Sign(f"sign.{kind}", {"cards": entry.cards})
    kinds = {event["type"] for event in situation.game.last_events}
    values = {"n": view_of(situation).hand_size.get(seat, 0)}
    if is_one_by_one(situation):
        return Sign("sign.attack-one", values)
    if view_of(situation).practice:
        return Sign("sign.attack-practice", values)
    after = {"duel-revealed": "-first", "sacrificed": "-again", "defended": "-now"}
    return Sign(f"sign.attack{next((after[kind] for kind in after if kind in kinds), '')}", values)


def _answer_sign(situation: Situation, seat: str) -> Sign:
    open_demands = view_of(situation).demands
    values = {"demand": asked_demand(situation, seat), "left": len(open_demands)}
    if card := choices.doubted(situation, seat):
        return Sign("sign.sure-sacrifice", {**values, "card": card})
    if game_of(situation).intent(seat).is_sacrifice:
        return Sign("sign.sacrifice", values)
    if len(open_demands) == 1:
        return Sign("sign.answer", values)
    return Sign("sign.answer-several" if len(set(open_demands)) > 1 else "sign.answer-equal", values)


def is_token_asked(situation: Situation) -> bool:
    """Return whether standing Tacocat on its space is the next move of a repair: refused cards go first."""
    return repair(situation)[:1] == ({"do": "stand", "space": target(situation)},)


def _waiting_sign(situation: Situation, now: str, across: str) -> Sign:
    if is_token_asked(situation):
        return Sign("sign.token-back", {"space": target(situation)})
    gave_up = next((event for event in situation.game.last_events if event["type"] == "sacrificed"), None)
    if now == "attack" and gave_up is not None:
        return Sign("sign.wait-gave-up", {"seat": across, "card": gave_up["card"]})
    code = now if now in ("replace", "attack", "answer") else "turn"
    values = {"seat": across, "demands": view_of(situation).demands, "n": view_of(situation).hand_size.get(across, 0)}
    return Sign(f"sign.wait-{code}", values)


def _big(situation: Situation, seat: str, sign: Sign) -> str:
    """Return the value that a display shows large beside its lines."""
    if sign.code in ("sign.answer", "sign.answer-several", "sign.answer-equal", "sign.sacrifice"):
        return str(sign.values["demand"])
    is_draw = sign.code in ("sign.pass", "sign.pass-new", "sign.draw", "sign.draw-down")
    if is_draw or sign.code.removesuffix("-seen") in DEALS:
        return str(sign.values["n"])
    if sign.code in ("sign.replace-more", "sign.replace-all"):
        return str(len(situation.entry(seat).cards))
    return ""

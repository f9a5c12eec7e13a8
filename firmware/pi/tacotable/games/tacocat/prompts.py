"""Signs: what each seat reads in each stage and phase of Tacocat; the words are in the catalog.

The signs of a stage or a phase are rows, the first that holds is shown: a code, the names of its values, a condition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from tacotable.dialogs import robots
from tacotable.dialogs.refusals import message
from tacotable.games.tacocat import choices, deal, state
from tacotable.games.tacocat.reading import has_not_turned, is_asked
from tacotable.games.tacocat.state import TacocatSituation
from tacotable.state.game_state import Entry
from tacotable.state.scene import Choice, Notice, Screen, Sign
from tacotable.state.situation import Stage, has_pad
from tacotable_engine.tacocat.ruleset import Ruleset, load_ruleset
from tacotable_engine.tacocat.view import TacocatView

DEALS = ("", "-token", "-cover", "-counts", "-tied")
BIG: Mapping[str, str] = {
    **{f"sign.{code}": "demand" for code in ("answer", "answer-several", "answer-equal", "sacrifice")},
    **{f"sign.{code}": "n" for code in ("pass", "pass-new", "draw", "draw-down", "replace-more", "replace-all")},
    **{f"sign.deal{kind}{seen}": "n" for kind in DEALS for seen in ("", "-seen")},
}
"""The value that a display shows large beside the lines of a sign."""
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
"""What the guide of a first game says in place of what a sign says below its title."""


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the table, as a seat is concerned."""

    situation: TacocatSituation
    seat: str
    across: str
    view: TacocatView
    entry: Entry
    printed: Ruleset
    is_asked: bool
    has_pad: bool
    is_hiding: bool  # One of the cards that are gathered may hide another.
    is_used: bool  # A used card is on the pad.

    def last(self, *kinds: str) -> Mapping[str, object]:
        """Return what happened last, if it was of some kinds; else nothing."""
        return next((event for event in self.situation.game.last_events if event["type"] in kinds), {})

    def ended(self, *kinds: str) -> Mapping[str, object]:
        """Return how the last round ended, while that is still news, if it was in some ways; else nothing."""
        return next((event for event in self.situation.game.result if event["type"] in kinds), {})


def _look(situation: TacocatSituation, seat: str) -> Look:
    return Look(
        situation,
        seat,
        state.other(situation, seat),
        state.view_of(situation),
        situation.entry(seat),
        load_ruleset(situation.ruleset),
        is_asked(situation, seat),
        has_pad(situation, seat),
        state.is_collecting(situation, seat) and state.is_crowded(situation, seat),
        state.needs_clearing(situation, seat),
    )


Row = tuple[str, Callable[[Look], object]]


def _always(look: Look) -> bool:
    return True


def _is_token_asked(look: Look) -> bool:
    """Return whether Tacocat on its space is the next move of a repair: refused cards go first."""
    return state.repair(look.situation)[:1] == ({"do": "stand", "space": state.target(look.situation)},)


def _is_misplaced(look: Look) -> bool:
    situation = look.situation
    places = (None, state.target(situation), situation.game.part.token_at)
    return state.has_sensors(situation) and state.standing_at(situation) not in places


def _is_to_draw(look: Look) -> bool:
    """Return whether as many cards are drawn as were replaced."""
    view = look.view
    dealt = view.board.numbers[len(view.board.numbers) // 2 + view.token]
    is_short = view.hand_size.get(look.seat, 0) == dealt and not look.situation.game.is_seen
    return is_short and bool(view.replaced.get(look.seat, 0))


def _is_answering(look: Look) -> bool:
    """Return whether the seat gave a card up, and answers another attack."""
    return look.view.phase == "answer" and look.is_asked and look.last("sacrificed").get("seat") == look.seat


DEAL: tuple[Row, ...] = (
    ("-counts", lambda look: look.ended("practice-ended")),
    ("-tied", lambda look: look.ended("round-tied")),
    ("-cover", lambda look: look.view.covered),
    ("-token", lambda look: not state.has_sensors(look.situation)),
    ("", _always),
)
"""What people do before a deal."""
MOVES: tuple[Row, ...] = (
    ("move-goal{by} seat=winner space", lambda look: look.view.winner),
    ("move-won{by} seat=of-round space", lambda look: look.ended("round-won")),
    ("move{by} space", _always),
)
WAITING: tuple[Row, ...] = (
    ("token-back space", _is_token_asked),
    ("wait-gave-up seat card=given", lambda look: look.view.phase == "attack" and look.last("sacrificed")),
    ("wait-{phase} seat demands n=held-across", lambda look: look.view.phase in ("replace", "attack", "answer")),
    ("wait-turn seat demands n=held-across", _always),
)
SIGNS: Mapping[object, tuple[Row, ...]] = {
    Stage.LOBBY: (("lobby", lambda look: look.has_pad), ("lobby-buttons", _always)),
    Stage.OVER: (("over winner", _always),),
    Stage.MOVE: (("token-back space", _is_misplaced), *MOVES),
    Stage.DEAL: (
        ("deal{deal} n=dealt", lambda look: look.is_asked),
        ("token-back space", _is_token_asked),
        ("deal-wait seat n=dealt", _always),
    ),
    "deal": (
        ("wait-pass seat n=left-across", lambda look: not deal.left(look.situation, look.seat)),
        ("pass-new n=left", lambda look: not deal.is_first_deal(look.situation)),
        ("pass n=left", lambda look: deal.has_begun(look.situation)),
        ("deal{deal}-seen n=left", _always),
    ),
    "ready": (
        ("sealed-replace seat", lambda look: look.view.phase == "replace"),
        ("sealed-lifted seat", lambda look: state.is_lifted(look.situation, look.seat)),
        ("sealed seat", _always),
    ),
    "replace": (
        ("replace max n=shown", lambda look: not look.entry.cards),
        ("replace-all max n=shown", lambda look: len(look.entry.cards) == look.view.limit),
        ("replace-more max n=shown", _always),
    ),
    "duel": (
        ("duel-again card=tied n=held", lambda look: look.last("duel-tied")),
        ("draw{down} n=replaced", _is_to_draw),
        ("duel", _always),
    ),
    "attack": (
        ("several cards", lambda look: look.entry.is_announced and not look.entry.cards),
        ("several-one cards", lambda look: look.entry.is_announced and len(look.entry.cards) == 1),
        ("several-more cards", lambda look: look.entry.is_announced),
        ("attack-one n=held", lambda look: state.is_one_by_one(look.situation)),
        ("attack-practice n=held", lambda look: look.view.practice),
        ("attack-first n=held", lambda look: look.last("duel-revealed")),
        ("attack-again n=held", lambda look: look.last("sacrificed")),
        ("attack-now n=held", lambda look: look.last("defended")),
        ("attack n=held", _always),
    ),
    "answer": (
        ("sure-sacrifice demand left=open card=doubted", lambda look: choices.doubted(look.situation, look.seat)),
        ("sacrifice demand left=open", lambda look: look.situation.game.part.intent(look.seat).is_sacrifice),
        ("answer-several demand left=open", lambda look: len(set(look.view.demands)) > 1),
        ("answer-equal demand left=open", lambda look: len(look.view.demands) > 1),
        ("answer demand left=open", _always),
    ),
    "showdown": (("show", _always),),
    "wait": WAITING,
}
"""The signs by the stage, or in play by the phase."""
NOTES: Mapping[Stage, tuple[Row, ...]] = {
    Stage.MOVE: (  # why a seat won the round with an equal card, while Tacocat is moved for it
        ("tie-arrow", lambda look: look.ended("round-won").get("by") == "tie-arrow"),
        ("tie-duel-winner", lambda look: look.ended("round-won").get("by") == "tie-duel-winner"),
    ),
    Stage.DEAL: (),
    Stage.PLAY: (
        (
            "tuck seat=won-duel",
            lambda look: look.printed.tucks_duel and look.last("duel-won") and (look.is_used or not look.has_pad),
        ),
        ("crowd", lambda look: look.is_hiding and look.entry.is_announced),
        ("clear-{pad}", lambda look: look.is_hiding or look.is_used),
        ("unread", lambda look: look.is_asked and _is_unread(look)),
        ("gave-up card=given", _is_answering),
        ("reader-dead", lambda look: look.is_asked and look.has_pad and state.names_cards(look.situation, look.seat)),
    ),
}
"""What hands should do with a seat's pad besides: a silent table would be a riddle."""
KINDS: Mapping[str, Callable[[Look], str]] = {
    "by": lambda look: "" if state.has_sensors(look.situation) else "-by-hand",
    "deal": lambda look: _first(DEAL, look),
    "down": lambda look: "-down" if look.printed.replaces_face_down else "",
    "pad": lambda look: "down" if look.printed.discards_face_down else "pad",
    "phase": lambda look: look.view.phase,
}
"""The parts of a code."""
VALUES: Mapping[str, Callable[[Look], object]] = {
    "card=doubted": lambda look: choices.doubted(look.situation, look.seat),
    "card=given": lambda look: look.last("sacrificed")["card"],
    "card=tied": lambda look: look.last("duel-tied")["card"],
    "cards": lambda look: look.entry.cards,
    "demand": lambda look: state.asked_demand(look.situation, look.seat),
    "demands": lambda look: look.view.demands,
    "left=open": lambda look: len(look.view.demands),
    "max": lambda look: look.view.limit,
    "n=dealt": lambda look: deal.hand_number(look.situation),
    "n=held": lambda look: look.view.hand_size.get(look.seat, 0),
    "n=held-across": lambda look: look.view.hand_size.get(look.across, 0),
    "n=left": lambda look: deal.left(look.situation, look.seat),
    "n=left-across": lambda look: deal.left(look.situation, look.across),
    "n=replaced": lambda look: look.view.replaced[look.seat],
    "n=shown": lambda look: len(look.entry.cards),
    "seat": lambda look: look.across,
    "seat=of-round": lambda look: look.ended("round-won")["seat"],
    "seat=winner": lambda look: winner(look.situation),
    "seat=won-duel": lambda look: look.last("duel-won")["seat"],
    "space": lambda look: state.target(look.situation),
    "winner": lambda look: winner(look.situation),
}
"""The values of a sign, and which of several they are."""


def _is_unread(look: Look) -> bool:
    asked = state.unread_ms(look.situation, look.seat)
    return bool(asked) and asked[0] <= look.situation.devices.now_ms < asked[1]


def _first(rows: tuple[Row, ...], look: Look) -> str:
    return next((says for says, is_so in rows if is_so(look)), "")


def _said(kind: str, rows: tuple[Row, ...], look: Look) -> Sign | None:
    """Return the sign of the first row that holds; None if none does."""
    if not (says := _first(rows, look)):
        return None
    code, *names = says.split()
    code = code.format_map({part: KINDS[part](look) for part in KINDS if f"{{{part}}}" in code})
    return Sign(f"{kind}.{code}", {name.partition("=")[0]: VALUES[name](look) for name in names})


def _asked_for(look: Look) -> object:
    """Return which signs a seat reads."""
    stage, view = look.situation.game.stage, look.view
    if stage is not Stage.PLAY:
        return stage
    if view.phase == "deal" or look.seat in view.to_act:
        return view.phase
    return "ready" if look.seat in view.ready else "wait"


def sign_for(situation: TacocatSituation, seat: str) -> Sign:
    """Return the sign that says what is awaited of a seat, and from whom, with what its pad needs."""
    look, stage = _look(situation, seat), situation.game.stage
    if situation.game.is_paused:
        return Sign("sign.paused")
    sign = _for_robot(look) or _said("sign", SIGNS[_asked_for(look)], look) or Sign("sign.show")
    if stage is Stage.LOBBY and situation.game.new_to_guide(situation.seats):
        sign = replace(sign, guide=sign.code.replace("sign.", "guide."))
    if seat in situation.game.guided:
        sign = replace(sign, guide=GUIDE.get(sign.code, sign.guide))
    if stage not in NOTES:
        return sign
    values = {**sign.values, "is_named": True} if state.names_cards(situation, seat) else sign.values
    return replace(sign, values=values, note=_said("note", NOTES[stage], look))


def _for_robot(look: Look) -> Sign | None:
    """Return what people do for a robot, beside it and at a seat that has nothing else to do."""
    situation, seat = look.situation, look.seat
    has_begun = deal.has_begun(situation) or not deal.is_first_deal(situation)
    is_owed = has_begun and deal.is_dealing(situation) and seat in situation.game.robots
    if is_owed and (left := deal.left(situation, seat)):
        return Sign("sign.robot-deal", {"owner": seat, "n": left})
    is_idle = situation.game.stage is Stage.PLAY and not look.is_asked
    return robots.sign(situation) if is_idle or robots.is_playing(situation, seat) else None


def screen_for(situation: TacocatSituation, seat: str, sign: Sign) -> Screen:
    """Return what a seat's display shows: trouble, then what is awaited."""
    if situation.game.stage is Stage.PLAY and state.is_silent(situation, seat):
        return Notice(Sign("sign.reader-lost", {"seat": seat}, is_alert=True))
    if refusal := situation.ui.refusals.get(seat):
        return Notice(Sign(message(situation, seat, refusal), {"seat": seat, **refusal.values}, is_alert=True))
    if news := situation.ui.news_for(seat):
        return Notice(news[0].sign)
    if situation.game.stage is Stage.LOBBY:
        return _game_on_offer(situation, seat, sign)
    large = BIG.get(sign.code, "") if not sign.guide else ""
    return _choice(situation, seat, sign) or Notice(sign, str(sign.values[large]) if large else "")


def _game_on_offer(situation: TacocatSituation, seat: str, sign: Sign) -> Choice:
    offered, index = choices.lobby(situation), choices.lobby_index(situation)
    game, options = offered[index]
    kind, buttons = "-practice" if options else "", "" if has_pad(situation, seat) else "-buttons"
    return Choice(sign, f"item.{game}{kind}", True, index, len(offered), hint=f"hint.lobby{buttons}")


def _choice(situation: TacocatSituation, seat: str, sign: Sign) -> Choice | None:
    """Return what a seat chooses on its display; None if it does not, or is asked whether it means it."""
    is_choosing = (
        state.names_cards(situation, seat) and not situation.game.is_paused and not choices.doubted(situation, seat)
    )
    items = choices.items(situation, seat) if is_choosing else ()
    if not items:
        return None
    index, keys = choices.index_of(situation, seat), hint(situation, seat)
    if has_not_turned(situation, seat) and (keys or not sign.guide):
        keys = "hint.hold-first" if keys else "hint.hold-first-buttons"
    chosen, item = situation.entry(seat).cards, items[index]
    return Choice(sign, item, item in choices.WORDS, index, len(items), chosen, keys)


def hint(situation: TacocatSituation, seat: str) -> str:
    """Return which buttons turn and take, unless they are LEFT and RIGHT."""
    return "hint.no-ok" if has_pad(situation, seat) else ""


def winner(situation: TacocatSituation) -> str:
    """Return who won the game; empty while no one has."""
    resigned = situation.game.part.resigned
    return state.other(situation, resigned) if resigned else state.view_of(situation).winner or ""


def title(situation: TacocatSituation) -> Sign:
    """Return which game is played, and the round."""
    n = state.round_of(situation)
    return Sign("page.title", {"n": n}) if n else Sign("page.title-practice")


def log_section(situation: TacocatSituation) -> Sign | None:
    """Return the round that is on; a tied one is played again, and is the same round."""
    n = state.round_of(situation)
    section = Sign("page.show-round", {"n": n}) if n else Sign("page.show-practice")
    return section if situation.game.match else None

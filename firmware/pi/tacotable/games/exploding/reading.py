"""Readings: each gesture is read once into a frozen value of a few enums; what it does is decided by the table alone.

A field is read only in the moments that the table asks for it; otherwise it keeps its default, so there are few
readings. A press that does not count because of its time is read no further.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tacotable.dialogs.refusals import Refusal, countable, obstacle_to
from tacotable.games.exploding import button_entry, card_owner, claims, hidden_cards, pads, plays, timing, window
from tacotable.games.exploding.now import Now, play_moment, shown_by
from tacotable.games.exploding.reading_kinds import (
    Actor,
    Button,
    Card,
    Claim,
    Kind,
    Lying,
    Moment,
    Owner,
    Press,
    Shown,
    Timing,
)
from tacotable.games.exploding.state import (
    NOPE,
    ZONE,
    ExplodingSituation,
    last_laid,
    may_hide_a_card,
    pad_owner,
    pending,
    phase,
    ruleset_of,
    view_of,
)
from tacotable.games.exploding.table import CARDS, NO_ACTS, NOPES
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable_engine.exploding.ruleset import DEFUSE, HAND, load_ruleset

BY_HANDS = (Moment.TURN, Moment.DRAW, Moment.DEFUSE, Moment.FAVOR, Moment.STEAL)
"""Moments in which OK reports what hands did."""


def read_press(situation: ExplodingSituation, seat: str, button: Button, at_ms: float) -> Press:
    """Read a press of a button."""
    (reading,) = read_lamps(Now(situation), seat, button)
    if button is Button.DOWN or reading.moment is Moment.SILENT or reading.lying is Lying.COUNTABLE:
        return reading
    timing = _timing(situation, seat, at_ms, reading)
    if timing in (Timing.EARLY, Timing.MISSED):
        return Press(button, reading.moment, timing=timing)
    return reading._replace(timing=timing)


def read_lamps(now: Now, seat: str, *buttons: Button) -> tuple[Press, ...]:
    """Read a press of each of some buttons of a seat that counts, whenever that is."""
    moment = now.moment_of(seat)
    if moment is Moment.SILENT:
        return tuple(Press(button, moment) for button in buttons)
    actor, shown = _actor(now, seat, moment), now.shown
    if moment is Moment.BUTTONS:
        is_turned = seat in now.situation.ui.cursors or now.moment is Moment.WINDOW
        is_draw = button_entry.is_untouched_draw(now.situation, seat)
        shown = Shown.NOTHING if is_draw else Shown.PLAY if is_turned else Shown.MORE
    elif moment is Moment.BESIDE:
        shown = Shown.NOTHING
    is_hand = actor in (Actor.ASKED, Actor.WAITS, Actor.ALSO)
    is_idle = moment is Moment.TURN and actor is Actor.ASKED and shown is Shown.NOTHING
    claim, is_seen = (
        _claim(now, seat, moment),
        now.is_seen and is_hand and (moment in BY_HANDS or moment is Moment.DEAL),
    )
    has_news = is_idle and any(news.is_read_first for news in now.situation.ui.news_for(seat))
    is_refused = seat in now.situation.ui.refusals
    presses: list[Press] = []
    for button in buttons:
        may_be_first = is_idle or button in (Button.OK, Button.HELD)
        lying = _lying(now, seat, moment, button, actor) if may_be_first else Lying.CLEAR
        has_message = is_refused and button is Button.NOPE
        presses.append(Press(button, moment, actor, Timing.COUNTS, shown, lying, claim, is_seen, has_news, has_message))
    return tuple(presses)


def is_report(reading: Press) -> bool:
    """Return whether a press reports what hands did, or that they hold no such card."""
    if reading.moment is Moment.BUTTONS:
        return reading.button is not Button.NOPE and reading.shown is not Shown.PLAY
    if reading.actor is not Actor.ASKED or reading.lying is not Lying.CLEAR:
        return False
    if reading.button is Button.NOPE:
        return reading.moment in (Moment.DEFUSE, Moment.GIVE) and reading.shown is Shown.NOTHING
    if reading.moment is Moment.TURN:
        return reading.shown is Shown.NOTHING
    if reading.moment is Moment.DEAL:
        return not reading.is_seen
    return reading.moment in BY_HANDS and reading.shown is not Shown.ANNOUNCED


def _timing(situation: ExplodingSituation, seat: str, at_ms: float, reading: Press) -> Timing:
    is_nope = reading.button is Button.NOPE
    is_late = is_nope and situation.game.stage is Stage.PLAY and claims.is_late(situation)
    role = NOPE if is_nope else "ok"
    if timing.is_early(situation, seat, role, at_ms, is_report=is_report(reading)):
        return Timing.MISSED if is_late and not is_report(reading) else Timing.EARLY
    return Timing.LATE if is_late else Timing.COUNTS


def _actor(now: Now, seat: str, moment: Moment) -> Actor:
    if moment in AROUND_ACTORS:
        return AROUND_ACTORS[moment](now.situation, seat)
    view, ui = now.view, now.ui
    if seat not in view.alive:
        return Actor.OUT
    if ui.whose is not None:
        return card_owner.part_of(now.situation, ui.whose, seat)
    if moment is Moment.WINDOW:
        return _in_window(now.situation, seat)
    if moment is Moment.TARGET and seat != view.turn.seat:
        return Actor.ALSO if seat in ui.candidates else Actor.OTHER
    if seat in view.to_act:
        return Actor.ASKED
    if moment is Moment.DEFUSE and card_owner.other_drawer(now.situation) == seat:
        return Actor.ALSO
    is_claim = now.shown is not Shown.NOTHING and moment is Moment.TURN
    return Actor.WAITS if is_claim and card_owner.may_claim(now.situation, seat) else Actor.OTHER


def _in_window(situation: ExplodingSituation, seat: str) -> Actor:
    if claims.may_let(situation, seat):
        return Actor.ASKED
    if seat in view_of(situation).to_act:
        return Actor.WAITS
    return Actor.ALSO if claims.may_nope(situation, seat) else Actor.OTHER


def _in_lobby(situation: ExplodingSituation, seat: str) -> Actor:
    seated = situation.ui.part.seated
    if seat in seated:
        return Actor.ASKED
    is_full = len(seated) + 1 >= load_ruleset(situation.ui.lobby_game).players.stop
    return Actor.OUT if is_full else Actor.OTHER


def _in_deal(situation: ExplodingSituation, seat: str) -> Actor:
    if waiting := hidden_cards.on_its_way(situation):
        return Actor.ALSO if seat == waiting else Actor.OTHER
    is_asked = not hidden_cards.is_dealing(situation) or seat == hidden_cards.taker(situation)
    return Actor.ASKED if is_asked else Actor.OTHER


def _at_end(situation: ExplodingSituation, seat: str) -> Actor:
    if seat not in situation.game.players:
        return Actor.ALSO if seat in situation.ui.part.seated else Actor.OUT
    return Actor.ASKED if seat == view_of(situation).winner else Actor.OTHER


AROUND_ACTORS: Mapping[Moment, Callable[[ExplodingSituation, str], Actor]] = {
    Moment.BESIDE: lambda situation, seat: Actor.ASKED if seat in situation.ui.part.seated else Actor.OTHER,
    Moment.LOBBY: _in_lobby,
    Moment.DEAL: _in_deal,
    Moment.PASSING: _in_deal,
    Moment.OVER: _at_end,
}


def _lying(now: Now, seat: str, moment: Moment, button: Button, actor: Actor) -> Lying:
    situation = now.situation
    if moment is Moment.DEAL:
        return Lying.CARD if isinstance(last_laid(situation), str) else Lying.CLEAR
    if situation.game.stage is not Stage.PLAY or moment in (Moment.OWNER, Moment.BRUSHED, Moment.BESIDE):
        return Lying.CLEAR
    if button is Button.HELD and countable(situation, seat):
        return Lying.COUNTABLE
    if moment is Moment.BUTTONS:
        return Lying.CLEAR
    is_refused = seat in situation.ui.refusals and pads.is_refused_here(situation, seat)
    if is_refused or (actor is Actor.ASKED and pads.is_card_in_the_way(situation, seat)):
        return Lying.CARD
    is_draw = button is not Button.NOPE and actor is Actor.ASKED and moment is Moment.TURN
    may_hide = is_draw and now.shown is Shown.NOTHING and not now.is_seen
    if may_hide and (may_hide_a_card(situation, seat) or pads.lies_elsewhere(situation, seat)):
        return Lying.HIDING
    return Lying.CLEAR


def _claim(now: Now, seat: str, moment: Moment) -> Claim:
    if moment is Moment.DEFUSE and now.ui.owned is not None and card_owner.may_be_last_draw(now.situation, seat):
        return Claim.MINE
    opened = now.ui.window
    if opened is None or moment is not Moment.WINDOW:
        return Claim.NONE
    if window.is_claimed_by(opened, seat):
        return Claim.TIED if seat in window.tied(opened) else Claim.MINE
    is_free = now.opened is not None and window.may_claim(now.opened, seat, now.situation.devices.now_ms)
    return Claim.NONE if is_free else Claim.USED


def read_card(
    situation: ExplodingSituation, seat: str | None, face: str, tag: str | None
) -> tuple[Card, Refusal | None]:
    """Read a card: of the seat that is asked, on a pad, or named by buttons (`tag` is None then).

    Returns the reading, and why the card cannot count if its kind is the reason.
    """
    if tag is not None and (why := _obstacle(situation, seat, face, tag)):
        return Card(Moment.TURN, Kind.OBSTACLE), why
    ruleset = ruleset_of(situation)
    if (asked := situation.ui.part.whose) is not None:
        is_use = face in (DEFUSE, ruleset.mimic) and not asked.is_shown
        moment = Moment.BRUSHED if asked.is_passing else Moment.OWNER
        return Card(moment, Kind.FITS if is_use else Kind.UNFIT), None
    moment, is_own = (
        play_moment(situation, phase(situation)),
        seat is not None and tag is not None and seat == pad_owner(situation),
    )
    if seat is not None and is_own and not situation.family.may_act(situation, seat):
        return _read_unasked(situation, seat, face, str(tag), moment), None
    kind = Kind.NOPE if face in (NOPE, ruleset.mimic) else Kind.UNFIT
    opened = situation.ui.part.window
    if moment is Moment.WINDOW and is_own and seat is not None:
        return Card(moment, kind, Owner.ALSO, claim=_claim_of_card(situation, seat, kind)), None
    is_free = moment is Moment.WINDOW and tag is not None and (opened is None or not opened.claims)
    if seat is None or (is_free and kind is Kind.UNFIT):
        tie = opened is not None and bool(window.tied(opened))
        claim = Claim.TIED if tie else Claim.NONE if claims.may_claim(situation) else Claim.USED
        return Card(moment, kind, Owner.ANYBODY, claim=claim), None
    if tag is not None and (claims.is_anybodys(situation) or _is_before_asked(situation, seat, face, tag, moment)):
        return Card(moment, kind, timing=Timing.EARLY), None
    if tag is not None and _is_late(situation, seat, face, tag, moment):
        shown = Shown.ANNOUNCED if situation.entry(seat).is_announced else Shown.NOTHING
        return Card(moment, Kind.NOPE, timing=Timing.LATE, shown=shown), None
    if moment is Moment.WINDOW:
        return Card(moment, kind), None
    return _read_asked(situation, seat, face, tag, moment)


def may_count(situation: ExplodingSituation, seat: str, tag: str) -> bool:
    """Return whether OK held at a seat counts a card on a pad: the decision about it if it were laid now."""
    if situation.game.stage is not Stage.PLAY or situation.is_still or situation.ui.part.whose is not None:
        return False
    draft = situation.draft()
    pads.lay_now(draft, tag)
    if pads.owner(draft) != seat:
        return False
    face = situation.devices.faces.get(tag, "")
    outcome = CARDS.decide(read_card(draft, seat, face, tag)[0]).do
    is_allowed = outcome not in NOPES or plays.why_not(situation, seat, plays.nope_act(face)) is None
    return outcome not in NO_ACTS and is_allowed


def _claim_of_card(situation: ExplodingSituation, seat: str, kind: Kind) -> Claim:
    """Read the part in the open window of a seat that lays a card on its own pad."""
    opened, holder = situation.ui.part.window, claims.holder_of(situation)
    if opened is not None and kind is Kind.NOPE:
        if window.tied(opened) or holder not in (None, seat):
            return Claim.OTHER
        if holder is None and not claims.may_claim(situation, seat):
            return Claim.USED
    return Claim.MINE if opened is not None and window.is_claimed_by(opened, seat) else Claim.NONE


def _obstacle(situation: ExplodingSituation, seat: str | None, face: str, tag: str) -> Refusal | None:
    """Return why a card cannot be an act now, whoever is asked."""
    if situation.game.stage is Stage.PLAY and ZONE in situation.devices.part.named:
        # Buttons stood in for the reader: nobody knows whether they have named this card.
        return Refusal("refusal.pad-back", tag=tag)
    if why := obstacle_to(situation, tag):
        return why
    if face not in ruleset_of(situation).counts:
        return Refusal("refusal.not-this-game", {"card": face}, tag)
    is_open = seat is None or situation.ui.part.whose is not None or phase(situation) == "window"
    return None if is_open else hidden_cards.obstacle_elsewhere(situation, str(seat), tag)


def _read_unasked(situation: ExplodingSituation, seat: str, face: str, tag: str, moment: Moment) -> Card:
    """Read a card on the pad of a seat that is not asked: it comes too late, too early, or was its last draw."""
    if seat not in view_of(situation).alive:
        return Card(moment, Kind.UNFIT, Owner.OUT)
    last = situation.game.steps[-1] if situation.game.steps else None
    has_drawn = last is not None and last.seat == seat and last.did == ("draw",) and not situation.game.is_seen
    is_late, is_lethal = face == NOPE and _is_too_late(situation, tag), face == ruleset_of(situation).lethal
    is_asked = is_lethal and moment is Moment.TURN and card_owner.question(situation, face, tag) is not None
    return Card(
        moment,
        Kind.LETHAL if is_lethal else Kind.UNFIT,
        Owner.DRAWER if has_drawn else Owner.ANYBODY if is_asked else Owner.OTHER,
        Timing.LATE if is_late else Timing.COUNTS,
        shown_by(situation, next(iter(view_of(situation).to_act), seat), moment) if is_lethal else Shown.NOTHING,
        is_seen=situation.game.is_seen,
    )


def _is_before_asked(situation: ExplodingSituation, seat: str, face: str, tag: str, moment: Moment) -> bool:
    """Whether a card on the pad of all may have been on its way before anybody was asked what is asked."""
    is_lately = situation.devices.now_ms - situation.ui.part.asked_ms < Guard.HASTY.ms
    if not is_lately or pad_owner(situation) is not None:
        return False
    if moment is Moment.GIVE:
        return True
    last = situation.game.steps[-1] if situation.game.steps else None
    is_behind_draw = last is not None and last.seat != seat and last.did == ("draw",) and not situation.game.is_seen
    is_of_turn = moment in (Moment.TURN, Moment.TARGET, Moment.NAME) and tag not in situation.ui.part.waived
    return is_behind_draw and is_of_turn and face not in (NOPE, ruleset_of(situation).lethal)


def _is_late(situation: ExplodingSituation, seat: str, face: str, tag: str, moment: Moment) -> bool:
    """Whether a Nope on the pad of all may be meant for a window that has closed."""
    is_stolen = moment is Moment.STEAL and situation.game.is_seen
    may_be_late = moment is not Moment.WINDOW and not is_stolen and pending(situation).name != NOPE
    is_of_other = face == NOPE and may_be_late and not pads.is_surely_of(situation, seat, tag)
    return is_of_other and _is_too_late(situation, tag)


def _is_too_late(situation: ExplodingSituation, tag: str) -> bool:
    """Whether a Nope may be meant for the window that closed a moment ago, and nobody has let it count otherwise."""
    is_waived = tag in situation.ui.part.waived
    return claims.is_late(situation) and not is_waived and not pads.may_be_wanted(situation)


def _read_asked(
    situation: ExplodingSituation, seat: str, face: str, tag: str | None, moment: Moment
) -> tuple[Card, Refusal | None]:
    """Read a card of the seat that is asked, by what is asked."""
    is_lethal, is_seen = face == ruleset_of(situation).lethal, situation.game.is_seen
    shown = shown_by(situation, seat, moment) if moment in (Moment.TURN, Moment.DEFUSE) else Shown.NOTHING
    kind, owner, why = Kind.UNFIT, Owner.ASKED, None
    match moment:
        case Moment.PASSING:
            is_first = view_of(situation).owed.get(seat) == HAND
            kind = Kind.UNFIT if is_first and face != DEFUSE else Kind.FITS
        case Moment.TURN if is_lethal and len(situation.entry(seat).cards) < 6:
            kind = Kind.LETHAL
            is_sure = tag is None or pads.is_surely_of(situation, seat, tag)
            is_asked = not is_sure and card_owner.question(situation, face, str(tag)) is not None
            owner = Owner.ANYBODY if is_asked else Owner.ASKED
        case Moment.TURN if shown in (Shown.NOTHING, Shown.MORE, Shown.PLAY) and len(situation.entry(seat).cards) < 5:
            if hidden_cards.is_from_pile(situation, tag):
                kind = Kind.DRAWN
            else:
                why = plays.unfit(situation, seat, face, tag)
                kind = Kind.UNFIT if why else Kind.FITS
        case Moment.TURN:
            why = plays.not_wanted(situation, seat, face, tag, pads.lies_discarded(situation, seat, tag))
            kind = Kind.UNFIT if why else Kind.FITS
        case Moment.DRAW:
            is_drawn = hidden_cards.is_from_pile(situation, tag)
            kind = Kind.DRAWN if is_drawn else Kind.LETHAL if is_lethal else Kind.UNFIT
        case Moment.DEFUSE if is_lethal:
            kind = Kind.LETHAL
        case Moment.DEFUSE:
            kind, why = _read_defuse(situation, seat, face, tag, shown)
        case Moment.GIVE:
            kind = Kind.FITS if face == pending(situation).name else Kind.UNFIT
    return Card(moment, kind, owner, shown=shown, is_seen=is_seen), why


def _read_defuse(
    situation: ExplodingSituation, seat: str, face: str, tag: str | None, shown: Shown
) -> tuple[Kind, Refusal | None]:
    if face not in (DEFUSE, ruleset_of(situation).mimic):
        return Kind.UNFIT, Refusal("refusal.only-defuse", tag=tag)
    refused = plays.why_not(situation, seat, plays.defuse_act(face))
    is_empty = not situation.entry(seat).cards
    if shown is Shown.ANNOUNCED:
        return (Kind.FITS if is_empty and (face == DEFUSE or refused is None) else Kind.UNFIT), None
    if refused is None:
        return Kind.FITS, None
    return Kind.UNFIT, Refusal(f"rule.{refused.rule}", refused.values, tag)

"""The outcomes of cards on the pads: one function each, which returns facts, a question, or a message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding import card_owner, claims, hidden_cards, pads, plays
from tacotable.games.exploding.reading import read_card
from tacotable.games.exploding.state import NOBODY, PUBLIC, ExplodingSituation, Whose, phase, ruleset_of, view_of
from tacotable.games.exploding.table import CARDS, Card
from tacotable.state import facts
from tacotable.state.placements import NEVER_MS, Status

TAKEN_MS = 1_000.0  # So soon after a Nope that is nobody's was taken off, NOPE was meant for a card of one's own.
Facts = Iterable[facts.Fact]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card to rule on: the seat whose it is (empty: nobody knows), its face, and its tag; None: buttons named it."""

    seat: str
    face: str
    tag: str | None
    why: Refusal | None = None
    """Why it cannot count, if the reading found that."""

    @property
    def tags(self) -> tuple[str, ...]:
        """Return the tags of an act with this card alone."""
        return () if self.tag is None else (self.tag,)


def ruled(situation: ExplodingSituation, tag: str) -> Facts:
    """Rule on a card that lies on a pad and was not ruled on before."""
    seat = pads.owner(situation)
    situation.ui.refusals.pop(seat or PUBLIC, None)
    situation.devices.mark(tag, Status.REFUSED)  # until facts say otherwise
    return _decided(situation, seat, situation.devices.faces.get(tag, ""), tag)


def named(situation: ExplodingSituation, seat: str, face: str) -> Facts:
    """Rule on a card that buttons named, while nobody knows what lies there."""
    return _decided(situation, seat, face, None)


def _decided(situation: ExplodingSituation, seat: str | None, face: str, tag: str | None) -> Facts:
    reading, why = read_card(situation, seat, face, tag)
    row = CARDS.decide(reading)
    laid = Laid(seat or "", face, tag, why)
    if row.says:
        code, *names = row.says.split()
        values = {name: VALUES[name](situation, laid) for name in names}
        laid = replace(laid, why=Refusal(f"refusal.{code}", values, tag))
    return OUTCOMES[row.do](situation, laid)


VALUES: Mapping[str, Callable[[ExplodingSituation, Laid], object]] = {
    "card": lambda situation, laid: ruleset_of(situation).lethal,
    "name": lambda situation, laid: plays.named(situation),
    "seat": lambda situation, laid: laid.seat,
}


def _nothing(situation: ExplodingSituation, laid: Laid) -> Facts:
    return ()


def _refuse(situation: ExplodingSituation, laid: Laid) -> Facts:
    if laid.why is not None:
        refuse(situation, laid.seat or PUBLIC, laid.why)
    return ()


def _refuse_for_all(situation: ExplodingSituation, laid: Laid) -> Facts:
    return _refuse(situation, replace(laid, seat=""))


def _lay_again(situation: ExplodingSituation, laid: Laid) -> Facts:
    pads.say_lay_again(situation, laid.seat or PUBLIC)
    return ()


def _lay_again_for_all(situation: ExplodingSituation, laid: Laid) -> Facts:
    return _lay_again(situation, replace(laid, seat=""))


def _wait(situation: ExplodingSituation, laid: Laid) -> Facts:
    """Rule on the card when a question is answered."""
    situation.devices.mark(laid.tag, Status.NEW)
    situation.sound("card")
    return ()


def with_waiting(situation: ExplodingSituation, answered: Facts) -> Iterator[facts.Fact]:
    """Return the facts of an answer, and of the cards that were laid while it was awaited."""
    yield from answered
    if situation.ui.part.whose is not None:
        return
    for one in [one for one in situation.devices.placements() if one.status is Status.NEW]:
        if phase(situation) != "defuse":
            situation.devices.mark(one.tag, Status.REFUSED)
        elif pads.is_new(situation, one) and not pads.has_counted(situation, one.tag):
            yield from ruled(situation, one.tag)


def _move(situation: ExplodingSituation, laid: Laid) -> Facts:
    do = "deal" if phase(situation) == "deal" else "draw"
    return hidden_cards.moved(situation, laid.seat, do, laid.face, laid.tag)


def _from_hand(situation: ExplodingSituation, laid: Laid) -> Facts:
    return hidden_cards.from_hand(situation, laid.seat, phase(situation), laid.face, laid.tag)


def _add(situation: ExplodingSituation, laid: Laid) -> Facts:
    return (facts.Shown(laid.seat, laid.face, laid.tag),)


def _defuse_after_all(situation: ExplodingSituation, laid: Laid) -> Iterator[facts.Fact]:
    """Take the word back that there is no Defuse: NOPE was a reflex."""
    yield facts.TookBack(laid.seat, all=True)
    yield from _decided(situation, laid.seat, laid.face, laid.tag)


def _draw_lethal(situation: ExplodingSituation, laid: Laid) -> Iterator[facts.Fact]:
    seat = view_of(situation).to_act[0]
    if situation.entry(seat).cards:
        yield facts.TookBack(seat, all=True, tag=laid.tag)  # what was no play yet is back in the hand
    card_owner.note_last_draw(situation, seat, laid.face, laid.tag or "")
    yield from plays.submit(situation, seat, {"do": "draw", "card": laid.face}, laid.tags)


def _drew_last(situation: ExplodingSituation, laid: Laid) -> Facts:
    asked = Whose(laid.face, laid.tag or "", (laid.seat,), laid.seat)
    return card_owner.drawn_by(situation, asked, laid.seat, is_last_draw=True)


def _ask_whose(situation: ExplodingSituation, laid: Laid) -> Iterator[facts.Fact]:
    if situation.entry(laid.seat).cards:
        yield facts.TookBack(laid.seat, all=True, tag=laid.tag)
    situation.ui.part.whose = card_owner.question(situation, laid.face, laid.tag or "")
    situation.sound("asked")


def _nope(situation: ExplodingSituation, laid: Laid) -> Facts:
    return plays.submit(situation, laid.seat, plays.nope_act(laid.face), laid.tags)


def _claim_nope(situation: ExplodingSituation, laid: Laid) -> Facts:
    """Lay a Nope on the own pad: it needs no press before it."""
    claims.claim_once(situation, laid.seat, situation.devices.now_ms)
    return _nope(situation, laid)


def _claim(situation: ExplodingSituation, laid: Laid) -> Facts:
    """Let a Nope on the own pad stand for a press of NOPE while another seat goes first."""
    claims.claim_once(situation, laid.seat, situation.devices.now_ms)
    return _lay_again(situation, laid)


def _ask_nope(situation: ExplodingSituation, laid: Laid) -> Facts:
    """Stop the countdown for a Nope that nobody announced, and ask for its owner."""
    claims.claim(situation, NOBODY, situation.devices.now_ms)
    situation.ui.part.unowned_nope = (laid.tag or "", laid.face)
    return ()


def _no_nope(situation: ExplodingSituation, laid: Laid) -> Facts:
    _refuse(situation, laid)
    claims.renew(situation, laid.seat)
    return ()


def _give(situation: ExplodingSituation, laid: Laid) -> Facts:
    return plays.submit(situation, laid.seat, {"do": "give", "card": laid.face}, laid.tags)


def give_back_nope(situation: ExplodingSituation, seat: str) -> None:
    """Let a Nope that nobody announced be the card of a seat that may not nope, and pressed NOPE for it."""
    ui = situation.ui.part
    if ui.unowned_nope is None or seat not in view_of(situation).alive:
        return
    tag, ui.unowned_nope = ui.unowned_nope[0], None
    claims.give_up(situation, NOBODY, situation.devices.now_ms)
    refuse(situation, PUBLIC, Refusal("refusal.anothers", {"seat": seat}, plays.if_there(situation, tag)))


def take_waiting_nope(situation: ExplodingSituation) -> Facts:
    """Rule on a card that lay there before NOPE was pressed. In a tie it is anybody's: who goes first lays it again."""
    seat, ui = claims.holder_of(situation), situation.ui.part
    if not seat:
        return ()
    if (waiting := ui.unowned_nope) is None:
        tag, message = pads.tied_card(situation), situation.ui.refusals.get(PUBLIC)
        if tag is not None and message is not None and message.tag == tag and message.kind.is_early:
            situation.ui.put_away(lambda refusal: refusal.tag == tag)
            pads.say_lay_again(situation, seat)
        return ()
    ui.unowned_nope = None
    tag, face = waiting
    left_ms = max((pad.gone_ms for pad in situation.devices.pads.values()), default=NEVER_MS)
    if plays.if_there(situation, tag) is None and situation.devices.now_ms - left_ms < TAKEN_MS:
        return ()  # it may be back in another's hand, who pressed nothing: this seat lays its card now
    return _nope(situation, Laid(seat, face, tag))


Outcome = Callable[[ExplodingSituation, Laid], Facts]
OUTCOMES: Mapping[Card, Outcome] = {
    Card.NOTHING: _nothing,
    Card.REFUSE: _refuse,
    Card.REFUSE_FOR_ALL: _refuse_for_all,
    Card.LAY_AGAIN: _lay_again,
    Card.LAY_AGAIN_FOR_ALL: _lay_again_for_all,
    Card.WAIT: _wait,
    Card.MOVE: _move,
    Card.FROM_HAND: _from_hand,
    Card.ADD: _add,
    Card.DEFUSE_AFTER_ALL: _defuse_after_all,
    Card.DRAW_LETHAL: _draw_lethal,
    Card.DREW_LAST: _drew_last,
    Card.ASK_WHOSE: _ask_whose,
    Card.NOPE: _nope,
    Card.CLAIM_NOPE: _claim_nope,
    Card.CLAIM: _claim,
    Card.ASK_NOPE: _ask_nope,
    Card.NO_NOPE: _no_nope,
    Card.GIVE: _give,
}

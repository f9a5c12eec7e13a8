"""What displays, lamps and lights show while a deck is enrolled, counted, or a board is entered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tacotable.state.device_state import Certainty
from tacotable.state.scene import GREEN, RED, Choice, Light, Notice, Scene, Screen, Sign, SpaceScreen
from tacotable.state.sessions import Desk, Question, deck
from tacotable.state.sessions.board import BoardEntry
from tacotable.state.sessions.deck import Census, Count, Enrolment, Said, Seen
from tacotable.state.situation import Situation, role_of
from tacotable.table.parts import space_name, space_screen
from tacotable.table.schema import Card
from tacotable_drivers.ports import DARK, Look, Pattern

WITH_BIG: Mapping[str, str] = dict.fromkeys(("enrol.lay", "enrol.missing", "enrol.too-many"), "card")
"""The value that is shown big beside a sign."""


def with_desk(scene: Scene, situation: Situation) -> Scene:
    """Return a scene with the desk in place of the lobby: every display says the same; without a desk, as it is."""
    desk = situation.ui.desk
    if desk is None:
        return scene
    shown = {seat: screen(situation, desk, seat) for seat in situation.seats}
    read = scene.with_screens({**shown, situation.public_screen: shown[situation.seats[0]]})
    spaces = _spaces(desk.work, scene) if isinstance(desk.work, BoardEntry) else {}
    prompts = dict.fromkeys(situation.seats, sign_now(situation, desk))
    return replace(
        scene,
        screens={**read.screens, **spaces},
        prompts=prompts,
        public_prompts=prompts,
        lamps={name: _lamp(desk, role_of(name)) for name in scene.lamps},
        lights=_lights(desk, scene),
    )


def screen(situation: Situation, desk: Desk, seat: str) -> Screen:
    """Show the desk on a display: what is offered as a choice, all else as a notice with the value big beside it."""
    sign, work = sign_now(situation, desk), desk.work
    hint = situation.family.hint(situation, seat)
    if desk.question is Question.REPLACE and isinstance(work, Census):
        kinds = deck.unseen(work)
        kind = kinds[desk.page % len(kinds)].kind
        is_word = not kind.face.isdecimal()
        item = f"card.{kind.face}" if is_word else kind.face
        return Choice(sign, item, is_word, desk.page % len(kinds), len(kinds), hint=hint)
    if isinstance(work, BoardEntry) and not (desk.question or desk.is_over or desk.fault):
        space, is_word = work.asked.space, work.asked.what == "arrow"
        item = f"item.arrow-{work.arrows[space]}" if is_word else str(work.numbers[space])
        return Choice(sign, item, is_word, hint=hint)
    return Notice(sign, str(sign.values.get(WITH_BIG.get(sign.code, ""), "")))


def sign_now(situation: Situation, desk: Desk) -> Sign:
    """Say what is awaited; where cards are, and no reader can tell them, that comes first."""
    awaits_cards = not (isinstance(desk.work, BoardEntry) or desk.question or desk.is_over or desk.fault)
    zones = [situation.devices.on(zone) for zone in situation.devices.whole.pads]
    if awaits_cards and all(zone is Certainty.UNKNOWN for zone in zones):
        return Sign("enrol.no-reader", is_alert=True)
    sign, work = sign_of(desk), desk.work
    if not (awaits_cards and isinstance(work, Census) and work.card and work.answer in (Seen.NEW, Seen.REPLACED)):
        return sign
    is_used = situation.family.takes_part(situation, work.card)
    return sign if is_used is None else Sign("enrol.seen-in" if is_used else "enrol.seen-out", sign.values)


def sign_of(desk: Desk) -> Sign:
    """Say what is awaited: a fault and a question first, then the report, then what the last card was answered."""
    if desk.fault:
        return Sign("enrol.not-kept", is_alert=True)
    if desk.question is not None:
        return _question(desk, desk.question)
    if desk.is_over:
        pages = report(desk.work)
        return pages[desk.page % len(pages)]
    if isinstance(desk.work, Enrolment):
        return _enrolling(desk.work)
    if isinstance(desk.work, Census):
        return _counting(desk.work)
    return Sign(f"enrol.board-{desk.work.asked.what}", {"space": space_name(desk.work.asked.space - 3)})


def report(work: Enrolment | Census | BoardEntry) -> tuple[Sign, ...]:
    """Return the report of a work, sign by sign: a summary, then each kind that is missing or there too often.

    Faults of identity stand behind what is missing; none of them is a violation of the rules.
    """
    if isinstance(work, BoardEntry):
        return (Sign("enrol.board-kept"),)
    if isinstance(work, Census):
        missing = deck.unseen(work)
        left = sum(count.expected - count.seen for count in missing)
        head = Sign("enrol.census-lacks", {"left": left}) if left else Sign("enrol.census-whole", {"n": len(work.seen)})
        others = [Sign("enrol.foreign-there", {"n": len(work.foreign)})] if work.foreign else []
    else:
        missing, left = deck.missing(work.game, work.cards), deck.lacking(work.game, work.cards)
        values = {"n": len(work.cards)}
        head = Sign("enrol.kept", {**values, "left": left}) if left else Sign("enrol.kept-whole", values)
        pairs = deck.near_pairs(work.cards)
        others = [_card_sign("laid-twice", card, work.cards) for card in dict.fromkeys(work.twice)]
        others += [Sign("enrol.pair", {"card": one.face, "name": other.face}) for one, other in pairs]
    more = [_count_sign("too-many", count) for count in deck.too_many(work.game, work.cards)]
    return (head, *(_count_sign("missing", count) for count in missing), *more, *others)


def _question(desk: Desk, question: Question) -> Sign:
    work = desk.work
    if question is Question.LEAVE:
        return Sign("enrol.leave")
    if question is Question.REPLACE:
        return Sign("enrol.replace")
    if isinstance(work, Enrolment):
        left = deck.lacking(work.game, work.cards)
        return Sign("enrol.stop", {"left": left}) if left else Sign("enrol.whole", {"n": len(work.cards)})
    return Sign("enrol.board-done")


def _enrolling(work: Enrolment) -> Sign:
    """Say how the last card was answered, where the person has to do something; else which one is laid next."""
    answer = work.answer
    if answer.said in (Said.CROWDED, Said.PHONE):
        return Sign(f"enrol.{answer.said.value}", is_alert=True)
    if answer.said is Said.TWICE and answer.card:
        return _card_sign("twice", answer.card, work.cards)
    if answer.said is Said.NEAR and answer.card:
        return Sign("enrol.near", {"card": answer.card.face, "bits": answer.bits}, is_alert=True)
    if answer.said is Said.TOO_MANY and answer.card:
        more = deck.too_many(work.game, work.cards)
        return _count_sign("too-many", next(count for count in more if count.kind.face == answer.card.face))
    return _count_sign("lay", deck.asked_count(work))


def _counting(work: Census) -> Sign:
    values = {"n": len(work.seen), "max": len(work.cards)}
    if work.answer in (Seen.FOREIGN, Seen.PHONE):
        return Sign(f"enrol.{work.answer.value}", is_alert=True)
    if work.answer is Seen.NOTHING or work.card is None:
        return Sign("enrol.count", values)
    code = "enrol.again" if work.answer is Seen.AGAIN else "enrol.seen"
    return Sign(code, {**values, "card": work.card.face})


def _count_sign(what: str, count: Count) -> Sign:
    """Say something of a kind; titles, and each mark, have messages of their own: they are words of a language."""
    own = count.kind.mark or ("" if count.kind.face.isdecimal() else "title")
    code = f"enrol.{what}-{own}" if own else f"enrol.{what}"
    return Sign(code, {"card": count.kind.face, "n": count.seen, "max": count.expected})


def _card_sign(what: str, card: Card, cards: tuple[Card, ...]) -> Sign:
    """Say something of a card, with its number among those laid."""
    number = next((place for place, other in enumerate(cards, 1) if other == card), 0)
    return Sign(f"enrol.{what}", {"card": card.face, "place": number}, is_alert=what == "twice")


def _spaces(work: BoardEntry, scene: Scene) -> dict[str, Screen]:
    """Show each space as entered so far, and which one is asked for."""
    asked = None if work.is_done else work.asked.space
    return {
        name: SpaceScreen(number=str(work.numbers[index]), arrow=work.arrows[index], is_next=index == asked)
        for index in range(7)
        if (name := space_screen(index - 3)) in scene.screens
    }


def _lights(desk: Desk, scene: Scene) -> tuple[Light, ...]:
    """Light the space that is entered; all else is dark."""
    lights = [Light(DARK, "light.off")] * len(scene.lights)
    if isinstance(desk.work, BoardEntry) and not (desk.work.is_done or desk.is_over):
        lights[desk.work.asked.space + 1] = Light(Look(GREEN, Pattern.FAST), "light.enter")
    return tuple(lights)


REFUSED = (Said.TWICE, Said.NEAR, Said.CROWDED, Said.PHONE)


def _lamp(desk: Desk, role: str) -> Light:
    """Show OK: fast where a question waits, slow while cards are laid; a refusal is red on the other button."""
    if role == "ok":
        is_asked = desk.question is not None or desk.is_over or bool(desk.fault)
        return Light(Look(GREEN, Pattern.FAST if is_asked else Pattern.SLOW), "lamp.press" if is_asked else "lamp.lay")
    is_refused = isinstance(desk.work, Census) and desk.work.answer in (Seen.FOREIGN, Seen.PHONE)
    is_refused |= isinstance(desk.work, Enrolment) and desk.work.answer.said in REFUSED
    is_bad = is_refused and desk.question is None and not desk.is_over
    return Light(Look(RED, Pattern.DOUBLE), "lamp.refused") if is_bad else Light(DARK, "lamp.off")

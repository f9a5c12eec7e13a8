"""Lessons at the table: a real game from a set position, with a prompt for each step; it is kept by no journal.

People lay the cards as the displays say; each one shown to a pad is counted, and OK says that all lie there. A step's
prompt stands on the display of the seat that is awaited until a press or a card. What rules refuse is refused as in any
game. A lesson that was solved is a star for those who sit there, or where nobody has a name, for the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Menu
from tacotable.state.question import OK, Answer, Question, Stops
from tacotable.state.scene import PRESS, Choice, Notice, Reason, Sign
from tacotable.state.situation import Situation, has_display

if TYPE_CHECKING:
    from tacotable.state.events import Event
    from tacotable_engine.companion.lessons.lesson import Lesson

PROMPT, NEXT, AGAIN, LEAVE = "lesson", "lesson-next", "lesson-again", "lesson-leave"  # Items of the menu in a lesson.
UNKNOWN = "?"
PILE, DISCARD = "pile", "discard"  # What lies on the table besides hands, in a position.


def offered(situation: Situation) -> dict[str, Lesson]:
    """Return the lessons of the game that the lobby shows, as far as this table has the seats."""
    from tacotable_engine.companion.lessons.lesson import lessons_of  # a start goes without

    fitting = lessons_of(situation.ruleset).values()
    return {
        lesson.id: lesson.at_table()
        for lesson in fitting
        if lesson.is_for_table and len(lesson.seats) <= len(situation.seats)
    }


def has_star(situation: Situation, seat: str, lesson: str) -> bool:
    """Return whether who sits at a seat has solved a lesson: a person by name, or anybody at this table."""
    return f"{situation.ruleset}/{lesson}" in situation.game.learned.stars.get(situation.game.names.get(seat, ""), ())


def items(situation: Situation) -> tuple[str, ...]:
    """Return what the menu offers in a lesson."""
    if not _is_done(situation):
        return (PROMPT, AGAIN, LEAVE)
    return (*((NEXT,) if _next(situation) else ()), AGAIN, LEAVE)


def chosen(situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
    """Leave the lesson, for the lobby or another one."""
    lesson = situation.game.lesson
    following = {AGAIN: lesson.id if lesson else "", NEXT: _next(situation)}.get(item)
    situation.ui.menus.clear()
    yield facts.Closed()
    if following:
        yield from begin(situation, seat, following)


def wished(situation: Situation, name: str) -> Iterator[facts.Fact]:
    """Begin the lesson that a page wishes for, in place of one that is on, but of no game; empty: leave that."""
    if situation.game.lesson is not None:
        yield facts.Closed()
    if name in offered(situation) and situation.game.match is None and situation.ui.desk is None:
        yield from begin(situation, situation.seats[0], name)


def told(situation: Situation) -> dict[str, object] | None:
    """Return how the lesson that is on stands, for a page; `title` and `prompt` are signs. None without one."""
    lesson, match = situation.game.lesson, situation.game.match
    if lesson is None or match is None:
        return None
    solved, _ = situation.ui.lesson_told or (0, False)
    return {
        "id": lesson.id,
        "title": Sign(lesson.title),
        "prompt": prompt(situation),
        "step": min(solved + 1, len(lesson.steps)),
        "steps": len(lesson.steps),
        "done": _is_done(situation),
        "laying": is_set_up(situation) or (match.public_view.phase == "deal" and not solved),
        "next": _next(situation),
    }


def begin(situation: Situation, seat: str, name: str) -> Iterator[facts.Fact]:
    """Begin a lesson from the lobby; its first seat is the one that asks, where no board says who sits where."""
    lesson, seats = offered(situation)[name], situation.seats
    if situation.devices.table.play or not situation.devices.table.board:
        seats = (*seats[seats.index(seat) :], *seats[: seats.index(seat)])
    lesson = lesson.with_seats(seats[: len(lesson.seats)])
    options = {**situation.family.lesson_options, **lesson.new.get("options", {})}
    situation.ui.menus.clear()
    yield facts.Began({**lesson.new, "options": options}, lesson=name)


def prompt(situation: Situation) -> Sign:
    """Return what the awaited step asks for."""
    lesson, told = situation.game.lesson, situation.ui.lesson_told
    if lesson is None or told is None:
        return Sign("learn.set-up")
    if _is_done(situation):
        return Sign("lesson.done")
    solved, strays = told
    return Sign("lesson.strayed") if strays else Sign(lesson.steps[solved].prompt, lesson.values(solved))


def _is_done(situation: Situation) -> bool:
    lesson, told = situation.game.lesson, situation.ui.lesson_told
    return lesson is not None and told is not None and told[0] == len(lesson.steps)


def _next(situation: Situation) -> str:
    """Return the lesson that follows the one that is on; empty behind the last one."""
    lesson, names = situation.game.lesson, list(offered(situation))
    behind = names[names.index(lesson.id) + 1 :] if lesson is not None else []
    return behind[0] if behind else ""


def settle(situation: Situation, event: Event) -> Iterator[facts.Fact]:
    """Ask for the next step, when the one before is solved; what was shown of prompts is put away by a card."""
    lesson, match = situation.game.lesson, situation.game.match
    if lesson is None or match is None or is_set_up(situation):
        return
    told = lesson.progress(match)
    if hasattr(event, "zone"):
        for seat in [seat for seat, menu in situation.ui.menus.items() if menu.item == PROMPT]:
            del situation.ui.menus[seat]
    if told == situation.ui.lesson_told:
        return
    situation.ui.lesson_told = told
    is_done, players = _is_done(situation), situation.game.players
    if is_done:  # one star more for those who sit at the seats of the lesson
        key, before = f"{situation.ruleset}/{lesson.id}", situation.game.learned.stars
        people = {situation.game.names[seat] for seat in players if seat in situation.game.names} or {""}
        stars = {who: [*(known for known in before.get(who, []) if known != key), key] for who in people}
        situation.note("table", "log.lesson-done", {"lesson": lesson.id})
        yield facts.Learned({**before, **stars})
        situation.sound("win")
    whom = players if is_done else (players[0] if told[1] else lesson.steps[told[0]].solution.seat,)
    for seat in whom if all(has_display(situation, seat) for seat in whom) else whom[:1]:
        situation.ui.menus[seat] = Menu(items(situation)[0], page=None if is_done else 0)


# Laying the cards.


def is_set_up(situation: Situation) -> bool:
    """Return whether the cards of a lesson, and the token, are still to be laid; a deal over pads is its subject."""
    if situation.game.lesson is None or situation.ui.lesson_told is not None:
        return False
    public = situation.public()
    is_dealt = public is not None and public.phase == "deal"
    return situation.game.stage is Stage.MOVE or (situation.game.stage is Stage.DEAL and not is_dealt)


def laid(situation: Situation, zone: str, tag: str) -> Iterator[facts.Fact]:
    """Count a card that is shown to a pad, for the first place that lacks it; the last one of all begins the lesson.

    One that nothing lacks is refused as in any deal.
    """
    card, own = situation.devices.faces.get(tag, ""), zone.rpartition(".")[0]
    lacking = {place: _lacking(situation, place) for place in situation.game.places}
    order = sorted(lacking, key=lambda place: (place != own, place in lacking.keys() & set(situation.seats)))
    place = next((each for each in (order if own in lacking else lacking) if lacking[each][card]), None)
    if place is None or tag in situation.ui.lesson_laid:
        return
    situation.ui.put_away(lambda refusal: refusal.tag == tag)
    situation.ui.lesson_laid[tag] = place
    situation.sound("card")
    is_known = all(UNKNOWN not in cards for cards in situation.game.places.values())
    if is_known and not any(_lacking(situation, each).total() for each in lacking):
        yield from _lie_there(situation)


def _lacking(situation: Situation, place: str) -> Counter[str]:
    """Return the cards that a place lacks, as far as cards were shown to pads."""
    faces = situation.devices.faces
    there = Counter(faces[tag] for tag, where in situation.ui.lesson_laid.items() if where == place)
    return Counter(situation.game.places[place]) - there


def _lie_there(situation: Situation, _: str = "") -> Iterator[facts.Fact]:
    for seat in situation.game.players:
        if situation.game.stage is Stage.DEAL:
            yield facts.Dealt(seat)


def set_up_signs(situation: Situation, seat: str | None = None) -> list[Sign]:
    """Say which cards to lay where: to a seat its hand, to the first one and in public what lies on the table, too."""
    players, told = situation.game.players, list[Sign]()
    for place, cards in situation.game.places.items():
        if seat is None or place == seat or (place not in players and seat == players[0]):
            kind, left = place if place in (DISCARD, PILE) else "hand", _lacking(situation, place)
            rest = [card for card in cards if left[card] > 0 and not left.subtract([card])]
            values = {"seat": place, "cards": rest, "n": len(cards), "left": len(rest)}
            if rest or kind == "hand":
                told.append(Sign(f"learn.lay-{kind}" if rest else "learn.laid", values))
    return told or [Sign("learn.ready")]


def question_of(situation: Situation) -> Question:
    """Return the question of a lesson that begins: which cards to lay; OK says that all of them lie there."""
    screens, players = dict[str, Notice | Choice | Reason](), situation.game.players
    for seat in (*players, situation.public_screen):
        first, *more = set_up_signs(situation, seat if seat in players else None)
        screens[seat] = Reason(first, "", None, "learn.set-up-title", (*more, Sign("learn.set-up")))
    roles = {OK: Answer(PRESS, _lie_there)}
    return Question("laying", Stops.PLAY, dict.fromkeys(players, roles), screens, unasked=None)

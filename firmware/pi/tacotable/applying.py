"""What each fact does to the situation; live play and the journal's replay go through here alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch
from typing import cast

from tacotable import facts
from tacotable.situation import Entry, Intent, Situation, Stage, other
from tacotable_engine import Match

Event = Mapping[str, object]


class HandShuffled:
    """The chance of a real table: cards are shuffled by hands, so that nobody may ask for it."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Refuse: in `blind` the engine owns no deck."""
        raise AssertionError(f"a physical deck of {len(cards)} cards is shuffled by people, not by the program")


@singledispatch
def apply(fact: facts.Fact, situation: Situation) -> None:
    """Change the situation as the fact says. The facts of a journal, applied in order, give the same again."""
    raise TypeError(f"no such fact: {fact!r}")


@apply.register
def _(fact: facts.Began, situation: Situation) -> None:
    situation.match = Match.new(fact.setup, HandShuffled())
    situation.setup = fact.setup
    situation.stage = Stage.MOVE
    situation.resigned = None
    situation.is_paused = False
    situation.result = situation.last_events = ()
    _clear_round(situation)
    situation.note("table", f"log.began-{situation.game}")
    situation.sound("began")


@apply.register
def _(fact: facts.TokenPlaced, situation: Situation) -> None:
    situation.token_at = fact.space
    situation.is_token_by_hand = fact.by_hand
    won = situation.public().get("winner") is not None
    situation.stage = Stage.OVER if won else Stage.DEAL
    situation.dealt = frozenset()
    situation.note("table", "log.token-by-hand" if fact.by_hand else "log.token", {"space": fact.space})
    situation.sound("win" if won else "token")


@apply.register
def _(fact: facts.Dealt, situation: Situation) -> None:
    situation.dealt |= {fact.seat}
    situation.sound("press")
    if situation.dealt == set(situation.seats):
        _clear_round(situation)
        situation.stage = Stage.PLAY
        situation.result = ()
        situation.note("table", "log.dealt", {"n": hand_number(situation)})
        situation.sound("turn")


@apply.register
def _(fact: facts.Shown, situation: Situation) -> None:
    entry = situation.entry(fact.seat)
    tags = (*entry.tags, fact.tag) if fact.tag else entry.tags
    situation.entries[fact.seat] = Entry((*entry.cards, fact.card), tags, entry.is_announced)
    situation.sound("card")


@apply.register
def _(fact: facts.TookBack, situation: Situation) -> None:
    entry = situation.entry(fact.seat)
    if fact.tag is not None:
        situation.ruled[fact.seat] = fact.tag
    if fact.all:
        situation.entries.pop(fact.seat, None)
    else:
        situation.entries[fact.seat] = Entry(entry.cards[:-1], entry.tags[:-1], entry.is_announced)
    situation.sound("press")


@apply.register
def _(fact: facts.Announced, situation: Situation) -> None:
    situation.entries[fact.seat] = Entry(is_announced=True)
    situation.cursors.pop(fact.seat, None)
    situation.note("table", "log.announced", {"seat": fact.seat}, seat=fact.seat)
    situation.sound("press")


@apply.register
def _(fact: facts.Meant, situation: Situation) -> None:
    situation.intents[fact.seat] = Intent(fact.is_sacrifice, fact.demand)
    situation.sound("press")


@apply.register
def _(fact: facts.Acted, situation: Situation) -> None:
    if situation.match is None:
        return
    phase = situation.public()["phase"]
    ruling = situation.match.act(fact.seat, fact.act)
    if fact.tags:
        situation.ruled[fact.seat] = fact.tags[-1]
    if ruling.ruling == "illegal":
        situation.note(
            "refusal",
            f"rule.{ruling.rule}",
            {"seat": fact.seat, **ruling.values},
            rule=ruling.rule,
            seat=fact.seat,
            owner=fact.seat,
        )
        return
    situation.entries.pop(fact.seat, None)
    # What the other seat has turned to stays, as long as it is still asked the same.
    others = () if phase == situation.public()["phase"] else situation.seats
    for seat in (fact.seat, *others):
        situation.intents.pop(seat, None)
        situation.cursors.pop(seat, None)
    for tag in fact.tags:
        situation.spent[tag] = fact.seat
        situation.last_tag[fact.seat] = tag
    situation.may_be_turned[fact.seat] = fact.act["do"] in ("duel", "show")
    events = tuple(ruling.events)
    situation.last_events = events
    # The rule stands beside what it decided: not beside the sealing that came before.
    decided = next((event for event in events if event["type"] != "sealed"), events[0] if events else None)
    for event in events:
        _tell(situation, event, ruling.rule if event is decided else None)
    situation.sound(_sound_of(events))
    if _ends_round(events):
        _end_round(situation, events)


@apply.register
def _(fact: facts.Resigned, situation: Situation) -> None:
    situation.resigned = fact.seat
    situation.stage = Stage.OVER
    situation.note("table", "log.resigned", {"seat": fact.seat, "winner": other(situation, fact.seat)})
    situation.sound("win")


@apply.register
def _(fact: facts.Paused, situation: Situation) -> None:
    situation.is_paused = fact.on
    situation.note("table", "log.paused" if fact.on else "log.resumed")
    situation.sound("press")


@apply.register
def _(fact: facts.Closed, situation: Situation) -> None:
    del fact
    situation.match = None
    situation.setup = {}
    situation.stage = Stage.LOBBY
    situation.is_paused = False
    situation.resigned = None
    situation.result = situation.last_events = ()
    _clear_round(situation)
    situation.note("table", "log.closed")
    situation.sound("press")


@apply.register
def _(fact: facts.Chose, situation: Situation) -> None:
    if fact.language is not None:
        situation.languages[fact.seat] = fact.language
    if fact.volume is not None:
        situation.volume = fact.volume
    if situation.stage is not Stage.MOVE:
        situation.sound("press")


def hand_number(situation: Situation) -> int:
    """Give how many cards each seat is dealt now."""
    sizes = cast("Mapping[str, int]", situation.public().get("hand_size", {}))
    return max(sizes.values(), default=0)


def _clear_round(situation: Situation) -> None:
    """Forget which cards were used: the whole deck is shuffled again."""
    for used in (
        situation.spent,
        situation.last_tag,
        situation.entries,
        situation.intents,
        situation.cursors,
    ):
        used.clear()
    situation.dealt = frozenset()


def _ends_round(events: tuple[Event, ...]) -> bool:
    return any(event["type"] in ("round-won", "round-tied", "practice-ended") for event in events)


def _end_round(situation: Situation, events: tuple[Event, ...]) -> None:
    """Lead to the next round: the token moves first where it has to, else cards are dealt again."""
    situation.result = events
    situation.dealt = frozenset()
    has_moved = any(event["type"] == "token-moved" for event in events)
    situation.stage = Stage.MOVE if has_moved else Stage.DEAL


def _tell(situation: Situation, event: Event, rule: str | None) -> None:
    """Put what happened into the log; events hold only what everyone may see."""
    seat, kind, values = event.get("seat"), str(event["type"]), dict(event)
    if kind == "replaced" and event["n"] == 0:
        kind = "replaced-none"
    if kind in ("duel-revealed", "last-cards-shown"):
        cards = cast("list[str]", event["cards"])
        values["cards"] = dict(zip(situation.seats, cards, strict=True))
    situation.note("ruling", f"event.{kind}", values, rule=rule, seat=str(seat) if seat else None)


_SOUNDS = (
    "game-won",
    "round-won",
    "round-tied",
    "duel-revealed",
    "sacrificed",
    "defended",
    "attacked",
    "sealed",
)


def _sound_of(events: tuple[Event, ...]) -> str:
    """Give the cue of what mattered most."""
    kinds = {str(event["type"]) for event in events}
    return next((kind for kind in _SOUNDS if kind in kinds), "card")

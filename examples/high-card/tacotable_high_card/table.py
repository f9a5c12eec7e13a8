"""High Card at a table: each gesture is read into a few values, the first row that fits decides, and facts follow.

Each seat lays its card on its own pad; OK answers everything else. A lamp shows the decision for a press made now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from tacotable.dialogs import menu, opening, undo
from tacotable.dialogs.refusals import Refusal, obstacle_to, refuse
from tacotable.dialogs.rulings_log import decide_on, note_event, rule_on
from tacotable.games import lamps
from tacotable.games.decisions import Row, Table, when
from tacotable.state import facts, guards
from tacotable.state.game_state import Stage
from tacotable.state.scene import OFF, REFUSED, Choice, Notice, Screen, Sign
from tacotable.state.situation import Dealing, Family, NoPart, Parts, Shown, Situation, seat_of
from tacotable_high_card import PRINTING
from tacotable_high_card.rules import DECK, HAND, View

if TYPE_CHECKING:
    from tacotable_engine.rulings import Ruling

Outcome = Iterable[facts.Fact] | None
LAMPS = {**lamps.LAMPS, "refused": REFUSED, "": OFF}
SOUNDS = {"game-won": "win", "high-card-won": "round-won", "high-card-tied": "round-tied"}


@dataclass(slots=True)
class HighCardGame:
    """The state of this game beside its match; only facts change it."""

    dealt: frozenset[str] = frozenset()
    """The seats that have confirmed their cards."""
    counted: dict[str, str] = field(default_factory=dict)
    """The seat of each tag that has counted since the deal."""


def game_of(situation: Situation) -> HighCardGame:
    """Return the state of this game."""
    part = situation.game.part
    return part if isinstance(part, HighCardGame) else HighCardGame()


def view_of(situation: Situation) -> View | None:
    """Return the public view; None without a game."""
    public = situation.public()
    return public if isinstance(public, View) else None


def by_seat(situation: Situation, event: Mapping[str, object]) -> dict[str, object]:
    """Return the values of an event, the cards of a round by seat."""
    cards = event.get("cards")
    return dict(event) | ({"cards": dict(zip(situation.seats, cards, strict=True))} if isinstance(cards, list) else {})


# Readings.


class Press(NamedTuple):
    """A press of a button, as far as it matters; a button beside OK is NO."""

    is_ok: bool
    is_held: bool
    stage: Stage
    is_asked: bool
    has_message: bool


class Card(NamedTuple):
    """The last card on a pad that has not counted there, as far as it matters."""

    is_alone: bool
    has_obstacle: bool


def read_press(situation: Situation, seat: str, role: str, *, is_held: bool = False) -> Press:
    """Read a press of a button now."""
    stage = situation.game.stage
    is_waiting = stage is Stage.DEAL and seat in game_of(situation).dealt
    is_asked = HIGH_CARD.may_act(situation, seat) if stage is Stage.PLAY else not is_waiting
    return Press(role == "ok", is_held, stage, is_asked, seat in situation.ui.refusals)


# Outcomes: a change of the game is returned as facts; a message or a menu is only shown.


def read_message(situation: Situation, seat: str) -> None:
    """Remove the message."""
    del situation.ui.refusals[seat]
    situation.sound("press")


def begin(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Begin a game of all seats; its journal holds the settings, too."""
    yield facts.Began({"game": situation.ui.lobby_game, "seats": list(situation.seats), "mode": "blind"})
    yield from situation.game.settings()


def play_again(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Begin the same game again."""
    yield facts.Closed()
    yield from begin(situation, seat)


def refuse_crowd(situation: Situation, seat: str, tag: str) -> None:
    """Ask to take the cards off: it is unknown which one is meant."""
    refuse(situation, seat, Refusal("refusal.crowded", tag=tag))


def refuse_card(situation: Situation, seat: str, tag: str) -> None:
    """Show why the card cannot be laid now."""
    if obstacle := obstacle_to(situation, tag):
        refuse(situation, seat, obstacle)


def lay(situation: Situation, seat: str, tag: str) -> Iterator[facts.Fact]:
    """Put the card before the referee."""
    situation.ui.refusals.pop(seat, None)
    act: dict[str, object] = {"do": "lay", "card": situation.devices.faces[tag]}
    refused = situation.game.match.why_not(seat, act) if situation.game.match else None
    yield facts.Acted(seat, act, "illegal" if refused else "accepted", refused.rule if refused else "", (tag,))
    if refused:
        refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, tag))


# Rows: the first one that fits decides.

PRESSES: Table[Callable[[Situation, str], Outcome]] = Table(
    (
        Row("opens or closes the menu", menu.toggle, when(is_ok=False, is_held=True)),
        Row("plays again", play_again, when(is_held=True, stage=Stage.OVER)),
        Row("reads the message", read_message, when(has_message=True), lamp="refused"),
        Row("the other seat is asked", guards.ignore, when(is_asked=False)),
        Row("begins", begin, when(is_ok=True, stage=Stage.LOBBY), lamp="press"),
        Row("turns to another game", opening.show_next, when(stage=Stage.LOBBY)),
        Row("has the cards", lambda _, seat: [facts.Dealt(seat)], when(is_ok=True, stage=Stage.DEAL), lamp="press"),
        Row("lays a card instead", guards.ignore, when(is_ok=True, stage=Stage.PLAY), lamp="hands"),
        Row("closes the game", lambda _, seat: [facts.Closed()], when(is_ok=True, stage=Stage.OVER), lamp="press"),
        Row("NO means nothing", guards.ignore, when()),
    )
)
CARDS: Table[Callable[[Situation, str, str], Outcome]] = Table(
    (
        Row("one of several", refuse_crowd, when(is_alone=False)),
        Row("cannot be laid now", refuse_card, when(has_obstacle=True)),
        Row("is laid", lay, when()),
    )
)


class HighCard(Family[Situation]):
    """The game for the table; `Family` has the defaults."""

    revealing = frozenset(("high-card-tied", "high-card-won"))

    # Facts.

    def new_parts(self) -> Parts:
        """Return the state of a new game."""
        return Parts(HighCardGame(), NoPart(), NoPart())

    def apply(self, fact: facts.Fact, situation: Situation) -> None:
        """Apply a fact: a game begins, a seat has its cards, a card is laid."""
        game = game_of(situation)
        match fact:
            case facts.Began() | facts.Closed():
                game.dealt, game.counted = frozenset(), {}
                situation.game.stage = Stage.DEAL if situation.game.match else Stage.LOBBY
            case facts.Dealt(seat):
                game.dealt |= {seat}
                undo.forget(situation)
                situation.sound("press")
                if game.dealt == set(situation.seats):
                    game.counted, situation.game.stage = {}, Stage.PLAY
                    situation.note("table", "log.dealt", {"n": HAND})
            case facts.Acted():
                if (ruling := rule_on(fact, situation)) is not None and ruling.is_applied:
                    self._apply_ruling(situation, fact, ruling)
            case facts.Decided():
                if stands := decide_on(fact, situation):
                    self._apply_ruling(situation, *stands)

    def _apply_ruling(self, situation: Situation, fact: facts.Acted, ruling: Ruling) -> None:
        """Log an act that stands, and go on to the next deal or to the end if it ended something."""
        game, kinds = game_of(situation), {str(event["type"]) for event in ruling.events}
        game.counted |= dict.fromkeys(fact.tags, fact.seat)
        situation.game.last_events = ruling.events
        for event in ruling.events:
            code, values = f"event.{event['type']}", by_seat(situation, event)
            note_event(situation, ruling, code, values, is_decided="cards" in event)
        if "game-won" in kinds:
            situation.game.stage = Stage.OVER
        elif "high-card-dealt" in kinds:
            game.dealt, situation.game.stage = frozenset(), Stage.DEAL
        situation.sound(next((sound for kind, sound in SOUNDS.items() if kind in kinds), "sealed"))

    # Gestures.

    def laid(self, situation: Situation, zone: str, tag: str) -> Iterator[facts.Fact]:
        """Decide a card on a seat's own pad."""
        yield from self.crowded(situation, zone, (tag,))

    def crowded(self, situation: Situation, zone: str, tags: tuple[str, ...]) -> Iterator[facts.Fact]:
        """Decide the cards on a pad: only new ones matter, for used ones may stay there."""
        new, seat = [tag for tag in tags if not self.has_counted(situation, zone, tag)], seat_of(zone)
        if new and seat in situation.seats:
            reading = Card(len(new) == 1, obstacle_to(situation, new[-1]) is not None)
            yield from CARDS.decide(reading).do(situation, seat, new[-1]) or ()

    def lifted(self, situation: Situation, zone: str, tag: str | None) -> None:
        """Remove the message about a card that is gone."""
        refusal = situation.ui.refusals.get(seat_of(zone))
        if refusal and refusal.tag is not None and tag in (None, refusal.tag):
            del situation.ui.refusals[seat_of(zone)]

    def obstacle(self, situation: Situation, tag: str) -> Refusal | None:
        """Return why a card cannot be laid: the deal is not over, it was used, or it is of another game."""
        if situation.game.stage is Stage.DEAL:
            return Refusal("refusal.deal-first", tag=tag)
        if tag in game_of(situation).counted:
            return Refusal("refusal.spent", tag=tag)
        card = situation.devices.faces.get(tag, "")
        return None if card in DECK else Refusal("refusal.not-in-game", {"card": card}, tag)

    def has_counted(self, situation: Situation, zone: str, tag: str) -> bool:
        """Whether a card on a pad has counted there."""
        return game_of(situation).counted.get(tag) == seat_of(zone)

    def tapped(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
        """Decide a short press."""
        yield from PRESSES.decide(read_press(situation, seat, role)).do(situation, seat) or ()

    def held(self, situation: Situation, seat: str, role: str, at_ms: float) -> Iterator[facts.Fact]:
        """Decide a long press."""
        yield from PRESSES.decide(read_press(situation, seat, role, is_held=True)).do(situation, seat) or ()

    def chosen(self, situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
        """Begin as a first game: it leaves nothing out."""
        if item == "guide" and situation.game.match is None:
            yield from begin(situation, seat)

    # Views.

    def shown(self, situation: Situation) -> Shown:
        """Show each seat's sign, at its lamps the decision for a press made now, and no other light."""
        signs = {seat: self._sign(situation, seat) for seat in situation.seats}
        screens = {seat: self._screen(situation, seat, sign) for seat, sign in signs.items()}
        rows = {lamp.button: PRESSES.decide(read_press(situation, lamp.seat, lamp.role)) for lamp in situation.lamps}
        lights = (lamps.UNLIT,) * len(self.light_names(situation.devices.table))
        return Shown(lights, {button: LAMPS[row.lamp] for button, row in rows.items()}, screens, {}, signs)

    def asked_of(self, situation: Situation) -> Mapping[str, object]:
        """Return the code of each seat's sign."""
        return {seat: self._sign(situation, seat).code for seat in situation.seats}

    def _screen(self, situation: Situation, seat: str, sign: Sign) -> Screen:
        """Return a refusal, or else the sign with the card that the seat laid last."""
        if refusal := situation.ui.refusals.get(seat):
            return Notice(Sign(refusal.code, refusal.values))
        if sign.code == "sign.lobby":
            games, shown = situation.games, situation.ui.lobby_game
            return Choice(sign, f"item.{shown}", True, games.index(shown), len(games), (), self.hint(situation, seat))
        cards = sign.values.get("cards")
        return Notice(sign, big=str(cards.get(seat, "")) if isinstance(cards, Mapping) else "")

    def _sign(self, situation: Situation, seat: str) -> Sign:
        """Return the next step of a seat."""
        view = view_of(situation)
        if situation.game.is_paused:
            return Sign("sign.paused")
        if view is None:
            return Sign("sign.lobby")
        if view.winner:
            return Sign("sign.over", {"winner": view.winner})
        other = next(name for name in situation.seats if name != seat)
        if situation.game.stage is Stage.DEAL:
            is_waiting = seat in game_of(situation).dealt
            return Sign("sign.deal-wait" if is_waiting else "sign.high-card-deal", {"seat": other, "n": HAND})
        score = {"n": view.wins[seat], "max": view.wins[other]}
        if seat not in view.to_act:
            return Sign("sign.high-card-wait", {"seat": other, **score})
        ended = next((event for event in situation.game.last_events if "cards" in event), None)
        if ended is None or view.laid:
            return Sign("sign.high-card-lay", score)
        result = "tied" if "seat" not in ended else "won" if ended["seat"] == seat else "lost"
        return Sign(f"sign.high-card-{result}", {**score, "cards": by_seat(situation, ended)["cards"]})

    def public_picture(self, situation: Situation) -> dict[str, object]:
        """Return the public state of the game, with the rounds that each has won."""
        view, picture = view_of(situation), super().public_picture(situation)
        match = picture["match"]
        return {"match": {**match, "wins": dict(view.wins)}} if view and isinstance(match, dict) else picture

    # The simulated table.

    def dealing(self, situation: Situation) -> Dealing:
        """Deal seven to each; the rest is not needed."""
        return Dealing(situation.seats, PRINTING.cards, HAND)

    def is_laid_open(self, situation: Situation, place: str) -> bool:
        """Return whether people lay a card face up: not on a pad."""
        return place not in situation.devices.table.pads


HIGH_CARD = HighCard()

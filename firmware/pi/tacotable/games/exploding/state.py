"""The parts of the state that only the Exploding games know, and what is read from them and from the referee."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, cast

from tacotable.state.device_state import THINKING_MS, UNREAD_MS, Certainty, DeviceState, Silence, asks_ms
from tacotable.state.game_state import GameState, Stage
from tacotable.state.interaction import Interaction
from tacotable.state.placements import EMPTY
from tacotable.state.situation import Situation, pad_of, seat_of, working_copy
from tacotable.table.schema import SPACES, Strip, TableFile
from tacotable_engine.exploding.ruleset import Ruleset, load_ruleset
from tacotable_engine.exploding.view import ExplodingView, PendingView

if TYPE_CHECKING:
    from tacotable.games.exploding.window import Window
    from tacotable_engine.exploding.state import State
    from tacotable_engine.rulings import Refusal as RuleRefusal

PUBLIC = "table"  # The name of the public display.
ZONE = "play"  # The play pad: the one in the middle of the table, and whichever other a card was laid on last.
OK, NOPE = "ok", "nope"
NOBODY = ""  # Claims a window for a Nope that lies on the pad, until somebody says whose it is.

AWAITING = frozenset(("turn", "defuse", "give"))  # Phases that ask for a card on the pad; a Favor is given by hand.
HIDING_MS = 6_500.0  # So long after used cards on one another were heard last OK of a draw is asked about.

_NO_GAME, NO_PLAY = ExplodingView(), PendingView()


class Step(Enum):
    """What a play that was closed by OK still lacks."""

    COLLECT = "collect"
    TARGET = "target"
    NAME = "name"
    WANTED = "wanted"


@dataclass(frozen=True, slots=True)
class Whose:
    """A lethal card of which nobody knows who drew it. `seats` may have; `is_passing`: it was just defused."""

    card: str
    tag: str
    seats: tuple[str, ...]
    drawer: str  # The seat whose draw was told last, without a card; empty: none.
    is_passing: bool = False
    is_shown: bool = False  # The card is no kitten: it was shown on a turn, and another seat claims it.


@dataclass(slots=True)
class ExplodingGame:
    """What facts say of an Exploding game beside the referee's state; changed by the reducer alone."""

    acts: int = 0  # How many acts and ends of windows there were, those left out that only let a window pass.
    spent: set[str] = field(default_factory=set)  # Tags that lie on the discard pile, or before a player who is out.
    lethal_tag: str | None = None  # The tag of the lethal card that is being resolved, where it was shown.
    defused_tag: str | None = None  # The tag of the lethal card that was defused last, where it was shown.
    given_tag: str | None = None  # The tag of the card that was given last where it was shown.
    wanted_tag: str | None = None  # The tag of the card that a five-different play takes from the discard pile.
    held: dict[str, str] = field(default_factory=dict)  # Tags that passed the pad, and in whose hand (mode `seen`).
    passed_tag: str | None = None  # The tag that passed the pad last.
    drew_since: tuple[str, ...] = ()  # Who drew behind a lethal card that is being resolved: told again, in this order.
    handed: tuple[str, int, str] | None = None  # Robot, place in its row of the card named, and its taker.


@dataclass(slots=True)
class Answers:
    """What the referee answered about one state of the match; signs, displays and lamps ask the same."""

    state: object = None
    public: State | None = None  # What all may know of that state.
    growing: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)  # The cards that go with cards.
    obstacles: dict[tuple[object, ...], RuleRefusal | None] = field(default_factory=dict)
    """Which rule forbids a play: by its seat, its cards and its target."""
    ruled: dict[str, RuleRefusal | None] = field(default_factory=dict)  # Which rule forbids an act, by seat and act.


@dataclass(slots=True)
class ExplodingUi:
    """What people are about to do in an Exploding game, and what is asked of them."""

    seated: frozenset[str] = frozenset()
    turn: str = ""  # Whose turn it was as of the last event of a guided game; empty after an act was taken back.
    sat_ms: dict[str, float] = field(default_factory=dict)  # When each seat sat down last.
    page: int = 0  # Which page of the set-up is shown.
    answers: Answers = field(default_factory=Answers, compare=False)
    waived: set[str] = field(default_factory=set)  # The tags that people let count although their marks say otherwise.
    owned: Whose | None = None  # The last such question answered with OK: another who was asked may call it a reflex.
    whose: Whose | None = None  # The question who drew the lethal card on the pad.
    elsewhere: str = ""  # The tag on another seat's own pad that who was to draw was asked about last.
    unowned_nope: tuple[str, str] | None = None  # Tag and face of a Nope in the window that nobody has owned to.
    closed_ms: float | None = field(default=None, compare=False)  # When the last window closed.
    named_last: dict[str, str] = field(default_factory=dict, compare=False)  # What each seat asked for last.
    step: Step = Step.COLLECT
    candidates: tuple[str, ...] = ()  # The seats that may be picked while a play lacks its target.
    target: str = ""
    window: Window | None = None
    stopped: tuple[int, Window] | None = None  # The window that a question stopped, and `acts` then: it may go on.
    asked: tuple[object, ...] = ()  # What the table asks; when it changes, taps do not count for a moment.
    asked_ms: float = 0.0
    asked_by: str = ""  # The seat whose press or card changed that; empty: time did, or nobody.
    last_step: int = 0  # The number of the last act, as of the last event.
    undone: tuple[str, ...] = ()  # The tags that were on the pads when an act was taken back.
    shown: tuple[tuple[str, ...], ...] = ()  # Cards that seats show; a press begun before that means something else.
    shown_ms: float = 0.0
    pressed_ms: dict[tuple[str, str], float] = field(default_factory=dict)  # When each button went down last.
    counted: set[tuple[str, str]] = field(default_factory=set)  # Buttons whose press counted going down; no tap does.
    refused_ms: dict[str, tuple[object, float]] = field(default_factory=dict)  # Each refusal on show, and since when.


class _Game(GameState):
    part: ExplodingGame


class _Devices(DeviceState):
    part: Silence


class _Interaction(Interaction):
    part: ExplodingUi


class ExplodingSituation(Situation):
    """For type checkers: what the parts of a situation are while an Exploding game is on the table, or in its lobby."""

    game: _Game
    devices: _Devices
    ui: _Interaction


def exploding(situation: Situation) -> ExplodingSituation:
    """Return a situation of an Exploding game as one; raises TypeError if it is of another family."""
    if not isinstance(situation.ui.part, ExplodingUi):
        raise TypeError("this situation is not of an Exploding game")
    return cast("ExplodingSituation", situation)


def role_here(role: str) -> str:
    """Return what a button is in these games: at a table that is made for others, NO stands in for NOPE."""
    return NOPE if role == "no" else role


def answers_of(situation: ExplodingSituation) -> Answers:
    """Return what the referee answered about the state that the match is in."""
    ui, state = situation.ui.part, situation.game.match.state if situation.game.match else None
    if ui.answers.state is not state:
        ui.answers = Answers(state)
    return ui.answers


def put_back(situation: ExplodingSituation, kept: object, lying: Mapping[str, str]) -> None:
    """Go back to the game as it was before an act; a window counts anew, and nothing is half done."""
    if not isinstance(kept, ExplodingGame):
        return
    game, ui = working_copy(kept), situation.ui.part
    game.acts = situation.game.part.acts + 1  # what is asked is new, so that taps in flight do not count
    game.passed_tag = None
    situation.game.part = game
    ui.whose = ui.unowned_nope = ui.window = None
    ui.turn, ui.undone = "", tuple(lying.values())
    ui.step, ui.candidates, ui.target = Step.COLLECT, (), ""


def ruleset_of(situation: Situation) -> Ruleset:
    """Return the printing that is played, or that the lobby shows."""
    return load_ruleset(situation.ruleset if situation.game.match else situation.ui.lobby_game)


def view_of(situation: Situation) -> ExplodingView:
    """Return what everyone may know of the game; empty without one."""
    view = situation.game.match.public_view if situation.game.match else None
    return view if isinstance(view, ExplodingView) else _NO_GAME


def phase(situation: Situation) -> str:
    """Return the phase of the rules; empty without a game."""
    match = situation.game.match
    return match.public_view.phase if match else ""


def pending(situation: Situation) -> PendingView:
    """Return the play that waits for its window, or for what it asks of a seat; empty when there is none."""
    return view_of(situation).pending or NO_PLAY


def noped(situation: Situation) -> tuple[str, ...]:
    """Return the cards that left the game when the last window closed; empty once anything else has happened."""
    left = (event["cards"] for event in situation.game.last_events if event["type"] == "left-game")
    return tuple(str(card) for cards in left if isinstance(cards, list) for card in cards)


def step_of(situation: ExplodingSituation) -> Step:
    """Return what the play of the seat whose turn it is still lacks."""
    return situation.ui.part.step if phase(situation) == "turn" else Step.COLLECT


def is_blind(situation: ExplodingSituation) -> bool:
    """Return whether the reader has just fallen silent: then the game waits, and no window counts down.

    Where hidden cards pass the pad it waits on, for buttons would tell them to everyone (mode `seen`).
    """
    if situation.game.is_seen:
        is_on = situation.game.stage in (Stage.DEAL, Stage.PLAY)
        return is_on and last_laid(situation) is Certainty.UNKNOWN
    is_silent = situation.game.stage is Stage.PLAY and last_laid(situation) is Certainty.UNKNOWN
    return is_silent and not _are_buttons_due(situation)


def is_by_buttons(situation: ExplodingSituation) -> bool:
    """Return whether buttons stand in for the reader, which has been silent for long."""
    is_asked = situation.game.stage is Stage.PLAY and not situation.game.is_seen and situation.devices.part.since_ms
    return bool(is_asked) and last_laid(situation) is Certainty.UNKNOWN and _are_buttons_due(situation)


def _are_buttons_due(situation: ExplodingSituation) -> bool:
    return situation.devices.part.is_by_buttons(ZONE, situation.devices.now_ms)


def light_names(table: TableFile) -> tuple[str, ...]:
    """Name the lights of the countdown, the one that goes out last first; a board's are those of its spaces."""
    lights = table.lights()
    count = lights.countdown if isinstance(lights, Strip) else SPACES if lights else 0
    return tuple(f"bar {number}" for number in range(1, count + 1))


def last_zone(situation: ExplodingSituation) -> str:
    """Return the pad that has the card which was laid last; the one in the middle if no pad has any."""
    pads = situation.devices.table.pads
    return next((zone for zone, pad in reversed(situation.devices.pads.items()) if pad.read and zone in pads), ZONE)


def last_laid(situation: ExplodingSituation) -> str | Certainty:
    """Return the card that was laid last on any pad, that all are empty, or that it is unknown."""
    pads, zones = situation.devices.pads, situation.devices.table.pads
    if all(pads.get(zone, EMPTY).is_silent for zone in ((ZONE,) if ZONE in zones else zones)):
        return Certainty.UNKNOWN
    tags = (pad.read[-1].tag for zone, pad in reversed(pads.items()) if pad.read and zone in zones)
    return next(tags, Certainty.EMPTY)


def pad_owner(situation: ExplodingSituation) -> str | None:
    """Return the seat on whose pad the last card was laid; None where it lies on one that is everybody's.

    While a pad is not heard, its seat lays its cards on any other.
    """
    zone = last_zone(situation)
    is_whole = all(situation.devices.on(pad) is not Certainty.UNKNOWN for pad in situation.devices.table.pads)
    return seat_of(zone) if zone != ZONE and is_whole else None


def zone_of(situation: ExplodingSituation, seat: str) -> str:
    """Return the pad on which a seat lays its cards."""
    return ZONE if situation.devices.table.play else pad_of(seat)


def tells_leaving(situation: ExplodingSituation) -> bool:
    """Return whether every pad tells that a card left it."""
    return all(pad.tells_leaving for pad in situation.devices.table.pads.values())


def unread_ms(situation: ExplodingSituation, seat: str) -> tuple[float, ...]:
    """Return from when until when a seat is asked whether a card lies unread on its pad, and from when again.

    Of cards on one another a reader may hear none; who laid one on used ones waits for an answer.
    """
    view = view_of(situation)
    is_favor = view.phase == "give" and not pending(situation).name
    if is_favor or view.phase not in AWAITING or seat not in view.to_act:
        return ()
    if not (used := _used_there(situation, seat)):
        return ()
    is_thinking = len(used) == 1 and not situation.entry(seat).cards
    at_ms = situation.devices.pads[zone_of(situation, seat)].gone_ms + (THINKING_MS if is_thinking else 0.0)
    return asks_ms(at_ms, situation.devices.now_ms)


def may_hide_a_card(situation: ExplodingSituation, seat: str) -> bool:
    """Whether used cards lay on a seat's pad and are heard no more: under one, perhaps, that is new.

    A single one was perhaps only taken off; but nobody does that on the own turn and draws so soon.
    """
    used = [tag for tag in _used_there(situation, seat) if tag in situation.game.part.spent]
    bare_ms = situation.devices.pads.get(zone_of(situation, seat), EMPTY).gone_ms
    soon_ms = UNREAD_MS[0] if used and bare_ms >= situation.ui.part.asked_ms else 0.0
    return situation.devices.now_ms - bare_ms < (HIDING_MS if len(used) > 1 else soon_ms)


def _used_there(situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
    """Return the used cards that lay on a seat's pad when it was heard empty; none where something is heard there."""
    hidden = situation.devices.pads.get(zone_of(situation, seat), EMPTY).hidden()
    if not hidden:
        return ()
    game, entries = situation.game.part, situation.game.entries.values()
    return tuple(
        one.tag
        for one in hidden
        if one.tag in game.spent or one.tag == game.lethal_tag or any(one.tag in entry.tags for entry in entries)
    )

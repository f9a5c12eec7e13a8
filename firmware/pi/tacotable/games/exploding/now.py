"""One moment of an Exploding game: read once, so that signs, displays, lamps and presses speak of the same."""

from __future__ import annotations

from tacotable.games.exploding import button_entry, hidden_cards, plays
from tacotable.games.exploding.reading_kinds import Moment, Shown
from tacotable.games.exploding.state import (
    NO_PLAY,
    ExplodingSituation,
    Step,
    is_blind,
    noped,
    pending,
    step_of,
    view_of,
)
from tacotable.games.exploding.window import moved_on
from tacotable.state.game_state import Stage

PHASES = {
    "turn": Moment.TURN,
    "window": Moment.WINDOW,
    "draw": Moment.DRAW,
    "defuse": Moment.DEFUSE,
    "arrange": Moment.ARRANGE,
    "steal": Moment.STEAL,
}
STEPS = {Step.TARGET: Moment.TARGET, Step.NAME: Moment.NAME}
AROUND = {
    Stage.LOBBY: Moment.LOBBY,
    Stage.MOVE: Moment.DEAL,
    Stage.DEAL: Moment.DEAL,
    Stage.OVER: Moment.OVER,
}


class Now:
    """How the game stands; `situation` is there for what only one seat needs."""

    def __init__(self, situation: ExplodingSituation) -> None:
        """Read how a game stands."""
        self.situation, self.game, self.ui, self.view = situation, situation.game, situation.ui.part, view_of(situation)
        self.is_seen, self.players = situation.game.is_seen, situation.game.players
        self.phase, self.player = self.view.phase, self.view.turn.seat
        self.play = self.view.pending or NO_PLAY
        """The play that waits for its window, or for what it asks of a seat; empty without one."""
        self.step = self.ui.step if self.phase == "turn" else Step.COLLECT
        has_silent = bool(situation.devices.part.since_ms)
        self.is_blind = has_silent and is_blind(situation)
        """Whether the reader has just fallen silent, and the game waits."""
        is_on = self.game.stage is Stage.PLAY
        self.is_naming = self.step is Step.NAME and is_on and not self.game.is_paused
        """Whether the seat whose turn it is turns over names on the displays."""
        namer = button_entry.asked(situation) if is_on and has_silent else None
        self.offered = button_entry.items(situation, namer) if namer else ()
        """What the seat may name that chooses with buttons in place of the reader; empty if buttons alone suffice."""
        self.chooser = namer if namer and self.offered else ""
        """That seat; empty: none."""
        self.asked = self.view.to_act[0] if self.view.to_act else ""
        """The seat that is asked, the first of several; empty: none."""
        self.opened = moved_on(self.ui.window, situation.devices.now_ms) if self.ui.window else None
        """The open window as it stands now."""
        self.noped = noped(situation)
        """The cards that left the game when the last window closed, while that is news."""
        self.moment = self._moment()
        self.shown = self._shown()

    def _moment(self) -> Moment:
        if self.is_blind:
            return Moment.SILENT
        if self.game.stage is not Stage.PLAY:
            is_passing = self.game.stage is Stage.DEAL and hidden_cards.is_dealing(self.situation)
            return Moment.PASSING if is_passing else AROUND[self.game.stage]
        if self.ui.whose is not None:
            return Moment.BRUSHED if self.ui.whose.is_passing else Moment.OWNER
        return play_moment(self.situation, self.phase)

    def _shown(self) -> Shown:
        """Read what the seat that is asked has shown, or whether a deal over the pad has begun."""
        if self.moment is Moment.PASSING:
            return Shown.PLAY if hidden_cards.has_begun(self.situation) else Shown.NOTHING
        return shown_by(self.situation, self.asked, self.moment) if self.game.entries else Shown.NOTHING

    def moment_of(self, seat: str) -> Moment:
        """Return what is asked at the table, as a seat is concerned."""
        if self.moment is Moment.SILENT:
            return self.moment
        if seat not in self.players and self.game.stage in (Stage.DEAL, Stage.PLAY):
            return Moment.BESIDE
        return Moment.BUTTONS if seat == self.chooser and self.ui.whose is None else self.moment

    def happened(self) -> dict[str, dict[str, object]]:
        """Return what the last act led to by what people do then, such as handing a card over."""
        return {
            "handed" if event["type"] == "gave" and "card" in event else str(event["type"]): dict(event)
            for event in self.game.last_events
        }


def play_moment(situation: ExplodingSituation, now: str) -> Moment:
    """Return what the rules ask for in a phase."""
    if now == "turn":
        return STEPS.get(situation.ui.part.step, Moment.TURN)
    if now == "give":
        return Moment.GIVE if pending(situation).name else Moment.FAVOR
    return PHASES.get(now, Moment.PASSING)


def shown_by(situation: ExplodingSituation, seat: str, moment: Moment) -> Shown:
    """Read what a seat has shown for its next act."""
    entry = situation.entry(seat)
    match moment:
        case Moment.TURN if entry.cards:
            if step_of(situation) is Step.WANTED:
                return Shown.WANTED
            if plays.lacks(situation, seat) is Step.WANTED:
                return Shown.FIVE
            return Shown.MORE if plays.lacks_a_card(situation, seat) else Shown.PLAY
        case Moment.DEFUSE | Moment.GIVE if entry.is_announced:
            return Shown.ANNOUNCED
        case Moment.DEFUSE if entry.cards:
            return Shown.PLAY
    return Shown.NOTHING

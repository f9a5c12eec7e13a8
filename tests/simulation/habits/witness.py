"""A witness of hands: it knows where each card was, and says whether an act that was ruled is one that hands did.

It looks at everything, the table's inner state, too; people never see what it knows.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from simulation.habits.hands import HabitualHands
from tacotable.autoplay.rig import Rig, read_sign
from tacotable.dialogs.questions import WHOSE
from tacotable.errors import UnfinishedError
from tacotable.state.facts import Acted, Fact, Paused, RanOut, Undone
from tacotable.state.game_state import Stage
from tacotable.state.situation import pad_of
from tacotable_engine.exploding.view import ExplodingView
from tacotable_engine.tacocat.view import TacocatView
from tacotable_sim.play_pad import PLAY
from tacotable_sim.truth import DRAW, hand_of

GONE_S = 60.0
"""So long ago a card may have left the hand that is named for an act of several."""
PRESSED_S = 3.0
"""A press that an act hangs on is no older than this: fingers stay on a button for two seconds at most."""
LOOK_S = 1.0
STUCK_S = 180.0
"""So long without an act, and nobody knows how to go on."""
QUIET_S = 4.0
"""So long nobody has moved anything, when all counts must agree."""
STEPS = 60
BY_PRESS = frozenset(("let", "play", "give", "steal", "arrange", "deny", "explode", "replace"))
WAITING = (
    "sign.wait-",
    "sign.sealed",
    "sign.let",
    "sign.out",
    "sign.watch",
    "sign.fan",
    "sign.window-own",
    "sign.space-at-rest",
)
"""What a display says that asks nothing of its seat."""
HELP = ("refusal.", "rule.", "whose.", "menu.", "sign.refused-to")
"""What a display says, by its beginning, while somebody is confused."""


@dataclass(slots=True)
class Report:
    """What was seen in one game."""

    wrong: list[str] = field(default_factory=list)
    """Acts that were ruled and that no hand did."""
    uneven: list[str] = field(default_factory=list)
    """Counts that differed while hands rested: people had yet to be told."""
    confusions: Counter[str] = field(default_factory=Counter)
    help_presses: Counter[int] = field(default_factory=Counter)
    """How many confusions took so many presses."""
    longest_wait_s: float = 0.0
    """The longest time in which nothing happened, and no display asked for anything."""


class Witness:
    """Watches one game."""

    def __init__(self, rig: Rig, hands: HabitualHands) -> None:
        self.report = Report()
        self.steps: deque[str] = deque(maxlen=STEPS)
        """What happened last."""
        self._rig, self._hands = rig, hands
        self._laid: dict[str, tuple[str, str, float]] = {}
        """Where each card was laid last, from where, and when."""
        self._held: dict[str, tuple[str, float]] = {}
        """In whose hand each card was last, and when it left."""
        self._pressed: dict[str, float] = {}
        self._facts = len(self._all_facts())
        self._told: dict[str, str] = {}
        self._drawn: Counter[str] = Counter()
        self._helped = 0
        self._confused = ""
        self._answered = self._answer()
        self._last_s = self._asked_s = self._acted_s = 0.0
        self._truth_place, self._truth_press = rig.table.truth.place, rig.table.truth.press
        setattr(rig.table.truth, "place", self.place)  # noqa: B010  # every move of a card goes through it
        setattr(rig.table.truth, "press", self.press)  # noqa: B010
        rig.program.controller.after_each(self._after)
        rig.loop.call_later(LOOK_S, self._look)

    async def play(self) -> None:
        """Watch until the game stands still for so long that nobody will end it. Raises UnfinishedError then."""
        while self._rig.loop.time() - self._acted_s < STUCK_S:
            await asyncio.sleep(LOOK_S)
        raise UnfinishedError(f"no act within {STUCK_S:.0f} s")

    def place(self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None) -> None:
        """Note a card's move."""
        truth = self._rig.table.truth
        source = truth.where(tag)
        self._truth_place(tag, place, slot=slot, face_up=face_up)
        now = self._rig.loop.time()
        if source.startswith("hand:"):
            self._held[tag] = (source.removeprefix("hand:"), now)
        if place in truth.zones:
            self._laid[tag] = (place, source, now)
        if self._rig.program.controller.situation.game.stage is Stage.PLAY:
            self._last_s = now
            self._step(f"{truth.card(tag).face} ({tag}): {source} -> {place}")

    def press(self, button: str) -> None:
        """Note a press, and whether it helps somebody on who was confused."""
        self._truth_press(button)
        now = self._rig.loop.time()
        self._last_s = self._pressed[button] = now
        is_habit = self._hands.presses[-1:] == [(now, button)]
        self._step(f"{button} pressed{' by habit' if is_habit else ''}")
        seat = button.partition(".")[0]
        if not is_habit and self._says(seat).startswith(HELP) and not self._is_others_menu(seat):
            self._helped += 1

    def _after(self) -> None:
        """Check the facts that are new, and note what displays say now."""
        facts = self._all_facts()
        new, self._facts = facts[self._facts :], len(facts)
        told_again = False  # whose card it is was asked once more: what was told before counts again
        for fact in new:
            self._last_s = self._rig.loop.time()
            self._step(f"fact {fact}")
            if isinstance(fact, RanOut | Undone) or (isinstance(fact, Acted) and fact.ruling != "illegal"):
                self._end_confusion()
                self._acted_s = self._last_s
            elif isinstance(fact, Paused):
                self._acted_s = self._last_s  # while it is paused nobody can act, and the display tells how to go on
            if isinstance(fact, Acted) and fact.ruling != "illegal" and not told_again:
                self.report.wrong += [f"{why}: {fact}" for why in self._faults(fact)]
                if fact.tags and self._answered == self._answer():
                    self.report.wrong.append(f"neither display nor tone answered: {fact}")
            told_again = isinstance(fact, Undone) and fact.agreed == WHOSE
        self._answered = self._answer()
        for name in self._rig.program.controller.scene.screens:
            said = self._rig.says(name)
            if said and said != self._told.get(name):
                self._told[name] = said
                self._step(f"{name} says {said}")
                if said.startswith(HELP):
                    self._confused, self._helped = said, 0

    def _answer(self) -> tuple[object, ...]:
        """Return what people see and hear of the table now."""
        scene = self._rig.program.controller.scene
        return scene.cue.number, dict(scene.screens), dict(scene.lamps)

    def _end_confusion(self) -> None:
        if self._confused:
            self.report.confusions[self._confused] += 1
            self.report.help_presses[self._helped] += 1
            if self._helped > 2:
                self._step(f"{self._helped} presses of help")
        self._confused, self._helped = "", 0

    def _faults(self, fact: Acted) -> Iterator[str]:
        """Tell what of an act no hand did."""
        act, seat, table = fact.act, fact.seat, self._rig.table
        do, now = str(act["do"]), self._rig.loop.time()
        zone = PLAY if PLAY in table.truth.zones else pad_of(seat)
        cards = act.get("cards", [act["card"]] if "card" in act else [])
        faces = [table.truth.card(tag).face for tag in fact.tags]
        for tag in fact.tags:
            laid = self._laid.get(tag)
            if laid is None or laid[0] != zone:
                yield f"{tag} was never laid on {zone}"
            elif do not in ("deal", "draw", "steal", "give") and laid[1] not in (hand_of(seat), "discard"):
                yield f"{tag} was laid by {laid[1]}"
        if fact.tags and isinstance(cards, list) and "?" not in cards and do in ("play", "attack", "duel", "show"):
            named = [act["name"]] if len(cards) == 5 and "name" in act else []
            if Counter(faces) != Counter([*cards, *named]):
                yield f"the cards laid are {faces}"
        if not fact.tags and zone not in table.truth.zones and isinstance(cards, list):
            held = [card.face for card in table.truth.at(hand_of(seat))]
            gone = [
                table.truth.card(tag).face for tag, (own, at) in self._held.items() if own == seat and now - at < GONE_S
            ]
            if Counter(card for card in cards if card != "?") - Counter((*held, *gone)):
                yield f"{seat} holds {held}"
        if (do in BY_PRESS or (do == "draw" and not fact.tags)) and not fact.tags:
            pressed = max((at for name, at in self._pressed.items() if name.startswith(f"{seat}.")), default=-100.0)
            if now - pressed > PRESSED_S:
                yield f"{seat} pressed nothing"

    def _look(self) -> None:
        """Look whether anybody is told what to do, and whether counts agree while hands rest."""
        self._rig.loop.call_later(LOOK_S, self._look)
        now, situation = self._rig.loop.time(), self._rig.program.controller.situation
        screens = self._rig.program.controller.scene.screens
        if situation.game.stage is not Stage.PLAY or any(self._asks(name) for name in screens):
            self._asked_s = now
        self.report.longest_wait_s = max(self.report.longest_wait_s, now - max(self._asked_s, self._last_s))
        if situation.game.stage is Stage.PLAY and now - self._last_s >= QUIET_S and not self._hands.is_busy:
            self.report.uneven += self._differences()

    def _asks(self, screen: str) -> bool:
        said = self._rig.says(screen)
        return bool(said) and not said.startswith(WAITING)

    def _differences(self) -> list[str]:
        """Return where counts differ while hands rest."""
        view, truth = self._rig.program.controller.situation.public(), self._rig.table.truth
        if self._hands.owes() or not isinstance(view, TacocatView | ExplodingView) or self._rig.table.truth.at("air"):
            return []
        entries = self._rig.program.controller.situation.game.entries
        if any(entry.cards for entry in entries.values()) or (isinstance(view, ExplodingView) and view.phase != "turn"):
            return []  # cards that are shown may have slid on, though they do not count yet
        used = getattr(self._rig.program.controller.situation.game.part, "spent", ())
        told = []
        for seat, size in view.hand_size.items():
            zone = PLAY if PLAY in truth.zones else pad_of(seat)
            lying = truth.at(zone) if zone in truth.zones else ()
            loose = [
                card
                for card in lying
                if card.tag not in used and self._laid.get(card.tag, ("", ""))[1] == hand_of(seat)
            ]
            is_sealed = isinstance(view, TacocatView) and seat in view.ready and view.phase != "replace"
            held = len(truth.at(hand_of(seat))) + len(loose) + is_sealed
            if held != size:
                told.append(f"{self._rig.loop.time():.1f}: {seat} holds {held} cards, and {size} are told")
        if isinstance(view, ExplodingView) and len(truth.at(DRAW)) != len(view.pile):
            told.append(
                f"{self._rig.loop.time():.1f}: the pile has {len(truth.at(DRAW))}, and {len(view.pile)} are told"
            )
        return told

    def _is_others_menu(self, seat: str) -> bool:
        """Return whether the display that a seat reads shows another seat's menu: its presses go on with the game."""
        screens = self._rig.program.controller.scene.screens
        sign = read_sign(screens["table" if seat not in screens else seat])
        return sign is not None and sign.message == "menu.title-of" and sign.values.get("seat") != seat

    def _says(self, seat: str) -> str:
        own = self._rig.says(seat) if seat in self._rig.program.controller.scene.screens else ""
        if own.startswith(HELP) or "table" not in self._rig.program.controller.scene.screens:
            return own
        return self._rig.says("table")

    def _step(self, what: str) -> None:
        self.steps.append(f"{self._rig.loop.time():8.2f} {what}")

    def _all_facts(self) -> list[Fact]:
        return list(getattr(self._rig.program.journal, "facts", ()))

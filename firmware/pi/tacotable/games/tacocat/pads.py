"""Cards on the pads of the seats, as they are read: each is an act at once, or one of several that were announced.

A card that was ruled on already and is reported again (its reader came back, it slid a little) is nothing new.

Two pads that are too near each other report the same card, which is on one of them only. It counts at the first in its
turn, and the other asks to take it off. If both seats were asked, no one can know whose it is, so it counts at
neither: what the first pad made of it is taken back, and the other may hold OK to play it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tacotable.dialogs import questions
from tacotable.dialogs.refusals import Refusal, obstacle_to
from tacotable.games.tacocat import deal
from tacotable.games.tacocat.reading import phase_of
from tacotable.games.tacocat.reading_kinds import Card, Kind
from tacotable.games.tacocat.state import TacocatSituation, is_collecting, is_crowded, is_slip, other, view_of
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.guards import Guard
from tacotable.state.placements import EMPTY, Origin, Placement, Status
from tacotable.state.situation import pad_of
from tacotable_engine.errors import RequestError

TURNS = ("attack", "answer")  # Phases in which one seat waits for the other.
OF_BOTH = ("replace", "duel", "showdown")  # Phases in which both seats may be asked at once.
STILL = (Kind.CROWD, Kind.KNOWN, Kind.UNCOVERED)  # Cards that are nothing new on their pad.


@dataclass(frozen=True, slots=True)
class Stay:
    """A card on a seat's pad, to be read. `is_waived`: OK held counts it; `is_alone`: its reader reports no other."""

    situation: TacocatSituation
    seat: str
    tag: str
    is_waived: bool = False
    is_alone: bool = True

    def read(self) -> tuple[Card, Refusal | None]:
        """Read the card; returns the reading, and why it cannot count if its kind is an obstacle."""
        found = ((kind, is_so) for kind, look in KINDS if (is_so := look(self)))
        kind, why = next(found, (Kind.FITS, None))
        if kind is not Kind.FITS:
            return Card(kind), why if isinstance(why, Refusal) else None
        return Card(kind, phase_of(self.situation), is_collecting(self.situation, self.seat)), None

    @property
    def placement(self) -> Placement | None:
        """Return the card's stay on the pad, if it is reported."""
        return self.situation.devices.placement(self.tag, pad_of(self.seat))

    @property
    def is_asked(self) -> bool:
        """Return whether the table waits for the seat."""
        return self.seat in view_of(self.situation).to_act

    @property
    def is_used(self) -> bool:
        """Return whether the seat used the card in this round."""
        return self.situation.game.part.spent.get(self.tag) == self.seat

    def is_one_of_several(self) -> bool:
        """Return whether another card may be hidden that counts, too; those that are gathered are listed."""
        is_new = self.is_alone and self.is_asked and self.tag not in self.situation.game.part.spent
        return is_new and is_crowded(self.situation, self.seat) and not is_collecting(self.situation, self.seat)

    def has_counted(self) -> bool:
        """Return whether the card counted already: it is still there, is bare again, or was only turned over."""
        one, is_shown = self.placement, self.tag in self.situation.entry(self.seat).tags
        if is_shown or one is None or one.status is Status.ACCEPTED:
            return is_shown or one is not None
        if one.origin in (Origin.UNCOVERED, Origin.FOUND):
            return self.is_used or self._is_last_dealt()
        # One that was laid face down may be turned over; one that was shown to all only once.
        gone = self.situation.devices.pads[pad_of(self.seat)].gone
        turned = [each for each in gone if each.tag == self.tag and each.status is Status.ACCEPTED]
        is_first = any(each.origin is not Origin.SAME for each in turned)
        may_turn = is_first or (bool(turned) and self.seat in view_of(self.situation).ready)
        return may_turn and self.is_used and self.seat in self.situation.ui.part.secret

    def _is_last_dealt(self) -> bool:
        """Return whether the card is the one that was dealt to the seat last, which has done nothing since."""
        did = [step.did[0] for step in self.situation.game.steps if step.seat == self.seat]
        dealt = [tag for tag, owner in self.situation.game.part.held.items() if owner == self.seat]
        return dealt[-1:] == [self.tag] and did[-1:] in ([], ["deal"])

    def is_answered(self) -> bool:
        """Return whether the card was refused before, or was there beneath another."""
        one = self.placement
        return one is not None and (one.status is not Status.NEW or one.origin is Origin.UNCOVERED)

    def misplaced(self) -> Refusal | None:
        """Return why the card is of no use on this pad: buttons may have named it, or it is in another hand."""
        if self.situation.game.stage is Stage.PLAY and pad_of(self.seat) in self.situation.devices.part.named:
            return Refusal("refusal.pad-back", tag=self.tag)
        is_of_other = self.situation.game.part.held.get(self.tag, self.seat) != self.seat
        is_of_other = is_of_other and not deal.is_dealing(self.situation)
        return Refusal("refusal.not-from-hand", {"owner": self.seat}, self.tag) if is_of_other else None

    def obstacle(self) -> Refusal | None:
        """Return why the card cannot be an act now; OK held lets a used one count."""
        if (why := obstacle_to(self.situation, self.tag)) is not None:
            return None if self.is_waived and why.kind.may_count else why
        face, match = self.situation.devices.faces[self.tag], self.situation.game.match
        try:  # whether the edition has this card at all, also if its face would not be named
            if match:
                match.why_not(self.seat, {"do": "duel", "card": face})
        except RequestError:
            return Refusal("refusal.not-in-game", {"card": face}, self.tag)
        return None

    def is_unmeant(self) -> bool:
        """Return whether no hand meant the card here and now: it is laid again, or OK held counts it."""
        now_ms, game = self.situation.devices.now_ms, self.situation.game.part
        pad = self.situation.devices.pads.get(pad_of(self.seat), EMPTY)
        gone = {one.tag: one.status for one in pad.gone if one.origin is not Origin.FOUND}
        is_bared = pad.gone_ms == now_ms and any(game.spent.get(tag) == self.seat for tag in gone if tag != self.tag)
        asked_ms = self.situation.ui.part.asked_ms.get(self.seat, -Guard.LAYING.ms)
        is_on_its_way = view_of(self.situation).phase in TURNS and now_ms - asked_ms < Guard.LAYING.ms
        # A reader that reports a card again, which is still there from the round before, deals no card.
        is_left_over = gone.get(self.tag) is Status.ACCEPTED and self.tag not in game.held
        is_left_over = is_left_over and now_ms - pad.gone_ms < Guard.SHUFFLING.ms
        return (self.is_asked and (is_bared or is_on_its_way)) or is_left_over or self._is_overheard()

    def _is_overheard(self) -> bool:
        """Return whether the pad across reports the card too, and did not have it taken back."""
        across = other(self.situation, self.seat)
        message = self.situation.ui.refusals.get(across)
        is_taken_back = message is not None and message.kind.is_taken_back and message.tag == self.tag
        return self.situation.zone(across) == self.tag and not is_taken_back

    def undoing(self) -> facts.Fact | None:
        """Return what undoes a card that counted across a moment ago, and that this seat might have laid as well."""
        across, phase = Stay(self.situation, other(self.situation, self.seat), self.tag), view_of(self.situation).phase
        one = across.placement
        is_lately = one is not None and self.situation.devices.now_ms - one.since_ms < Guard.TOGETHER.ms
        if not (is_lately and phase in OF_BOTH and self.is_asked and self._is_overheard()):
            return None
        if self.situation.entry(across.seat).tags[-1:] == (self.tag,):
            return facts.TookBack(across.seat, all=False, tag=self.tag)
        is_last = [step.seat for step in self.situation.game.steps[-1:]] == [across.seat]
        undone = facts.Undone(across.seat, questions.TWO_PADS, self.situation.lying())
        return undone if is_last and across.is_used else None

    def is_slip(self) -> bool:
        """Return whether the card reaches an attack, but would be given up."""
        return is_slip(self.situation, self.seat, self.situation.devices.faces[self.tag])


KINDS: tuple[tuple[Kind, Callable[[Stay], object]], ...] = (
    (Kind.CROWD, Stay.is_one_of_several),
    (Kind.KNOWN, Stay.has_counted),
    (Kind.UNCOVERED, Stay.is_answered),
    (Kind.OBSTACLE, Stay.misplaced),
    (Kind.OF_BOTH, Stay.undoing),
    (Kind.OBSTACLE, Stay.obstacle),
    (Kind.UNMEANT, Stay.is_unmeant),
    (Kind.SLIP, Stay.is_slip),
)
"""What a card is: the first that holds."""

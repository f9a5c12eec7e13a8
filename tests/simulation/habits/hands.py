"""Hands with habits between simulated people and their table: they lay early, press by reflex, and so on.

The people mean the right thing; each has habits of its own, and what its hands do besides is drawn by chance. How it
goes on they know as people do: by their displays, by their own cards, and by the table's answer to each card: it takes
it or refuses it at once, by display or tone (`Witness` sees to it that it does).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import cast

from simulation.people.exploding.player import CarefulPlayer
from simulation.people.seating import careful_people_at
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig
from tacotable.state.facts import Acted, Began, Dealt, Shown, TookBack, Undone
from tacotable.state.situation import pad_of
from tacotable_engine.exploding.ruleset import RULESETS
from tacotable_engine.exploding.view import ExplodingView
from tacotable_sim.people.base import Pace, ReadingPlayer, Sign
from tacotable_sim.play_pad import PLAY
from tacotable_sim.truth import DISCARD, DRAW, hand_of

EARLY, REFLEX, TWICE, LEFT = "lay early", "press by reflex", "press twice", "leave cards"
ONE, LATE, BACK, FORGETS, ALL = (
    "lay one at a time",
    "answer late",
    "put a card back",
    "forget to draw",
    "lay everything",
)
HABITS = (EARLY, REFLEX, TWICE, LEFT, ONE, LATE, BACK, FORGETS, ALL)
MOST_HABITS = 4
"""So many habits at most has one person."""
LIKELIHOOD = 0.2
"""How often a person does what is its habit, where it could."""
TAP_AGAIN_S, FINGER_S = 0.06, 0.08
"""A finger that slips comes down again so soon, and for so long."""
LOOK_S = 0.25
"""How often people look at their displays, whatever else they do."""
READ_LOOKS = 5
"""So many looks a display has stood when people have counted what it tells."""
GAME = ("sign.", "status.", "refusal.", "rule.", "whose.")
OUTSIDE = ("sign.paused", "sign.gather", "sign.setup", "sign.lobby", "sign.over", "sign.won", "sign.take", "sign.pass")
COLLECTING = ("sign.replace", "sign.several")
"""What a display says, by its beginning, where a pad gathers cards."""
COUNTS = ("sign.attack", "sign.wait-attack", "sign.duel-again")
"""What tells how many cards each seat holds, by its beginning."""
EMPTY = ("sign.show", "sign.answer")
"""What nobody can do with an empty hand, so that everybody knows that something was not drawn."""
WAITS = ("sign.wait-attack", "sign.wait-answer", "sign.sealed")
"""What somebody reads who is to act after the other seat."""
HIDING = ("status.defuse", "status.defuse-last", "status.hide")
"""What is said while a card that explodes may lie on the pile, and does not count there yet."""
ALL_LETHAL = "rule.pile-all-lethal"
"""What refuses a draw, as somebody has not drawn, or has not shown what it drew."""
KEPT = ("deal", "draw", "steal", "give")
"""Acts whose cards stay with somebody."""
ANSWERS = ("nope", "clone")
"""What answers a play at once, and means it."""


class LatePace:
    """The pace of somebody who often answers late."""

    carry_s, tap_s, hold_s = Pace().carry_s, Pace().tap_s, Pace().hold_s

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    @property
    def think_s(self) -> tuple[float, float]:
        """Return between what times the next thought takes."""
        return (7.0, 13.0) if self._chance.random() < LIKELIHOOD / 2 else Pace().think_s


class HabitualHands:
    """What hands at one table do besides; `done` counts it by habit. `habits` may name those of each person."""

    def __init__(self, rig: Rig, chance: Random, habits: Sequence[str] = HABITS) -> None:
        self.done: Counter[str] = Counter()
        self.habits: dict[str, frozenset[str]] = {}
        """The habits of each person, by the seat."""
        self.is_busy = 0
        """How many cards lie or hang where a habit left them, for a time."""
        self.presses: list[tuple[float, str]] = []
        """When a finger pressed what by habit."""
        self._rig, self._chance, self._possible = rig, chance, habits
        self._people: dict[str, ReadingPlayer] = {}
        self._taken: set[str] = set()
        """The cards that the table took as played since they were dealt."""
        self._shown: defaultdict[str, list[str]] = defaultdict(list)
        """The cards of each seat that the table told as shown for an act that is open."""
        self._laid: defaultdict[str, list[str]] = defaultdict(list)
        """The cards that each seat has laid since they were dealt."""
        self._put_down: defaultdict[str, list[str]] = defaultdict(list)
        """The cards that a habit has laid, and that were put on the discard pile as shown."""
        self._taken_up = ""
        """What five different cards took out of the discard pile last."""
        self._answers = 0
        self._last: tuple[str, ...] = ()
        self._last_drew = ""
        """Who drew by the last act, without a card to see."""
        self._seen: dict[str, tuple[Sign | None, int]] = {}
        self._owes: Counter[str] = Counter()
        self._beside: dict[str, str] = {}
        """The cards that a habit has laid, and whose they are."""
        self._release, self._place, self._draw = rig.table.release, rig.table.place, rig.table.draw
        rig.program.controller.after_each(self._hear)
        for name, own in (("release", self.release), ("place", self.place), ("draw", self.draw)):
            setattr(rig.table, name, own)  # hands come between the people and the table

    def seat(
        self,
        rig: Rig,
        chance: Random,
        count: int | None = None,
    ) -> Sequence[ReadingPlayer]:
        """Seat people, each with habits that are drawn."""
        people = careful_people_at(rig, chance, count) if self._is_exploding else people_at(rig, chance, count)
        for player in people:
            seat = player.eyes.seat
            self._people[seat] = player
            if isinstance(player, CarefulPlayer):
                player.party.short = self._short
            drawn = self._chance.randint(1, min(MOST_HABITS, len(self._possible)))
            self.habits[seat] = frozenset(self._chance.sample(self._possible, drawn))
            if LATE in self.habits[seat]:
                player.pace = cast("Pace", LatePace(self._chance))
        self._rig.loop.call_later(LOOK_S, self._look)
        return people

    def owes(self) -> bool:
        """Return whether somebody has forgotten to draw, and does not know it yet."""
        return any(count > 0 for count in self._owes.values())

    # What comes between people and table.

    def release(self, button: str) -> None:
        """Take the finger away; it may come down again."""
        self._release(button)
        seat = button.partition(".")[0]
        if self._slips(seat, TWICE):
            self._rig.loop.call_later(TAP_AGAIN_S, self._tap, button)

    def draw(self, seat: str) -> object:
        """Draw a card of the pile, or forget it."""
        if self._is_in_game(seat) and self._slips(seat, FORGETS):
            self._owes[seat] += 1
            return None
        return self._draw(seat)

    def place(
        self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None, after_s: float = 0.0
    ) -> None:
        """Move a card as its person means it, with what its habits make of that."""
        truth = self._rig.table.truth
        source = truth.where(tag)
        seat = self._whose(tag, source)
        is_back = source == DISCARD and tag in self._taken and (not self._is_exploding or place.startswith("hand:"))
        if source == place or (is_back and truth.card(tag).face != self._taken_up):
            return  # it was put back there meanwhile, or the table took it: nobody takes it up again
        if tag in self._beside and source in truth.zones and place in (DISCARD, hand_of(seat)):
            self._take_beside(tag)  # whoever clears the pad, the card goes where its owner takes it
        elif place == DISCARD and self._is_kept(seat, tag, source):
            return
        elif source == DRAW and place.startswith("hand:"):
            self._draw_card(place.removeprefix("hand:"), tag)
        elif place in truth.zones and source == hand_of(seat):
            self._lay(seat, tag, place, face_up, after_s)
        else:
            is_used = not self._is_exploding and source in truth.zones and place == hand_of(seat) and tag in self._taken
            place = DISCARD if is_used else place  # nobody takes a card back that the table took
            if self._is_read_below(seat, tag, source):
                place = hand_of(seat)
            if source == DISCARD:
                self._forget((tag,))
            elif tag in self._put_down[seat] and source == hand_of(seat):
                self._put_down[seat].remove(tag)  # now it goes where its person means it to go
            self._place(tag, place, slot=slot, face_up=face_up, after_s=after_s)

    def _is_read_below(self, seat: str, tag: str, source: str) -> bool:
        """Return whether the display tells only of a used card below this one, which has not counted yet."""
        is_told = self._is_exploding and source == self._pad(seat) and self._sign(seat).message == "refusal.discarded"
        return is_told and tag in self._laid[seat] and tag not in (*self._taken, *self._shown[seat])

    def _is_kept(self, seat: str, tag: str, source: str) -> bool:
        """Return whether a card stays where it is: it was not played, or it is left on the pad for a while."""
        zones = self._rig.table.truth.zones
        if source == hand_of(seat) and not self._is_exploding and self._pad(seat) in zones:
            return self._is_in_game(seat) and tag not in self._taken  # nobody puts a card away that was not played
        is_left = source in zones and tag in self._laid[seat] and self._slips(seat, LEFT)
        if is_left:
            self.is_busy += 1
            self._rig.loop.call_later(4.0, self._take_left, tag, source)
        return is_left

    def _draw_card(self, seat: str, tag: str) -> None:
        """Draw a card at a ring, or forget it."""
        if self._sign(seat).message.startswith("status.") and not self._is_seen:
            if self._owes[seat] < 0 or (not self._owes[seat] and self._slips(seat, FORGETS)):
                return  # nobody draws twice because an OK was not heard
            self._owes[seat] -= 1
        self._place(tag, hand_of(seat))

    def _hear(self) -> None:
        """Hear what the table answers to cards."""
        facts = getattr(self._rig.program.journal, "facts", ())
        new, self._answers = facts[self._answers :], len(facts)
        for fact in new:
            if isinstance(fact, Began | Dealt):
                for known in (self._taken, self._shown, self._laid, self._put_down):
                    known.clear()
            elif isinstance(fact, Shown) and fact.tag is not None:
                self._shown[fact.seat].append(fact.tag)
            elif isinstance(fact, TookBack):
                del self._shown[fact.seat][0 if fact.all else -1 :]
            elif isinstance(fact, Acted) and fact.ruling != "illegal" and fact.act["do"] not in KEPT:
                self._take(fact)
                self._shown[fact.seat].clear()
                self._last, self._last_drew = fact.tags, ""
            elif isinstance(fact, Acted) and fact.act["do"] == "draw" and not fact.tags and fact.ruling != "illegal":
                self._owes[fact.seat] += 1
                self._last, self._last_drew = (), fact.seat
            elif isinstance(fact, Acted) and fact.ruling != "illegal":
                self._forget(fact.tags)  # they are in a hand again
                self._last, self._last_drew = (), ""
            elif isinstance(fact, Undone):
                self._forget_last()

    def _take(self, fact: Acted) -> None:
        """Note the cards that count as played; of a play a sixth is shown on the discard pile, to be taken up."""
        is_play = fact.act["do"] == "play"
        self._taken |= set(fact.tags[:5] if is_play else fact.tags)
        self._taken_up = str(fact.act["name"]) if is_play and len(fact.tags) > 5 else self._taken_up

    def _forget_last(self) -> None:
        """Note that the last act was taken back: what it took is not taken, and nobody drew."""
        self._taken -= set(self._last)
        if self._last_drew:
            self._owes[self._last_drew] -= 1
        self._last, self._last_drew = (), ""

    def _forget(self, tags: Sequence[str]) -> None:
        """Forget what became of cards before: they are in play anew."""
        for laid in (*self._laid.values(), *self._put_down.values()):
            laid[:] = [tag for tag in laid if tag not in tags]
        self._taken -= set(tags)

    def _whose(self, tag: str, source: str) -> str:
        """Return whose hand a card is in or came from."""
        if source.startswith("hand:"):
            return source.removeprefix("hand:")
        if source.endswith(".pad"):
            return source.removesuffix(".pad")
        return self._beside.get(tag) or next((seat for seat, laid in self._laid.items() if tag in laid), "")

    def _lay(self, seat: str, tag: str, pad: str, face_up: bool | None, after_s: float) -> None:
        """Lay a card that is meant, with others by habit, or take it off again at once."""
        for laid in self._laid.values():
            laid[:] = [other for other in laid if other != tag]  # it may have been another's before
        self._laid[seat].append(tag)
        self._place(tag, pad, face_up=face_up, after_s=after_s)
        if not self._is_in_game(seat) or self._is_seen:
            return
        later = self._rig.loop.call_later
        others = [card.tag for card in self._rig.table.truth.at(hand_of(seat)) if card.tag != tag]
        if others and self._slips(seat, ALL):
            for other in others:
                self._lay_beside(seat, other, pad, 2.5)
        elif others and not self._is_exploding and self._slips(seat, ONE):
            later(self._chance.uniform(0.0, 1.5), self._lay_another, seat, pad)
        elif self._is_exploding and self._slips(seat, ONE):
            later(0.7, self._tap, f"{seat}.ok")
        elif self._slips(seat, BACK):
            later(self._chance.uniform(0.03, 1.2), self._put_back, seat, tag, pad)

    def _lay_another(self, seat: str, pad: str) -> None:
        """Lay one more card, as if several were announced: one that is equal, if there is one."""
        truth = self._rig.table.truth
        lying = [card.face for card in truth.at(pad)]
        hand = sorted(truth.at(hand_of(seat)), key=lambda card: card.face not in lying)
        if hand and lying:
            self._lay_beside(seat, hand[0].tag, pad, 2.0)

    def _put_back(self, seat: str, tag: str, pad: str) -> None:
        """Take a card back into the hand that was just laid."""
        if self._rig.table.truth.where(tag) == pad and tag not in self._taken:
            self._place(tag, hand_of(seat))

    def _lay_beside(self, seat: str, tag: str, pad: str, seconds: float) -> None:
        """Lay a card that nobody asked for; its owner takes it off again after a while."""
        if self._rig.table.truth.where(tag) != hand_of(seat) or tag in self._beside:
            return
        self._beside[tag] = seat
        self.is_busy += 1
        self._place(tag, pad)
        self._rig.loop.call_later(seconds, self._take_beside, tag)

    def _take_beside(self, tag: str) -> None:
        """Take such a card off: where the display counts it, it goes to the discard pile, else back."""
        if (seat := self._beside.pop(tag, None)) is None:
            return
        self.is_busy -= 1
        if self._rig.table.truth.where(tag) in self._rig.table.truth.zones:
            is_used = tag in self._taken or tag in self._shown[seat]
            if is_used:
                self._note_put_down(seat, tag)
            self._place(tag, DISCARD if is_used else hand_of(seat))

    def _take_left(self, tag: str, source: str) -> None:
        self.is_busy -= 1
        if self._rig.table.truth.where(tag) == source:
            self._note_put_down(self._whose(tag, source), tag)
            self._place(tag, DISCARD)

    def _note_put_down(self, seat: str, tag: str) -> None:
        if tag not in self._put_down[seat]:
            self._put_down[seat].append(tag)

    def _tap(self, button: str) -> None:
        """Press a button that nobody asked to be pressed."""
        if button in self._rig.table.truth.buttons and not self._rig.table.truth.is_down(button):
            self.presses.append((self._rig.loop.time(), button))
            self._rig.table.press(button)
            self._rig.loop.call_later(FINGER_S, self._release, button)

    # What people see besides.

    def _look(self) -> None:
        """Look at all displays: some people do something without being asked, and all put right what was in doubt."""
        self._rig.loop.call_later(LOOK_S, self._look)
        if self._is_exploding:
            self._tidy_discard()
        for seat in self._people:
            sign, player = self._sign(seat), self._people[seat]
            if isinstance(player, CarefulPlayer):
                player.glimpse(sign)
            last, looks = self._seen.get(seat, (None, 0))
            self._seen[seat] = (sign, looks + 1 if sign == last else 0)
            if sign.message in ("sign.over", "sign.move-goal", "sign.won"):
                self._put_away_taken(seat)
            if sign.message == "sign.won":
                view = self._rig.program.controller.situation.public()
                if isinstance(view, ExplodingView) and len(self._rig.table.truth.at(DRAW)) > len(view.pile):
                    self._draw_owed(seat)
            if not self._is_in_game(seat):
                if (
                    sign.message.startswith(GAME) and sign.message != "sign.paused"
                ):  # a menu or a question only stands before the game
                    self._owes[seat] = 0
                continue
            self._settle(seat, sign)
            if sign != last:
                self._act_unasked(seat, sign)

    def _act_unasked(self, seat: str, sign: Sign) -> None:
        """Do something at a display that has just changed."""
        later, chance = self._rig.loop.call_later, self._chance
        if self._is_exploding:
            if sign.message == "status.turn" and sign.values.get("seat") == seat and self._slips(seat, REFLEX):
                later(chance.uniform(0.1, 0.9), self._tap, f"{seat}.ok")
            if (
                sign.message.startswith("status.window")
                and sign.values.get("seat") != seat
                and self._slips(seat, EARLY)
            ):
                later(chance.uniform(0.3, 2.5), self._lay_unasked, seat, False)
            was_window = sign.message == "status.turn" and sign.values.get("seat") != seat
            if was_window and self._slips(seat, LATE):
                later(chance.uniform(0.1, 3.0), self._lay_unasked, seat, True)
        elif f"{seat}.pad" in self._rig.table.truth.zones and self._slips(seat, REFLEX):
            later(chance.uniform(0.1, 0.9), self._tap, f"{seat}.ok")
        elif sign.message.startswith(WAITS) and self._slips(seat, EARLY):
            later(chance.uniform(0.2, 1.5), self._lay_unasked, seat, False)

    def _lay_unasked(self, seat: str, is_nope: bool) -> None:
        """Lay a card early for what comes next, or a Nope after its time."""
        truth = self._rig.table.truth
        pad = self._pad(seat)
        hand = [card.tag for card in truth.at(hand_of(seat)) if (card.face in ANSWERS) == is_nope]
        if hand and pad in truth.zones and not truth.at(pad) and self._is_in_game(seat) and not self._is_seen:
            self._lay_beside(seat, self._chance.choice(hand), pad, 2.5)

    def _settle(self, seat: str, sign: Sign) -> None:
        """Put right what hands did otherwise than the table has told by now."""
        truth, is_exploding = self._rig.table.truth, self._is_exploding
        self._put_away_taken(seat)
        put_down = (*self._put_down[seat], *(self._laid[seat] if not is_exploding else ()))
        for tag in put_down:
            if truth.where(tag) == DISCARD and tag not in self._taken and tag not in self._shown[seat]:
                self._place(tag, hand_of(seat))  # it was taken back, or never taken
        if is_exploding:
            self._settle_exploding(seat, sign)
        else:
            self._settle_draws(seat, sign)

    def _settle_draws(self, seat: str, sign: Sign) -> None:
        """Draw what was forgotten at Tacocat, once the display tells how many cards a seat should hold."""
        truth, pad = self._rig.table.truth, f"{seat}.pad"
        has_stood, held = self._seen[seat][1] >= READ_LOOKS, len(truth.at(hand_of(seat)))
        if not self._owes[seat] or not has_stood:
            return
        if pad in truth.zones and (lying := truth.at(pad)):
            for card in lying if sign.message == "sign.show" and not held else ():
                self._place(card.tag, DISCARD)  # it has counted: the last card is to lie there
            if sign.message == "sign.show" or any(card.tag not in self._taken for card in lying):
                return
        is_counted = sign.message.startswith(COUNTS) and held < int(str(sign.values["n"]))
        if sign.message.startswith("sign.draw") or is_counted or (sign.message in EMPTY and not held):
            self._draw_owed(seat)

    def _short(self, seat: str) -> str:
        """Return who holds a card too few, where the pile has one too many: people count what displays tell."""
        return next((other for other in (seat, *self._people) if self._owes[other] > 0), seat)

    def _put_away_taken(self, seat: str) -> None:
        """Put cards away that were picked up again, though they had counted."""
        for tag in (*self._laid[seat], *self._put_down[seat]):
            if tag in self._taken and self._rig.table.truth.where(tag) == hand_of(seat):
                self._place(tag, DISCARD)

    def _settle_exploding(self, seat: str, sign: Sign) -> None:
        truth, player = self._rig.table.truth, self._people[seat]
        other = self._short(seat)
        if sign.message == ALL_LETHAL and isinstance(player, CarefulPlayer) and self._owes[other] > 0:
            if sign.values.get("seat") == seat and player.hand_drawn_to(other):
                self._owes[seat] += 1
                self._owes[other] -= 1
            elif sign.values.get("seat") == seat:
                self._draw_owed(other)
            return
        if sign.message == ALL_LETHAL and isinstance(player, CarefulPlayer) and sign.values.get("seat") == seat:
            if len(truth.at(DRAW)) == int(str(sign.values["n"])):
                player.hand_drawn_to(seat)  # the pile is as long as told: what it drew last had been owed
            return
        if "pile" not in sign.values or not sign.message.startswith("status."):
            return
        has_stood = self._seen[seat][1] >= READ_LOOKS and sign.message not in HIDING
        if has_stood and self._owes[seat] > 0 and (left := len(truth.at(DRAW)) - int(str(sign.values["pile"]))) > 0:
            self._owes[seat] = min(self._owes[seat], left)  # a careful person may have drawn what it owed by itself
            self._draw_owed(seat)

    def _draw_owed(self, seat: str) -> None:
        """Draw what was forgotten, as the display tells; a card that explodes stays on top of the pile for the next."""
        while self._owes[seat] > 0:
            self._owes[seat] -= 1
            pile = self._rig.table.truth.at(DRAW)
            card = next((card for card in pile if not card.face.startswith("exploding")), None)
            if card is not None:
                self._rig.table.truth.put_on_top([card.tag])
                self._place(card.tag, hand_of(seat))

    def _tidy_discard(self) -> None:
        """Put the discard pile in the order of the game, where the same cards lie there: some came late."""
        view = self._rig.program.controller.situation.public()
        told = view.discard if view is not None else ()
        lying = {card.tag: card.face for card in self._rig.table.truth.at(DISCARD)}
        if sorted(told) == sorted(lying.values()) and list(told) != list(lying.values()):
            tags = {face: [tag for tag, own in lying.items() if own == face] for face in told}
            self._rig.table.truth.arrange(DISCARD, [tags[face].pop(0) for face in told])

    # The small things.

    @property
    def _is_exploding(self) -> bool:
        return self._rig.program.controller.situation.ui.lobby_game in RULESETS.names()

    @property
    def _is_seen(self) -> bool:
        return self._rig.program.controller.situation.devices.table.mode == "seen"

    def _pad(self, seat: str) -> str:
        """Return the zone of the pad on which a seat lays its cards."""
        return PLAY if PLAY in self._rig.table.truth.zones else pad_of(seat)

    def _sign(self, seat: str) -> Sign:
        player = self._people.get(seat)
        return (player and player.eyes.sign(player.display)) or Sign("", {})

    def _is_in_game(self, seat: str) -> bool:
        message = self._sign(seat).message
        return message.startswith(GAME) and not message.startswith((*OUTSIDE, "sign.deal", "sign.move"))

    def _slips(self, seat: str, habit: str) -> bool:
        slips = habit in self.habits.get(seat, ()) and self._chance.random() < LIKELIHOOD
        self.done[habit] += slips
        return slips

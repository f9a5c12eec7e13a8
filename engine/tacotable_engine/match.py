"""A match as it is played at a table: begun from a request or a record, asked and told in the protocol's words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from tacotable_engine.chance import Chance, KeptChance
from tacotable_engine.course import Course
from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_one_of
from tacotable_engine.record import read_record, write_record
from tacotable_engine.registry import rules_of, rulesets, spec_of
from tacotable_engine.rulings import MATCH_RULES, Rule
from tacotable_engine.setup import VIEWERS, read_setup

if TYPE_CHECKING:
    from tacotable_engine.game import Act
    from tacotable_engine.rulings import Prompt, Refusal, Ruling
    from tacotable_engine.views import GameView

Fields = Mapping[str, object]


class Match(Course):
    """A match being played, from `Match.new` or `Match.from_record`. What changes it goes through the log."""

    @classmethod
    def new(cls, setup: Fields, chance: Chance) -> Match:
        """Start a game from the fields of a `new` request; raises RequestError naming the field that is wrong."""
        read = read_setup(setup, rulesets())
        start = rules_of(read.game).start(read, KeptChance(chance))
        return cls(read.game, read.seats, start, chance, read.seed)

    @classmethod
    def from_record(cls, text: str, chance: Chance | None = None) -> Match:
        """Play a text record again; raises RecordError with line and column. `chance` is for playing on."""
        return read_record(text, chance, begin=cls)

    def act(self, seat: str, fields: Fields) -> Ruling:
        """Rule on what a seat does; raises RequestError, and nothing has changed, when it is not well formed."""
        return self.do(*self._read(seat, fields))

    def why_not(self, seat: str, fields: Fields) -> Refusal | None:
        """Return which rule forbids an act, or None; nothing changes. Raises RequestError as `act` does."""
        return self.game.why_not(self.state, *self._read(seat, fields))

    def amend(self, fields: Fields) -> Ruling:
        """Rule on what hands or the arbiter changed; raises RequestError when this game does not know it."""
        return self.apply_amendment(self.game.read_amendment(self.state, fields))

    def why_not_amend(self, fields: Fields) -> Refusal | None:
        """Return why an amendment cannot be made now, or None; nothing changes. Raises RequestError as `amend` does."""
        return self.game.why_not_amend(self.state, self.game.read_amendment(self.state, fields))

    def may_amend(self, fields: Fields) -> bool:
        """Whether an amendment can be made now: this game knows it, and nothing forbids it."""
        try:
            return self.why_not_amend(fields) is None
        except RequestError:
            return False

    def unseen(self, chance: Chance) -> Match:
        """Return the match as it goes on in mode `blind`, when readers no longer tell hidden cards; its log is new."""
        state = self.game.unseen(self.state, chance)
        return Match(self.name, self.seats, state, chance, None)

    def legal(self, seat: str, hand: Sequence[str] = ()) -> list[dict[str, object]]:
        """List what a seat may do now, from what that seat may know; if there is a `hand`, these are its cards."""
        index = self._seat(seat)
        return self.game.legal(self.game.with_hand(self.state, index, hand) if hand else self.state, index)

    def view(self, viewer: str) -> dict[str, object]:
        """Return the state for a seat, "table" or "arbiter" in JSON values, without `prompt`."""
        return self.game.view_as_json(self.state, as_one_of(viewer, (*self.seats, *VIEWERS), "seat"))

    @cached_property
    def has_companion(self) -> bool:
        """Return whether its game has a companion."""
        return bool(spec_of(self.name).companion)

    @cached_property
    def public_view(self) -> GameView:
        """Return what everyone may know, found once for each state."""
        return self.game.view(self.state, "table")

    def _go_to(self, state: object) -> None:
        super()._go_to(state)
        self.__dict__.pop("public_view", None)

    def prompts(self) -> dict[str, Prompt]:
        """Return what each seat is awaited to do; holds nothing hidden."""
        return self.game.prompts(self.state)

    def rule_of(self, code: str) -> Rule:
        """Return the rule of a code that this match has answered with: where it is told, and what it means."""
        return MATCH_RULES.get(code) or self.game.rules[code]

    def record(self) -> str:
        """Return the game so far as a text record, which `from_record` reads back exactly."""
        return write_record(self)

    def position(self) -> str:
        """Return the state as one line of text."""
        return self.game.write_position(self.state)

    def _read(self, seat: str, fields: Fields) -> tuple[int, Act]:
        index, act = self._seat(seat), self.game.read_act(self.state, fields)
        self.game.require_told(self.state, index, act)
        return index, act

    def _seat(self, seat: str) -> int:
        return self.seats.index(as_one_of(seat, self.seats, "seat"))

"""The Exploding games as a game that a match can hold: the one door to everything in this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.errors import RequestError
from tacotable_engine.exploding import acts, amending, checks, legal, playing, position, position_text
from tacotable_engine.exploding.position import unseen
from tacotable_engine.exploding.rules import RULES
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_engine.exploding.state import Phase, State, Terms
from tacotable_engine.exploding.view import prompts, view, view_as_json
from tacotable_engine.game import Game

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.setup import Setup


AS_ASKED = ("window_s", "special_combos", "nope_own", "clone_as_nope", "violation")  # Options that terms take over.


class Exploding(Game):
    """The game, in every printing. It keeps nothing: all is in the states it is given."""

    # These have the game's form already.
    why_not = staticmethod(checks.why_not)
    apply = staticmethod(playing.apply)
    why_not_amend = staticmethod(amending.why_not_amend)
    amendments = amending.AMENDING
    legal = staticmethod(legal.legal)
    unseen = staticmethod(unseen)
    resolve = staticmethod(playing.resolve)
    clock = staticmethod(playing.clock)
    view = staticmethod(view)
    view_as_json = staticmethod(view_as_json)
    prompts = staticmethod(prompts)
    write_position = staticmethod(position_text.write_position)
    read_position = staticmethod(position_text.read_position)
    read_act = staticmethod(acts.read_act)
    write_act = staticmethod(acts.write_word)
    read_act_word = staticmethod(acts.read_word)
    rules = RULES

    def start(self, setup: Setup, chance: Chance) -> State:
        """Return the first state; raises RequestError when seats, deck or position do not fit."""
        ruleset, count = load_ruleset(setup.game), len(setup.seats)
        if count not in ruleset.players:
            fewest, most = ruleset.players[0], ruleset.players[-1]
            raise RequestError(f"seats: {setup.game} is for {fewest} to {most} players, not {count}")
        if setup.board is not None:
            raise RequestError(f"board: {setup.game} has no board; leave it out")
        options = setup.options
        deck = ruleset.deck(count) if setup.deck is None else ruleset.own_deck(setup.deck, count)
        chosen = {name: options[name] for name in AS_ASKED}
        chosen["stacking"] = options["attack_stacking"] or ruleset.stacking
        chosen["noped_out"] = options["noped_out"] and ruleset.nopes_leave
        terms = Terms(ruleset, setup.seats, setup.mode, deck, robots=setup.robots, **chosen)
        return position.start(terms, setup.position, ruleset.box if setup.deck is None else deck, chance)

    def require_told(self, state: State, seat: int, act: acts.ExplodingAct) -> None:
        """Raise RequestError where an act does not name the card that it brings to a robot."""
        if acts.brings_untold(state, seat, act):
            raise RequestError(f"{act.do}: the field 'card' is missing; the cards that come to a robot are told")

    def set_clock(self, state: State, at_s: float) -> State:
        """Return the state with another time; no window closes by that."""
        return state._replace(now_s=at_s)

    def begins_line(self, state: State) -> bool:
        """Begin a line of the record with each play and each draw, and with the deal."""
        told = (hand for seat, hand in enumerate(state.hands) if state.terms.is_told(seat))
        return state.phase is Phase.TURN or (state.phase is Phase.DEAL and not any(told))


EXPLODING = Exploding()

"""Tacocat as a game that a match can hold: the one door to everything in this package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.errors import RequestError
from tacotable_engine.game import Game
from tacotable_engine.tacocat import acts, checks, legal, playing, position, position_text, rounds
from tacotable_engine.tacocat.rules import RULES
from tacotable_engine.tacocat.ruleset import check_board, load_ruleset, own_deck
from tacotable_engine.tacocat.state import Phase, State, Terms
from tacotable_engine.tacocat.view import prompts, view, view_as_json

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.setup import Setup


AS_ASKED = ("strict_groups", "jumbo", "practice", "violation")  # Options that terms take over.


class Tacocat(Game):
    """The game, in both editions. It keeps nothing: all is in the states it is given."""

    # These have the game's form already, and every act goes through the first three.
    why_not = staticmethod(checks.why_not)
    apply = staticmethod(playing.apply)
    why_not_amend = staticmethod(rounds.why_not_amend)
    amendments = rounds.AMENDING
    legal = staticmethod(legal.legal)
    unseen = staticmethod(rounds.unseen)
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
        """Return the first state; raises RequestError when seats, board, deck or position do not fit."""
        if len(setup.seats) != 2:
            raise RequestError(f"seats: Tacocat is for 2 players, not {len(setup.seats)}")
        ruleset = load_ruleset(setup.game)
        board = ruleset.board if setup.board is None else check_board(setup.board)
        deck = ruleset.deck if setup.deck is None else own_deck(setup.deck, board)
        seats, chosen = (setup.seats[0], setup.seats[1]), {name: setup.options[name] for name in AS_ASKED}
        terms = Terms(ruleset, seats, setup.mode, board, deck, robots=setup.robots, **chosen)
        return position.start(terms, setup.position, chance)

    def begins_line(self, state: State) -> bool:
        """Begin a line of the record with each exchange and each other step of a round."""
        if state.phase is Phase.DEAL:
            return all(card == UNKNOWN for hand in state.hands for card in hand)
        if state.phase is Phase.REPLACE and state.replaced != (None, None):
            return False
        return state.phase is not Phase.ANSWER and state.sealed == (None, None)


TACOCAT = Tacocat()

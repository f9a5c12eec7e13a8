"""Every rule code of the Exploding games: where the rule is told, and whether the arbiter may waive it.

"3.2", "E10" and "C5" are sections and rulings of the rules facts. `deny-refuted` is also the rule of a violation: an
earlier denial that is proven wrong. These games have no rounds, so the option violation = lose_round only warns here,
and the arbiter decides what a proven lie costs.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_engine.rulings import Rule

REFUSALS: Mapping[str, Rule] = {  # Codes of refusals.
    "seat-out": Rule("E7", "a player who is out does nothing more"),
    "not-now-deal": Rule("3.3", "cards are being dealt"),
    "not-now-turn": Rule("3.1", "a card is to be played or drawn"),
    "not-now-window": Rule("contract, windows", "a window is open: it is noped or let pass, and nothing else is done"),
    "not-now-draw": Rule("3.2", "the bottom card is to be drawn"),
    "not-now-defuse": Rule("3.1", "a lethal card is to be defused, or not"),
    "not-now-give": Rule("3.2", "a card is to be given"),
    "not-now-arrange": Rule("3.2", "the top cards are to be put back"),
    "not-now-steal": Rule("3.2", "a card is to be taken out of a hand"),
    "not-now-over": Rule("3.1", "the game is over"),
    "no-window-open": Rule("E5", "there is nothing to nope or to let pass"),
    "not-your-turn": Rule("3.1", "it is another player's turn"),
    "not-asked": Rule("3.2", "another player is asked"),
    "deal-hand-full": Rule("3.3", "the seat has its eight cards"),
    "deal-lethal": Rule("3.3", "lethal cards go into the pile after the deal"),
    "deal-needs-defuse": Rule("3.3", "one Defuse is dealt to each", is_waivable=True),
    "deal-one-defuse": Rule("3.3, start hand", "in this printing a start hand has just one Defuse", is_waivable=True),
    "face-hidden": Rule("contract, modes", "the face of this card must be told"),
    "card-not-held": Rule("3.1", "the card is not in this hand"),
    "no-copy-left": Rule("1.4-1.6", "every copy of this card lies elsewhere already"),
    "lethal-in-hand": Rule("3.1", "nobody holds a lethal card: it is shown when it is drawn"),
    "play-nope": Rule("3.1", "a Nope answers a card, it is not played by itself"),
    "play-defuse": Rule("3.1", "a Defuse answers a lethal card"),
    "play-plain": Rule("3.2", "cats, characters and such do nothing alone"),
    "play-shape": Rule("3.3", "these cards are no play"),
    "play-unknown-here": Rule("3.3", "this printing has no such combo"),
    "play-combos-off": Rule("E16", "special combos are switched off", is_waivable=True),
    "clone-of-clone": Rule("C2", "a Clone copies no Clone"),
    "clone-of-plain": Rule("C3", "a Clone copies no card that does nothing alone"),
    "clone-of-defuse": Rule("C4", "a Clone of a Defuse helps only against a lethal card"),
    "clone-of-nope": Rule("C6", "a Clone of a Nope helps only in an open window"),
    "clone-of-nothing": Rule("C11", "the discard pile is empty, or its top is not known"),
    "target-self": Rule("E20", "another player is chosen"),
    "target-out": Rule("E20", "a living player is chosen"),
    "target-empty": Rule("E10", "nothing can be taken out of an empty hand", is_waivable=True),
    "name-lethal": Rule("E15, E17", "a lethal card can be neither named nor taken"),
    "name-not-discarded": Rule("E17", "the card to be taken is not on the discard pile"),
    "nope-own": Rule("E3", "nobody nopes the card that he laid himself", is_waivable=True),
    "nope-card": Rule("3.1", "this card is no Nope"),
    "nope-clone-off": Rule("C6, option clone_as_nope", "a Clone does not stand for a Nope", is_waivable=True),
    "nope-clone-top": Rule("C6", "a Clone is a Nope only on a Nope"),
    "let-own": Rule("contract, windows", "the player of the last card is not asked"),
    "let-again": Rule("contract, small print", "the seat has let the window pass already"),
    "pile-empty": Rule("E25", "the draw pile is empty, which cannot be: the deck has to be counted"),
    "pile-other": Rule("3.3", "another card is known to be there", is_waivable=True),
    "pile-all-lethal": Rule("finding 4", "by count only lethal cards are left in the pile", is_waivable=True),
    "lethal-to-show": Rule("3.1", "the card is known to be lethal, and has to be shown"),
    "defuse-card": Rule("3.1, C5", "this card defuses nothing now"),
    "defuse-slot": Rule("E19", "the pile has no such place"),
    "hand-count": Rule("contract, explode", "the hand has another number of cards"),
    "hand-lacks": Rule("contract, explode", "a card that is known to be in this hand was not shown", is_waivable=True),
    "give-named": Rule("E11", "the card that was named is the one to give"),
    "deny-favor": Rule("3.2", "a Favor cannot be denied by a hand that has cards"),
    "deny-refuted": Rule("E11; engine 5.2", "what has been shown proves that the card is there", is_waivable=True),
    "deny-known": Rule("contract, small print", "the referee knows this hand; nothing is asked"),
    "arrange-cards": Rule("3.2", "these are not the cards that were on top"),
}

DECISIONS: Mapping[str, Rule] = {  # Codes of what was decided.
    "dealt-one": Rule("3.3", "a dealt card was taken up"),
    "played": Rule("3.1", "a play was announced; its window is open"),
    "noped": Rule("3.1; E4", "the last card was noped; a new window is open"),
    "let": Rule("E2", "a seat let the window pass"),
    "let-closed": Rule("E2", "the last seat let it pass, so the window closed"),
    "window-closed": Rule("E2", "the time of the window ran out"),
    "no-window": Rule("contract, windows", "no window is open; nothing changes"),
    "clock": Rule("contract, clock", "virtual time moved on"),
    "drew": Rule("3.1", "a card was drawn"),
    "drew-lethal": Rule("3.1", "a lethal card was drawn"),
    "drew-and-exploded": Rule("3.1", "a lethal card was drawn and nothing in the hand helps"),
    "defused": Rule("3.1; E8", "the lethal card is back in the pile, and one turn is over"),
    "exploded": Rule("3.1; E9", "the player is out"),
    "gave": Rule("3.2", "a card was given"),
    "denied": Rule("E11", "the seat says that it has no such card"),
    "arranged": Rule("3.2", "the top cards are back"),
    "stole": Rule("3.2; E12", "a card was taken out of a hand"),
}

RULES: Mapping[str, Rule] = {**REFUSALS, **DECISIONS}

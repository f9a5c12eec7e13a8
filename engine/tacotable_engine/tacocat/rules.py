"""Every rule code of Tacocat: where the rule is told, and whether the arbiter may waive it.

"2.1" and "T10" are sections and rulings of the rules facts, "engine 5.1" the blind referee's. A rule that is
not waivable guards what the state can hold: no arbiter can let a card be played that is not there.
"""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_engine.rulings import Rule

REFUSALS: Mapping[str, Rule] = {  # Codes of refusals.
    "not-now-deal": Rule("2.1", "cards are being dealt"),
    "not-now-replace": Rule("2.1", "cards are being replaced"),
    "not-now-duel": Rule("2.1", "the duel is on"),
    "not-now-attack": Rule("2.1", "an attack is awaited"),
    "not-now-answer": Rule("2.1", "an answer is awaited"),
    "not-now-showdown": Rule("2.1 SHOWDOWN", "with one card each nobody attacks; the last cards are shown"),
    "not-now-over": Rule("T17", "the game is over"),
    "deal-full": Rule("2.1 DEAL", "the seat has its number of cards"),
    "deal-top": Rule("contract, seen mode", "another card is known to be on top of the pile"),
    "replace-order": Rule("2.1 REPLACE", "the arrow's player replaces first", is_waivable=True),
    "replace-once": Rule("T15", "each player has one chance to replace"),
    "replace-locked": Rule("T14", "the arrow's player replaced none, so the other may not"),
    "replace-limit": Rule("2.1 REPLACE", "the other player replaces at most as many", is_waivable=True),
    "replace-hand": Rule("2.1 REPLACE", "the hand does not hold as many cards"),
    "replace-pile": Rule("T11", "the pile does not hold as many cards"),
    "already-sealed": Rule("2.1 DUEL, SHOWDOWN; T13", "a choice in secret cannot be changed"),
    "attack-turn": Rule("2.1 ATTACK", "only the attacker attacks", is_waivable=True),
    "attack-empty": Rule("2.1 ATTACK", "an attack has at least one card"),
    "attack-shape": Rule("T4, T5", "one card, equal cards, or three or more values in a row", is_waivable=True),
    "attack-no-runs": Rule("2.2", "this edition has no runs", is_waivable=True),
    "attack-no-jumbo": Rule("2.1, option jumbo", "attacks of several cards are switched off", is_waivable=True),
    "attack-whole-group": Rule("T3, option strict_groups", "a group attacks whole", is_waivable=True),
    "attack-keep-one": Rule("T10", "the last card may not attack"),
    "answer-turn": Rule("2.1 ANSWER", "only the defender answers"),
    "demand-closed": Rule("T6", "there is no such open demand"),
    "sacrifice-lowest": Rule("2.1 ANSWER; T6", "only the lowest card may be given up", is_waivable=True),
    "sacrifice-refuted": Rule(
        "engine 5.1; T18", "what has been shown proves that a lower card is in this hand", is_waivable=True
    ),
    "card-not-held": Rule("2.1", "the card is not in this hand"),
    "face-hidden": Rule("contract, modes", "the face of this card must be told"),
    "no-copy-left": Rule("engine 5.1; 1.1, 1.2", "every copy of this card lies elsewhere already"),
}

DECISIONS: Mapping[str, Rule] = {  # Codes of what was decided.
    "dealt": Rule("2.1 DEAL", "a dealt card was taken up"),
    "replaced": Rule("2.1 REPLACE; T12", "cards were replaced"),
    "replace-none": Rule("T14", "none were replaced"),
    "replace-sealed": Rule("T13", "a choice was sealed until both have chosen"),
    "duel-sealed": Rule("2.1 DUEL", "a duel card was sealed until both have one"),
    "duel-higher": Rule("2.1 DUEL", "the higher card attacks first"),
    "duel-tied": Rule("2.1 DUEL", "equal cards are discarded, and the players duel again"),
    "duel-tied-out": Rule("2.2", "all duels tied down to one card each; the last cards are shown"),
    "attack-single": Rule("2.1 ATTACK", "one card attacks"),
    "attack-group": Rule("2.1 ATTACK; T3", "equal cards attack together"),
    "attack-run": Rule("2.1 ATTACK; T4", "values in a row attack together"),
    "attack-other": Rule("contract, rule", "the arbiter let cards of another shape attack"),
    "defend": Rule("2.1 ANSWER; T8", "the card reaches the demand"),
    "sacrifice": Rule("2.1 ANSWER; T7", "the lowest card is given up"),
    "show-sealed": Rule("2.1 SHOWDOWN", "a last card was sealed until both have one"),
    "showdown-lower": Rule("2.1 SHOWDOWN", "the lower last card wins the round"),
    "tie-arrow": Rule("2.2", "equal last cards: the arrow's player wins the round"),
    "tie-duel-winner": Rule("2.2; T2", "equal last cards: the duel's winner wins the round"),
    "tie-start": Rule("T2, T19", "equal last cards under the double arrow: nobody wins, a full new round"),
    "tie-unfought": Rule("T1, T19", "equal last cards and no duel decided: a full new round on the same space"),
    "violation-lost": Rule("T18, option lose_round", "a seat was proven wrong and loses the round"),
    "violation-void": Rule("contract, small print", "both seats were proven wrong at once; the round is played again"),
    "no-window": Rule("contract, windows", "no window is open; nothing changes"),
    "clock": Rule("contract, clock", "virtual time moved on"),
}

RULES: Mapping[str, Rule] = {**REFUSALS, **DECISIONS}

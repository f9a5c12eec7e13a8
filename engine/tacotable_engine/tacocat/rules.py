"""Every rule code of Tacocat: where the rule is told, and whether the arbiter may waive it.

"2.1" and "T10" are sections and rulings of the rules facts, "engine 5.1" the blind referee's. A rule that is
not waivable guards what the state can hold: no arbiter can let a card be played that is not there.
The table is `rules.csv`.
"""

from __future__ import annotations

from tacotable_engine.rulings import read_rules

REFUSALS = read_rules("tacotable_engine.tacocat", "refusal")
DECISIONS = read_rules("tacotable_engine.tacocat", "decision")
RULES = {**REFUSALS, **DECISIONS}

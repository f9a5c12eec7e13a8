"""Every rule code of Tacocat: its meaning and reason, and whether the arbiter may waive it.

A rule that is not waivable guards what the state can hold: no arbiter can let a card be played that is not there.
The table is `rules.csv`.
"""

from __future__ import annotations

from tacotable_engine.rulings import read_rules

REFUSALS = read_rules("tacotable_engine.tacocat", "refusal")
DECISIONS = read_rules("tacotable_engine.tacocat", "decision")
RULES = {**REFUSALS, **DECISIONS}

"""Every rule code of the Exploding games: its meaning and reason, and whether the arbiter may waive it.

`deny-refuted` is also the rule of a violation: an earlier denial that is proven wrong. These games have no rounds, so
the option violation = lose_round only warns here, and the arbiter decides what a proven lie costs.
The table is `rules.csv`.
"""

from __future__ import annotations

from tacotable_engine.rulings import read_rules

REFUSALS = read_rules("tacotable_engine.exploding", "refusal")
DECISIONS = read_rules("tacotable_engine.exploding", "decision")
RULES = {**REFUSALS, **DECISIONS}

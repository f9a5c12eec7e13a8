"""How much the companions are tried: more of it in `.ci/run` and when asked."""

from __future__ import annotations

import os

LOCKSTEP_GAMES = int(os.environ.get("TACOTABLE_LOCKSTEP", "100"))
"""Random games of each ruleset that a simulation core plays beside the referee."""
SMALL_POSITIONS = int(os.environ.get("TACOTABLE_ODDS", "200"))
"""Small positions that are solved by listing everything, too."""
FULL_POSITIONS = SMALL_POSITIONS // 10
"""Full positions that are sampled in another way, too."""
PAIRS = int(os.environ.get("TACOTABLE_PAIRS", "50"))
"""Pairs of worlds that a viewer cannot tell apart."""

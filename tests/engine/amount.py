"""How many random games the tests of the rules play: `TACOTABLE_GAMES` of each ruleset, 200 in CI."""

from __future__ import annotations

import os

RANDOM_GAMES = int(os.environ.get("TACOTABLE_GAMES", "80"))

"""How much of the storage tests is run: `TACOTABLE_STORAGE` is `most` (as in CI), `all`, or nothing for a part."""

from __future__ import annotations

import os

ASKED = os.environ.get("TACOTABLE_STORAGE", "")
if ASKED not in ("", "most", "all"):
    raise ValueError(f"TACOTABLE_STORAGE is {ASKED!r}; give most or all, or leave it out for a part")
IS_ALL = ASKED == "all"
"""Whether each bit of a whole file goes through the whole reader, too, which takes minutes."""
IS_MOST = IS_ALL or ASKED == "most"
"""Whether every kill, call, power cut and cut byte of a record is tried, and many more spoilt inputs."""

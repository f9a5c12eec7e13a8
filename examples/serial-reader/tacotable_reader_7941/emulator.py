"""The reader 7941E on a simulated table; a real table never imports this."""

from __future__ import annotations

from tacotable_sim.readers.announcing import Repeating


class Reader7941(Repeating):
    """Says a tag ten times a second while it is there."""

    period_s = 0.1

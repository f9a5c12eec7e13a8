"""The colours of lights and lamps: each meaning at the table has one, beside a rhythm and a word."""

from __future__ import annotations

WHITE, GREEN, AMBER, RED, BLUE = (255, 235, 200), (0, 200, 80), (255, 150, 0), (255, 40, 20), (40, 120, 255)

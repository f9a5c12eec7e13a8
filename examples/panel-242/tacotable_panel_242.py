"""A display of 2.42 inch with the controller SSD1309, which takes the commands of an SSD1306 (SSD1309 rev 1.1 §9)."""

from __future__ import annotations

from tacotable_drivers.screens.spec import PanelSpec

SPEC = PanelSpec(name="ssd1309-242", device="luma.oled.device:ssd1309", width_mm=55.0, height_mm=27.5, ma=120)

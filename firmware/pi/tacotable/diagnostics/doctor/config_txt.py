"""The settings in the config.txt by which a Pi starts, and whether a line that a table needs is among them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from tacotable.diagnostics.doctor.finding import Finding, fail

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine

FILES = ("/boot/firmware/config.txt", "/boot/config.txt")  # config.txt: on Raspberry Pi OS 12 and later, and before.
FOR_ALL = ("", "all")  # Sections that count for every board (Raspberry Pi documentation, config.txt, Filters).
SAME = {"i2c": "i2c_arm", "i2c1": "i2c_arm", "i2c_baudrate": "i2c_arm_baudrate", "i2c1_baudrate": "i2c_arm_baudrate"}
"""Other names of the header's bus (Raspberry Pi kernel, overlays/README)."""
USUAL_MUX = "addr=0x70"  # Where the overlay i2c-mux looks for its chip when its line does not say (same source).

Setting: TypeAlias = tuple[str, frozenset[str]]  # Its name, such as `dtparam=i2c_arm`, and its values.


class BoardSettings:
    """The settings in the config.txt of a machine; `path` is empty where none can be read."""

    def __init__(self, machine: Machine) -> None:
        self.path, text = next(((path, text) for path in FILES if (text := machine.text(path)) is not None), ("", ""))
        self._settings: list[tuple[str, Setting]] = []  # Each with its section.
        section = ""
        for line in text.lower().splitlines():
            told = line.partition("#")[0].replace(" ", "").strip()
            section = told.strip("[]") if told.startswith("[") else section
            self._settings += ((section, setting) for setting in _settings_of(told))

    def has(self, line: str) -> bool:
        """Return whether a line counts for every board: of a parameter's values the last one does, of overlays each."""
        counted = [is_line for section, is_line in self._alike(line) if section in FOR_ALL]
        return any(counted if line.startswith("dtoverlay") else counted[-1:])

    def names(self, parameter: str) -> bool:
        """Return whether a parameter is there for every board, with whatever value."""
        return any(section in FOR_ALL for section, _ in self._alike(parameter))

    def _alike(self, line: str) -> list[tuple[str, bool]]:
        """Return the section of each setting of a line's name, and whether it has the line's values."""
        [(name, values)] = _settings_of(line)
        return [(section, values <= there) for section, (other, there) in self._settings if other == name]

    def lacks(self, subject: str, told: str, line: str, then: str = "reboot") -> Finding:
        """Return that something is missing, what is wrong about its line, and the mend; `then` comes after it."""
        sections, path = [section for section, is_line in self._alike(line) if is_line], self.path or FILES[0]
        if self.has(line):
            return fail(subject, f"{told}, although {path} has the line {line}", then)
        if set(sections) & set(FOR_ALL):
            told = f"{told}: in {path} a later line takes {line} back"
            return fail(subject, told, f"take the later line out; then {then}")
        if sections:
            told = f"{told}: in {path} the line {line} stands under [{sections[0]}]"
            return fail(subject, told, f"move it under [all]; then {then}")
        why = f": {path} has no line {line}" if self.path else ", and no config.txt can be read"
        return fail(subject, f"{told}{why}", f"add this line under [all] to {path}: {line}; then {then}")


def _settings_of(line: str) -> Iterator[Setting]:
    """Yield the settings of a line; a `dtparam` may hold several, an overlay has its values, others have one.

    >>> [(name, sorted(values)) for name, values in _settings_of("dtparam=i2c=on,spi=on")]
    [('dtparam=i2c_arm', ['on']), ('dtparam=spi', ['on'])]
    """
    kind, _, told = line.partition("=")
    first, *rest = told.split(",")
    if kind == "dtparam":
        for name, _, value in (part.partition("=") for part in (first, *rest)):
            yield f"{kind}={SAME.get(name, name)}", frozenset({value or "on"})
    elif kind == "dtoverlay":
        has_place = first != "i2c-mux" or any(value.startswith("addr=") for value in rest)
        yield f"{kind}={first}", frozenset([*rest, *([] if has_place else [USUAL_MUX])])
    else:
        yield kind, frozenset({told})

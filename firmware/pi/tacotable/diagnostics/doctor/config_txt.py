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

Setting: TypeAlias = tuple[str, str, frozenset[str]]  # The word before `=`, the name of a dt setting, its values.


class BoardSettings:
    """The settings in the config.txt of a machine; `path` is empty where none can be read."""

    def __init__(self, machine: Machine) -> None:
        self.path, text = next(((path, text) for path in FILES if (text := machine.text(path)) is not None), ("", ""))
        self._settings: list[tuple[Setting, str]] = []
        section = ""
        for line in text.lower().splitlines():
            told = line.partition("#")[0].replace(" ", "").strip()
            section = told.strip("[]") if told.startswith("[") else section
            self._settings += ((setting, section) for setting in _settings_of(told))

    def sections_of(self, line: str) -> list[str]:
        """Return the sections under which a line stands, whatever else it says."""
        [(kind, name, values)] = _settings_of(line)
        return [section for (*of, there), section in self._settings if of == [kind, name] and values <= there]

    def has(self, line: str) -> bool:
        """Return whether a line counts for every board: of a parameter's values the last one does, of overlays each."""
        [(kind, name, values)] = _settings_of(line)
        found = [there for (*of, there), section in self._settings if of == [kind, name] and section in FOR_ALL]
        return any(values <= there for there in (found if kind == "dtoverlay" else found[-1:]))

    def names(self, parameter: str) -> bool:
        """Return whether a parameter is there for every board, with whatever value."""
        [(kind, name, _)] = _settings_of(parameter)
        return any(section in FOR_ALL for (*of, _), section in self._settings if of == [kind, name])

    def lacks(self, subject: str, told: str, line: str, then: str = "reboot") -> Finding:
        """Return that something is missing, what is wrong about its line, and the mend; `then` comes after it."""
        sections, path = self.sections_of(line), self.path or FILES[0]
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

    >>> [(name, sorted(values)) for _, name, values in _settings_of("dtparam=i2c=on,spi=on")]
    [('i2c_arm', ['on']), ('spi', ['on'])]
    """
    kind, _, told = line.partition("=")
    first, *rest = told.split(",")
    if kind == "dtparam":
        for name, _, value in (part.partition("=") for part in (first, *rest)):
            yield kind, SAME.get(name, name), frozenset({value or "on"})
    elif kind == "dtoverlay":
        has_place = first != "i2c-mux" or any(value.startswith("addr=") for value in rest)
        yield kind, first, frozenset([*rest, *([] if has_place else [USUAL_MUX])])
    else:
        yield kind, "", frozenset({told})

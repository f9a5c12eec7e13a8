"""Reading scenario files: TOML, strictly, with file and line of every mistake; a step stands on a line of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TypeVar

import msgspec

from tacotable.catalog import Catalog
from tacotable.display.sounds import TONES
from tacotable.errors import TacotableError
from tacotable.files.toml_file import read_text, toml_values
from tacotable.rig import scenario
from tacotable.rig.scenario import Condition, Line, Scenario, ScenarioFile, Step, StepsFile
from tacotable.table.file import SHIPPED as TABLES
from tacotable.table.file import beside
from tacotable.table.kinds import unknown_game
from tacotable.table.messages import all_in_words

SUFFIX = ".rig.toml"
SHIPPED = Path(__file__).parent / "beginnings"  # Steps that scenarios of any project can follow.
DEEPEST = 4  # So deep steps may follow steps of other files.


class ScenarioError(TacotableError):
    """A scenario file cannot be used; the text names file, line and mend."""


_Kind = TypeVar("_Kind", bound=StepsFile)
_AnyStep = TypeVar("_AnyStep", bound=Step)


def read_scenario(path: Path) -> Scenario:
    """Read a scenario; raises ScenarioError."""
    file, lines = _read(path, ScenarioFile)
    table = file.table if file.table in TABLES else str(beside(path.parent, file.table))
    if table not in TABLES and not Path(table).is_file():
        shipped = ", ".join(TABLES)
        where = place_of(path, "table")
        raise ScenarioError(f"{where}: there is no file {file.table!r} beside this one, and shipped are {shipped}")
    if file.game is not None and (fault := unknown_game(file.game)):
        raise ScenarioError(f"{place_of(path, 'game')}: {fault}")
    return Scenario(path.name.removesuffix(SUFFIX), path, table, file, tuple(_whole(path, lines, 0)))


def place_of(path: Path, key: str) -> str:
    """Return where a key stands that belongs to no step: file, line and key."""
    lines = enumerate(_text_of(path).splitlines(), 1)
    number = next((f":{number}" for number, line in lines if re.match(rf"{re.escape(key)}\s*=", line)), "")
    return f"{path.name}{number}: {key}"


def _whole(path: Path, lines: Sequence[Line], depth: int) -> Iterator[Line]:
    """Yield the steps of a file, with those of the files that they follow in their place."""
    for line in lines:
        if not isinstance(line.step, scenario.Follow):
            yield line
            continue
        if depth == DEEPEST:
            raise ScenarioError(
                f"{line}: steps follow steps more than {DEEPEST} files deep; do they follow themselves?"
            )
        places = (path.parent, SHIPPED)
        target = next((place / line.step.follow for place in places if (place / line.step.follow).is_file()), None)
        if target is None:
            shipped = ", ".join(sorted(file.name for file in SHIPPED.iterdir()))
            raise ScenarioError(
                f"{line}: there is no file {line.step.follow} beside this one, nor among the shipped ones: {shipped}"
            )
        yield from _whole(target, _read(target, StepsFile)[1], depth + 1)


def _read(path: Path, kind: type[_Kind]) -> tuple[_Kind, list[Line]]:
    text = _text_of(path)
    told = toml_values(text, path.name, ScenarioError)
    try:
        file = msgspec.convert(told, kind)
    except msgspec.ValidationError:
        key, _, what = all_in_words(told, kind)[0].partition(": ")
        raise ScenarioError(f"{place_of(path, key)}: {what}") from None
    written = text.splitlines()
    begin = next((at for at, line in enumerate(written, 1) if re.match(r"steps\s*=\s*\[", line)), len(written))
    numbers = [at for at, line in enumerate(written, 1) if at > begin and line.lstrip().startswith("{")]
    if len(numbers) != len(file.steps):
        raise ScenarioError(f"{path.name}: each step stands on a line of its own, {{ ... }}, in `steps = [ ... ]`")
    return file, [
        Line(_step(step, f"{path.name}:{number}"), path, number, written[number - 1].strip().rstrip(","))
        for step, number in zip(file.steps, numbers, strict=True)
    ]


def _text_of(path: Path) -> str:
    return read_text(path, "give a scenario file", ScenarioError)


def _step(told: Mapping[str, object], where: str) -> Step:
    """Read one step; raises ScenarioError, which names its line."""
    step = _one_of(scenario.STEPS, told, where)
    if isinstance(step, scenario.Expect):
        for part in scenario.parts_of(step.expect):
            _check_expected(part, where)
    if isinstance(step, scenario.Turn) and step.until is None and step.until_text is None:
        raise ScenarioError(f"{where}: turn: until what? Give `until` (an item) or `until_text` (words)")
    if isinstance(step, scenario.Together):
        hands = tuple(_one_of(scenario.HANDS, hand, f"{where}: together") for hand in step.together)
        return scenario.AtOnce(hands, step.pause_s)
    return step


def _one_of(known: Mapping[str, type[_AnyStep]], told: Mapping[str, object], where: str) -> _AnyStep:
    """Read one step of the known kinds; raises ScenarioError, which names its line."""
    kinds = [key for key in told if key in known]
    if len(kinds) != 1:
        raise ScenarioError(f"{where}: a step does one thing: {', '.join(known)}; this has {', '.join(told) or 'none'}")
    kind = known[kinds[0]]
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError:
        raise ScenarioError(f"{where}: {all_in_words(told, kind)[0]}") from None


def _check_expected(wanted: Condition, where: str) -> None:
    """Refuse an expectation that could never be met, or that says nothing."""
    if wanted == type(wanted)():
        raise ScenarioError(f"{where}: nothing is expected; name a screen, a lamp, a sound, the stage or the state")
    messages = Catalog("en").messages
    for code in (*wanted.screen.values(), *wanted.prompt.values()):
        if code not in messages:
            close = ", ".join(get_close_matches(code, messages, 3))
            mend = f"; close to it are {close}" if close else ""
            raise ScenarioError(f"{where}: the catalog has no message {code!r}{mend}")
    for sound in (*(wanted.sounds or ()), wanted.sound):
        if sound is not None and sound not in TONES:
            raise ScenarioError(f"{where}: there is no sound {sound!r}; there are {', '.join(TONES)}")

"""Time is given: the places that read a clock of the machine are few and known, and no test depends on its speed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PRODUCT = ("engine", "drivers", "hw-sim", "firmware/pi", "live", "systemd")
CLOCKS = {
    *("monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "sleep"),
    *("time", "time_ns", "gmtime", "localtime", "ctime", "strftime", "clock_gettime"),
}
DATES = {"now", "utcnow", "today"}
READERS = {
    # Where a program is put together, or a command prints how long it took.
    "firmware/pi/tacotable/app/run.py": "dates replays",
    "firmware/pi/tacotable/commands/play.py": "prints how long the games took",
    "firmware/pi/tacotable/diagnostics/doctor/machine.py": "is the machine that the doctor asks",
    "live/tacotable_live/event/broker_process.py": "waits for a broker, a process",
    "live/tacotable_live/event/real_table.py": "is a process that plays as slowly as people",
    "live/tacotable_live/event/simulated_event.py": "measures how late real processes are",
    "systemd/installing/health.py": "waits for a service, a process",
    # The default of an argument: dates and the validity of keys, never how long work may take.
    "firmware/pi/tacotable/app/program.py": "times events for benchmarks",
    "firmware/pi/tacotable/service/running_time.py": "ends links, phones and a fresh status by the running time",
    "firmware/pi/tacotable/storage/journal/folder.py": "dates games",
    "live/tacotable_live/director/hub.py": "dates what tables tell",
    # The same, of a process that has no loop whose time it could take.
    "firmware/pi/tacotable/protocol/json_lines.py": "ends advice after the time that was asked for",
    # The default of an argument: pauses of threads that wait for hardware.
    "drivers/tacotable_drivers/hardware_pwm.py": "waits until the system lets it write",
    "drivers/tacotable_drivers/pins.py": "waits before it tries to start a chip again",
    "firmware/pi/tacotable/diagnostics/hub_program.py": "waits until a hub has started again",
    "hw-sim/tacotable_sim/table.py": "is as slow as displays are, where people watch",
}
READERS_OF_TESTS = {
    "tests/patience.py": "ends what hangs",
    "tests/pico/test_real_board.py": "talks with a real board",
    "tests/drivers/test_pins.py": "is the kernel, which dates edges",
    "tests/explorer/__main__.py": "ends a search after the hours that were asked for",
    "tests/simulation/habits/games.py": "prints the processor time of games",
}
LEAST_PATIENCE_S = 60
"""What ends a hang in a test waits at least so long: a process that starts beside seven others has needed 20 s."""


def clocks_in(path: Path) -> Iterator[str]:
    """Yield the clocks of the machine that a module names."""
    text = path.read_text("utf-8")
    may_name_one = re.search(r"^\s*(import|from) (time|datetime)\b", text, re.MULTILINE)
    for node in ast.walk(ast.parse(text if may_name_one else "")):
        match node:
            case ast.ImportFrom(module="time"):
                yield from (alias.name for alias in node.names if alias.name in CLOCKS)
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in CLOCKS:
                yield name
            case ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name) if name in DATES:
                yield name


def short_waits(path: Path) -> Iterator[str]:
    """Yield the lines on which a module waits for something no longer than a busy machine may need."""
    text = path.read_text("utf-8")
    tree = ast.parse(text if "timeout" in text or "wait_for" in text else "")
    constants = {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        given = [each.value for each in call.keywords if each.arg == "timeout"]
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        given += call.args[:1] if name == "timeout" else call.args[1:2] if name == "wait_for" else []
        for value in given:
            known = constants.get(value.id, value) if isinstance(value, ast.Name) else value
            seconds = known.value if isinstance(known, ast.Constant) else None
            if isinstance(seconds, int | float) and 0 < seconds < LEAST_PATIENCE_S:
                yield f"{path.name}:{call.lineno}"


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((ROOT / folder).rglob("*.py"))


def readers(*folders: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in modules(*folders) if any(clocks_in(path))}


def test_only_the_edges_of_the_product_read_a_clock() -> None:
    assert readers(*PRODUCT) == READERS.keys()


def test_no_test_reads_a_clock_or_sleeps() -> None:
    assert readers("tests") == READERS_OF_TESTS.keys()


def test_what_ends_a_hang_in_a_test_is_longer_than_a_busy_machine_takes() -> None:
    tests = [path for path in modules("tests") if str(path.relative_to(ROOT)) not in READERS_OF_TESTS]

    assert [where for path in tests for where in short_waits(path)] == []

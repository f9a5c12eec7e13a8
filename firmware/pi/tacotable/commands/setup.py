"""`tacotable setup`: writes a table file by plugging and pressing; broken off, it goes on where it was."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, redirect_stderr, redirect_stdout, suppress
from functools import partial
from importlib import import_module
from io import StringIO
from itertools import chain, count
from pathlib import Path

import msgspec

from tacotable.app.run import picture_code
from tacotable.diagnostics.doctor.machine import Machine
from tacotable.diagnostics.setup.dialogue import Setup
from tacotable.diagnostics.setup.page import SetupPage
from tacotable.diagnostics.setup.probe import PINS, Probe, this_machine
from tacotable.diagnostics.setup.table_text import name_for, table_text
from tacotable.errors import SetupError
from tacotable.files.safe_write import keep
from tacotable.table.choose import parser_of
from tacotable.web.addresses import DEFAULT_HOST, DEFAULT_PORT, PagePlace, listening
from tacotable.web.serve import serving

HOW = (
    "Stop the table's service first: sudo systemctl stop tacotable.socket tacotable.service. 'back' takes the last "
    "answer back; Ctrl-C breaks off, and what was answered stays."
)
STEP_S = 0.02
HASTE_S = 0.5  # So long nobody has read a question.
PAGE_LOOKS_S = 2.5  # It looks once a second: so long behind the end it is served, until it has said how that was.
WITHOUT_PINS = "on a machine without pins, GPIOZERO_PIN_FACTORY=mock before the command takes typed answers"
AGAIN = (
    "It is not good yet. Mend {file} in an editor, or give the same command: it goes on, and takes there the name of "
    "what is to be asked again, or Enter to look the file over as it is"
)
NEXT = "Next: tacotable selftest --table {file}, then tacotable enroll --table {file}"


def main(arguments: list[str]) -> int:
    """Set a table up; the status is 0 when its file is written and good, 1 when not yet, 2 for no start."""
    chosen = parser_of("setup", __doc__, host=DEFAULT_HOST, port=DEFAULT_PORT).parse_args(arguments)
    file: Path = chosen.file
    kept = file.with_name(f"{file.name}.answers")
    if file.exists() and not kept.exists():
        raise SetupError(f"{file}: it is there already; give another name, or move it away")
    try:
        answers = msgspec.json.decode(kept.read_bytes(), type=dict[str, str]) if kept.exists() else {}
        return asyncio.run(_ask(file, kept, answers, PagePlace(chosen.host, chosen.port) if chosen.page else None))
    except msgspec.DecodeError as error:
        raise SetupError(f"{kept}: {error}") from None
    except KeyboardInterrupt:
        print(f"\nBroken off; the same command goes on. What was answered is in {kept}")
        return 1


async def ask_all(
    setup: Setup,
    probe: Probe,
    typed: asyncio.Queue[str | None],
    say: Callable[[str], None],
    keep: Callable[[Mapping[str, str]], None],
    haste_s: float = 0,
) -> bool:
    """Ask until all is answered; returns False where the input ended before. `typed` are lines, None at its end.

    A line that comes within `haste_s` of a question, or before it, answers nothing: it was typed for the one before.
    """
    asked = None
    clock, asked_s = asyncio.get_running_loop().time, 0.0
    while (question := setup.question) is not None:
        before = dict(setup.answers)
        if question is not asked:
            say(question.prompt)
            asked, asked_s = question, clock()
        probe.want(setup.wanted)
        said, has_ended = setup.seen(probe.look()), False
        while not typed.empty():
            line = typed.get_nowait()
            if line is None or has_ended:
                has_ended = True
            elif haste_s and (setup.question is not asked or clock() < asked_s + haste_s):
                said.append(f"{line.strip() or 'Enter'}: typed before this was asked, it answers nothing")
            else:
                said += setup.typed(line)
        for line in said:
            say(line)
        if setup.answers != before:
            keep(setup.answers)
        if has_ended:
            return setup.question is None
        await asyncio.sleep(STEP_S)
    return True


@asynccontextmanager
async def _page(
    setup: Setup, typed: asyncio.Queue[str | None], place: PagePlace | None, kept: Path
) -> AsyncIterator[Callable[[str], None]]:
    """Serve the page of a set-up, where one is wanted; yields what says a line everywhere."""
    if place is None:
        yield print
        return
    page = SetupPage(setup, typed, kept)

    def say(line: str) -> None:
        print(line)
        page.say(line)

    with ExitStack() as to_close:
        where = listening(place, to_close)
        async with serving(page.app(where.hosts), where.sockets):
            print(f"Answer here, or on this page: http://{where.address}/#key={page.key}")
            if sys.stdout.isatty() and not place.is_for_this_machine:
                print("\n".join(picture_code(f"http://{where.scanned}/#key={page.key}", sys.stdout.encoding)))
            yield say
            await asyncio.sleep(PAGE_LOOKS_S)


async def _ask(file: Path, kept: Path, answers: Mapping[str, str], place: PagePlace | None) -> int:
    loop, machine = asyncio.get_running_loop(), Machine()
    typed: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with suppress(RuntimeError):  # the loop has ended before the input
            for line in chain(iter(sys.stdin.readline, ""), [] if place else [None]):
                loop.call_soon_threadsafe(typed.put_nowait, line)

    probe = Probe(this_machine(machine, loop), loop)
    try:
        if len(probe.refused) == len(PINS):
            print(f"{probe.refused[PINS[0]]}; {WITHOUT_PINS}", file=sys.stderr)
            return 2
        for pin, reason in probe.refused.items():
            print(f"GPIO {pin} cannot be had: {reason}")
        setup = Setup(answers, probe.drivable, machine.board() or "pi4", machine.device_of)
        print(HOW)
        threading.Thread(target=read, daemon=True).start()
        # Answers that are newer than the file were given before this was broken off, and are to be written still.
        is_mended = file.exists() and file.stat().st_mtime_ns >= kept.stat().st_mtime_ns
        async with _page(setup, typed, place, kept) as say:
            if await ask_all(setup, probe, typed, say, partial(_save, kept), HASTE_S * sys.stdin.isatty()):
                told = () if is_mended and not setup.is_new else _written(setup, file)
                return _end(setup, file, kept, (*told, *setup.doubts(probe.look())), say)
            say(f"The input has ended; the same command goes on. What was answered is in {kept}")
            return 1
    finally:
        probe.close()


def _written(setup: Setup, file: Path) -> list[str]:
    """Write the table file; returns what to say of it. One that was there stays, with all that hands wrote into it."""
    text, told = table_text(setup.answers, name_for(file.stem)), []
    if file.exists():
        lines = file.read_text("utf-8", errors="replace").splitlines()
        old = next(path for n in count(1) if not (path := file.with_name(f"{file.name}.old-{n}")).exists())
        file.rename(old)
        lost = [line for line in lines if line.strip() and line not in text.splitlines()]
        told = [f"written anew; what was there is {old.name}, and only there is: {' | '.join(lost) or 'nothing'}"]
    keep(file, text)
    return told


def _end(setup: Setup, file: Path, kept: Path, hints: Sequence[str], say: Callable[[str], None]) -> int:
    """Look the table file over, as it was written or as people mended it since; returns the exit status."""
    for hint in hints:
        say(f"{file}: hint: {hint}")
    told = StringIO()
    with redirect_stdout(told), redirect_stderr(told):
        is_bad = import_module("tacotable.commands.check").main([str(file)])
    say(told.getvalue().rstrip())
    if is_bad:
        setup.reopen()
        _save(kept, setup.answers)
        file.touch()  # newer than the answers: given again, it is looked over as it is
        say(AGAIN.format(file=file))
        return 1
    for path in (kept, *(kept.with_name(f"{kept.name}.{end}") for end in ("old", "key"))):
        path.unlink(missing_ok=True)
    say(NEXT.format(file=file))
    return 0


def _save(kept: Path, answers: Mapping[str, str]) -> None:
    keep(kept, msgspec.json.format(msgspec.json.encode(answers)).decode())

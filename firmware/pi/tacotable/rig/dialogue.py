"""Who does what a scenario asks for at a real table: a person at the console, or a machine behind a command.

A machine speaks version 2 of the protocol of hands (docs/rig.md): one JSON object a line and one back.
{"do": "place", "card": "9", "on": "YAY.pad", "source": "draw", "say": "..."} is answered with {"ok": true},
{"see": "lamp", "name": "YAY.ok", "look": "slow", "say": "..."} likewise; where something cannot be done or is not
seen, {"ok": false, "why": "..."}.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from typing import Protocol

from tacotable.rig.rigs import RigError

LONGEST_ANSWER = 10_000
VERSION = 2  # Of the protocol of hands.
WITHOUT_BEGIN = 1  # The version before, which has no `begin`.
GREETING: Mapping[str, object] = {"hello": "tacotable hands", "version": VERSION, "say": "Which version do you speak?"}
"""The first line; its answer has the version of the hands beside `ok`."""
CONFORMANCE: tuple[Mapping[str, object], ...] = tuple(
    map(json.loads, files("tacotable.rig").joinpath("conformance.jsonl").read_text(encoding="utf-8").splitlines())
)
"""Each message of the protocol, and one that is known but for a key, which hands leave aside."""
UNKNOWN: Mapping[str, object] = {"do": "an act of a later version"}  # What every machine has to answer with a no.
Ask = Callable[[str], str]


class Dialogue(Protocol):
    """Somebody at the table. Both calls wait for the answer; they are made outside of the table's loop."""

    def do(self, say: str, act: Mapping[str, object]) -> None:
        """Have something done; raises RigError when it was not."""

    def sees(self, say: str, what: Mapping[str, object]) -> str | None:
        """Ask whether something is so; returns why not, or None."""

    def close(self) -> None:
        """Say goodbye."""


class Console:
    """A person who reads questions and answers on the keyboard; `ask` prints a text and gives the line typed."""

    def __init__(self, ask: Ask = input) -> None:
        self._ask = ask

    def do(self, say: str, act: Mapping[str, object]) -> None:
        """Print what to do, and wait for Enter; any other answer is why it could not be done."""
        answer = self._answer(f"{say}  [Enter when done, or say why not] ")
        if answer.lower() not in ("", "y", "yes", "ok", "done"):
            raise RigError(f"{say.rstrip('.')}: {answer}")

    def sees(self, say: str, what: Mapping[str, object]) -> str | None:
        """Ask; yes is so, and anything else tells what is seen instead."""
        answer = self._answer(f"{say}  [y, or say what you see] ")
        return None if answer.lower() in ("y", "yes") else f"{say} Answered: {answer or 'nothing'}"

    def close(self) -> None:
        """Nothing is open."""

    def _answer(self, text: str) -> str:
        try:
            return self._ask(text).strip()
        except EOFError:
            raise RigError("nobody answers any more: the input has ended") from None


class Machine:
    """A rig of motors and cameras behind a command that speaks JSON lines on its standard input and output."""

    def __init__(self, command: str, note: Callable[[str], object] = sys.stderr.write) -> None:
        """Start the command, and greet it; raises RigError. `note` gets the things that it cannot be asked for."""
        self._note = note
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command, without a shell
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise RigError(f"--hands {command}: {error}") from None
        try:
            self._version = self._answer(GREETING).get("version")
            if self._version not in (WITHOUT_BEGIN, VERSION):
                raise RigError(f"--hands {command} speaks version {self._version!r} of this protocol, not {VERSION}")
        except RigError:
            self.close()
            raise

    def do(self, say: str, act: Mapping[str, object]) -> None:
        """Send what to do, and read the answer; hands without `begin` are not asked for it, and that is said."""
        if act["do"] == "begin" and self._version == WITHOUT_BEGIN:
            self._note(f"--hands speaks version {WITHOUT_BEGIN}, which has no `begin`; do this by hand: {say}\n")
            return
        if why := self._ask({**act, "say": say}):
            raise RigError(f"{say.rstrip('.')}: {why}")

    def sees(self, say: str, what: Mapping[str, object]) -> str | None:
        """Ask what it sees."""
        why = self._ask({**what, "say": say})
        return f"{say} Answered: {why}" if why else None

    def close(self) -> None:
        """End its input, and wait until it has ended."""
        for pipe in filter(None, (self._process.stdin, self._process.stdout)):
            with suppress(OSError):  # it has ended: what it did not read is lost
                pipe.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, message: Mapping[str, object]) -> str | None:
        """Send a message; returns why the answer is no, or None."""
        answer = self._answer(message)
        return None if answer["ok"] else str(answer.get("why") or "no")

    def _answer(self, message: Mapping[str, object]) -> dict[str, object]:
        """Send a message, and return its answer, in which `ok` is a truth value; raises RigError."""
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise RigError("the command of the hands has no input and output")
        try:
            with suppress(BrokenPipeError):  # it has ended; what it said before tells why
                writer.write(json.dumps(message, ensure_ascii=False) + "\n")
                writer.flush()
            line = reader.readline(LONGEST_ANSWER)
        except (OSError, ValueError) as error:
            raise RigError(f"the command of the hands: {error}") from None
        if not line:
            raise RigError("the command of the hands has ended, without an answer")
        try:
            answer: object = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
            raise RigError(f'the command of the hands answered {line.strip()!r}, not {{"ok": true}}')
        return answer


def conformance(command: str) -> Iterator[tuple[str, str]]:
    """Send every message of the protocol to a command; yields each, and what is wrong with its answer (empty: nothing).

    Raises RigError where the command does not start, greet, or answer in lines any more.
    """
    machine = Machine(command)
    try:
        for message in (*CONFORMANCE, UNKNOWN):
            answer = machine._answer({**message, "say": "Is this known?"})
            wrong = ""
            if answer["ok"] is False and not isinstance(answer.get("why"), str):
                wrong = "a no has to say why, in words"
            elif answer["ok"] and message is UNKNOWN:
                wrong = "hands that do not know an act have to answer with a no"
            yield json.dumps(message), wrong
    finally:
        machine.close()

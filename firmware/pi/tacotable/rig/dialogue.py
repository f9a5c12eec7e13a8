"""Who does what a scenario asks for at a real table: a person at the console, or a machine behind a command.

A machine gets one JSON object a line and gives one back: {"do": "place", "card": "9", "on": "YAY.pad", "say": "..."} is
answered with {"ok": true}, and {"see": "lamp", "name": "YAY.ok", "look": "flashing", "say": "..."} likewise; where
something cannot be done or is not seen, {"ok": false, "why": "..."}.
"""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable, Mapping
from typing import Protocol

from tacotable.rig.rigs import RigError

LONGEST_ANSWER = 10_000
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
        del act
        answer = self._answer(f"{say}  [Enter when done, or say why not] ")
        if answer.lower() not in ("", "y", "yes", "ok", "done"):
            raise RigError(f"{say.rstrip('.')}: {answer}")

    def sees(self, say: str, what: Mapping[str, object]) -> str | None:
        """Ask; yes is so, and anything else tells what is seen instead."""
        del what
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

    def __init__(self, command: str) -> None:
        """Start the command; raises RigError."""
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command, without a shell
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except (OSError, ValueError) as error:
            raise RigError(f"--hands {command}: {error}") from None

    def do(self, say: str, act: Mapping[str, object]) -> None:
        """Send what to do, and read the answer."""
        if why := self._ask({**act, "say": say}):
            raise RigError(f"{say.rstrip('.')}: {why}")

    def sees(self, say: str, what: Mapping[str, object]) -> str | None:
        """Ask what it sees."""
        why = self._ask({**what, "say": say})
        return f"{say} Answered: {why}" if why else None

    def close(self) -> None:
        """End its input, and wait until it has ended."""
        if self._process.stdin:
            self._process.stdin.close()
        if self._process.stdout:
            self._process.stdout.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, message: Mapping[str, object]) -> str | None:
        """Send a message; returns why the answer is no, or None."""
        reader, writer = self._process.stdout, self._process.stdin
        if reader is None or writer is None:
            raise RigError("the command of the hands has no input and output")
        try:
            writer.write(json.dumps(message, ensure_ascii=False) + "\n")
            writer.flush()
            line = reader.readline(LONGEST_ANSWER)
            answer = json.loads(line) if line else None
        except (OSError, ValueError) as error:
            raise RigError(f"the command of the hands: {error}") from None
        if not isinstance(answer, dict) or not isinstance(answer.get("ok"), bool):
            raise RigError(f'the command of the hands answered {line.strip()!r}, not {{"ok": true}}')
        return None if answer["ok"] else str(answer.get("why", "no"))

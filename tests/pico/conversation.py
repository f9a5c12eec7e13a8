"""A whole hub with three readers on its desk, and somebody who talks to it."""

from __future__ import annotations

from typing import Any

from pico.desk import Desk, Running
from pico.host import Message, opened, seal

CONFIG: Message = {"t": "cfg", "id": 77, "rd": 7, "se": 511, "bt": 255, "led": 2}
SEVEN, OTHER, FOUR = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF"


class Talk:
    """A hub and somebody who talks to it without losing a byte, and acknowledges everything."""

    def __init__(self, desk: Desk | None = None, config: Message | None = CONFIG) -> None:
        self.running = Running(desk)
        self.desk = self.running.desk
        self.heard: list[Message] = []
        self.acknowledges = True
        self._number = 100
        self.ask(t="open", v=1, s="5e7c0a11")
        if config is not None:
            self.ask(**config)

    def run(self, ms: int) -> list[Message]:
        """Let time pass; give what the hub said."""
        said: list[Message] = []
        for _ in range(ms):
            self.running.run(1)
            while b"\n" in self.running.told:
                line, _, rest = bytes(self.running.told).partition(b"\n")
                self.running.told[:] = rest
                message = opened(line)
                assert message is not None, line
                said.append(message)
                if self.acknowledges and "n" in message:
                    self.running.send(seal({"t": "ack", "e": message["n"]}))
        self.heard += said
        return said

    def ask(self, **fields: Any) -> Message:
        """Send a command; give its answer."""
        self._number += 1
        self.running.send(seal(fields | {"n": self._number}))
        answers = [message for message in self.run(100) if message.get("a") == self._number]
        assert len(answers) == 1
        return answers[0]

    def events(self, kind: str, ms: int) -> list[Message]:
        """Let time pass; give the events of a kind that the hub told in it."""
        return [message for message in self.run(ms) if message["t"] == kind]


def settled(config: Message = CONFIG) -> Talk:
    """Give a hub that knows that its pads are empty."""
    talk = Talk(config=config)
    talk.run(1_000)
    return talk

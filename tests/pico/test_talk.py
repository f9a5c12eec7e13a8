"""The little program with which a person talks to a hub, on a hub on a desk."""

from __future__ import annotations

import json

import pytest
from talk import main, talk

from pico.desk import Running


class Cable:
    """A serial port on a hub that goes round while the port is read; its clock is the hub's."""

    def __init__(self, running: Running | None) -> None:
        self._running = running
        self._now_s = 0.0

    def readline(self) -> bytes:
        self._now_s += 0.2
        if self._running is None:
            return b""
        if b"\n" not in self._running.told:
            self._running.run(200)
        line, newline, rest = bytes(self._running.told).partition(b"\n")
        self._running.told[:] = rest
        return line + newline

    def write(self, data: bytes, /) -> None:
        if self._running is not None:
            self._running.send(data)

    def now_s(self) -> float:
        return self._now_s


def said(running: Running | None, command: str) -> list[str]:
    cable = Cable(running)
    lines: list[str] = []
    talk(cable, command, lines.append, cable.now_s)
    return lines


def test_a_hub_says_who_it_is_and_how_it_fares() -> None:
    running = Running()

    told = [json.loads(line) for command in ("hello", "health") for line in said(running, command)]

    assert [message["t"] for message in told] == ["hello", "health"]


@pytest.mark.parametrize("command", ["hub", "repl", "loader"])
def test_a_hub_starts_anew_when_it_is_told_to(command: str) -> None:
    running = Running()

    assert said(running, command) == [f"hub E66118604B1F2A27 starts anew: {command}"]
    assert running.hub.restart_to == command


def test_where_no_hub_answers_the_message_says_what_to_look_at() -> None:
    with pytest.raises(TimeoutError, match="is this the right port"):
        said(None, "hello")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["/dev/ttyACM0", "hallo"]])
def test_words_that_are_no_command_are_answered_with_the_usage(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["talk.py", *arguments])

    with pytest.raises(SystemExit, match="Talk to a hub by hand"):
        main()


def test_a_port_that_is_not_there_is_told_with_what_to_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["talk.py", "/dev/no-such-port"])

    with pytest.raises(SystemExit, match="Is the hub plugged in"):
        main()

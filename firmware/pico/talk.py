"""Talk to a hub by hand, or by `tacotable hub talk`: `talk.py PORT [hello | health | listen | hub | repl | loader]`.

Runs on a computer with pyserial, not on the Pico. `listen` prints what the hub says; `hub`, `repl` and `loader` let it
start anew: as a hub, at MicroPython's prompt (to copy another program onto it), or waiting for another MicroPython.
"""

import json
import sys
import time

from tacohub.wire import opened, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Protocol

    class Port(Protocol):
        """A serial port with a short timeout."""

        def readline(self) -> bytes:
            """Give what has come, up to a newline."""

        def write(self, data: bytes, /) -> object:
            """Send bytes."""


COMMANDS = ("hello", "health", "listen", "hub", "repl", "loader")
PATIENCE_S = 3.0
_SESSION = "7a1c0000"


def heard(port: "Port", seconds: float, clock: "Callable[[], float]") -> "Iterator[dict[str, object]]":
    """Give what the hub says in so many seconds."""
    ends = clock() + seconds
    while clock() < ends:
        message = opened(port.readline().strip())
        if message is not None:
            yield message


def ask(port: "Port", number: int, fields: dict[str, object], clock: "Callable[[], float]") -> dict[str, object]:
    """Send a command; give its answer; raises TimeoutError."""
    port.write(b"\n" + seal(json.dumps(fields | {"n": number})))
    for message in heard(port, PATIENCE_S, clock):
        if message.get("a") == number:
            return message
    raise TimeoutError("no hub answers; is this the right port, and does no other program use it?")


def talk(port: "Port", command: str, say: "Callable[[str], object]", clock: "Callable[[], float]") -> None:
    """Carry out one command; `say` is given the lines to print."""
    if command == "listen":
        for message in heard(port, float("inf"), clock):
            say(json.dumps(message))
        return
    hello = ask(port, 1, {"t": "open", "v": 1, "s": _SESSION}, clock)
    if command == "hello":
        say(json.dumps(hello))
    elif command == "health":
        say(json.dumps(ask(port, 2, {"t": "health"}, clock)))
    else:
        ask(port, 2, {"t": "restart", "boot": hello["boot"], "to": command}, clock)
        say(f"hub {hello['id']} starts anew: {command}")


def main() -> None:
    """Read the command line, open the port, talk."""
    import serial

    arguments = sys.argv[1:]
    is_known = len(arguments) == 1 or (len(arguments) == 2 and arguments[1] in COMMANDS)
    if not is_known or arguments[0].startswith("-"):
        sys.exit(__doc__)
    try:
        with serial.Serial(arguments[0], timeout=0.2, exclusive=True) as port:
            talk(port, arguments[1] if arguments[1:] else "hello", print, time.monotonic)
    except TimeoutError as error:
        sys.exit(str(error))
    except serial.SerialException as error:
        sys.exit(f"{error}\nIs the hub plugged in (`ls /dev/ttyACM*`)? Does another program, as the table's, have it?")
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()

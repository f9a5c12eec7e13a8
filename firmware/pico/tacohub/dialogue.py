"""The host's commands: each is read, carried out once or more with the same outcome, and answered (PROTOCOL.md)."""

from tacohub import answers
from tacohub.config import Config, is_number
from tacohub.lights import CYCLE_MS, is_well_formed
from tacohub.wire import NUMBERS, TIMES, opened, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.commanded import Commanded

_TARGETS = ("hub", "repl", "loader")
_LONGEST_SESSION = 16


class Dialogue:
    """The hub's side of the talk. `session` is empty until a host has opened one."""

    def __init__(self, hub: "Commanded") -> None:
        self.session = ""
        self.taken = 0
        self.dropped = 0
        self.heard_at = 0
        self._hub = hub
        self._answered = 0
        self._commands = {
            "open": self._open,
            "ping": self._ping,
            "snap": self._snap,
            "cfg": self._cfg,
            "lights": self._lights,
            "health": self._health,
            "restart": self._restart,
        }

    def take(self, line: bytes, now: int) -> None:
        """Take a whole line; one that must be dropped changes nothing but a counter."""
        message = opened(line)
        if message is None:
            self.dropped += 1
            return
        self.taken += 1
        self.heard_at = now
        if self.session:
            self._acknowledge(message.get("e"))
        number = message.get("n")
        if is_number(number, 1, NUMBERS):
            self._carry_out(message, number, now)  # type: ignore[arg-type]  # is_number has looked at it

    def _acknowledge(self, event: object) -> None:
        if is_number(event, 1, NUMBERS):
            self._hub.outbox.acknowledge(event)  # type: ignore[arg-type]  # is_number has looked at it
            self._hub.sender.proved(event)  # type: ignore[arg-type]  # is_number has looked at it

    def _carry_out(self, message: dict[str, object], number: int, now: int) -> None:
        if number != self._answered:
            self._hub.sender.proved(-self._answered)
        command = self._commands.get(message["t"])  # type: ignore[call-overload]  # `opened` made sure of a text
        if command is None:
            text = answers.no(number, "type", "")
        elif not self.session and message["t"] != "open":
            text = answers.no(number, "state", "open")
        else:
            text = command(message, number, now)
        self._hub.sender.answer(seal(text), -number if number != self._answered else 0)
        self._answered = number

    def _open(self, message: dict[str, object], number: int, now: int) -> str:
        if message.get("v") != answers.PROTOCOL:
            return answers.no(number, "version", "")
        session = message.get("s")
        if not isinstance(session, str) or not _is_plain(session):
            return answers.no(number, "field", "s")
        if session != self.session:
            self.session = session
            self._hub.outbox.drop_all()
        return self._hub.hello(number)

    def _ping(self, message: dict[str, object], number: int, now: int) -> str:
        return self._hub.pong(number, now)

    def _snap(self, message: dict[str, object], number: int, now: int) -> str:
        return self._hub.snap(number)

    def _cfg(self, message: dict[str, object], number: int, now: int) -> str:
        if message.get("id") == self._hub.config.id and self._hub.config.id:
            return answers.ok(number)
        config = Config()
        key = config.wrong_key(message)
        if key:
            return answers.no(number, "field", key)
        self._hub.configure(config, now)
        return answers.ok(number)

    def _lights(self, message: dict[str, object], number: int, now: int) -> str:
        lights = self._hub.lights
        if lights is None:
            return answers.no(number, "state", "cfg")
        zero = message.get("z", 0)
        if not is_number(message.get("id"), 1, TIMES - 1):
            return answers.no(number, "field", "id")
        if not is_well_formed(message.get("l"), self._hub.config.led):
            return answers.no(number, "field", "l")
        if not is_number(zero, 0, CYCLE_MS - 1):
            return answers.no(number, "field", "z")
        lights.set(message["id"], message["l"], zero)  # type: ignore[arg-type]  # looked at above
        return answers.ok(number)

    def _health(self, message: dict[str, object], number: int, now: int) -> str:
        return self._hub.health(number)

    def _restart(self, message: dict[str, object], number: int, now: int) -> str:
        if message.get("boot") != self._hub.board.boot:
            return answers.no(number, "field", "boot")
        to = message.get("to")
        if to not in _TARGETS:
            return answers.no(number, "field", "to")
        self._hub.restart_soon(str(to), now)
        return answers.ok(number)


def _is_plain(session: str) -> bool:
    """Tell whether a text can stand between quotes as it is."""
    if not 0 < len(session) <= _LONGEST_SESSION:
        return False
    for letter in session:
        if not ("0" <= letter <= "9" or "a" <= letter <= "z" or "A" <= letter <= "Z"):
            return False
    return True

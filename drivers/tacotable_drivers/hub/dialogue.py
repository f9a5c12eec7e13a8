"""The dialogue with one hub, without a port and without a clock: bytes and times go in, outcomes come out.

Source: firmware/pico/PROTOCOL.md. The host opens a session, tells the hub what it has, asks for everything once, then
pings each second; events come in order and are acknowledged. One command is under way at a time. When no valid line
has come for two seconds the hub is lost, and a new session is asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random
from typing import TypeAlias

from tacotable_drivers.hub.clock import ClockFit, Sample
from tacotable_drivers.hub.commands import Commands, Wanted
from tacotable_drivers.readers.session import Failed, Send
from tacotable_drivers.wire import hub_messages as messages
from tacotable_drivers.wire.hub import LineDecoder, Message, following, is_newer, seal

PING_MS = 1_000.0
QUICK_PING_MS, MOST_QUICK_PINGS, FINE_MS = 100.0, 10, 3.0
"""After its start a hub is pinged so often, at most so many times, until its clock is known so well."""
HEALTH_MS = 10_000.0
"""How often a hub is asked how it fares."""
SILENCE_MS = 2_000.0
ASK_AGAIN_MS = 1_000.0
"""How often a hub that does not answer is asked to open a session."""
MOST_UNANSWERED_MS = 2_000.0
"""So long a hub may tell things and not answer a command (sent seven times then); then its session is reopened."""
RESTARTED = "it has started anew; its supply may have dipped"
PROMPT = b">>> "  # Of MicroPython, when no program runs; what is sent to it comes back.
AT_PROMPT = "MicroPython is at its prompt: plug it in again; a board without the hub's program: tacotable hub install"
SILENT = "it says nothing; is its cable in, is it powered?"
FORGOTTEN = "it has forgotten this program; its supply may have dipped"


@dataclass(frozen=True, slots=True)
class Quiet:
    """Up to this moment of the hub's clock everything has been told."""

    at: int


@dataclass(frozen=True, slots=True)
class Lost:
    """Nobody knows anything of this hub any more, until the next truth."""

    reason: str


@dataclass(frozen=True, slots=True)
class Unfit:
    """The hub cannot be talked with; `reason` says the mend. It is listened to, in case it changes."""

    identity: str
    reason: str


HubOutcome: TypeAlias = Send | Failed | messages.Hello | messages.Snap | messages.HubEvent | Quiet | Lost | Unfit
"""A `Hello` is of a hub that has taken the session: `engage` it, or close the port. A `Snap` is all that is so."""


class Dialogue:
    """The host's side of the talk with whatever is at one port. `chance` draws session and command numbers."""

    def __init__(self, chance: Random) -> None:
        self.clock = ClockFit()
        self.health: messages.Health | None = None
        """How the hub fared when it was last asked."""
        self.health_at_first: messages.Health | None = None
        """How it fared when it was first asked since it was met, or restarted: its numbers count from its start."""
        self.identity = self.program = self.python = ""
        """The chip's number, its program and its MicroPython, once the hub has taken our session."""
        self.says_it_is = ""
        """The number that it says, whether it hears us or not."""
        self.lines = LineDecoder()
        self._commands = Commands(chance)
        self._chance = chance
        self._wanted = Wanted()
        self._tail = b""  # The last bytes, as far as they may be the beginning of a prompt.
        self.is_at_prompt = False
        """Whether MicroPython's own prompt was the last that came."""
        self._session = self._boot = self._boot_before = ""
        self._event: int | None = None
        self._owes_ack = self._is_unfit = self._has_told_loss = False
        self._heard_ms = self._ping_ms = self._health_ms = 0.0
        self._quick_pings = 0

    # What the shell calls.

    def start(self, now_ms: float) -> list[HubOutcome]:
        """Begin on a port that was just opened: a newline ends whatever half line lay there, then the hub is asked."""
        self.lines.begin()
        return self._open_session(now_ms)

    def received(self, data: bytes, now_ms: float) -> list[HubOutcome]:
        """Accept bytes from the port, in any chunking."""
        outcomes: list[HubOutcome] = []
        self.is_at_prompt |= PROMPT in self._tail + data
        self._tail = (self._tail + data)[1 - len(PROMPT) :]
        for message in self.lines.feed(data):
            meant = messages.understood(message)
            if meant is not None:
                self._heard_ms, self.is_at_prompt = now_ms, False
                outcomes += self._take(meant, now_ms)
        return outcomes + self._go_on(now_ms)

    def timer(self, now_ms: float) -> list[HubOutcome]:
        """Do what is due at the time of `wake_at_ms`; called too early, it does nothing."""
        if self._is_unfit:
            return []
        if now_ms >= self._silent_at_ms():
            return self._lose(now_ms, AT_PROMPT if self.is_at_prompt else SILENT)
        if self._is_engaged():
            if now_ms >= self._unanswered_at_ms():
                return self._lose(now_ms, "it talks but answers nothing; press its reset button")
            if now_ms >= self._ping_ms:
                self._commands.want("ping")
            if now_ms >= self._health_ms:
                self._commands.want("health")
                self._health_ms = now_ms + HEALTH_MS
        return self._go_on(now_ms)

    def wake_at_ms(self) -> float | None:
        """Return when `timer` should be called next."""
        if self._is_unfit:
            return None
        under_way, times = self._commands.under_way, [self._silent_at_ms()]
        if under_way:
            times.append(under_way.again_ms)
        if self._is_engaged():
            times += [max(self._ping_ms, under_way.again_ms if under_way else 0.0), self._unanswered_at_ms()]
        return min(times)

    def engage(self, config: Message, now_ms: float) -> list[HubOutcome]:
        """Send a hub that was met what it has (a `cfg`), then ask for everything."""
        self._wanted.config = config
        self._ping_ms = now_ms + PING_MS
        self._health_ms = now_ms + HEALTH_MS
        self._commands.want("cfg", "ping", *self._wanted.lights_if_any(), "snap")
        return self._go_on(now_ms)

    def light(self, text: str, now_ms: float) -> list[HubOutcome]:
        """Show these lights (`l` of the protocol) from now on; only the newest are sent."""
        return self.ask(now_ms, "lights") if self._wanted.show(text) else []

    def ask(self, now_ms: float, *kinds: str) -> list[HubOutcome]:
        """Send commands of these kinds without waiting for the next second.

        A "ping" asks whether all is told (`Quiet`); "ping", "snap" and "health" fill the line both ways.
        """
        if not self._is_engaged():
            return []
        self._commands.want(*kinds)
        return self._go_on(now_ms)

    def farewell(self) -> bytes:
        """Return the line that lets all lights be dark, for the end; nothing where there are none."""
        return self._wanted.farewell(self._commands.number()) if self._is_engaged() else b""

    # Sessions.

    def _is_engaged(self) -> bool:
        return self._wanted.config is not None and bool(self._boot)

    def _unanswered_at_ms(self) -> float:
        """Return when the command under way will have waited too long; never where there is none."""
        command = self._commands.under_way
        return command.began_ms + MOST_UNANSWERED_MS if command else inf

    def _open_session(self, now_ms: float) -> list[HubOutcome]:
        """Ask for a new session; what was known of the hub's events is void."""
        self._session = f"{self._chance.getrandbits(32):08x}"
        self._boot = ""
        self._event = None
        self._owes_ack = False
        self._commands.begin_with("open")
        return self._ask(now_ms)

    def _ask(self, now_ms: float) -> list[HubOutcome]:
        self._heard_ms = now_ms
        return [Send(b"\n"), *self._go_on(now_ms)]

    def _silent_at_ms(self) -> float:
        return self._heard_ms + (ASK_AGAIN_MS if self._has_told_loss and not self._boot else SILENCE_MS)

    def _lose(self, now_ms: float, reason: str) -> list[HubOutcome]:
        """Report the loss once, and ask again; while no answer comes the session that is asked for stays the same."""
        if self._has_told_loss and not self._boot:
            return self._ask(now_ms)
        told: list[HubOutcome] = [] if self._has_told_loss else [Lost(reason)]
        self._has_told_loss = True
        return told + self._open_session(now_ms)

    # Commands.

    def _go_on(self, now_ms: float) -> list[HubOutcome]:
        """Send what is due: the next command, the same one again, or an acknowledgement."""
        message = self._commands.due(now_ms, lambda kind: self._command_of(kind, now_ms))
        owes_ack, self._owes_ack = self._owes_ack, False
        known: Message = {"e": self._event} if self._event else {}
        if message is not None:
            return [Send(seal(message | known))]
        return [Send(seal({"t": "ack"} | known))] if owes_ack else []

    def _command_of(self, kind: str, now_ms: float) -> Message:
        match kind:
            case "open":
                return {"t": "open", "v": messages.PROTOCOL, "s": self._session}
            case "cfg":
                return self._wanted.config or {}
            case "lights":
                return self._wanted.lights(self.clock, now_ms)
            case "ping":
                self._ping_ms = now_ms + PING_MS
        return {"t": kind}

    # What the hub says.

    def _take(self, message: messages.HubMessage, now_ms: float) -> list[HubOutcome]:
        match message:
            case messages.Stranger():
                return self._refuse(message.identity, message.mend())
            case messages.Hello():
                return self._meet(message, now_ms)
            case messages.Refused():
                return self._answered_no(message, now_ms)
            case _ if not self._boot:
                return []
            case messages.Pong(boot=boot) | messages.Snap(boot=boot) if boot != self._boot:
                return self._lose(now_ms, RESTARTED)
            case messages.Pong():
                return self._ponged(message, now_ms)
            case messages.Snap():
                return self._believe(message)
            case messages.Done() | messages.Health():
                return self._ended(message)
            case _:
                return self._happened(message)

    def _ended(self, message: messages.Done | messages.Health) -> list[HubOutcome]:
        self._commands.end(message.answers)
        if isinstance(message, messages.Health):
            self.health = message
            self.health_at_first = self.health_at_first or message
        return []

    def _meet(self, hello: messages.Hello, now_ms: float) -> list[HubOutcome]:
        """Handle who it is: one that has accepted our session is met, any other is asked for it."""
        if self.identity and hello.identity != self.identity:
            return [Failed(f"another hub answers here now: {hello.identity}, not {self.identity}")]
        if self._boot and hello.boot != self._boot:
            return self._lose(now_ms, RESTARTED)
        self.says_it_is = hello.identity
        if hello.session != self._session:
            if self._boot or self._is_unfit:
                self._is_unfit = False
                return self._lose(now_ms, FORGOTTEN)
            if self._commands.under_way is not None:
                self._commands.under_way.again_ms = now_ms
            return []
        self._commands.end(hello.answers)
        if self._boot or self._is_unfit:
            return []
        self.identity, self.program, self._boot = hello.identity, hello.program, hello.boot
        self.python = hello.python
        if self._boot != self._boot_before:
            self.clock.forget()
            self.health_at_first = None
            self._quick_pings = MOST_QUICK_PINGS
            self._wanted.restart_rhythms()
        self._boot_before = self._boot
        config = self._wanted.config
        return [hello] if config is None else self.engage(config, now_ms)

    def _refuse(self, identity: str, reason: str) -> list[HubOutcome]:
        """End the session, and go on listening."""
        if self._is_unfit:
            return []
        self._is_unfit = True
        self._boot = ""
        self._event = None
        self._commands.begin_with()
        return [Unfit(identity, reason)]

    def _answered_no(self, refused: messages.Refused, now_ms: float) -> list[HubOutcome]:
        command = self._commands.end(refused.answers)
        if command is None or refused.why == "version":
            return []  # what it speaks its next hello tells, with its name
        if refused.why == "state" and refused.key == "cfg":
            self._commands.want("cfg", *self._wanted.lights_if_any())
            return []
        if refused.why == "state":
            return self._lose(now_ms, FORGOTTEN)
        what = f"{command.message['t']}: {refused.why} {refused.key}".rstrip()
        return self._refuse(self.identity, f"hub {self.identity} refuses a command ({what}): {messages.MEND}")

    def _ponged(self, pong: messages.Pong, now_ms: float) -> list[HubOutcome]:
        command = self._commands.end(pong.answers)
        if command is None:
            return []
        self.clock.take(Sample(command.began_ms, pong.rx, pong.at, now_ms))
        if self._quick_pings and self.clock.error_ms(now_ms) > FINE_MS:
            self._quick_pings -= 1
            self._ping_ms = now_ms + QUICK_PING_MS
        self._commands.want(*self._wanted.missing(pong.config, pong.lights))
        if self._event is None:
            return []
        if pong.event == self._event:
            return [Quiet(pong.at)]
        if is_newer(pong.event, self._event):
            self._commands.want("snap")
        return []

    def _believe(self, snap: messages.Snap) -> list[HubOutcome]:
        is_asked = self._commands.end(snap.answers) is not None
        if not self._is_engaged() or not (is_asked or (snap.answers is None and self._event is not None)):
            return []
        missing = self._wanted.missing(snap.config, snap.lights)
        if "cfg" in missing:
            self._commands.want(*missing)
            return []
        if self._event is not None and is_newer(self._event, snap.event):
            return []
        self._event = snap.event
        self._owes_ack = self._event > 0
        self._has_told_loss = False
        self._commands.want(*missing)
        return [snap, Quiet(snap.at)]

    def _happened(self, event: messages.HubEvent) -> list[HubOutcome]:
        """Handle the next event; acknowledge those before; after a gap ask for everything."""
        if self._event is None:
            return []
        if event.number == following(self._event):
            self._event = event.number
            self._owes_ack = True
            if isinstance(event, messages.Fault) and not event.why:
                self._commands.want("snap")
            return [event]
        if is_newer(event.number, self._event):
            self._commands.want("snap")
        else:
            self._owes_ack = True
        return []

"""The hub: one round after the other, in which nothing waits for anything."""

from tacohub import answers
from tacohub.clock import difference, plus
from tacohub.config import Config
from tacohub.contacts import Contacts
from tacohub.dialogue import Dialogue
from tacohub.expander import Expander
from tacohub.health import Health
from tacohub.lights import Lights
from tacohub.mfrc522 import Mfrc522
from tacohub.outbox import Outbox
from tacohub.reader import SILENT, Reader
from tacohub.readers import Readers
from tacohub.sender import Sender
from tacohub.wire import LineReader, seal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.ports import Board

SENSORS = 9
BUTTONS = 8
MORE = 16
MOST_LIGHTS = 40
QUIET_MS = 3000
"""A host that was silent for so long is not there."""
HELLO_MS = 1000
_BYTES_A_ROUND = 64
_FAREWELL_MS = 50
_BOTH_FIRST_BUTTONS = 0b11 << SENSORS
_WAY_OUT_S = 5


class Hub:
    """Everything of one hub. `step` is one round; `restart_to` is set when it should start anew."""

    def __init__(self, board: "Board") -> None:
        self.board = board
        self.config = Config()
        self.lights: Lights | None = None
        self.restart_to = ""
        self.outbox = Outbox()
        self.sender = Sender(board.link, board.ticks_us)
        self.health_numbers = Health(board)
        self._lines = LineReader()
        self._dialogue = Dialogue(self)
        self._contacts = Contacts(SENSORS + BUTTONS)
        self._more = Contacts(MORE)
        self._expander: Expander | None = None
        chips = [Mfrc522(board.spi, select, board.ticks_us) for select in board.selects]
        self._readers = Readers([Reader(chip) for chip in chips], board.ticks_us)
        self._mask = 0
        self._held_s = 0
        now = board.ticks_ms()
        self._restart_at = self._second_at = now
        self._hello_at = plus(now, -HELLO_MS)
        self._dialogue.heard_at = plus(now, -QUIET_MS)
        for index in range(SENSORS + BUTTONS):
            board.watch(index, self._contacts.marks)
        for reader in self._readers.all:
            reader.read_version()
        board.strip(MOST_LIGHTS).show(bytearray(3 * MOST_LIGHTS))  # lights remember; a start is dark

    def step(self) -> None:
        """Go round once."""
        began_us = self.board.ticks_us()
        now = self.board.ticks_ms()
        self._listen(now)
        self._look(now)
        reader = self._readers.step(now)
        if reader >= 0:
            self._put(answers.tags(self.outbox.number(), reader, self._readers.all[reader]))
        if self.lights is not None:
            self.lights.step(now)
        self._speak(now)
        self._keep_time(now)
        self.board.feed_watchdog()
        self.health_numbers.went_round(difference(self.board.ticks_us(), began_us))
        if not self._readers.is_busy() and self.sender.is_idle():
            self.board.rest()

    # What the dialogue asks for.

    def hello(self, number: int) -> str:
        """Say who the hub is."""
        versions = [reader.version for reader in self._readers.all]
        return answers.hello(
            number, self.board, self._dialogue.session, self.health_numbers.up_s, versions, self.config.id
        )

    def pong(self, number: int, read_at: int) -> str:
        """Answer a ping that was read at this moment."""
        now = self.board.ticks_ms()
        return answers.pong(number, self.board.boot, read_at, now, self.outbox.last, self.config.id, self._picture())

    def snap(self, number: int) -> str:
        """Tell everything."""
        return answers.snap(
            number,
            self.board.boot,
            self.board.ticks_ms(),
            self.outbox.last,
            self.config.id,
            self._picture(),
            answers.readers_state(self._readers.all, self._readers.in_use),
            (
                answers.contacts_state(self._contacts, self._mask, 0, SENSORS),
                answers.contacts_state(self._contacts, self._mask, SENSORS, BUTTONS),
                self._more_state(),
            ),
        )

    def health(self, number: int) -> str:
        """Tell how the hub fares."""
        readers = [
            answers.numbers([reader.read_version(), reader.scans, reader.faults, reader.scan_us])
            if index in self._readers.in_use
            else "0"
            for index, reader in enumerate(self._readers.all)
        ]
        lines = (self._dialogue.taken, self._dialogue.dropped + self._lines.dropped)
        return self.health_numbers.text(number, self.outbox, self.sender, lines, "[%s]" % ",".join(readers))

    def configure(self, config: Config, now: int) -> None:
        """Use this configuration from now on."""
        self.config = config
        self._mask = config.se | config.bt << SENSORS
        for index in range(SENSORS + BUTTONS):
            if not self._mask >> index & 1:
                self._contacts.reset(index)
        for index in range(MORE):
            if not config.xp >> index & 1:
                self._more.reset(index)
        self._contacts.settle_ms = self._more.settle_ms = config.settle
        self._expander = Expander(self.board.expander(), config.xp) if config.xp else None
        if self.lights is not None:
            self.lights.go_dark()
            self.lights.step(now)
        self.lights = Lights(self.board.strip(config.led), config.led, config.ma) if config.led else None
        in_turn = config.turn == 1
        self._readers.start(config.rd, in_turn=in_turn, gain=config.gain, sure=config.sure, gone=config.gone, now=now)

    def restart_soon(self, to: str, now: int) -> None:
        """Start anew once the answer has left; the lights go dark first."""
        self.restart_to = to
        self._restart_at = plus(now, _FAREWELL_MS)
        if self.lights is not None:
            self.lights.go_dark()

    # The parts of a round.

    def _listen(self, now: int) -> None:
        for _ in range(_BYTES_A_ROUND):
            byte = self.board.link.read()
            if byte < 0:
                return
            if self._lines.feed(byte):
                self._dialogue.take(self._lines.take(), now)

    def _look(self, now: int) -> None:
        changed = self._contacts.look(self.board.levels() & self._mask, now)
        if changed:
            self._tell_contacts(self._contacts, changed)
        expander = self._expander
        if expander is None:
            return
        if expander.look(now):
            self._put(answers.fault(self.outbox.number(), "x", "" if expander.is_answering else SILENT, now))
        if expander.is_answering:
            changed = self._more.look(expander.levels, now)
            if changed:
                self._tell_contacts(self._more, changed)

    def _tell_contacts(self, contacts: Contacts, changed: int) -> None:
        for index in range(len(contacts.counts)):
            if not changed >> index & 1:
                continue
            group, place = "x", index
            if contacts is self._contacts:
                group, place = ("s", index) if index < SENSORS else ("b", index - SENSORS)
            self._put(
                answers.contact(self.outbox.number(), group, place, contacts.counts[index], contacts.times[index])
            )

    def _put(self, text: str) -> None:
        if self._dialogue.session:
            self.outbox.put(seal(text))

    def _speak(self, now: int) -> None:
        self.sender.step()
        if not self.sender.is_idle():
            return
        if self._is_alone(now):
            if difference(now, self._hello_at) >= HELLO_MS:
                self._hello_at = now
                self.sender.send(seal(self.hello(0)), 0)
        elif self.outbox.has_overflowed:
            self.outbox.has_overflowed = False
            self.sender.send(seal(self.snap(0)), 0)
        else:
            line = self.outbox.next_line(now)
            if line is not None:
                self.sender.send(line, self.outbox.sign)
                self.sender.step()

    def _is_alone(self, now: int) -> bool:
        return not self._dialogue.session or difference(now, self._dialogue.heard_at) >= QUIET_MS

    def _keep_time(self, now: int) -> None:
        if difference(now, self._second_at) < 1000:
            return
        self._second_at = plus(self._second_at, 1000)
        self.health_numbers.another_second()
        self._offer_way_out(now)
        silence_ms = difference(now, self._dialogue.heard_at)
        if silence_ms < 0:  # silent for half the clock's turn: stay silent, do not come back to life
            self._dialogue.heard_at = plus(now, -QUIET_MS)
        if self.lights is not None and self.lights.id and self.config.hold and silence_ms >= self.config.hold:
            self.lights.go_dark()

    def _offer_way_out(self, now: int) -> None:
        """Go to the prompt when buttons 0 and 1 are held for the first 5 s and no host comes; in a game one does."""
        if self._held_s < 0:
            return
        if self._dialogue.session or self.board.levels() & _BOTH_FIRST_BUTTONS != _BOTH_FIRST_BUTTONS:
            self._held_s = -1
            return
        self._held_s += 1
        if self._held_s == _WAY_OUT_S:
            self.restart_soon("repl", now)

    def is_time_to_restart(self) -> bool:
        """Tell whether the hub should start anew now."""
        return bool(self.restart_to) and difference(self.board.ticks_ms(), self._restart_at) >= 0

    def _picture(self) -> int:
        return self.lights.id if self.lights is not None else 0

    def _more_state(self) -> str:
        if self._expander is None:
            return "0"
        if not self._expander.is_answering:
            return "null"
        return answers.contacts_state(self._more, self.config.xp, 0, MORE)

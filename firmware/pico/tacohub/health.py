"""How the hub fares: how long a round takes, how much memory is left, what went wrong."""

from tacohub.answers import asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.outbox import Outbox
    from tacohub.ports import Board
    from tacohub.sender import Sender

_LONG = 1 << 28


class Health:
    """Numbers that are kept as the hub goes round."""

    def __init__(self, board: "Board") -> None:
        self.up_s = 0
        self._board = board
        self._least_free = board.free_bytes()
        self._rounds = self._sum_us = self._longest_us = 0

    def went_round(self, us: int) -> None:
        """Take the time of one round."""
        self._rounds += 1
        self._sum_us += us
        if us > self._longest_us:
            self._longest_us = us
        if self._sum_us >= _LONG:
            self._sum_us >>= 1
            self._rounds >>= 1

    def another_second(self) -> None:
        """Count a second, tidy the heap at a moment of our own choice, and see how much is left."""
        self.up_s += 1
        free = self._board.free_bytes()
        if free < self._least_free:
            self._least_free = free
        self._board.collect()

    def text(self, number: int, outbox: "Outbox", sender: "Sender", lines: tuple[int, int], readers: str) -> str:
        """Give the answer to `health`; longest and least begin anew."""
        board = self._board
        loop = (self._sum_us // max(1, self._rounds), self._longest_us)
        memory = (board.free_bytes(), self._least_free)
        text = (
            '{"t":"health"%s,"boot":"%s","at":%d,"why":"%s","resets":%d,"loop":[%d,%d],"mem":[%d,%d],'
            '"lines":[%d,%d],"resent":%d,"full":%d,"wr":%d,"rd":%s}'
            % (
                (asked(number), board.boot, board.ticks_ms(), board.start, board.resets)
                + loop
                + memory
                + lines
                + (outbox.resent, outbox.overflows, sender.longest_us, readers)
            )
        )
        sender.longest_us = 0
        self._least_free = memory[0]
        self._rounds = self._sum_us = self._longest_us = 0
        return text

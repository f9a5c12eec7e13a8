"""Start the hub, or stay at the prompt where that was asked for before the last reset."""

import micropython

from tacohub.board import PicoBoard
from tacohub.hub import Hub


def run(board: PicoBoard) -> str:
    """Go round until it is time to start anew; say as what."""
    hub = Hub(board)
    board.start_watchdog()
    while not hub.is_time_to_restart():
        hub.step()
    return hub.restart_to


def ignore_interrupts() -> None:
    """Let a Ctrl-C byte be one like others. MicroPython on a computer has no such switch: there the terminal is raw."""
    if hasattr(micropython, "kbd_intr"):
        micropython.kbd_intr(-1)


def main() -> None:
    """Run the hub; a Ctrl-C byte on the line is no reason to stop, and a fault is one to start anew."""
    board = PicoBoard()
    if board.wants_repl:
        return
    ignore_interrupts()
    to = "fault"
    try:
        to = run(board)
    finally:
        board.restart(to)


main()

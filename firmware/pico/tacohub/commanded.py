"""What the host's commands need of the hub: a seam, for readers and type checkers, as `ports` is."""

# pyright: reportReturnType=false
from typing import Protocol

from tacohub.config import Config
from tacohub.lights import Lights
from tacohub.outbox import Outbox
from tacohub.ports import Board
from tacohub.sender import Sender


class Commanded(Protocol):
    """A hub that does what it is told."""

    board: Board
    config: Config
    lights: Lights | None
    outbox: Outbox
    sender: Sender

    def hello(self, number: int) -> str:
        """Say who the hub is."""

    def pong(self, number: int, read_at: int) -> str:
        """Answer a ping that was read at this moment."""

    def snap(self, number: int) -> str:
        """Tell everything."""

    def health(self, number: int) -> str:
        """Tell how the hub fares."""

    def configure(self, config: Config, now: int) -> None:
        """Use this configuration from now on."""

    def restart_soon(self, to: str, now: int) -> None:
        """Start anew once the answer has left."""

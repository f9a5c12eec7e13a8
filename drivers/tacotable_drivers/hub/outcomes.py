"""What comes out of the dialogue with a hub, beside the bytes to send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tacotable_drivers.readers.session import Failed, Send
    from tacotable_drivers.wire.hub_messages import Hello, HubEvent, Snap


@dataclass(frozen=True, slots=True)
class Met:
    """A hub has taken the session: `engage` it, or close the port."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Truth:
    """Everything that is so."""

    snap: Snap


@dataclass(frozen=True, slots=True)
class Happened:
    """The next event."""

    event: HubEvent


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


HubOutcome: TypeAlias = "Send | Failed | Met | Truth | Happened | Quiet | Lost | Unfit"

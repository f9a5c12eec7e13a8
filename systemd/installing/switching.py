"""Pointing at a version and starting it, with a way back."""

from __future__ import annotations

from pathlib import Path

from installing.hands import Hands, InstallError, tell_system
from installing.places import CURRENT, PREVIOUS
from installing.trial import try_out
from installing.versions import clear_old


def switch(hands: Hands, version: Path) -> None:
    """Try a version, point at it, start it; when it does not start, the one before comes back."""
    if not hands.tell(f"try {version.name}: read the table file, start and stop a simulated table"):
        hands.tell(f"let {CURRENT} point at it, start it at once and at each boot; go back if it does not start")
        return
    try_out(version)
    before = CURRENT.readlink() if CURRENT.is_symlink() else None
    hands.point(CURRENT, version)
    try:
        start(hands)
    except InstallError as error:
        if before is None:
            raise
        hands.point(CURRENT, before)
        start(hands)
        raise InstallError(f"{version.name} does not start, {before.name} is back:\n{error}") from None
    if before is not None:
        hands.point(PREVIOUS, before)
    clear_old(hands)


def start(hands: Hands) -> None:
    """Have the service start now and at each boot; it counts as started when it has told that it is ready."""
    hands.run("start at boot", "systemctl", "enable", "-q", "tacotable.socket", "tacotable.service")
    tell_system(hands, "open the page's port", "systemctl", "restart", "tacotable.socket")
    tell_system(hands, "start", "systemctl", "restart", "tacotable.service")

"""Pointing at a version and starting it, with a way back."""

# ruff: noqa: S607, T201  # an installer runs commands and prints

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import NoReturn

from installing.changing import Change
from installing.hands import Hands, InstallError, has_systemd, tell_system
from installing.health import lost_of, wait_for, working_in
from installing.places import COMMAND, CURRENT, PREVIOUS, STATUS, UNFINISHED
from installing.table_files import TableFiles
from installing.trial import try_out
from installing.versions import clear_old

SERVICE = ("tacotable.socket", "tacotable.service")


def bring_about(hands: Hands, version: Path, change: Change, given: TableFiles | None) -> None:
    """Have a version run with what is changed; where it does already, it is only seen to that it runs."""
    if version == target(CURRENT) and not change and not UNFINISHED.exists():
        print(f"{version.name} runs already", flush=True)
        keep_running(hands)
    else:
        switch(hands, version, change, given)


def switch(hands: Hands, version: Path, change: Change, given: TableFiles | None) -> None:
    """Try a version with the table file, write what is changed, point at it, start it; or all is as before."""
    if hands.tell(f"try {version.name}: read the table file, start and stop a simulated table"):
        try_out(version, given)
        UNFINISHED.touch()
    before, older, worked = target(CURRENT), target(PREVIOUS), working_in(STATUS)
    change.make(hands)
    if before not in (None, version):
        hands.point(PREVIOUS, before)
    hands.point(CURRENT, version)
    hands.point(COMMAND, CURRENT / "bin" / "tacotable")  # a doctor is wanted where the service does not start
    try:
        start(hands)
        if worked and hands.tell(f"see whether the {len(worked)} devices that worked before work again"):
            demand(worked, is_same_table=given is None)
    except InstallError as error:
        if before is None or (before == version and not change):
            raise InstallError(
                f"{version.name} does not start; ask `tacotable doctor`, then install again:\n{error}"
            ) from None
        go_back(hands, version, (before, older), change, error)
    finish(hands)
    clear_old(hands)


class LostError(InstallError):
    """A version starts, and what worked with the one before does not."""


def demand(worked: frozenset[str], *, is_same_table: bool) -> None:
    """Wait for devices of a table that has started; raises LostError, which names those that do not come back."""
    if lost := wait_for(STATUS, lambda report: lost_of(worked, report, is_same_table=is_same_table)):
        raise LostError("worked before, and now:\n" + "\n".join(lost))


def go_back(
    hands: Hands, version: Path, links: tuple[Path, Path | None], change: Change, error: InstallError
) -> NoReturn:
    """Bring back what was before, and start it; raises InstallError, which tells why."""
    before, older = links
    change.take_back(hands)
    hands.point(CURRENT, before)
    hands.point(PREVIOUS, older) if older else hands.remove(PREVIOUS)
    try:
        start(hands)
    except InstallError as second:
        raise InstallError(
            f"{version.name} does not start:\n{error}\n"
            f"What was before, {before.name}, is back, and does not start either:\n{second}"
        ) from None
    finish(hands)
    why = "loses what worked" if isinstance(error, LostError) else "does not start"
    what = "the table file and the units of before are" if before == version else f"{before.name} is"
    raise InstallError(f"{version.name} {why}, {what} back:\n{error}")


def finish(hands: Hands) -> None:
    """Note that what runs is what was wanted, or what was before."""
    if not hands.is_dry:
        UNFINISHED.unlink(missing_ok=True)


def target(link: Path) -> Path | None:
    """Return what a link points at; None where there is none."""
    return link.readlink() if link.is_symlink() else None


def start(hands: Hands) -> None:
    """Have the service start now and at each boot; it counts as started when it has told that it is ready."""
    tell_system(hands, "read the units", "systemctl", "daemon-reload")
    hands.run("start at boot", "systemctl", "enable", "-q", *SERVICE)
    tell_system(hands, "open the page's port", "systemctl", "restart", "tacotable.socket")
    tell_system(hands, "start", "systemctl", "restart", "tacotable.service")


def keep_running(hands: Hands) -> None:
    """Have the service start at each boot, and now unless it runs."""
    hands.point(COMMAND, CURRENT / "bin" / "tacotable")
    hands.run("start at boot", "systemctl", "enable", "-q", *SERVICE)
    if has_systemd() and subprocess.run(["systemctl", "is-active", "-q", "tacotable.service"]).returncode:
        hands.run("start", "systemctl", "start", *SERVICE)

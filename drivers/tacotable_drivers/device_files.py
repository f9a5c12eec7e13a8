"""Who may use a device file, and the fix if this user may not.

udev gives each kind of device file to a group. If the file is of another group or closed to its group, a rule is
missing, and joining the group would not help; so owner and mode of the file are part of each message.
"""

from __future__ import annotations

import grp
import os
import pwd
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_IMODE

JOIN = "sudo adduser $USER {}, then log in anew"
RULE = "no udev rule gives it to {}: sudo cp systemd/70-tacotable.rules /etc/udev/rules.d, then reboot"
NEW_SESSION = "log in anew: this session began before its user joined the group"
CONSOLE = "a login console has it: sudo raspi-config nonint do_serial_cons 1, then reboot"


@dataclass(frozen=True, slots=True)
class Access:
    """Owner, group and mode of a file, as in `root:gpio 0660`."""

    owner: str
    group: str
    mode: int

    def __str__(self) -> str:
        return f"{self.owner}:{self.group} {self.mode:04o}"

    def fix(self, group: str, *, is_member: bool) -> str:
        """Return what lets a user into a file that udev should give to `group`.

        >>> Access("root", "gpio", 0o660).fix("gpio", is_member=False)
        'sudo adduser $USER gpio, then log in anew'
        """
        if self.group == "tty":  # agetty gives a port to it
            return CONSOLE
        if self.group != group or self.mode & 0o060 != 0o060:
            return RULE.format(group)
        return NEW_SESSION if is_member else JOIN.format(group)


def access_of(path: Path) -> Access | None:
    """Return who may use a file; None if there is none."""
    try:
        told = path.stat()
    except OSError:
        return None
    owner, group = str(told.st_uid), str(told.st_gid)
    with suppress(KeyError):
        owner = pwd.getpwuid(told.st_uid).pw_name
    with suppress(KeyError):
        group = grp.getgrgid(told.st_gid).gr_name
    return Access(owner, group, S_IMODE(told.st_mode))


def is_member(group: str) -> bool:
    """Return whether this user is a member of a group, perhaps since its session began only."""
    with suppress(KeyError):
        entry, user = grp.getgrnam(group), pwd.getpwuid(os.geteuid())
        return user.pw_name in entry.gr_mem or entry.gr_gid == user.pw_gid
    return False


def denial(path: Path, group: str) -> str:
    """Return why this user may not use a device file, and the fix; empty if there is none, or its mode allows it."""
    access = access_of(path)
    if access is None or os.access(path, os.R_OK | os.W_OK):
        return ""
    return f"{path} is {access}; {access.fix(group, is_member=is_member(group))}"

"""Where everything of the installed table lies."""

from __future__ import annotations

from pathlib import Path

USER = "tacotable"
BASE = Path("/opt/tacotable")
VERSIONS, CURRENT, PREVIOUS = BASE / "versions", BASE / "current", BASE / "previous"
UNFINISHED = BASE / "unfinished"
"""There from the first change of what runs until it has started: the next run takes up what was broken off."""
TABLE = Path("/etc/tacotable/table.toml")
STATE = Path("/var/lib/tacotable")
STATUS = Path("/run/tacotable/status.json")
CONFIG = Path("/boot/firmware/config.txt")
COMMAND = Path("/usr/local/bin/tacotable")
UNITS = {
    "tacotable.service": Path("/etc/systemd/system/tacotable.service"),
    "tacotable.socket": Path("/etc/systemd/system/tacotable.socket"),
}
LISTS = {
    "sysusers.conf": Path("/etc/sysusers.d/tacotable.conf"),
    "tmpfiles.conf": Path("/etc/tmpfiles.d/tacotable.conf"),
    "modules-load.conf": Path("/etc/modules-load.d/tacotable.conf"),
    "70-tacotable.rules": Path("/etc/udev/rules.d/70-tacotable.rules"),
}
"""What a version needs before it can be tried; it does no harm to the one that runs."""

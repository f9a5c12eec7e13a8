"""Where everything of the installed table lies."""

from __future__ import annotations

from pathlib import Path

BASE = Path("/opt/tacotable")
VERSIONS, CURRENT, PREVIOUS = BASE / "versions", BASE / "current", BASE / "previous"
TABLE = Path("/etc/tacotable/table.toml")
STATE = Path("/var/lib/tacotable")
COMMAND = Path("/usr/local/bin/tacotable")
FILES = {
    "tacotable.service": Path("/etc/systemd/system/tacotable.service"),
    "tacotable.socket": Path("/etc/systemd/system/tacotable.socket"),
    "sysusers.conf": Path("/etc/sysusers.d/tacotable.conf"),
    "tmpfiles.conf": Path("/etc/tmpfiles.d/tacotable.conf"),
    "modules-load.conf": Path("/etc/modules-load.d/tacotable.conf"),
    "70-tacotable.rules": Path("/etc/udev/rules.d/70-tacotable.rules"),
}

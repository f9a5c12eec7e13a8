"""A bare root for the installer, made at once: this machine's own /usr, and stubs of all that changes a system.

A version is a script here that does what the installer asks a version for, so that what starts, what does not, and
what comes back can be told in a second. The real program is installed in a Debian root (test_install.py).
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from service.debian_root import DebianRoot
from service.wheels import ROOT

ENTER = """
root=$1; shift
mount --bind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
mount --bind "$root/local" "$root/usr/local"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
exec chroot "$root" "$@"
"""
LINKS = ("bin", "sbin", "lib", "lib64")
FOLDERS = (
    "usr",
    "local/bin",
    "local/sbin",
    "dev",
    "proc",
    "etc",
    "root/wheels",
    "tmp",
    "opt",
    "var/lib",
    "run/systemd/system",
)
TOOLS = ("unshare", "chroot", "mount", "setpriv")
STUBS = {
    "dpkg-query": "echo -n 'install ok installed'",
    "udevadm": "",
    "systemd-sysusers": """
grep -q ^tacotable: /etc/passwd && exit
echo tacotable:x:990: >> /etc/group
echo tacotable:x:990:990:::/bin/sh >> /etc/passwd
""",
    "systemd-tmpfiles": "mkdir -p /etc/tacotable /var/lib/tacotable && chown tacotable /var/lib/tacotable",
    # What starts is written down, and keeps a status. By version or by a word of the table file: what /refused names
    # does not start, what /lost names has lost its readers.
    "systemctl": """
now="$(readlink /opt/tacotable/current) $(cat /etc/tacotable/table.toml)"
case "$*" in
"is-active"*) test -e /running; exit ;;
"restart tacotable.service" | "start tacotable.socket tacotable.service")
    rm -f /running
    if test -e /refused && echo "$now" | grep -q -f /refused; then echo "it does not start" >&2; exit 1; fi
    echo "$now" > /running
    state=ok; if test -e /lost && echo "$now" | grep -q -f /lost; then state=faulty; fi
    pads="$(cat /pads 2>/dev/null || echo YAY.pad)"
    mkdir -p /run/tacotable && { printf '{"written": %s, "uptime_s": 99, "devices": [' "$(date +%s)"
    for pad in $pads; do printf '{"device": "reader %s", "state": "%s", "reason": "no answer"}, ' $pad $state; done
    echo '{"device": "button YAY.ok", "state": "ok", "reason": ""}]}'; } > /run/tacotable/status.json ;;
esac
""",
}
PYTHON = "import sys; print('%d.%d' % sys.version_info[:2])"
VERSION = '''#!/usr/bin/python3
"""What the installer asks a version for: it looks a table file over, and becomes ready with it."""
import json, os, pwd, signal, socket, sys, time, tomllib
from pathlib import Path

asked = sys.argv[1:]
table = asked[asked.index("--table") + 1] if "--table" in asked else asked[1]
with open("/tried", "a") as tried:
    print(pwd.getpwuid(os.geteuid()).pw_name, *asked, file=tried)
told = tomllib.loads(Path(table).read_text())
for line in told.get("lacks", ()):
    if line not in Path("/boot/firmware/config.txt").read_text().splitlines():
        print(f"/boot/firmware/config.txt lacks: {line}")
if "nonsense" in told:
    sys.exit(f"{table}: nonsense: no such key")
if "deck_file" in told and (deck := Path(table).parent / told["deck_file"]).exists():
    deck.read_text()
if asked[0] == "run":
    if "broken" in __file__:
        sys.exit("this version does not become ready")
    ill = {"device": "hub hub", "state": "absent", "reason": "no answer"}
    status = {"written": time.time(), "uptime_s": 99, "devices": [ill] * ("deaf" in __file__)}
    Path(os.environ["RUNTIME_DIRECTORY"], "status.json").write_text(json.dumps(status))
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b"READY=1", os.environ["NOTIFY_SOCKET"])
    signal.sigwait([signal.SIGTERM])
'''


def reason_to_leave_out() -> str:
    """Tell why no such root can be entered here, and what would change that; empty when one can."""
    if os.geteuid() != 0:
        return "a root is entered by root alone: run the tests as root"
    missing = [tool for tool in TOOLS if shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin") is None]
    if missing:
        return f"{', '.join(missing)} is missing: apt install util-linux"
    return "" if Path("/usr/bin/python3").exists() else "/usr/bin/python3 is missing: apt install python3"


@dataclass(frozen=True, slots=True)
class StubHouse:
    """A root with this project's installer in it, and versions that are scripts."""

    root: DebianRoot

    def install(self, *arguments: str, version: str | None = None, status: int = 0) -> str:
        """Run the installer in the root; gives what it said, and demands its status."""
        wheel = ("--wheel", self.wheel(version)) if version else ()
        return self.root.run("/root/tacotable/systemd/install", *arguments, *wheel, status=status)

    def write(self, inside: str, text: str, mode: int = 0o644) -> str:
        """Write a file in the root; gives its path there."""
        path = self.root.path(inside)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        path.chmod(mode)
        return inside

    def read(self, inside: str) -> str:
        """Give the text of a file in the root; empty where there is none."""
        path = self.root.path(inside)
        return path.read_text("utf-8") if path.exists() else ""

    def systemctl(self) -> list[str]:
        """Give what systemctl was asked for since this was last looked at."""
        return self.asked("systemctl")

    def asked(self, command: str) -> list[str]:
        """Give what a command was asked for since this, or another one, was last looked at."""
        asked = self.read("/asked").splitlines()
        self.write("/asked", "")
        return [line.removeprefix(f"{command} ") for line in asked if line.startswith(f"{command} ")]

    def current(self) -> str:
        """Give the version that `current` points at; empty where there is none."""
        link = self.root.path("/opt/tacotable/current")
        return link.readlink().name.partition("-")[0] if link.is_symlink() else ""

    def wheel(self, version: str) -> str:
        """Put a version in its place, as if its wheel had been installed; gives the wheel."""
        wheel = self.write(f"/root/wheels/tacotable-{version}-py3-none-any.whl", version)
        python = subprocess.check_output(["/usr/bin/python3", "-c", PYTHON], text=True).strip()
        lock = (ROOT / f"systemd/requirements-{python}.lock").read_bytes()
        digest = hashlib.sha256(python.encode() + lock + version.encode()).hexdigest()[:8]
        folder = f"/opt/tacotable/versions/{version}-{digest}"
        self.write(f"{folder}/bin/tacotable", VERSION, 0o755)
        self.write(f"{folder}/whole", "")
        return wheel


def stub_house(folder: Path) -> StubHouse:
    """Give a fresh root in this folder, with nothing installed."""
    for name in FOLDERS:
        (folder / name).mkdir(parents=True)
    for name in LINKS:
        if (link := Path("/") / name).is_symlink():
            (folder / name).symlink_to(link.readlink())
    folder.chmod(0o755)
    (folder / "tmp").chmod(0o1777)
    house = StubHouse(DebianRoot(folder, ENTER))
    house.write("/etc/passwd", "root:x:0:0::/root:/bin/sh\n")
    house.write("/etc/group", "root:x:0:\n")
    house.write("/tried", "", 0o666)
    for name, script in STUBS.items():
        house.write(f"/local/sbin/{name}", f'#!/bin/sh\necho "{name} $*" >> /asked\n{script}\n', 0o755)
    for part in ("systemd", "firmware/pi/tacotable/tables"):
        shutil.copytree(ROOT / part, house.root.path(f"/root/tacotable/{part}"))
    return house

"""A throw-away root of a Debian release: made once by debootstrap from this machine's mirror, then copied for tests.

What is made is kept in the user's cache folder under a name that tells release, architecture and packages. There is no
container: chroot(8), with a /proc and terminals of its own that end with each command, so it needs root, and no systemd
runs in it.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from service.cache import cache_folder

RELEASES = {"trixie": "3.13", "bookworm": "3.11"}
"""Debian 13 and 12, as Raspberry Pi OS is, each with its Python."""
PACKAGES = ("python3", "python3-venv", "systemd", "udev", "ca-certificates")
ENTER = """
root=$1; shift
mount -t proc proc "$root/proc"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
exec chroot "$root" "$@"
"""
"""What a shell in a mount namespace of its own does before the command."""
NOT_NEEDED = ("usr/share/doc/*", "usr/share/locale/*", "usr/share/man/*", "var/lib/apt/lists/*", "usr/lib/udev/hwdb*")
"""What takes half of the files of a root, and nothing here reads."""
TOOLS = ("debootstrap", "unshare", "chroot", "apt-get", "tar")


def reason_to_leave_out() -> str:
    """Tell why no root can be made here, and what would change that; empty when one can."""
    if os.geteuid() != 0:
        return "a Debian root is made and entered by root alone: run the tests as root"
    if missing := [tool for tool in TOOLS if shutil.which(tool, path=f"{os.environ['PATH']}:/usr/sbin") is None]:
        return f"{', '.join(missing)} is missing: apt install debootstrap"
    return "" if mirror() else "apt is set up with no mirror of Debian"


@dataclass(frozen=True, slots=True)
class DebianRoot:
    """A root in a folder, and what a shell does to enter it."""

    folder: Path
    enter: str = ENTER

    def path(self, inside: str) -> Path:
        """Give where a path of the root is outside; links in it are not followed."""
        return self.folder / inside.lstrip("/")

    def run(self, *command: str, status: int = 0) -> str:
        """Run a command in it; gives what it printed, and demands its status."""
        plain = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
            "HOME": "/root",
        }
        enter = ["unshare", "--mount", "--pid", "--fork", "sh", "-ec", self.enter, "enter", str(self.folder)]
        done = subprocess.run([*enter, *command], capture_output=True, text=True, env=plain)
        told = done.stdout + done.stderr
        assert done.returncode == status, f"{' '.join(command)}: status {done.returncode}\n{told}"
        return told


def mirror() -> str:
    """Return the mirror that apt takes this machine's own Debian from, as apt tells it; it has the others, too."""
    own = platform.freedesktop_os_release().get("VERSION_CODENAME", "")
    told = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(SITE) $(CODENAME) $(COMPONENT)"], capture_output=True, text=True
    ).stdout
    for line in told.splitlines():
        site, *rest = line.split()
        if rest == [own, "main"]:
            return site
    return ""


def debian_root(folder: Path, release: str) -> DebianRoot:
    """Give a fresh root of a release in this folder."""
    folder.mkdir()
    excluded = [f"--exclude=./{path}" for path in NOT_NEEDED]
    subprocess.run(["tar", "-xf", str(_made(release)), *excluded, "-C", str(folder)], check=True)
    return DebianRoot(folder)


def _made(release: str) -> Path:
    """Give the root as an archive; made when it is not there."""
    key = hashlib.sha256(" ".join(PACKAGES).encode()).hexdigest()[:8]
    cache = cache_folder()
    archive = cache / f"debian-{release}-{platform.machine()}-{key}.tar"
    if archive.exists():
        return archive
    cache.mkdir(parents=True, exist_ok=True)
    root = cache / f"{archive.stem}.{os.getpid()}"
    try:
        _debootstrap(root, release)
        new = archive.with_suffix(f".{os.getpid()}.new")
        subprocess.run(["tar", "-cf", str(new), "-C", str(root), "."], check=True)
        new.replace(archive)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return archive


def _debootstrap(root: Path, release: str) -> None:
    command = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", release, str(root), mirror()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, f"debootstrap: status {done.returncode}\n{done.stdout[-2_000:]}{done.stderr}"
    for archive in root.glob("var/cache/apt/archives/*.deb"):
        archive.unlink()

"""Doing a step, or with `--dry-run` only telling it."""

# ruff: noqa: S603, T201  # an installer runs commands and prints; the paths are the system's own

from __future__ import annotations

import errno
import shutil
import subprocess
from pathlib import Path


class InstallError(Exception):
    """Something cannot be done; the text says what, and what to try."""


class Hands:
    """Does what is to be done, or with `is_dry` only tells it."""

    def __init__(self, *, is_dry: bool) -> None:
        self.is_dry = is_dry

    def tell(self, what: str) -> bool:
        """Print a step; returns whether it is to be done."""
        print(f"{'would ' if self.is_dry else ''}{what}", flush=True)
        return not self.is_dry

    def run(self, what: str, *command: str | Path) -> None:
        """Run a command; raises InstallError when it fails."""
        if self.tell(f"{what}: {' '.join(map(str, command))}"):
            check(*command)

    def remove(self, path: Path) -> None:
        """Remove a file, a link or a folder, if it is there."""
        if not path.is_symlink() and not path.exists():
            return
        if self.tell(f"remove {path}"):
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def purge(self, path: Path) -> None:
        """Remove a folder with all that is in it; one that is a mount point is emptied, and stays."""
        if not path.exists() or not self.tell(f"remove {path}"):
            return
        for child in path.iterdir():
            shutil.rmtree(child) if child.is_dir() and not child.is_symlink() else child.unlink()
        try:
            path.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:
                raise
            print(f"kept: {path}, empty: something is mounted there (see /etc/fstab)", flush=True)

    def point(self, link: Path, target: Path) -> None:
        """Point a link somewhere, at one stroke."""
        if link.is_symlink() and link.readlink() == target:
            return
        if self.tell(f"let {link} point at {target}"):
            new = link.with_name(f".{link.name}.new")
            new.unlink(missing_ok=True)
            new.symlink_to(target)
            new.replace(link)


def check(*command: str | Path) -> str:
    """Run a command and give what it printed; raises InstallError with its words."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        words = (done.stdout + done.stderr).strip()
        raise InstallError(f"{' '.join(map(str, command))}: status {done.returncode}\n{words}")
    return done.stdout


def tell_system(hands: Hands, what: str, *command: str) -> None:
    """Run a command that only a running systemd understands; elsewhere (in an image) it waits for the next boot."""
    if has_systemd():
        hands.run(what, *command)


def has_systemd() -> bool:
    """Return whether systemd runs this system (sd_booted(3))."""
    return Path("/run/systemd/system").is_dir()

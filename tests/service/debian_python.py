"""A Python of another Debian release: unpacked from its packages and run by its own loader, so it needs no root."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from service.cache import kept
from service.debian_root import mirror

KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
TOOLS = ("apt-get", "dpkg-deb")
LIBRARIES = (
    "libbz2-1.0",
    "libc6",
    "libexpat1",
    "libffi8",
    "libgcc-s1",
    "liblzma5",
    "libssl3t64",
    "libstdc++6",
    "libuuid1",
    "libzstd1",
    "zlib1g",
)
"""What this Python and the wheels for it are linked with."""


def reason_to_leave_out() -> str:
    """Return why no such Python can be had here, and what would change that; empty when one can."""
    if missing := [tool for tool in TOOLS if shutil.which(tool) is None]:
        return f"{', '.join(missing)} is missing: this needs Debian"
    if not KEYS.exists():
        return f"{KEYS} is missing: apt install debian-archive-keyring"
    return "" if mirror() else "apt is set up with no mirror of Debian"


@dataclass(frozen=True, slots=True)
class DebianPython:
    """An unpacked Python, such as 3.14."""

    folder: Path
    version: str

    def command(self, *arguments: str) -> list[str]:
        """Return the command that runs it."""
        [loader] = self.folder.glob("usr/lib/*/ld-linux*.so.*")
        program = self.folder / "usr/bin" / f"python{self.version}"
        home = f"PYTHONHOME={self.folder / 'usr'}"
        return ["env", home, str(loader), "--library-path", str(loader.parent), str(program), *arguments]


def debian_python(release: str, version: str) -> DebianPython:
    """Return a Python of a release; it is fetched when it is not there."""
    return DebianPython(kept(f"python{version}-{release}", partial(_unpack, release, version)), version)


def _unpack(release: str, version: str, folder: Path) -> None:
    """Unpack it; lists and packages are apt's own of this folder alone, and go when all is unpacked."""
    apt_folder = folder / "apt"
    for name in ("lists/partial", "archives/partial"):
        (apt_folder / name).mkdir(parents=True)
    sources = apt_folder / "sources.list"
    sources.write_text(f"deb [signed-by={KEYS}] {mirror()} {release} main\n", "utf-8")
    settings: dict[str, object] = {
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Dir::Etc::sourcelist": sources,
        "Dir::Etc::sourceparts": "-",
        "Dir::State::lists": apt_folder / "lists",
        "Dir::Cache": apt_folder,
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={setting}" for name, setting in settings.items())]
    parts = (f"python{version}-minimal", f"libpython{version}-minimal", f"libpython{version}-stdlib")
    _run(apt_folder, *apt, "update")
    _run(apt_folder, *apt, "download", *(f"{package}/{release}" for package in (*parts, *LIBRARIES)))
    for package in apt_folder.glob("*.deb"):
        _run(folder, "dpkg-deb", "-x", str(package), ".")
    shutil.rmtree(apt_folder)


def _run(folder: Path, *command: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}"

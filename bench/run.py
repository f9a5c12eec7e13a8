"""Run the benchmarks of this folder: all of them, or those named (`bench/run.py engine_speed`)."""

from __future__ import annotations

import importlib.metadata
import re
import runpy
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def missing_packages() -> list[str]:
    """Name the requirements of the dependency group `bench` that are not installed here."""
    listed = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))
    return [each for each in listed["dependency-groups"]["bench"] if not is_installed(each)]


def is_installed(requirement: str) -> bool:
    """Tell whether the package of a requirement like `rlcard>=1.2.0` is there, whatever its version."""
    name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def chosen_files(names: list[str]) -> list[Path]:
    """Find the benchmark files: those named, with or without folder and `.py`, else all in the folder."""
    everything = {path.stem: path for path in sorted(HERE.glob("*.py")) if path != Path(__file__).resolve()}
    unknown = [name for name in names if Path(name).stem not in everything]
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(everything)}")
    return [everything[Path(name).stem] for name in names] if names else list(everything.values())


def main() -> None:
    """Run each file's `main`, one after the other; stop before the first when a package is missing."""
    files = chosen_files(sys.argv[1:])
    if missing := missing_packages():
        wanted = " ".join(f"'{requirement}'" for requirement in missing)
        sys.exit(f"the peers to measure beside are missing; first: {sys.executable} -m pip install {wanted}")
    for path in files:
        print(f"== {path.name}", flush=True)
        runpy.run_path(str(path))["main"]()


if __name__ == "__main__":
    main()

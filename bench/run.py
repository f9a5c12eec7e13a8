"""Run the benchmarks of this folder: all of them, or those named (`bench/run.py engine_speed`).

What begins with a dash, and all behind it, is passed on to the one that is named: `bench/run.py simulation --seed 7`.
"""

from __future__ import annotations

import importlib.metadata
import inspect
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
    """Return whether the package of a requirement like `rlcard>=1.2.0` is there, whatever its version."""
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


def parted(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Part the names of benchmarks from the options behind them."""
    first = next((index for index, argument in enumerate(arguments) if argument.startswith("-")), len(arguments))
    return arguments[:first], arguments[first:]


def takes_options(path: Path) -> bool:
    """Return whether a benchmark's `main` takes arguments."""
    return bool(inspect.signature(runpy.run_path(str(path))["main"]).parameters)


def main() -> None:
    """Run each file's `main`, one after the other; stop before the first when a package is missing."""
    names, options = parted(sys.argv[1:])
    files = chosen_files(names)
    if options and (len(files) != 1 or not takes_options(files[0])):
        sys.exit(f"{' '.join(options)}: options go to one benchmark that takes some, such as simulation")
    if missing := missing_packages():
        wanted = " ".join(f"'{requirement}'" for requirement in missing)
        sys.exit(f"the peers to measure beside are missing; first: {sys.executable} -m pip install {wanted}")
    for path in files:
        print(f"== {path.name}", flush=True)
        run = runpy.run_path(str(path))["main"]
        status = run(options) if options else run()
        if status:
            sys.exit(status)


if __name__ == "__main__":
    main()

"""Benchmarks of an earlier commit and of this checkout in turns: `python bench/compare.py COMMIT NAME [NAME ...]`.

Both are run by this environment's interpreter, each with its own sources before it on the path. Of every number that a
benchmark prints, the medians over the rounds and their ratio, now to before, are told with the line it stands in.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]
ROUNDS = 3
PACKAGES = ("engine", "drivers", "hw-sim", "firmware/pi")
NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?!\d|[\w.,]\d)")
"""A number that stands alone: the 12 of `p12` and the versions of programs are none."""

Numbers = dict[tuple[str, int], list[float]]
"""The numbers of each kind of line, told by its words and how often such a line came before."""


def numbers_of(printed: str) -> Numbers:
    """Return the numbers that a benchmark printed, line by line."""
    seen: defaultdict[str, int] = defaultdict(int)
    found: Numbers = {}
    for line in printed.splitlines():
        words = NUMBER.sub("#", " ".join(line.split()))
        if "#" in words:
            found[words, seen[words]] = [float(each.replace(",", "")) for each in NUMBER.findall(line)]
            seen[words] += 1
    return found


def ratios(before: Sequence[Numbers], now: Sequence[Numbers]) -> Iterator[str]:
    """Yield a line for each number that every round of both printed: medians, ratio, and where it stands."""
    shared = [key for key in now[0] if all(key in each for each in (*before, *now))]
    for key in shared:
        for old, new in zip(_medians(before, key), _medians(now, key), strict=True):
            ratio = f"{new / old:8.3f}" if old else "       -"
            yield f"{old:14,.3f} {new:14,.3f} {ratio}  {key[0]}"
    for words, _ in now[0].keys() - set(shared):
        yield f"{'in one of them only':>38}  {words}"


def _medians(rounds: Sequence[Numbers], key: tuple[str, int]) -> list[float]:
    return [median(column) for column in zip(*(each[key] for each in rounds), strict=True)]


def printed_by(tree: Path, name: str) -> str:
    """Run a benchmark with the sources of a tree, and return what it printed."""
    path = os.pathsep.join(str(tree / package) for package in PACKAGES)
    command = [sys.executable, str(tree / "bench" / "run.py"), name]
    done = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def main(arguments: Sequence[str] = ()) -> None:
    """Run the named benchmarks of a commit and of this checkout in turns, and print the ratios."""
    if len(arguments) < 2:
        print(
            "compare: skipped; it takes a commit and benchmarks: python bench/compare.py COMMIT latency display_bytes"
        )
        return
    commit, *names = arguments
    with tempfile.TemporaryDirectory() as folder:
        before = Path(folder) / "before"
        _worktree("add", "-q", "--detach", str(before), commit)
        try:
            for name in names:
                rounds = [[numbers_of(printed_by(tree, name)) for tree in (before, HERE)] for _ in range(ROUNDS)]
                print(f"== {name}: {commit}, this checkout, and their ratio")
                print(*ratios([old for old, _ in rounds], [new for _, new in rounds]), sep="\n", flush=True)
        finally:
            _worktree("remove", "--force", str(before))


def _worktree(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(HERE), "worktree", *arguments], check=True)  # noqa: S607  # git is where it is


if __name__ == "__main__":
    main(sys.argv[1:])

"""`python -m recordings`, in `tests/`: record games, and compare them with the present program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from recordings import file, hands, people, rigs
from recordings.compare import Comparison, compare_all, read_decided
from recordings.file import Recorded
from recordings.game import Game
from recordings.kept import keep
from recordings.replay import replay
from recordings.stored import GAMES, PARTS, SEEDS, part_of, stored


def main(arguments: list[str]) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m recordings", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    record = commands.add_parser(
        "record", help="play all sources and store their games; --seeds: people of these alone"
    )
    record.add_argument("--only", choices=("rigs", "hands", "people"), help="one source, such as after a new scenario")
    record.add_argument("--seeds", type=_range, help="A-B: the games of these people, into --out")
    record.add_argument("--out", type=Path, help="a file, such as one outside of git to compare another checkout with")
    compare = commands.add_parser("compare", help="replay stored games and show each kind of difference once")
    compare.add_argument("files", type=Path, nargs="*", help="recordings; by default all that are stored")
    compare.add_argument("--sixth", type=int, help="of the people's games only this part, 0 to 5")
    compare.add_argument("--most", type=int, default=40, help="so many kinds are shown (default: 40)")
    accept = commands.add_parser("accept", help="store what the present program does with the stored input")
    accept.add_argument("files", type=Path, nargs="*", help="recordings; by default all that are stored")
    commands.add_parser("keep", help="keep a set of journals, games and traces as this version writes them")
    told = parser.parse_args(arguments)
    if told.command == "keep":
        print(f"{keep()} are kept", file=sys.stderr)
        return 0
    if told.command == "record":
        return _record(told.only, told.seeds, told.out)
    if told.command == "accept":
        return _accept(told.files or stored())
    return _compare(told.files or stored(told.sixth), told.most)


def _range(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _record(only: str | None, seeds: range | None, out: Path | None) -> int:
    if seeds is not None:
        if out is None:
            print("--seeds needs --out FILE", file=sys.stderr)
            return 2
        file.write(out, _replayed(map(people.record, seeds)))
        return 0
    sources: list[tuple[str, Path, Callable[[], Iterable[Game]]]] = [
        ("rigs", GAMES / "rigs.rec", rigs.games),
        ("hands", GAMES / "hands.rec", hands.games),
        *(("people", part_of(part), partial(map, people.record, SEEDS[part::PARTS])) for part in range(PARTS)),
    ]
    for name, path, games in sources:
        if only in (None, name):
            file.write(path, _replayed(games()))
    return 0


def _accept(paths: Iterable[Path]) -> int:
    for path in paths:
        file.write(path, _replayed(each.game for each in list(file.read(path))))
    return 0


def _replayed(games: Iterable[Game]) -> Iterator[Recorded]:
    count = 0
    for count, game in enumerate(games, 1):
        yield Recorded(game, tuple(replay(game)))
        if count % 50 == 0:
            print(f"{count} games, now {game.name}", file=sys.stderr, flush=True)
    print(f"{count} games", file=sys.stderr)


def _compare(paths: Iterable[Path], most: int) -> int:
    found, names = Comparison(read_decided()), set[str]()
    for path in paths:
        recorded = list(file.read(path))
        names |= {each.game.name for each in recorded}
        compare_all(recorded, found)
    print(found.report(most))
    if any(name.startswith("rig/") for name in names) and (new := rigs.unrecorded(names)):
        print(f"not recorded yet (python -m recordings record --only rigs): {', '.join(new)}")
    return 1 if found.kinds else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

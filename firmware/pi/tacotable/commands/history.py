"""`tacotable history`: the games of a folder of journals, and one of them line by line; nothing is changed by it."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from pathlib import Path

from tacotable import history, statistics
from tacotable.catalog import LANGUAGES
from tacotable.journal import PROGRAM, JournalError, read_game
from tacotable.situation import Situation
from tacotable.web.model import Role


def main(arguments: list[str]) -> int:
    """List games, or export one; gives the exit status (2: it cannot be, with the reason)."""
    parser = _make_parser()
    chosen = parser.parse_args(arguments)
    if not chosen.export and (chosen.seat or chosen.everything or chosen.text):
        parser.error("--seat, --everything and --text are about one game; add --export GAME")
    try:
        return _export(chosen) if chosen.export else _list(Path(chosen.state))
    except JournalError as error:
        print(error, file=sys.stderr)
        return 2


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tacotable history", description=__doc__)
    parser.add_argument("--state", default="state", help="the folder of journals")
    parser.add_argument("--export", metavar="GAME", help="write one game, such as game-000007, to standard output")
    parser.add_argument("--text", action="store_true", help="as text, not as JSON Lines")
    parser.add_argument("--language", choices=LANGUAGES, default=LANGUAGES[0])
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", help="with what this seat knew; else only what everyone may know")
    who.add_argument("--everything", action="store_true", help="with all that was hidden: for the arbiter alone")
    return parser


def _list(folder: Path) -> int:
    """Print all games and who won how many, and make the index anew."""
    played = list(history.played_in(folder))
    for game in played:
        winner = f", {game.winner} won" if game.winner else ""
        told = f"{game.refused} refused, {game.disputes} disputes"
        print(f"{game.name}  {game.began:16}  {game.ruleset:6} {' '.join(game.seats)}: {game.how}{winner}; {told}")
    index = folder / statistics.FILE
    try:
        statistics.index(index, played)
        for ruleset, seat, ended, won in statistics.won(index):
            print(f"{ruleset}: {seat} won {won} of {ended}")
    except sqlite3.Error as error:
        print(f"{index}: {error}; the list above is from the journals, and whole", file=sys.stderr)
    return 0


def _export(chosen: argparse.Namespace) -> int:
    situation = _situation(Path(chosen.state), chosen.export)
    viewer = history.ALL if chosen.everything else Role("seat", chosen.seat) if chosen.seat else history.EVERYONE
    if chosen.seat and chosen.seat not in situation.seats:
        raise JournalError(
            f"{chosen.export}: there is no seat {chosen.seat!r}; give one of {', '.join(situation.seats)}"
        )
    if chosen.text and chosen.everything:
        print(history.record(situation))
        return 0
    for line in history.lines(situation, viewer, chosen.language):
        print(line["text"] if chosen.text else json.dumps(line, ensure_ascii=False))
    return 0


def _situation(folder: Path, name: str) -> Situation:
    """Play a game of the folder again; it is looked up among what is there, and never opened by its name."""
    path = next((path for path in history.paths_in(folder) if path.stem == name), None)
    situation = history.again(read_game(path, PROGRAM).facts) if path else None
    if situation is None:
        raise JournalError(f"{folder}: there is no game {name!r} that these rules can play; `history` lists all")
    return situation

"""`tacotable history`: the games of a folder of journals, and one of them line by line; journals are only read."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tacotable.catalog import LANGUAGES
from tacotable.history import games, statistics
from tacotable.state.facts import Acted
from tacotable.state.role import Content, Role
from tacotable.state.situation import Situation
from tacotable.storage.journal import PROGRAM, JournalError, name_of, read_game
from tacotable.table.choose import parser_of

REFUSED = (
    "What the list counts as refused are acts that the rules refused; the page's log has also what was refused before "
    "it was an act, such as a card that was used already."
)


def main(arguments: list[str]) -> int:
    """List games, or export one; returns the exit status (1: only its beginning, 2: not at all, with the reason)."""
    parser = parser_of("history", f"{__doc__} {REFUSED}", languages=LANGUAGES, index=statistics.FILE)
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seat", help="with this seat's own acts whole; else only what everyone may know")
    who.add_argument("--everything", action="store_true", help="with all acts whole: for the arbiter alone")
    chosen = parser.parse_args(arguments)
    if not chosen.export and (chosen.seat or chosen.everything or chosen.text or chosen.language):
        parser.error("--seat, --everything, --text and --language are about one game; add --export GAME")
    return _export(chosen) if chosen.export else _list(chosen.state)


def _list(folder: Path) -> int:
    """Print all games and who won how many, and make the index anew."""
    played = list(games.played_in(folder))
    if not played:
        print(f"{folder}: there is no game in it")
        return 0
    for game in played:
        print(_row(game))
    numbers = _numbers(folder / statistics.FILE, played)
    for ruleset, person, ended, won in numbers:
        print(f"{ruleset}: {person} won {won} of {ended}")
    left_out = sum(not game.is_whole for game in played)
    if numbers and left_out:
        print(f"left out of these numbers: {left_out} of {len(played)} games, which cannot be told to their end")
    return 0


def _numbers(index: Path, played: Sequence[games.Played]) -> list[tuple[str, str, int, int]]:
    """Make the index anew, and return who won how many; nothing where it cannot be made, which is printed."""
    try:
        statistics.index(index, played)
        return statistics.won(index)
    except (sqlite3.Error, OSError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        told = "the list above is from the journals, and whole; to read who won how many, let this user write there"
        print(f"{index}: {why}; {told}, or move that away", file=sys.stderr)
        return []


def _row(game: games.Played) -> str:
    """Return a game in a line; of one whose beginning cannot be read, nothing but that."""
    if not game.ruleset:
        return f"{game.name}: {game.how}"
    winner = f", {game.people.get(game.winner, game.winner)} won" if game.winner else ""
    seats = " ".join(f"{seat} ({game.people[seat]})" if seat in game.people else seat for seat in game.seats)
    told = f"{game.refused} refused by the rules, {game.disputes} disputes"
    told += f", {game.hints} hint{'s' * (game.hints != 1)}" if game.hints else ""
    return f"{game.name}  {game.began:16}  {game.ruleset:6} {seats}: {game.how}{winner}; {told}"


def _export(chosen: argparse.Namespace) -> int:
    """Print a game as far as it can be read, and say where its end is missing."""
    folder, name = chosen.state, chosen.export
    # It is looked up among what is there, and never opened by its name.
    path = next((path for path in games.paths_in(folder) if path.stem == name_of(name)), None)
    if path is None:
        raise JournalError(f"{folder}: there is no game {name!r}; `tacotable history --state {folder}` lists all")
    recovered = read_game(path, PROGRAM)
    played = games.again(recovered.facts)
    missing = games.missing(recovered, played)
    if played.situation is None:
        if recovered.damage:
            raise JournalError(f"{folder}: {name!r} cannot be read; {recovered.damage}")
        why = missing or "another version wrote it, or no game is in it"
        raise JournalError(f"{folder}: these rules cannot play {name!r}; {why}")
    _write(chosen, played.situation, played.deeds)
    if missing:
        print(f"{name}: this is only its beginning; {missing}", file=sys.stderr)
    return 1 if missing else 0


def _write(chosen: argparse.Namespace, situation: Situation, deeds: Mapping[int, Acted]) -> None:
    viewer = games.ALL if chosen.everything else Role("seat", chosen.seat) if chosen.seat else games.EVERYONE
    if chosen.seat and chosen.seat not in situation.seats:
        seats = ", ".join(situation.seats)
        raise JournalError(f"{chosen.export}: there is no seat {chosen.seat!r}; give one of {seats}")
    if chosen.text and chosen.everything:
        print(situation.game.match.record() if situation.game.match else "")
        winner, public = games.winner(situation), situation.public()
        if winner and (public is None or public.winner is None):
            told = "won, because the game was given up; the record's Result is of its acts alone"
            print(f"{chosen.export}: {winner} {told}", file=sys.stderr)
        return
    for line in games.lines(situation, viewer, chosen.language or LANGUAGES[0], deeds):
        print(_as_text(line) if chosen.text else json.dumps(line))


def _as_text(line: Content) -> str:
    """Return a line in words, and behind it the act as this viewer knew it, in the words of the referee protocol."""
    did = line.get("did")
    if not isinstance(did, dict):
        return str(line["text"])
    return f"{line['text']} [{' '.join(_in_words(value) for value in did.values())}]"


def _in_words(value: object) -> str:
    return " ".join(map(str, value)) or "none" if isinstance(value, list | tuple) else str(value)

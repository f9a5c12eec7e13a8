"""Recordings: games of many kinds with all that people saw and heard, to compare with the present program.

A recording stores the input of a game: each event of readers, buttons and hosts, with its time. The program's own
controller replays it in process on virtual time, about 1,000 events a second. The first replay is stored with the
input: the facts, the sounds, and every change of lamps, displays, prompts, pads and log, all in codes and values, never
in words. `compare` replays the input again and shows each kind of difference once, as a person would see it.

    game.py     a game to replay: its table, and its events with their times
    moment.py   all that people see of a table at one moment, as text by name
    replay.py   a controller that gets the events of a game, and everything that follows from each gesture
    file.py     many games in a small file
    tape.py     notes the events of a running program
    rigs.py, people.py, hands.py   the sources: scenario files, simulated people with habits, and the tests' hands
    compare.py  differences between two replays of a game, and their kinds
    kept.py     journals, kept games and traces of earlier versions, and the position that each gives

`python -m recordings --help` (in `tests/`) has the commands.
"""

from pathlib import Path

TESTS = Path(__file__).parents[1]

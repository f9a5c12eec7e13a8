"""The journal: every fact on the disk before anything of it shows, and read again at the next start.

`record` and `scan` know the bytes, `game_file` writes them, `snapshot` and `packing` keep starts short and folders
small, `reading` reads a game of any kind, `files` knows which file of a game counts, `claim` keeps other programs out,
and `folder` holds it together.
`docs/journal.md` has the format.
"""

from tacotable.storage.journal.claim import is_claimed
from tacotable.storage.journal.errors import JournalError, NoDescriptorError, NoRoomError
from tacotable.storage.journal.files import PROGRAM, games, name_of
from tacotable.storage.journal.folder import Journal, Stamp
from tacotable.storage.journal.reading import Recovered, read_game

__all__ = [
    "PROGRAM",
    "Journal",
    "JournalError",
    "NoDescriptorError",
    "NoRoomError",
    "Recovered",
    "Stamp",
    "games",
    "is_claimed",
    "name_of",
    "read_game",
]

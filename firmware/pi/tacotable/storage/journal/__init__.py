"""The journal: every fact on the disk before anything of it shows, and read again at the next start.

`record` and `scan` know the bytes, `game_file` writes them, `packing` keeps folders small, `reading` reads a game,
`catalogue` knows which file of a game counts, `carried` what goes on into the next file, `claim` keeps other programs
out, and `folder` holds it together.
`docs/journal.md` has the format.
"""

from tacotable.storage.journal.catalogue import games, name_of
from tacotable.storage.journal.claim import is_claimed
from tacotable.storage.journal.errors import JournalError, NoDescriptorError, NoRoomError
from tacotable.storage.journal.folder import Journal
from tacotable.storage.journal.reading import PROGRAM, Recovered, read_game
from tacotable.storage.journal.stamp import TableFingerprint

__all__ = [
    "PROGRAM",
    "Journal",
    "JournalError",
    "NoDescriptorError",
    "NoRoomError",
    "Recovered",
    "TableFingerprint",
    "games",
    "is_claimed",
    "name_of",
    "read_game",
]

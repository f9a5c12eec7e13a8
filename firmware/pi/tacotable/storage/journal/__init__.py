"""The journal: every fact on the disk before anything of it shows, and read again at the next start.

`record` and `scan` know the bytes, `game_file` writes them, in a spare file where there is one, `reading` reads games
and packs those that are over, `carried` knows what goes on into the next file, and `folder` holds it together and keeps
other programs out.
`docs/journal.md` has the format.
"""

from tacotable.storage.journal.folder import Journal, is_claimed
from tacotable.storage.journal.reading import PROGRAM, Recovered, games, name_of, read_game, when_kept
from tacotable.storage.journal.record import JournalError, NoDescriptorError, NoRoomError, TableFingerprint

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
    "when_kept",
]

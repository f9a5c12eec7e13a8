"""What can go wrong with a journal, by what a caller can do about it."""

from tacotable.errors import TacotableError


class JournalError(TacotableError):
    """The journal cannot be written or read; the text names the file and the next thing to try."""


class NoRoomError(JournalError):
    """A game cannot begin, because the disk has too little room for it; nothing has been written, and all goes on."""


class NoDescriptorError(JournalError):
    """No file can be opened at this moment; nothing has been written, all goes on, and it may be tried again."""

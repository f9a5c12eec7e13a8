"""Who a table is to a director: a name, and a random epoch of its state folder, made at the first start."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

import msgspec

from tacotable.errors import SetupError
from tacotable.files.safe_write import replace_whole

FILE = "live.json"


class Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a state folder keeps for live play."""

    epoch: str


def identity(folder: Path) -> Identity:
    """Return the identity of a state folder, made now where it has none. Raises SetupError where it cannot be kept."""
    path = folder / FILE
    try:
        if not path.exists():
            replace_whole(path, msgspec.json.encode(Identity(token_hex(8))))
        return msgspec.json.decode(path.read_bytes(), type=Identity)
    except OSError as error:
        raise SetupError(
            f"{path}: {error.strerror}; start the table first, or name its state folder with --state"
        ) from None
    except msgspec.MsgspecError as error:
        raise SetupError(f"{path}: {error}; delete this file, and the table gets a new epoch") from None

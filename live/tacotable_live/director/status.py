"""The status of a running director, as `tacotable status --file FOLDER/status.json` shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.storage.journal import PROGRAM
from tacotable_live.director.words import Words

if TYPE_CHECKING:
    from tacotable_live.director.hub import Director


def status_of(director: Director, folder: Path) -> dict[str, object]:
    """Return the status without times: each table is a device, and so is each place with a fault."""
    tables, faults = [director.now[name] for name in director.keys], director.faults.sentences(Words("en"))
    return {
        "version": PROGRAM,
        "table": folder.name,
        "game": f"director of {len(tables)} tables",
        "stage": f"{sum(table.lines > 0 for table in tables)} connected",
        "devices": [
            *({"device": place, "state": "faulty", "reason": why} for place, why in faults),
            *({"device": each.name, "state": "ok", "counts": {"events": each.state.number}} for each in tables),
        ],
    }

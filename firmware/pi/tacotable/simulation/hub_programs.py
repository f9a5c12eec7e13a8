"""The hubs of a simulated table run their own program here, so it must be found, and the interpreter for it."""

from __future__ import annotations

from tacotable.table.file import SHIPPED, TableFile, TableFileError
from tacotable_sim.errors import SimulationError
from tacotable_sim.hub.program import hub_program, micropython


class HubProgramError(TableFileError):
    """A table with hubs cannot be simulated here; the text says what is missing, and what to do."""


def check_hub_programs(table: TableFile, *, is_real_time: bool) -> None:
    """Make sure that the hubs of a table can be simulated: in real time they need MicroPython.

    Raises HubProgramError.
    """
    if not table.hubs:
        return
    try:
        hub_program()
        if is_real_time:
            micropython()
    except SimulationError as error:
        raise HubProgramError(str(error)) from None


def with_hub(name: str) -> str:
    """Return the name of the shipped table that is like this one, but with a reader hub; raises TableFileError."""
    if name in SHIPPED and name.endswith("-hub"):
        return name
    hubbed = f"{name}-hub"
    if hubbed not in SHIPPED:
        have = ", ".join(shipped.removesuffix("-hub") for shipped in SHIPPED if shipped.endswith("-hub"))
        raise TableFileError(
            f"--hub: of the shipped tables {have} can have a reader hub, not {name!r}; a file says it itself ([[hubs]])"
        )
    return hubbed

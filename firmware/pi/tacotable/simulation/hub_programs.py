"""The hubs of a simulated table run their own program here, so it must be found, and the interpreter for it."""

from __future__ import annotations

from tacotable.table.file import TableFile, TableFileError
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

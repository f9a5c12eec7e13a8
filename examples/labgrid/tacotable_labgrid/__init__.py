"""A labgrid driver for a Tacotable: its scenarios are carried out by the program on the table's own machine."""

from __future__ import annotations

import json
import shlex
from typing import Any, ClassVar

import attr
from labgrid import step, target_factory
from labgrid.driver.common import Driver
from labgrid.driver.exception import ExecutionError
from labgrid.protocol import CommandProtocol

FAILED = 1
"""The status of `tacotable rig` where a scenario failed; its output is whole then, too."""


@target_factory.reg_driver
@attr.s(eq=False)
class TacotableDriver(Driver):  # type: ignore[misc]  # labgrid has no types
    """Runs `tacotable rig` over whatever gives the target a shell, such as SSHDriver.

    `table` is a table file on the target and `hands` a command there that speaks the protocol of hands, both for the
    rig `real`; `program` is the path of `tacotable`.
    """

    bindings: ClassVar[dict[str, type]] = {"command": CommandProtocol}
    rig = attr.ib(default="real", validator=attr.validators.instance_of(str))
    table = attr.ib(default="", validator=attr.validators.instance_of(str))
    hands = attr.ib(default="", validator=attr.validators.instance_of(str))
    program = attr.ib(default="tacotable", validator=attr.validators.instance_of(str))

    @Driver.check_active  # type: ignore[untyped-decorator]  # as above
    @step(args=["scenarios"])  # type: ignore[untyped-decorator]  # as above
    def run(self, *scenarios: str) -> dict[str, Any]:
        """Carry scenario files of the target out, and return the matrix; raises ExecutionError where none could begin.

        `matrix` has for each scenario and rig its verdict, and the reason where it failed or was not run.
        """
        options = {"--rig": self.rig, "--table": self.table, "--hands": self.hands}
        given = [word for option, value in options.items() if value for word in (option, value)]
        out, err, status = self.command.run(shlex.join([self.program, "rig", *scenarios, "--json", *given]))
        if status not in (0, FAILED):
            raise ExecutionError(f"tacotable rig ended with status {status}", stdout=out, stderr=err)
        told: dict[str, Any] = json.loads("\n".join(out))
        return told

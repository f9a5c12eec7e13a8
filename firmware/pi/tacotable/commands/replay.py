"""`tacotable replay`: decides everything in a trace again, and names the first decision that differs."""

from __future__ import annotations

from tacotable.table.choose import parser_of
from tacotable.trace.replay_decisions import replay
from tacotable.trace.replay_drivers import Retraced, retrace


def main(arguments: list[str]) -> int:
    """Replay; the status is 0 when all is the same, 1 when something differs, 2 when a trace cannot be read."""
    chosen = parser_of("replay", __doc__).parse_args(arguments)
    replayed = replay(chosen.trace)
    retraced = Retraced() if chosen.decisions else retrace(chosen.trace)
    for remark in (*replayed.remarks, *retraced.remarks):
        print(remark)
    for told, each in (
        (f"decisions: {replayed.events} events, {replayed.facts} facts, {replayed.seconds:.1f} s", replayed),
        (f"drivers: {retraced.bytes} bytes, {retraced.edges} edges, {retraced.events} events", retraced),
    ):
        print(f"{told}: " + (f"the first that differs:\n{each.difference}" if each.difference else "all the same"))
    return 1 if replayed.difference or retraced.difference else 0

"""`tacotable status`: tells how the running table is, device by device, from the file that it keeps."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

from tacotable.service.running_time import running_time
from tacotable.service.status_file import SAFE_MODE, USUAL, found, hanging, read_status
from tacotable.table.choose import parser_of

WELL = ("ok", "starting", "suspect")  # The states of a device that can be played with.
IN_SAFE_MODE = (
    "no device is used, because start after start failed; the page tells more. Run `tacotable doctor`, mend what "
    "it names, then: sudo systemctl restart tacotable"
)


def main(arguments: list[str]) -> int:
    """Print the status; it is 0 when all devices work, 1 when one does not, it hangs or is in safe mode, 2 for none."""
    chosen = parser_of("status", __doc__, usual=USUAL).parse_args(arguments)
    status = read_status(chosen.file or found())
    amiss = hanging(status, running_time().now_s()) or (IN_SAFE_MODE if status.get("stage") == SAFE_MODE else "")
    print(json.dumps(status) if chosen.json else told(status))
    if amiss:
        print(amiss, file=sys.stderr)
    is_well = all(device.get("state") in WELL for device in devices(status))
    return int(bool(amiss) or bool(status.get("storage_fault")) or not is_well)


def devices(status: Mapping[str, object]) -> list[Mapping[str, object]]:
    """Return the devices of a status."""
    listed = status.get("devices")
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def told(status: Mapping[str, object]) -> str:
    """Return a status in lines: the table, then each device with its numbers."""
    lines = [
        f"tacotable {status.get('version')}, {'simulated ' if status.get('simulated') else ''}table "
        f"'{status.get('table')}', {status.get('game')}, "
        f"{status.get('stage')}, up {status.get('uptime_s')} s"
    ]
    if fault := status.get("storage_fault"):
        waits = "it waits until OK is held, or the arbiter agrees"
        way = "it plays on in memory" if status.get("plays_unsaved") else waits
        lines.append(f"NOT SAVED: {fault} ({way})")
    hints = status.get("hints")
    lines.extend(f"hint: {hint}" for hint in (hints if isinstance(hints, list) else ()))
    lines.extend(_line(device) for device in devices(status))
    return "\n".join(lines)


def _line(device: Mapping[str, object]) -> str:
    counts = device.get("counts")
    known = counts.items() if isinstance(counts, dict) else ()
    numbers = [f"{name} {value}" for name, value in known if value is not None]
    numbers += [f"lost {device['losses']} times"] if device.get("losses") else []
    line = f"  {device.get('state', '')!s:<9} {device.get('device', '')!s:<16} {', '.join(numbers)}".rstrip()
    return f"{line}\n{'':20}{device['reason']}" if device.get("reason") else line

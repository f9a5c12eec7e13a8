"""Whether a device is lost: a loss is reported once for each reason, and the return once."""

from __future__ import annotations

from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, FaultKind


class Loss:
    """The state of one device by the name that events call it; `reason` is why it is lost, empty while it works."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.reason = ""

    def lost(self, reason: str, at_ms: float, fault: FaultKind = FaultKind.FAILED) -> list[DeviceEvent]:
        """Return the loss, unless this reason was reported already."""
        before, self.reason = self.reason, reason
        return [DeviceLost(self.device, reason, at_ms, fault)] if reason != before else []

    def found(self, at_ms: float) -> list[DeviceEvent]:
        """Return that the device works again, if it was lost."""
        before, self.reason = self.reason, ""
        return [DeviceFound(self.device, at_ms)] if before else []

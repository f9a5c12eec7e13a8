"""The sounds that the program means since the last step of a scenario."""

from __future__ import annotations

from tacotable.rig.rigs import Heard, Rig


class Ears:
    """The sounds that the program means, counted from where the last step began."""

    def __init__(self, rig: Rig) -> None:
        self._rig = rig
        self._sounds: list[str] = []
        self.attach()
        self.begin()

    def attach(self) -> None:
        """Listen to the controller of now."""
        self._last = self._rig.controller.scene.cue
        self._rig.controller.after_each(self._note)

    def begin(self) -> None:
        """Begin a step."""
        self._before, self._since_s = self._last, self._rig.now_s
        self._sounds.clear()

    @property
    def heard(self) -> Heard:
        """What was heard since the last step began."""
        return Heard(tuple(self._sounds), self._before.name, self._since_s)

    def _note(self) -> None:
        cue = self._rig.controller.scene.cue
        if cue != self._last:
            self._last = cue
            self._sounds.append(cue.name)

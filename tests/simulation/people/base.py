"""People who can begin anew: whoever is at a loss forgets everything and reads the display again."""

from __future__ import annotations

from abc import abstractmethod

from tacotable_sim.people.base import ReadingPlayer


class ForgetfulPlayer(ReadingPlayer):
    """A player whose seat somebody else can take who remembers nothing."""

    @abstractmethod
    def anew(self) -> ForgetfulPlayer:
        """Return who takes this seat; what lies on the own pad is cleared."""

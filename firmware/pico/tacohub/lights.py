"""The lights, kept in their rhythms by the hub's clock and within the current that the table can give.

Every light has a colour and a rhythm; all share one clock, so that lights of one rhythm flash together. Nothing is
sent, and no memory taken, while nothing changes. No rhythm flashes more than three times a second.
"""

from tacohub.clock import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.ports import Strip

_CHARACTERS = 7  # six digits of colour and a letter
_LETTERS = "oswfd"
_DIGITS = "0123456789abcdef"
_MA_A_COLOUR = 20
CYCLE_MS = 2000
"""All rhythms begin together again after so long."""


def rhythms_lit(t: int) -> int:
    """Give which rhythms are lit `t` ms after their common beginning: bit 1 solid, 2 slow, 3 fast, 4 double."""
    second = t % 1000
    lit = 2
    if second < 500:
        lit |= 4
    if t % 400 < 200:
        lit |= 8
    if second < 150 or 300 <= second < 450:
        lit |= 16
    return lit


def is_well_formed(text: object, count: int) -> bool:
    """Tell whether a text describes so many lights."""
    if not isinstance(text, str) or len(text) != count * _CHARACTERS:
        return False
    for index in range(len(text)):
        letters = _LETTERS if index % _CHARACTERS == _CHARACTERS - 1 else _DIGITS
        if text[index] not in letters:
            return False
    return True


class Lights:
    """A chain of lights. `id` is that of the picture it shows, 0 when it is dark."""

    def __init__(self, strip: "Strip", count: int, budget_ma: int) -> None:
        self.id = 0
        self._strip = strip
        self._budget_ma = budget_ma
        self._colours = bytearray(3 * count)
        self._rhythms = bytearray(count)
        self._shown = bytearray(3 * count)
        self._lit = -1
        self._used = 0
        self._zero = 0

    def set(self, number: int, text: str, zero: int) -> None:
        """Take a picture; it is shown at the next step."""
        self.id = number
        self._zero = zero
        for index in range(len(self._rhythms)):
            place = index * _CHARACTERS
            self._rhythms[index] = _LETTERS.index(text[place + 6])
            for part in range(3):
                start = place + 2 * part
                self._colours[3 * index + part] = int(text[start : start + 2], 16)
        self._dim()
        self._note_used()

    def go_dark(self) -> None:
        """Show nothing, at the next step."""
        self.id = 0
        for index in range(len(self._rhythms)):
            self._rhythms[index] = 0
        self._note_used()

    def step(self, now: int) -> None:
        """Show what is lit at this moment, if that has changed."""
        lit = rhythms_lit(difference(now, self._zero) % CYCLE_MS) & self._used
        if lit == self._lit:
            return
        self._lit = lit
        for index in range(len(self._rhythms)):
            is_lit = lit >> self._rhythms[index] & 1
            for place in range(3 * index, 3 * index + 3):
                self._shown[place] = self._colours[place] if is_lit else 0
        self._strip.show(self._shown)

    def _note_used(self) -> None:
        """Look only at the rhythms that some light has, and show them at the next step."""
        self._lit = -1
        self._used = 0
        for rhythm in self._rhythms:
            self._used |= 1 << rhythm & ~1

    def _dim(self) -> None:
        """Keep the sum of all lights within the current, counted as if all were lit at once, so that nothing pumps."""
        total = 0
        for index in range(len(self._rhythms)):
            if self._rhythms[index]:
                total += sum(self._colours[3 * index : 3 * index + 3])
        limit = self._budget_ma * 255 // _MA_A_COLOUR
        if total <= limit:
            return
        for place in range(len(self._colours)):
            self._colours[place] = self._colours[place] * limit // total

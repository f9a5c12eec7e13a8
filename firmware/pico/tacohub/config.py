"""What the hub has and how it reads it: the fields of `cfg`, their ranges and defaults (PROTOCOL.md)."""

from tacohub.wire import TIMES

_FIELDS = (
    ("id", 1, TIMES - 1, 0),
    ("rd", 0, 7, 0),
    ("se", 0, 511, 0),
    ("bt", 0, 255, 0),
    ("xp", 0, 65535, 0),
    ("led", 0, 40, 0),
    ("turn", 0, 1, 1),
    ("gain", 0, 7, 4),
    ("sure", 1, 9, 2),
    ("gone", 1, 9, 3),
    ("settle", 5, 200, 30),
    ("ma", 0, 2000, 300),
    ("hold", 0, 60000, 5000),
)
CAPABILITIES = '{"readers":3,"sensors":9,"buttons":8,"more":16,"lights":40}'


def is_number(value: object, least: int, most: int) -> bool:
    """Tell whether a value is a whole number within bounds; true and false are none."""
    return isinstance(value, int) and value is not True and value is not False and least <= value <= most


class Config:
    """One configuration; `id` 0 is the one of a hub that was not told any."""

    def __init__(self) -> None:
        self.id = 0
        self.rd = self.se = self.bt = self.xp = self.led = 0
        self.turn = 1
        self.gain = 4
        self.sure = 2
        self.gone = 3
        self.settle = 30
        self.ma = 300
        self.hold = 5000

    def wrong_key(self, message: dict[str, object]) -> str:
        """Take the fields of a message; name the first that is wrong, "" if all are right."""
        for key, least, most, default in _FIELDS:
            value = message.get(key, default)
            if not is_number(value, least, most):
                return key
            setattr(self, key, value)
        return ""

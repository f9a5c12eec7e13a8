"""The fault matrix: what goes wrong, at which layer it is brought about, and what is expected. The tests are its rows.

Layers: B bytes on a line, D a device of the simulated table or a driver on a fake, E the engine and the program around
it, S the running service. Row 32 of the plan, a message broker, is not built.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One fault."""

    number: int
    fault: str
    layer: str
    expected: str


ROWS = (
    Row(1, "random noise between frames", "B", "no event; the next frame is read; the bytes are counted"),
    Row(2, "flipped bits", "B", "no wrong card that a deck could hold; counted"),
    Row(3, "truncated frame, then silence", "B", "dropped after 50 ms; the next frame is read"),
    Row(4, "frame split at every byte", "B", "as if it were whole"),
    Row(5, "endless garbage", "B", "bounded memory; faulty within 2.5 s"),
    Row(6, "wrong speed", "B", "faulty, and says that no valid frame comes"),
    Row(7, "port vanishes in open, read, write", "B", "one loss within 2 s, retried 0.5 to 5 s; that zone alone waits"),
    Row(8, "returns under another path, plugs swapped", "B", "found by its link or its identity; zones kept"),
    Row(9, "two programs at one port", "B", "the second is refused, and told why"),
    Row(10, "hub restarts in a game", "B", "its full picture is read again; no phantom act"),
    Row(11, "reader answers and hears no tags", "D", "faulty by the sticker at its pad; no card has left"),
    Row(12, "all cards vanish at once", "D", "the game pauses and asks; no act"),
    Row(13, "card reported for ever", "D", "no act follows from it; play goes on"),
    Row(14, "card flickers 20 times a second", "D", "one arrival, no leaving"),
    Row(15, "card heard on two pads", "D", "the first pad keeps it in its turn; the other asks"),
    Row(16, "two cards with one number", "D/E", "refused at its second use, and at enrolment; no act"),
    Row(17, "unknown card", "E", "refused as foreign; nothing changes"),
    Row(
        18,
        "two cards on a pad",
        "D",
        "both heard: asks for one to be taken off; one heard: that one; none: still asks for a card",
    ),
    Row(19, "reader locks up", "D", "woken, opened again, told with a hint within 5 s; found by itself"),
    Row(20, "display bus held low", "D", "given up by the kernel after 200 ms, told; readers play on"),
    Row(21, "clock stretched beyond the limit", "D", "to the kernel a bus that is held low: the tests of row 20"),
    Row(22, "display absent at the start, pulled, back", "D", "told once, tried each 5 s, filled again; play goes on"),
    Row(23, "picture takes 2 s", "D", "the loop does not wait; the newest picture wins"),
    Row(24, "button bounces, two at once, stuck", "D", "one press each; stuck after 10 s is told"),
    Row(
        25, "pin busy, or the chip forbidden", "D", "what is on it alone is lost, told with the mend; the table starts"
    ),
    Row(26, "wall clock jumps a day", "S", "nothing"),
    Row(27, "disk fails, is full, is read-only", "S", "latched and told; nothing shows that is not durable"),
    Row(28, "main loop blocked", "S", "no sign of life, so the watchdog starts it anew; the same state"),
    Row(29, "killed at any act", "S", "all that was acknowledged is there, and shown again"),
    Row(30, "starts that fail again and again", "S", "the sixth is a safe one, without devices"),
    Row(31, "cards moved while it was off", "S", "asked what becomes of the game; cards there are no acts"),
    Row(33, "listings lost while a card lies still", "B", "no leaving, also where a selected tag stays mute"),
    Row(
        34,
        "damaged announcement passes its checksum",
        "B",
        "no wrong card where the reader repeats: two equal frames count",
    ),
    Row(35, "card at the edge of an announcing reader", "B", "one arrival, no leaving, with gaps of up to 450 ms"),
    Row(
        36, "reader of another kind than is written", "B", "lost at its first card, with the kind to write; stays lost"
    ),
    Row(37, "program stands still while people press", "D", "presses count from their edges; 30 ms apart are no tie"),
    Row(38, "tags' answers at a hub's reader garbled", "D", "up to 40 %: never gone, never wrong, told within 0.5 s"),
    Row(39, "tag of ten bytes, stack of many, on a hub", "D", "told by its number; a crowd of two that lie there"),
    Row(41, "the Pi's supply dips while it plays", "D", "told once, its end once; play goes on"),
    Row(42, "the Pi is too hot while it plays", "D", "told once, its end once; play goes on"),
)

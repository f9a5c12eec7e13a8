"""What the hub says, as JSON texts (PROTOCOL.md, "Hub to host")."""

from tacohub.config import CAPABILITIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacohub.contacts import Contacts
    from tacohub.ports import Board
    from tacohub.reader import Reader

PROTOCOL = 1
MINOR = 0
PROGRAM = "1.2.0"


def asked(number: int) -> str:
    """Give the part that says which command is answered; nothing for 0."""
    return ',"a":%d' % number if number else ""


def hello(number: int, board: "Board", session: str, up_s: int, versions: list[int], config: int) -> str:
    """Say who the hub is."""
    return (
        '{"t":"hello"%s,"v":%d,"m":%d,"fw":"%s","py":"%s","id":"%s","boot":"%s","s":"%s","why":"%s","up":%d,"cap":%s,"rd":%s,"c":%d}'
        % (
            asked(number),
            PROTOCOL,
            MINOR,
            PROGRAM,
            board.python,
            board.identity,
            board.boot,
            session,
            board.start,
            up_s,
            CAPABILITIES,
            numbers(versions),
            config,
        )
    )


def ok(number: int) -> str:
    """Say that a command is carried out."""
    return '{"t":"ok","a":%d}' % number


def no(number: int, why: str, key: str) -> str:
    """Say that a command is not carried out."""
    extra = ',"v":%d' % PROTOCOL if why == "version" else (',"key":"%s"' % key if key else "")
    return '{"t":"no","a":%d,"why":"%s"%s}' % (number, why, extra)


def pong(number: int, boot: str, read_at: int, now: int, event: int, config: int, lights: int) -> str:
    """Answer a ping."""
    return '{"t":"pong","a":%d,"boot":"%s","rx":%d,"at":%d,"e":%d,"c":%d,"l":%d}' % (
        number,
        boot,
        read_at,
        now,
        event,
        config,
        lights,
    )


def tags(number: int, index: int, reader: "Reader") -> str:
    """Tell what lies on a reader."""
    return '{"t":"tags","n":%d,"r":%d,"k":%d,"at":%d,"u":%s}' % (
        number,
        index,
        reader.count,
        reader.at,
        _tags(reader, ',"why":'),
    )


def contact(number: int, group: str, index: int, count: int, at: int) -> str:
    """Tell that a contact closed or opened."""
    return '{"t":"in","n":%d,"g":"%s","i":%d,"d":%d,"k":%d,"at":%d}' % (number, group, index, count & 1, count, at)


def fault(number: int, group: str, why: str, at: int) -> str:
    """Tell that a group fell silent, or is back."""
    return '{"t":"fault","n":%d,"g":"%s","why":%s,"at":%d}' % (number, group, '"%s"' % why if why else "null", at)


def snap(
    number: int, boot: str, now: int, event: int, config: int, lights: int, readers: str, contacts: tuple[str, str, str]
) -> str:
    """Tell everything."""
    return '{"t":"snap"%s,"boot":"%s","at":%d,"e":%d,"c":%d,"l":%d,"rd":%s,"se":%s,"bt":%s,"xp":%s}' % (
        (asked(number), boot, now, event, config, lights, readers) + contacts
    )


def readers_state(readers: "list[Reader]", in_use: list[int]) -> str:
    """Give `rd` of a snapshot."""
    parts = [_reader_state(reader) if index in in_use else "0" for index, reader in enumerate(readers)]
    return "[%s]" % ",".join(parts)


def contacts_state(contacts: "Contacts", mask: int, first: int, count: int) -> str:
    """Give the entry of a group of contacts of a snapshot, from the group's place among all contacts."""
    used = mask >> first & (1 << count) - 1
    if not used:
        return "0"
    counts = [contacts.counts[first + index] for index in range(count) if used >> index & 1]
    return numbers([contacts.closed >> first & used] + counts)


def numbers(values: list[int]) -> str:
    """Give a list of numbers."""
    return "[%s]" % ",".join([str(value) for value in values])


def _reader_state(reader: "Reader") -> str:
    return "[%d,%d,%s]" % (reader.count, reader.at, _tags(reader, ","))


def _tags(reader: "Reader", before_why: str) -> str:
    if reader.tags is None:
        return 'null%s"%s"' % (before_why, reader.why)
    told = "[%s]" % ",".join(['"%s"' % tag for tag in reader.tags])
    return told + before_why + '"more"' if reader.has_more else told

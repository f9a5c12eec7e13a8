"""The interaction: what each seat is about to do and what is on show for it; a restart begins without it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.messages import KINDS, PLAIN, Kind
from tacotable.state.scene import SILENCE, Cue, Sign, Values

if TYPE_CHECKING:
    from tacotable.state.sessions import Desk, Kept


@dataclass(frozen=True, slots=True)
class Vote:
    """A question of a seat to the others: until when it waits, and the card that it is about, if any."""

    kind: str
    seat: str
    until_ms: float
    card: str = ""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was kept for later; `name` is that of its file, such as `game-000007`."""

    name: str
    ruleset: str
    entries: int

    @property
    def number(self) -> str:
        """Return its number as people say it."""
        return self.name.rpartition("-")[2].lstrip("0")


RESUME, SAVE, DISCARD, ANEW = "resume", "save", "discard", "anew"
EVERYBODY = "everybody"  # Stands for all seats, and the arbiter, where phones are to be forgotten.


@dataclass(frozen=True, slots=True)
class Restart:
    """What was found, and what is on show of what may become of it."""

    entries: int
    damage: str = ""  # What is wrong with the journal behind those entries; empty where it is whole.
    item: str = RESUME
    is_confirming: bool = False
    changed: tuple[str, ...] = ()  # What of the table is not as it was when the game began: `board`, `deck`.
    choices: tuple[str, ...] = (RESUME, SAVE, DISCARD)
    settings: tuple[facts.Setting, ...] = ()  # What was chosen at this table since, and the game has otherwise.
    is_older: bool = False  # Whether newer files are there, of which no game can be read.


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused act on show: the message, the tag that has to go before it is settled, and the moment it was about."""

    code: str
    values: Values = field(default_factory=dict)
    tag: str | None = None
    moment: tuple[object, ...] = ()
    until_ms: float | None = None  # When it has been shown for long enough; None: it stays until its card is gone.

    @property
    def kind(self) -> Kind:
        """Return what the message is, beside its words."""
        return KINDS.get(self.code, PLAIN)


@dataclass(frozen=True, slots=True)
class Menu:
    """The open menu of a seat: which item is shown, whether it waits for a second OK, and which page is read of why."""

    item: str = ""
    is_confirming: bool = False
    is_joining: bool = False
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """The seats whose clocks run, before the act of a number, since when, and how much longer that costs nothing."""

    seats: tuple[str, ...] = ()
    number: int = 0
    since_ms: float = 0
    free_ms: int = 0


@dataclass(frozen=True, slots=True)
class OwnAct:
    """The last act, as long as its seat may take it back alone: nobody has seen or done anything since."""

    seat: str
    until_ms: float


@dataclass(frozen=True, slots=True)
class Hint:
    """What the companion says to a seat before the act of a number."""

    number: int
    signs: tuple[Sign, ...] = ()  # One a step: what is legal, what is good, and why; empty while it thinks.
    steps: int = 1  # So many of the signs its page shows by now.
    is_of_page: bool = False  # Whether the page of the seat asked, which at a simulated table shows the hand.


@dataclass(frozen=True, slots=True)
class Wish:
    """What a robot has chosen to do: the act, and the cards of its row that people are to move for it, in order."""

    act: dict[str, object]
    tags: tuple[str, ...] = ()


ANNOUNCED_MS = 5_000.0  # So long each of the news is on show.


@dataclass(frozen=True, slots=True)
class Announcement:
    """News on show until a moment; `picture` is what stands beside them, if anything."""

    sign: Sign
    picture: str
    until_ms: float
    is_read_first: bool = False  # Whether OK only says that it was read, or done.


@dataclass(slots=True)
class Interaction:
    """What people are about to do, what was asked of them, and what is on show."""

    part: object  # What only the family keeps of it.
    lobby_game: str  # The ruleset that the lobby shows.
    cue: Cue = SILENCE
    refusals: dict[str, Refusal] = field(default_factory=dict)  # By seat, or by the name of a public display.
    cursors: dict[str, int] = field(default_factory=dict)
    menus: dict[str, Menu] = field(default_factory=dict)
    hints: dict[str, Hint] = field(default_factory=dict)
    odds: dict[str, Hint] = field(default_factory=dict)  # Of each seat that wants to read its odds, what they are.
    question: Vote | None = None
    own_act: OwnAct | None = None
    thinking: Thinking = Thinking()
    news: tuple[Announcement, ...] = ()
    read_ms: dict[str, float] = field(default_factory=dict)  # Until when the news went that each seat has put away.
    touched_ms: float = 0.0  # When hands last pressed, laid or moved something.
    is_reminding: bool = False  # Whether that is so long ago that displays name the awaited seat.
    pressed_ms: dict[str, float] = field(default_factory=dict)  # When each button went down last.
    presser: str = ""  # The seat whose press is the event that is handled; empty: it is no press.
    running_ms: dict[str, float] = field(default_factory=dict)  # When each button that runs on turns next.
    settled_ms: dict[str, float] = field(default_factory=dict)  # Until when each seat reads what others settled.
    quiet_until_ms: dict[str, float] = field(default_factory=dict)  # Until when a seat's presses do not count.
    ignored_until_ms: dict[str, float] = field(default_factory=dict)  # Until when lamps show an ignored press.
    wishes: dict[str, Wish] = field(default_factory=dict)  # What each robot has chosen, and hands have not done yet.
    desk: Desk | None = None  # What is enrolled or entered in place of the lobby.
    to_keep: Kept | None = None  # What is to be kept before anything of this event shows.
    restart: Restart | None = None  # The question what shall become of a game that a start found.
    kept: tuple[KeptGame, ...] | None = None  # The games kept for later, the newest first; None: it keeps none.
    phones_to_forget: str = ""  # The seat whose phones are to be forgotten, or `EVERYBODY`: then all links end, too.
    lesson_told: tuple[int, bool] | None = None  # Steps solved as told last, and whether astray; None: it is set up.
    lesson_laid: dict[str, str] = field(default_factory=dict)  # Tags shown for a lesson, and the place of each.
    archive_wish: str = ""  # What is asked of the archive before this event shows: a game's name, or all of them.

    def at_rest(self, part: object, lobby_game: str) -> Interaction:
        """Return it with nothing half done at any seat; what is open beside the game stays open."""
        quiet = replace(self, refusals={}, cursors={}, menus={}, hints={}, wishes={}, question=None, own_act=None)
        quiet = replace(quiet, read_ms={}, settled_ms={}, news=(), thinking=Thinking())
        return replace(quiet, part=part, lobby_game=lobby_game)

    def announce(self, sign: Sign, now_ms: float, picture: str = "", *, is_read_first: bool = False) -> None:
        """Show news for a while, after those that are still on show; those with a picture are read first."""
        begins_ms = self.news[-1].until_ms if self.news else now_ms
        told = Announcement(sign, picture, begins_ms + ANNOUNCED_MS, is_read_first or bool(picture))
        self.news += (told,)

    def hush(self) -> None:
        """Put news away because something new happened; alerts stay until their time is over."""
        self.news = tuple(told for told in self.news if told.sign.is_alert)

    def read_news(self, seat: str) -> None:
        """Put the news on show away at one seat, which has read them."""
        self.read_ms[seat] = self.news[-1].until_ms if self.news else 0.0

    def news_for(self, seat: str) -> tuple[Announcement, ...]:
        """Return the news that a seat has not put away."""
        return tuple(told for told in self.news if told.until_ms > self.read_ms.get(seat, 0.0))

    def put_away(self, is_settled: Callable[[Refusal], bool]) -> bool:
        """Put refusals away that are settled; returns whether there were any."""
        before = len(self.refusals)
        self.refusals = {whom: refusal for whom, refusal in self.refusals.items() if not is_settled(refusal)}
        return len(self.refusals) < before

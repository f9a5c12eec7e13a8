"""The menu of a seat: pause, put the game away, what its family offers, language, volume, and the seat's page.

NO (or LEFT and RIGHT) turns to another item, OK takes it; what ends the game asks for a second OK. Each seat has a
menu of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tacotable.catalog import LANGUAGES
from tacotable.dialogs import device_faults as ailing
from tacotable.dialogs import hints, lessons, menu_lists, robots, rulings_log
from tacotable.dialogs import questions as asking
from tacotable.dialogs import undo as taking_back
from tacotable.enrolment import desk as enrolment_desk
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import EVERYBODY, Menu
from tacotable.state.scene import Choice, Join, Notice, Reason, Screen, Sign
from tacotable.state.situation import Situation, has_display, readers_with, seat_of

HAND_OVER = "hand-over"  # The item by which another person goes on at a seat.
FIRST_GAME, NO_HINTS = "guide", "guide-off"  # Items of the guide of a first game.

SET_UP = "set-up"  # Goes back to the set-up of cards before the first act: a press too soon took it for done.

FORGET_PHONES = "forget-phones"  # Ends the keys of all phones that read along at the seat.
ARBITER_PAGE, END_LINKS = "arbiter-page", "end-links"  # Between the games: the code of that page; the end of all links.
FORGOTTEN = {FORGET_PHONES: "log.phones-forgotten", END_LINKS: "log.links-ended"}  # What the log says of them.
FOUND = "cards-found"  # The item of the lobby that ends what was missing: decks are whole again.
HINTS_RULE = ("hints-on", "hints-off")  # The rule by which seats may ask for hints stands behind all others.
SHARE = "share"  # Lets everybody see, in the replay of the game that is over, what the seat held.
JOINING_MS = 120_000.0  # So long the code for a phone stays on show: it is good no longer.
LATELY_MS = 3_000.0  # Who has pressed in a menu so lately reads it: what others do does not close it.
PATIENCE_MS = 30_000.0  # So long a menu stays open in a game without a press: the longest page is read by then.


def items(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return the items of a seat's menu now; a game that is won can no longer be given up.

    What a seat may take back alone comes first for a moment. What does not work follows, in a game behind what belongs
    to the game. At a ring the code for a phone stands on the display of all: that a phone joined is said there, too.
    """
    joins = ("join", FORGET_PHONES) if situation.devices.phones.get(seat) else ("join",)
    join = joins if has_display(situation, seat) else ()
    last = joins if situation.devices.table.play and not join else ()
    is_lobby, is_over = situation.game.stage is Stage.LOBBY, situation.game.stage is Stage.OVER
    learn = (menu_lists.LESSONS,) if is_lobby and lessons.offered(situation) else ()
    kept = () if situation.ui.kept is None else (menu_lists.KEPT,)
    desks = (*learn, *kept, *enrolment_desk.items(situation)) if is_lobby else ()
    why = ("why",) if situation.game.match and rulings_log.last_ruling(situation.log, _reader(situation, seat)) else ()
    guide, later_guide = _guide_items(situation, seat)
    first, later = ((menu_lists.NAME,), ()) if is_lobby else ((), (menu_lists.NAME,))
    rules = _rules(situation) if is_lobby else {}
    of_hints = tuple(rule for rule in rules if rule in HINTS_RULE)
    settings = (
        *why,
        *first,
        *((FOUND,) if situation.game.match is None and situation.game.arranged.lost else ()),
        "language",
        "volume",
        *join,
        *later,
        *(rule for rule in rules if rule not in of_hints),
        *desks,
        *(robots.menu_items(situation, seat) if is_lobby else ()),
        *later_guide,
        *last,
        *((ARBITER_PAGE, END_LINKS) if is_lobby and joins in (join, last) else ()),
        *((SHARE,) if is_over and seat in situation.players and seat not in situation.game.shared else ()),
        *of_hints,
        *((hints.ODDS[seat in situation.ui.odds],) if hints.offers_odds(situation, seat) else ()),
        "leave",
    )
    own_act = (asking.TAKE_BACK,) if taking_back.is_own(situation, seat) else ()
    hint = hints.item_of(situation, seat)
    disputes = asking.offered(situation, seat) if seat in situation.players else ()
    disputes = tuple(each for each in disputes if each not in own_act)
    if situation.game.lesson is not None:
        again = tuple(each for each in disputes if each == asking.TAKE_BACK)
        return (*own_act, *lessons.items(situation), *again, *ailing.items(situation), *settings)
    if disputes and asking.missing(situation):
        disputes = (*disputes, asking.LOST)
    public = situation.public()
    is_won = public is not None and public.winner is not None
    if situation.game.stage not in (Stage.MOVE, Stage.DEAL, Stage.PLAY) or is_won:
        return (*own_act, *ailing.items(situation), *guide, *disputes, *settings)
    own = situation.family.menu_items(situation)
    pause = "resume" if situation.game.is_paused else "pause"
    ends: tuple[str, ...] = (asking.PUT_AWAY, HAND_OVER) if seat in situation.players else ()
    if own == (SET_UP,):
        ends, own = (*ends, *own), ()  # it is seldom looked for
    return (*own_act, *guide, *hint, pause, *own, *ailing.items(situation), *ends[:1], *disputes, *ends[1:], *settings)


def _guide_items(situation: Situation, seat: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the item of the guide of a first game where it comes first, or else behind: one that speaks may go."""
    game = situation.game
    if game.guided:
        return (), (NO_HINTS,) if set(readers_with(situation, seat)) & set(game.guided) else ()
    is_set_up = situation.family.is_guided_from_deal and game.stage is Stage.DEAL and not situation.is_seen
    is_new = bool(game.new_to_guide(situation.players or situation.seats))
    if game.stage is Stage.LOBBY or (is_set_up and is_new):
        return ((FIRST_GAME,), ()) if is_new else ((), (FIRST_GAME,))
    return (), ()


def screen(situation: Situation, seat: str, link: Callable[[str], str]) -> Screen:
    """Show a seat's open menu; one that is not on its own display says whose it is. `link` returns a seat's page."""
    shown = situation.ui.menus[seat]
    if shown.is_joining:
        is_arbiters = shown.item == ARBITER_PAGE
        address = link(asking.ARBITER if is_arbiters else seat)
        sign = Sign("menu.join-arbiter" if is_arbiters else "menu.join-page", {"seat": seat})
        return Join(sign, address, address.rpartition("/")[2])
    chosen = item(situation, seat)
    if shown.is_confirming and shown.item == chosen:
        return Notice(situation.family.sure(situation, seat, chosen))
    if shown.page is not None and shown.item == chosen:
        return _page(situation, seat, chosen, shown.page)
    names = items(situation, seat)
    now = {
        "volume": (str(situation.game.volume),),
        "language": (situation.game.languages[seat],),
        menu_lists.NAME: (situation.game.names[seat],) if seat in situation.game.names else (),
        ailing.ITEM: (f"! {len(situation.devices.lost)}",),
        FORGET_PHONES: (str(situation.devices.phones.get(seat, 0)),),
        FOUND: (str(sum(map(len, situation.game.arranged.lost.values()))),),
    }.get(chosen, ())
    hint = situation.family.hint(situation, seat)
    title = Sign("menu.title") if has_display(situation, seat) else Sign("menu.title-of", {"seat": seat})
    return Choice(title, f"menu.{chosen}", True, names.index(chosen), len(names), now, hint)


def _page(situation: Situation, seat: str, chosen: str, page: int) -> Screen:
    """Show what an item has opened: a list, or something to read."""
    if chosen in menu_lists.TITLES:
        return menu_lists.screen(situation, seat, page)
    if chosen == ailing.ITEM:
        return ailing.screen(situation, page)
    if chosen == hints.ITEM:
        return hints.screen(situation, seat, page)
    if chosen == lessons.PROMPT:  # page by page by itself
        return Reason(lessons.prompt(situation), "", None, title="learn.title")
    if chosen == robots.UNREAD:
        return Reason(Sign(f"menu.{chosen}"), "", page)
    return rulings_log.screen(situation.log if situation.game.match else (), _reader(situation, seat), page)


def _reader(situation: Situation, seat: str) -> str | None:
    """Return who reads a seat's menu: the seat, or everyone where that is shown on the public display."""
    return seat if has_display(situation, seat) else None


def item(situation: Situation, seat: str) -> str:
    """Return the item that a seat's menu shows; the first one where the item has gone."""
    offered = items(situation, seat)
    shown = situation.ui.menus[seat].item
    return shown if shown in offered else offered[0]


def toggle(situation: Situation, seat: str) -> None:
    """Open a seat's menu, or close it; the prompt of a lesson makes room for it."""
    shown = situation.ui.menus.pop(seat, None)
    if shown is None or (shown.item == lessons.PROMPT and shown.page is not None):
        situation.ui.menus[seat] = Menu(items(situation, seat)[0])  # it stays where it is when others come before it
    situation.sound("press")


def pass_by(situation: Situation, at_ms: float) -> None:
    """Close the menus that nobody presses in: they hide the game."""
    for seat in tuple(situation.ui.menus):
        if (until_ms := _until_ms(situation, seat)) is not None and at_ms >= until_ms:
            del situation.ui.menus[seat]


def make_room(situation: Situation) -> None:
    """Close the menus of seats without a display that nobody reads: they hide from all what is asked now."""
    for seat in [seat for seat in situation.ui.menus if not has_display(situation, seat)]:
        until_ms = _until_ms(situation, seat)
        if until_ms is not None and situation.devices.now_ms > until_ms - PATIENCE_MS + LATELY_MS:
            del situation.ui.menus[seat]


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next menu closes by itself."""
    moments = (_until_ms(situation, seat) for seat in situation.ui.menus)
    return min((moment for moment in moments if moment is not None), default=None)


def _until_ms(situation: Situation, seat: str) -> float | None:
    """Return until when a seat's menu stays open without a press; the code for a phone stays as long as it is good."""
    is_joining = situation.ui.menus[seat].is_joining
    if situation.game.stage is Stage.LOBBY and not is_joining:
        return None
    pressed = [at_ms for button, at_ms in situation.ui.pressed_ms.items() if seat_of(button) == seat]
    return max(pressed, default=0.0) + (JOINING_MS if is_joining else PATIENCE_MS)


def tapped(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Return the facts that follow from a tap in a seat's open menu."""
    shown, chosen = situation.ui.menus[seat], item(situation, seat)
    is_of_family = chosen != SET_UP and chosen in situation.family.menu_items(situation)
    asks_twice = chosen in (asking.PUT_AWAY, END_LINKS) or is_of_family
    situation.sound("press")
    if shown.item not in (chosen, ""):
        situation.ui.menus[seat] = Menu()  # what was shown is offered no more: nothing else is meant by this press
    elif role != "ok":
        _turn(situation, seat, -1 if role == "left" else +1)
    elif asks_twice and not (shown.is_confirming and shown.item == chosen):
        situation.ui.menus[seat] = Menu(chosen, is_confirming=True)
    elif chosen in hints.ODDS:
        hints.turn_odds(situation, seat)
    elif chosen in menu_lists.TITLES:
        yield from menu_lists.taken(situation, seat, chosen)
    elif chosen == hints.ITEM:
        yield from hints.taken(situation, seat)
    else:
        yield from _take(situation, seat, chosen)


def _turn(situation: Situation, seat: str, step: int) -> None:
    """Show another item, or go back from a question."""
    shown, offered = situation.ui.menus[seat], items(situation, seat)
    if shown.page is not None and shown.item in menu_lists.TITLES:
        menu_lists.turned(situation, seat, step)
    elif shown.page is not None and shown.item in (hints.ITEM, lessons.PROMPT):
        del situation.ui.menus[seat]  # its reader goes back to the game
    elif shown.is_confirming or shown.is_joining or shown.page is not None:
        situation.ui.menus[seat] = Menu(shown.item)
    else:
        situation.ui.menus[seat] = Menu(offered[(offered.index(item(situation, seat)) + step) % len(offered)])


def _rules(situation: Situation) -> dict[str, facts.Setting]:
    """Return an item for each rule that people choose in the lobby, named by how it is now, and what it chooses."""
    known, is_settled = situation.game.arranged, situation.devices.table.hints is not None
    rules = situation.house_rules | ({} if is_settled else {"hints": situation.has_hints})
    return {
        f"{rule}-{'on' if on else 'off'}": facts.Arranged(known.lost, {**known.rules, rule: not on}, known.robots)
        for rule, on in rules.items()
    }


def _settings(situation: Situation, seat: str) -> dict[str, facts.Setting]:
    """Return what items of settings choose next."""
    now = LANGUAGES.index(situation.game.languages[seat])
    return {
        "language": facts.Chose(seat, language=LANGUAGES[(now + 1) % len(LANGUAGES)]),
        "volume": facts.Chose(seat, volume=(situation.game.volume + 1) % 4),
        **_rules(situation),
        **robots.menu_items(situation, seat),
        FOUND: facts.Arranged({}, situation.game.arranged.rules, situation.game.arranged.robots),
    }


def _take(situation: Situation, seat: str, chosen: str) -> Iterator[facts.Fact]:
    """Do what an item says. Settings leave the menu open, so that a second press goes on."""
    shown = situation.ui.menus[seat]
    if chosen in ("why", ailing.ITEM, robots.UNREAD):
        situation.ui.menus[seat] = Menu(chosen, page=0 if shown.page is None else shown.page + 1)
    elif chosen == lessons.PROMPT and shown.page is None:
        del situation.ui.menus[seat]  # it was opened last, so a display that seats share shows it
        situation.ui.menus[seat] = Menu(chosen, page=0)
    elif chosen in (settings := _settings(situation, seat)):
        yield settings[chosen]
        kind, named = chosen.rpartition("-")[0], (*_rules(situation), *robots.menu_items(situation, seat))
        # The name of a rule's item, and of a robot's, says how it is now.
        now = next((name for name in named if kind and name.startswith(f"{kind}-")), chosen)
        situation.ui.menus[seat] = Menu(now)
    elif chosen in ("join", ARBITER_PAGE):
        situation.ui.menus[seat] = replace(shown, item=chosen, is_joining=not shown.is_joining)
    else:
        del situation.ui.menus[seat]
        if chosen != lessons.PROMPT:
            yield from _close_with(situation, seat, chosen)


def _close_with(situation: Situation, seat: str, chosen: str) -> Iterator[facts.Fact]:
    """Do what an item says that closes the menu."""
    if chosen in FORGOTTEN:
        situation.ui.phones_to_forget = EVERYBODY if chosen == END_LINKS else seat
        situation.note("table", FORGOTTEN[chosen], {"seat": seat})
    elif chosen in enrolment_desk.ITEMS:
        enrolment_desk.open_for(situation, chosen)
    elif chosen in ("pause", "resume", SHARE):
        yield facts.Shared(seat) if chosen == SHARE else facts.Paused(on=chosen == "pause")
    elif chosen == HAND_OVER:
        situation.ui.menus[seat] = Menu(menu_lists.NAME, page=0)  # whoever sits down may choose a name at once
        yield facts.Came(seat, "instead")
    elif chosen == asking.PUT_AWAY or chosen in asking.offered(situation, seat):
        yield from asking.ask(situation, seat, chosen)
    elif chosen == NO_HINTS:
        yield from situation.game.end_guide(readers_with(situation, seat))
    elif chosen in (lessons.NEXT, lessons.AGAIN, lessons.LEAVE):
        yield from lessons.chosen(situation, seat, chosen)
    else:
        yield from situation.family.chosen(situation, seat, chosen)
        if chosen == FIRST_GAME and (players := situation.players):  # those who sit may be too few
            yield facts.Guided(list(situation.game.new_to_guide(players) or players))

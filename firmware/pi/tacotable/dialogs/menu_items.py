"""The items of a seat's menu: one table, in the order in which NO turns to them.

A row says when a seat has the item, what OK opens (pages, a list, the code for a phone), whether it asks for a second
OK, and what it does. An item that comes earlier in some moments is there twice: the first one that is offered counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tacotable.catalog import LANGUAGES
from tacotable.dialogs import device_faults, hints, lessons, people, questions, robots, rulings_log, undo
from tacotable.dialogs.restart import ALL_KEPT
from tacotable.enrolment import desk
from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import EVERYBODY, Menu
from tacotable.state.scene import Notice, Reason, Screen, Sign, Values
from tacotable.state.situation import Situation, has_display, readers_with

ARBITER_PAGE, END_LINKS, FORGET_PHONES = "arbiter-page", "end-links", "forget-phones"
FIRST_GAME, KEPT, SET_UP, SHARE = "guide", "kept-games", "set-up", "share"
Act: TypeAlias = Callable[[Situation, str, str], Iterable[facts.Fact] | None]  # Of a seat, by the name of an item.
Pages: TypeAlias = Callable[[Situation, str, int], Screen]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of the table, or an entry of a list that a row opens. An item with pages or a list opens them by OK."""

    name: str  # That of a setting tells how it is now, such as `jumbo-on`.
    is_offered: object = True
    does: Act = lambda *_: None
    asks_twice: bool = False
    is_setting: bool = False  # The menu stays open, so that a second press goes on.
    shows_code: bool = False
    pages: Pages | None = None
    has_next: bool = True  # OK turns to the next page; on a single page it goes back, as any other button does.
    is_of_game: bool = False  # Who has read the pages goes back to the game, not to the item.
    entries: tuple[Item, ...] | None = None
    title: str = ""  # Of the list.
    about: Values = field(default_factory=dict)  # What the title says of an entry.
    code: str = ""  # The message that names it; empty: that of the menu.
    text: str = ""  # Its name in place of a message.
    values: tuple[object, ...] = ()  # What is shown beside the name.


def offered(situation: Situation, seat: str) -> dict[str, Item]:
    """Return the items of a seat's menu now by their names, in their order."""
    items = dict[str, Item]()
    for item in (*_acts(situation, seat), *_settings(situation, seat)):
        if item.is_offered:
            items.setdefault(item.name, item)
    return items


def _acts(situation: Situation, seat: str) -> Iterable[Item]:
    """Return what belongs to a game or a lesson, with what does not work."""
    game, public, plays = situation.game, situation.public(), seat in situation.game.players
    is_over = game.stage in (Stage.LOBBY, Stage.OVER) or (public is not None and public.winner is not None)
    in_lesson, in_game = game.lesson is not None, game.lesson is None and not is_over
    of_lesson, of_game = lessons.items(situation), situation.family.menu_items(situation) if in_game else ()
    disputes = [Item(kind, does=questions.ask) for kind in (questions.offered(situation, seat) if plays else ())]
    take_back = [item for item in disputes if item.name == questions.TAKE_BACK]
    own = take_back if undo.is_first(situation, seat) else []
    lost = _lost_cards(situation) if disputes != own and not in_lesson else ()
    faults, hint_pages = situation.devices.lost, hints.screen if has_display(situation, seat) else None
    devices = Item(device_faults.ITEM, faults, pages=device_faults.screen, values=(f"! {len(faults)}",))
    return (
        *own,
        Item(lessons.PROMPT, in_lesson and lessons.PROMPT in of_lesson, pages=_prompt, has_next=False, is_of_game=True),
        *(Item(name, in_lesson, lessons.chosen) for name in of_lesson if name != lessons.PROMPT),
        *(take_back if in_lesson else ()),
        *(() if in_game else (devices,)),
        Item(FIRST_GAME, not in_lesson and _is_first_game(situation), _of_game),
        Item(hints.ITEM, in_game and hints.is_offered(situation, seat), hints.asked, pages=hint_pages, is_of_game=True),
        Item("resume", in_game and game.is_paused, lambda *_: [facts.Paused(on=False)]),
        Item("pause", in_game and not game.is_paused, lambda *_: [facts.Paused(on=True)]),
        *(Item(name, True, _of_game, asks_twice=True) for name in of_game if name != SET_UP),
        devices,
        Item(questions.PUT_AWAY, in_game and plays, questions.ask, asks_twice=True),
        *(() if in_lesson else disputes),
        Item(questions.LOST, lost, title="menu.card-lost-which", entries=lost),
        Item("hand-over", in_game and plays, _hand_over),
        Item(SET_UP, SET_UP in of_game, _of_game),  # it is seldom looked for
    )


def _settings(situation: Situation, seat: str) -> Iterable[Item]:
    """Return what is there in all moments, and what the lobby has."""
    game, known, in_lobby = situation.game, situation.game.arranged, situation.game.stage is Stage.LOBBY
    has_own, has_public = has_display(situation, seat), situation.devices.table.play is not None
    log, reader = situation.log if game.match else (), seat if has_own else None
    lost, own_name, names = sum(map(len, known.lost.values())), game.names.get(seat), _names(situation, seat)
    hints_rule = {"hints": situation.has_hints} if in_lobby and situation.devices.table.hints is None else {}
    language = LANGUAGES[(LANGUAGES.index(game.languages[seat]) + 1) % len(LANGUAGES)]
    title = "menu.name-which" if names else "sign.name-page"
    name = Item(people.ITEM, title=title, entries=names, values=(own_name,) if own_name else ())
    phones, readers = situation.devices.phones.get(seat, 0), readers_with(situation, seat)
    codes = (Item("join", shows_code=True), Item(FORGET_PHONES, phones, _forget, values=(phones,)))
    has_code = in_lobby and (has_own or has_public)
    may_share = game.stage is Stage.OVER and seat in situation.game.players and seat not in game.shared
    odds, has_odds = hints.ODDS[seat in situation.ui.odds], hints.offers_odds(situation, seat)
    return (
        Item("why", rulings_log.last_ruling(log, reader), pages=lambda *at: rulings_log.screen(log, reader, at[-1])),
        *((name,) if in_lobby else ()),
        _setting("cards-found", facts.Arranged({}, known.rules, known.robots), lost, lost and not game.match),
        _setting("language", facts.Chose(seat, language=language), game.languages[seat]),
        _setting("volume", facts.Chose(seat, volume=(game.volume + 1) % 4), game.volume),
        *(codes if has_own else ()),
        name,
        *(_of_lobby(situation, seat) if in_lobby else ()),
        Item("guide-off", {*readers} & {*game.guided}, lambda *_: game.end_guide(readers)),
        Item(FIRST_GAME, in_lobby and not game.guided, _of_game),
        *(codes if has_public else ()),
        Item(ARBITER_PAGE, has_code, shows_code=True),
        Item(END_LINKS, has_code, _forget, asks_twice=True),
        Item(SHARE, may_share, lambda *_: [facts.Shared(seat)]),
        *_rules(situation, hints_rule),
        Item(odds, has_odds, lambda *_: hints.turn_odds(situation, seat), is_setting=True),
        Item("leave"),
    )


def _of_lobby(situation: Situation, seat: str) -> Iterable[Item]:
    """Return what people choose, look up and enrol before a game."""
    learned = _lessons(situation, seat)
    yield from _rules(situation, situation.house_rules)
    yield Item("lessons", learned, title="menu.lesson-which", entries=learned)
    kept, games = situation.ui.kept is not None, _kept_games(situation) or None
    yield Item(KEPT, kept, _look_up, pages=_no_kept, has_next=False, title="menu.kept-which", entries=games)
    yield from (Item(name, does=lambda s, _, name: desk.open_for(s, name)) for name in desk.items(situation))
    for name, fact in robots.menu_items(situation, seat).items():
        yield Item(name, pages=_unread) if name == robots.UNREAD else _setting(name, fact)


def _setting(name: str, fact: facts.Setting, value: object = None, is_offered: object = True) -> Item:
    return Item(name, is_offered, lambda *_: [fact], is_setting=True, values=() if value is None else (value,))


def _rules(situation: Situation, rules: Mapping[str, bool]) -> Iterable[Item]:
    """Return a setting for each rule that people choose in the lobby, named by how it is now."""
    known = situation.game.arranged
    for rule, on in rules.items():
        fact = facts.Arranged(known.lost, {**known.rules, rule: not on}, known.robots)
        yield _setting(f"{rule}-{'on' if on else 'off'}", fact)


def _is_first_game(situation: Situation) -> bool:
    """Return whether the guide of a first game comes first: it has not begun, and is new to one of the seats."""
    game = situation.game
    is_set_up = situation.family.is_guided_from_deal and game.stage is Stage.DEAL and not situation.game.is_seen
    may_begin = not game.guided and (game.stage is Stage.LOBBY or is_set_up)
    return may_begin and bool(game.new_to_guide(situation.game.players or situation.seats))


# The entries of lists.


def _names(situation: Situation, seat: str) -> tuple[Item, ...]:
    """Return the names that are free; another one is typed at a page."""
    taken = {name for other, name in situation.game.names.items() if other != seat}
    return (
        *(Item(name, True, people.named, text=name) for name in people.known(situation) if name not in taken),
        *((Item("", True, people.named, code="menu.name-none"),) if seat in situation.game.names else ()),
        *((Item("name-typed", shows_code=True),) if has_display(situation, seat) else ()),
    )


def _lessons(situation: Situation, seat: str) -> tuple[Item, ...]:
    stars = {name: ("★",) * lessons.has_star(situation, seat, name) for name in lessons.offered(situation)}
    return tuple(Item(name, True, lessons.begin, code=f"lesson.{name}", values=star) for name, star in stars.items())


def _kept_games(situation: Situation) -> tuple[Item, ...]:
    return tuple(
        Item(game.name, True, _look_up, about=about, text=game.number, values=(game.ruleset,))
        for game in situation.ui.kept or ()
        for about in ({"number": game.number, "game": game.ruleset, "n": game.entries},)
    )


def _lost_cards(situation: Situation) -> tuple[Item, ...]:
    cards = [change["card"] for change in questions.missing(situation).values()]
    return tuple(Item(card, True, _ask_for, code=f"card.{card}", text=card * card.isdecimal()) for card in cards)


# What items do and show.


def _of_game(situation: Situation, seat: str, name: str) -> Iterator[facts.Fact]:
    yield from situation.family.chosen(situation, seat, name)
    if name == FIRST_GAME and (players := situation.game.players):  # those who sit may be too few
        yield facts.Guided(list(situation.game.new_to_guide(players) or players))


def _hand_over(situation: Situation, seat: str, _: str) -> Iterator[facts.Fact]:
    situation.ui.menus[seat] = Menu(people.ITEM, page=0)  # the person who sits down may choose a name at once
    yield facts.Came(seat, "instead")


def _forget(situation: Situation, seat: str, name: str) -> None:
    situation.ui.phones_to_forget = EVERYBODY if name == END_LINKS else seat
    situation.note("table", "log.links-ended" if name == END_LINKS else "log.phones-forgotten", {"seat": seat})


def _look_up(situation: Situation, _: str, name: str) -> None:
    """Ask the archive for all kept games, or to take one up; no fact follows before it has answered."""
    situation.ui.archive_wish = ALL_KEPT if name == KEPT else name
    if name != KEPT:
        situation.ui.menus.clear()


def _ask_for(situation: Situation, seat: str, card: str) -> Iterator[facts.Fact]:
    return questions.ask(situation, seat, questions.LOST, card)


def _prompt(situation: Situation, *_: object) -> Screen:
    return Reason(lessons.prompt(situation), "", None, title="learn.title")


def _no_kept(*_: object) -> Screen:
    return Notice(Sign("menu.no-kept-games"))


def _unread(_situation: Situation, _seat: str, page: int) -> Screen:
    return Reason(Sign(f"menu.{robots.UNREAD}"), "", page)

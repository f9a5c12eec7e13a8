"""One table for a household with both kinds of cards: a ring of five, two seats of which play Tacocat."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from pi.test_five_games_at_one_table import EVENING, put_away, take_deck
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.players import People, exploding_player, party_of, people_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.dialogs import lessons
from tacotable.dialogs import restart as restarting
from tacotable.history.games import again
from tacotable.simulation.hands.tacocat import TacocatHands
from tacotable.state.device_state import Certainty
from tacotable.state.facts import Began, Fact, Undone
from tacotable.state.game_state import Stage
from tacotable.state.role import Role
from tacotable.table.file import TableFileError, parse_table, read_table
from tacotable.table.kinds import games_of, is_away, table_in
from tacotable.table.parts import space_screen
from tacotable.trace.replay_decisions import replay
from tacotable.trace.replay_drivers import retrace
from tacotable.web.keys import make_keys
from tacotable.web.model import PageError
from tacotable.web.page import TablePage
from tacotable_drivers import ports
from tacotable_sim.people.base import Pace
from tacotable_sim.truth import DRAW
from traces.recorded import recorded_table

SHIPPED = ("family", "family-hub")
RING, BOARD = ("YAY", "2", "WOW", "4", "5"), ("YAY", "WOW")
FILE = (Path(__file__).parents[2] / "firmware/pi/tacotable/tables/family.toml").read_text("utf-8")


class FamilyHands(KittenHands):
    """Hands of a family, in the lobby of one of the games."""

    def __init__(self, game: str = "tc38") -> None:
        super().__init__(game, table=read_table("family"))

    def attack(self) -> None:
        """Begin Tacocat, and let YAY win the duel: YAY attacks."""
        self.tap("YAY.ok")
        self.move_token(0)
        for _ in range(2):
            self.tap("YAY.ok")
            self.tap("WOW.ok")
        self.lay("YAY", "9")
        self.lay("WOW", "5")

    def started_again(self) -> FamilyHands:
        """Start another program over what is durable, at the game that the table file begins with."""
        other = FamilyHands()
        other.controller.resume(tuple(self.log.facts))
        restarting.ask(other.situation, len(self.log.facts), "")
        other.controller.start()
        return other


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("game", EVENING)
def test_a_family_table_offers_all_five_whichever_it_begins_with(name: str, game: str) -> None:
    table = read_table(name, game)

    assert sorted(games_of(table)) == sorted(EVENING)
    assert games_of(table)[0] in (("tc38", "tc36") if game.startswith("tc") else ("ek120",))
    assert not any(is_away(other, table) for other in EVENING)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_game_uses_its_own_seats_and_pads(name: str) -> None:
    table = read_table(name)

    assert table_in("tc36", table).seat_names == BOARD
    assert list(table_in("tc36", table).pads) == ["YAY.pad", "WOW.pad"]
    assert table_in("zh56", table) is table
    assert table.seat_names == RING
    assert set(table.pads) == {"YAY.pad", "WOW.pad", "play"}


@pytest.mark.long(keep=0)
def test_an_evening_of_all_five_games_is_won_through_the_bytes_and_told_afterwards() -> None:
    won, log = [], MemoryLog()
    with simulated_table("family", seed=3, journal=log) as rig:
        for number, game in enumerate(EVENING):
            situation = rig.program.controller.situation
            while situation.ui.lobby_game != game:
                rig.tap("4.nope")  # a seat that plays no Tacocat has its say in what is played next
            take_deck(rig, game)
            is_ring = game not in EVENING[:2]
            match = finish_game(rig, Random(number), seating=three_of_five if is_ring else people_at)
            won.append((game, match.public_view.winner))
            assert match.public_view.winner in (RING if is_ring else BOARD)
            put_away(rig)

    assert won == [told_of(facts) for facts in games_in(log.facts)]
    assert [game for game, _ in won] == list(EVENING)


def three_of_five(rig: Rig, chance: Random, players: int | None) -> People:
    """Seat the same three each time, for who has played sits there in the next lobby."""
    del players
    party = party_of(rig, ("2", "WOW", "5"))
    return [exploding_player(rig, seat, party, chance, Pace()) for seat in party.seats]


def games_in(facts: list[Fact]) -> list[list[Fact]]:
    """Return the facts of each game."""
    begins = [number for number, fact in enumerate(facts) if isinstance(fact, Began)]
    ends = (number - 1 for number in (*begins[1:], len(facts)))  # the last one puts it away
    return [facts[begin:end] for begin, end in zip(begins, ends, strict=True)]


def told_of(facts: list[Fact]) -> tuple[str, str | None]:
    """Return what history tells of a game: which one it was, and who won."""
    told = again(facts)
    assert told.situation is not None
    assert told.stops_at == 0
    public = told.situation.public()
    return told.situation.ruleset, public.winner if public else None


def test_at_a_hub_the_seats_turn_the_lobby_and_the_pad_of_the_ring_is_read() -> None:
    with simulated_table("family-hub", seed=1) as rig:
        for button in ("4.nope", "5.nope", "YAY.no", "2.nope"):  # on the Pico's pins, and on its expander
            rig.tap(button)
        tag = rig.table.truth.at(DRAW)[0].tag
        rig.table.place(tag, "play")
        rig.wait(2.0)

        assert rig.program.controller.situation.ui.lobby_game == "ek120"
        assert rig.program.controller.situation.devices.zones["play"] == tag


def test_nope_of_any_seat_turns_the_lobby_through_the_games_of_both_families() -> None:
    hands, shown = FamilyHands(), []
    for button in ("2.nope", "YAY.no", "5.nope", "WOW.no", "4.nope", "2.nope", "YAY.no"):
        hands.tap(button)
        shown.append((hands.situation.ui.lobby_game, hands.situation.seats))

    # The two of Tacocat come a second time with a practice round.
    assert [game for game, _ in shown] == ["tc36", "tc38", "tc36", "ek120", "min72", "zh56", "tc38"]
    assert [seats for _, seats in shown] == [BOARD] * 3 + [RING] * 3 + [BOARD]


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_the_middle_says_what_those_may_do_who_play_no_tacocat(language: str) -> None:
    hands = FamilyHands()
    told = {"en": ("OK AT A PAD", "NOPE: next game"), "zh-TW": ("讀卡座位：確定", "休想：換遊戲")}[language]

    title, _, hint = hands.text("table", language).split(" / ")

    assert (title, hint) == told


def test_others_neither_begin_nor_stop_tacocat_and_see_that_their_press_did_not_count() -> None:
    hands = FamilyHands()
    hands.tap("2.ok")
    assert hands.situation.game.stage is Stage.LOBBY
    assert hands.scene.lamps["2.ok"].meaning == "lamp.too-early"
    hands.attack()
    before = public_state(hands.situation)

    for button in ("2.ok", "4.nope", "5.ok"):
        hands.tap(button)
    hands.hold("2.nope")

    assert public_state(hands.situation) == before
    assert not hands.situation.ui.menus


def test_whose_turn_it_is_stands_in_the_middle_and_nothing_that_only_a_seat_may_know() -> None:
    hands = FamilyHands()
    hands.attack()

    assert hands.text("table") == "YAY IS NEXT / Two play, / others watch"
    assert {hands.scene.prompts[seat].code for seat in ("2", "4", "5")} == {"sign.watch-one"}


def test_a_card_on_the_pad_of_the_ring_is_no_act_in_tacocat_and_plays_in_the_next_game() -> None:
    hands = FamilyHands()
    hands.attack()
    before = public_state(hands.situation)
    hands.show("8")

    assert public_state(hands.situation) == before
    hands.lift()
    assert hands.situation.devices.zones["play"] is Certainty.EMPTY
    hands.lay("YAY", "8")
    assert hands.text("table") == "WOW IS NEXT / Two play, / others watch"


def test_what_is_taken_back_in_tacocat_leaves_a_card_on_the_pad_of_the_ring_alone() -> None:
    hands = FamilyHands()
    hands.attack()
    hands.show("8")
    hands.lay("YAY", "7")

    hands.choose("take-back", "YAY.no")
    if hands.situation.ui.question:
        hands.tap("WOW.ok")

    (undone,) = (fact for fact in hands.log.facts if isinstance(fact, Undone))
    assert set(undone.lying) == {"YAY.pad", "WOW.pad"}
    assert "table" not in hands.situation.ui.refusals


@pytest.mark.parametrize("game", ["tc38", "zh56"])
def test_a_space_is_told_by_the_side_that_it_is_on_whichever_game_is_played(game: str) -> None:
    assert FamilyHands(game).situation.told_device("sensor +2") == ("sensor", "A", "WOW")


@pytest.mark.parametrize(("game", "seat", "players"), [("zh56", "4", ("4", "5")), ("tc38", "WOW", BOARD)])
def test_a_lesson_begins_with_who_asks_but_for_one_on_the_board(game: str, seat: str, players: tuple[str, ...]) -> None:
    hands = FamilyHands(game)
    name = next(name for name, lesson in lessons.offered(hands.situation).items() if len(lesson.seats) == 2)

    (began,) = lessons.begin(hands.situation, seat, name)

    assert isinstance(began, Began)
    assert began.setup["seats"] == list(players)


def test_five_play_with_one_pad_in_the_middle_and_two_of_their_own() -> None:
    hands = FamilyHands("zh56")
    hands.begin(*RING)
    assert hands.situation.game.players == RING

    hands.lay("YAY", "skip")
    hands.tap("YAY.ok")
    assert hands.phase() == "window"
    hands.let("2", "WOW", "4", "5")
    hands.show("attack")
    hands.tap("2.ok")
    assert hands.phase() == "window"
    hands.lay("WOW", "nope")

    assert public_state(hands.situation)["pending"]["nopes"] == 1  # on its own pad a Nope is its seat's


@pytest.mark.parametrize("game", ["tc38", "min72"])
def test_a_start_in_the_middle_goes_on_with_either_family(game: str) -> None:
    hands = FamilyHands()
    hands.tap("5.nope")  # settings and names of all seats are durable whoever plays
    if game == "tc38":
        hands.tap("WOW.no")
        hands.choose("language", "YAY.no")
        hands.attack()
    else:
        while hands.situation.ui.lobby_game != game:
            hands.tap("2.nope")
        hands.begin("2", "WOW", "5")
    other = hands.started_again()

    other.tap("YAY.ok")

    assert public_state(other.situation) == public_state(hands.situation)
    assert other.situation.seats == hands.situation.seats
    assert other.situation.game.players == hands.situation.game.players


@pytest.mark.parametrize("game", ["tc38", "zh56"])
def test_every_pad_enrols_cards_and_everybody_reads_along(game: str) -> None:
    hands = FamilyHands(game)
    hands.choose("enrol", "YAY.no")
    hands.wait(1_000)

    hands.tell(ports.TagArrived("play", "04AABBCC112233", hands.now_ms))
    hands.tap("4.nope" if game == "tc38" else "YAY.no")

    assert hands.situation.ui.desk is not None
    assert len(getattr(hands.situation.ui.desk.work, "cards", ())) == 1
    assert hands.text("table") == hands.text("YAY")


def test_a_recording_of_both_families_is_decided_again_alike(tmp_path: Path) -> None:
    with recorded_table(tmp_path, "family") as rig:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok", "2.ok"):
            rig.tap(button)
        for face, zone in (("9", "YAY.pad"), ("5", "WOW.pad"), ("7", "play")):
            rig.place(face, zone)
        rig.hold("YAY.no")
        for _ in range(30):
            if rig.program.controller.situation.ui.menus["YAY"].item == "put-away":
                break
            rig.tap("YAY.no")
        for button in ("YAY.ok", "YAY.ok", "WOW.ok"):
            rig.tap(button)
        for button in ("4.nope",) * 6:
            rig.tap(button)
        for button in ("2.ok", "4.ok"):
            rig.tap(button)
        rig.hold("2.ok")
        played = rig.program.controller.situation

    assert played.game.players == ("2", "4")
    assert (replay(tmp_path).difference, retrace(tmp_path).difference) == (None, None)


def test_what_others_chose_and_are_called_outlasts_a_game_of_tacocat() -> None:
    hands = FamilyHands("zh56")
    hands.choose("language", "4.nope")
    chosen = hands.situation.game.languages["4"]
    while hands.situation.ui.lobby_game != "tc38":
        hands.tap("2.nope")
    hands.attack()

    other = hands.started_again()
    other.tap("WOW.ok")

    assert chosen == "zh-TW"
    assert other.situation.game.languages["4"] == chosen
    assert other.scene.languages["4"] == chosen


def test_the_page_has_the_places_of_the_game_and_names_whoever_sits_there() -> None:
    with simulated_table("family") as rig:
        situation = rig.program.controller.situation
        hands = TacocatHands(rig.table, situation, Random(1))
        page = TablePage(rig.program.controller, make_keys(RING, bytes(1000), is_simulated=True), lambda: hands)
        page.do(Role("seat", "4"), {"do": "name", "seat": "4", "name": "Anna"})
        with pytest.raises(PageError):
            page.do(Role("seat", "YAY"), {"do": "name", "seat": "YAY", "name": "Anna"})

        places = hands.truth(Role("simulation"))["places"]
        rig.table.place(rig.table.truth.at(DRAW)[0].tag, "hand:4")

        assert isinstance(places, list)
        assert set(places) == {"hand:YAY", "hand:WOW", "YAY.pad", "WOW.pad", "pile", "discard", "box", "air"}
        later = hands.truth(Role("simulation"))["places"]
        assert isinstance(later, list)
        assert "hand:4" in later  # where a card was left it can be taken
        assert situation.game.names == {"4": "Anna"}
        told = page.scene(Role("spectator"), "en")["screens"]
        assert isinstance(told, dict)
        assert set(told) == set(map(space_screen, range(-3, 4)))


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            'nope = { pin = 8, lamp = "strip" }',
            'no = { pin = 8, lamp = "strip" }',
            "there are 3: give two of them `no`",
        ),
        (
            'no = { pin = 6, lamp = "strip" }',
            'nope = { pin = 6, lamp = "strip" }',
            "there are 1: give two of them `no`",
        ),
        ('pad = { reader = "pn532", port = "/dev/serial/by-path/pad-wow" }\n', "", "seats[2].pad: a seat that plays"),
        ("[buzzer]", "lights = { countdown = 12 }\n[buzzer]", "play.lights: at a table with [board]"),
        ('nope = { pin = 14, lamp = "strip" }', "", "seats[4]: a seat of an Exploding game needs the button `nope`"),
    ],
)
@pytest.mark.parametrize("game", ["tc38", "zh56"])
def test_what_a_ring_with_a_board_lacks_is_told_with_its_mend(game: str, old: str, new: str, expected: str) -> None:
    text = FILE.replace('game = "tc38"', f'game = "{game}"').replace(old, new)

    with pytest.raises(TableFileError) as error:
        parse_table(text, "my.toml")

    assert expected in str(error.value)

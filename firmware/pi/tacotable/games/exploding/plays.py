"""Plays: what the cards that a seat has shown are, what they still lack, and putting an act before the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import Refusal, refuse
from tacotable.games.exploding.state import ExplodingSituation, Step, answers_of, pending, ruleset_of, view_of
from tacotable.state import facts
from tacotable.state.game_state import NOTHING_SHOWN
from tacotable_engine.cards import UNKNOWN
from tacotable_engine.exploding.ruleset import DEFUSE, NAMED, NOPE, TARGETED, load_ruleset
from tacotable_engine.exploding.state import public_only

if TYPE_CHECKING:
    from tacotable_engine.exploding.view import PendingView
    from tacotable_engine.rulings import Refusal as RuleRefusal

Act = Mapping[str, object]


@lru_cache(maxsize=1024)  # asked several times for each scene, of few plays
def effect(ruleset_id: str, cards: tuple[str, ...]) -> str:
    """Return what these cards are in a ruleset: a card's name, `pair`, `triple`, `five`; empty for nothing."""
    ruleset = load_ruleset(ruleset_id)
    what = ruleset.shape(cards)
    if what is None or not ruleset.is_known_here(cards):
        return ""
    return cards[0] if what == "single" else what


def cards_of(situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
    """Return the cards of a play; behind five the one that is wanted is none of them."""
    return situation.game.entries.get(seat, NOTHING_SHOWN).cards[:5]


def wanted(situation: ExplodingSituation, seat: str) -> str:
    """Return the card that was shown behind five different ones; empty while there is none."""
    return "".join(situation.entry(seat).cards[5:6])


def play_act(cards: tuple[str, ...], target: str = "", name: str = "") -> Act:
    """Return a play as the referee protocol writes it."""
    about = {"target": target, "name": name}
    return {"do": "play", "cards": list(cards), **{key: value for key, value in about.items() if value}}


def why_not(situation: ExplodingSituation, seat: str, act: Act) -> RuleRefusal | None:
    """Return which rule forbids an act, or None, by what everyone may know: what displays offer must tell no hand.

    The cards in it must be of this printing. What is really done is asked of the referee, who knows more.
    """
    match = situation.game.match
    if match is None or not situation.game.is_seen:
        return _ruled(situation, seat, act)
    answers = answers_of(situation)
    answers.public = answers.public or public_only(match.state)
    return match.game.why_not(answers.public, match.seats.index(seat), match.game.read_act(answers.public, act))


def _ruled(situation: ExplodingSituation, seat: str, act: Act) -> RuleRefusal | None:
    """Return which rule forbids an act, or None, by all that the referee knows; found once for each state."""
    match, known, asked = situation.game.match, answers_of(situation).ruled, f"{seat} {act}"
    if match is not None and asked not in known:
        known[asked] = match.why_not(seat, act)
    return known.get(asked)


def defuse_act(card: str) -> Act:
    """Return the act of defusing with a card; where the lethal card goes, nobody tells."""
    return {"do": "defuse"} if card == DEFUSE else {"do": "defuse", "card": card}


def nope_act(card: str) -> Act:
    """Return the act of a Nope, or of a card that stands for one."""
    return {"do": "nope"} if card == NOPE else {"do": "nope", "card": card}


def copied(play: PendingView) -> str:
    """Return the card that a play copies: what a Clone does is that card's; empty where it copies none."""
    is_copy = len(play.cards) == 1 and play.effect not in ("", play.cards[0])
    return play.effect if is_copy else ""


def others(situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
    """Return all other players, clockwise from a seat."""
    players = situation.game.players
    start = players.index(seat) if seat in players else 0
    return (*players[start + 1 :], *players[:start])


def names(situation: ExplodingSituation) -> tuple[str, ...]:
    """Return the cards that three of a kind may ask for: every title but the lethal one (`what-may-be-named`)."""
    ruleset = ruleset_of(situation)
    return tuple(card for card in ruleset.counts if card != ruleset.lethal)


def lacks(situation: ExplodingSituation, seat: str) -> Step:
    """Return what the play of a seat lacks next; COLLECT: nothing."""
    ui, cards = situation.ui.part, cards_of(situation, seat)
    what = effect(situation.ruleset, cards)
    if what in TARGETED and not ui.target:
        return Step.TARGET
    if what in NAMED and what != "five":
        return Step.NAME
    return Step.WANTED if what == "five" and not wanted(situation, seat) else Step.COLLECT


def obstacle_to_play(situation: ExplodingSituation, seat: str) -> RuleRefusal | None:
    """Return which rule forbids what a seat has shown so far, whatever its target and name would be."""
    ui, known = situation.ui.part, answers_of(situation).obstacles
    asked = (seat, situation.game.entries.get(seat, NOTHING_SHOWN).cards, ui.target)
    if asked not in known:
        cards = cards_of(situation, seat)
        if lacks(situation, seat) is Step.TARGET:
            refused = _refused_somehow(situation, seat, cards)
        else:
            refused = why_not(situation, seat, _tried(situation, cards, ui.target, wanted(situation, seat)))
        known[asked] = refused
    return known[asked]


def lacks_a_card(situation: ExplodingSituation, seat: str) -> bool:
    """Whether what a seat has shown is no play yet, and could be one with more cards."""
    cards = cards_of(situation, seat)
    if not cards or obstacle_to_play(situation, seat) is None:
        return False
    return growing_refused(situation, seat, cards) is None


def growing_refused(situation: ExplodingSituation, seat: str, cards: tuple[str, ...]) -> RuleRefusal | None:
    """Return why cards are no play and can become none by more cards; None when they are or can."""
    first: RuleRefusal | None = None
    for grown in _grown(situation, cards):
        refused = _refused_somehow(situation, seat, grown)
        if refused is None:
            return None
        first = first or refused
    return first


def _grown(situation: ExplodingSituation, cards: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the cards, and what they may become: a pair, three of a kind, five different."""
    ruleset = ruleset_of(situation)
    deck = situation.game.setup.get("deck")
    titles = deck if isinstance(deck, Mapping) else ruleset.counts  # of other cards the referee has never heard
    yield cards
    for more in dict.fromkeys((*cards, *ruleset.plain[:1], ruleset.wild)):
        if more is not None and more in titles and len(cards) < 3:
            yield (*cards, more)
    used = Counter(view_of(situation).discard)
    # A card of which all copies lie on the discard pile can be none of the five.
    free = [card for card in names(situation) if card in titles and card not in cards]
    rest = [card for card in free if used[card] < ruleset.counts[card]]
    in_lesson = situation.game.places.get(view_of(situation).turn.seat, ())  # there the whole hand may be known
    rest.sort(key=lambda card: card not in in_lesson)
    if "five" in ruleset.combos and len(set(cards)) == len(cards) < 5:
        yield (*cards, *rest[: 5 - len(cards)])


def _refused_somehow(situation: ExplodingSituation, seat: str, cards: tuple[str, ...]) -> RuleRefusal | None:
    """Return which rule forbids cards, whatever their target; where they have none, nobody else is tried."""
    targets = others(situation, seat)
    first: RuleRefusal | None = None
    for other in targets if effect(situation.ruleset, cards) in TARGETED else targets[:1]:
        refused = why_not(situation, seat, _tried(situation, cards, other))
        if refused is None:
            return None
        first = first or refused
    return first


def play(situation: ExplodingSituation, seat: str) -> Iterator[facts.Fact]:
    """Close what a seat has shown: ask for what it lacks, or put it before the referee."""
    ui, cards = situation.ui.part, cards_of(situation, seat)
    ui.candidates, lacking = (), lacks(situation, seat)
    if lacking is Step.TARGET:
        tried = {other: _tried(situation, cards, other) for other in others(situation, seat)}
        ui.candidates = tuple(other for other, act in tried.items() if why_not(situation, seat, act) is None)
    if len(ui.candidates) == 1:
        ui.target = ui.candidates[0]
        lacking = lacks(situation, seat)
    ui.step = Step.COLLECT if obstacle_to_play(situation, seat) else lacking
    if ui.step is Step.COLLECT:
        yield from submit_play(situation, seat, wanted(situation, seat))
    else:
        situation.ui.cursors.pop(seat, None)
        situation.sound("press")


def unfit(situation: ExplodingSituation, seat: str, card: str, tag: str | None) -> Refusal | None:
    """Return why a card cannot be one more of the play that a seat shows."""
    cards = situation.entry(seat).cards
    refused = growing_refused(situation, seat, (*cards, card))
    if refused is None:
        return None
    no_fit = "refusal.no-fit-yet" if lacks_a_card(situation, seat) else "refusal.no-fit"
    return Refusal(no_fit if cards else f"rule.{refused.rule}", refused.values, tag)


def not_wanted(
    situation: ExplodingSituation, seat: str, card: str, tag: str | None, lies_there: bool | None
) -> Refusal | None:
    """Return why five different ones cannot take a card: it is lethal, or known not to lie on the discard pile.

    `lies_there`: whether its tag lies there; None: nothing but its title is known.
    """
    shown = situation.entry(seat).cards
    if len(shown) > 5:
        return Refusal("refusal.play-closed", tag=tag)
    if card == ruleset_of(situation).lethal:
        return Refusal("rule.name-lethal", {"card": card}, tag)
    if lies_there is None:
        lies_there = card in (*view_of(situation).discard, *shown)
    if lies_there or UNKNOWN in view_of(situation).discard:  # a hand that nobody showed may have gone there
        return None
    return Refusal("rule.name-not-discarded", {"card": card}, tag)


def submit_play(situation: ExplodingSituation, seat: str, name: str = "") -> Iterator[facts.Fact]:
    """Put what a seat has shown before the referee; a refused play may lack its target, and the next seat stands in."""
    cards, tags = cards_of(situation, seat), situation.entry(seat).tags
    yield from submit(situation, seat, _tried(situation, cards, situation.ui.part.target, name), tags)


def submit(situation: ExplodingSituation, seat: str, act: Act, tags: tuple[str, ...] = ()) -> Iterator[facts.Fact]:
    """Put an act before the referee; a refused one is a fact too, and its cards go back to the hand."""
    refused = _ruled(situation, seat, act)
    if refused is None:
        situation.ui.refusals.pop(seat, None)
        yield facts.Acted(seat, dict(act), "accepted", "", tags)
        return
    tag = tags[-1] if tags else None
    yield facts.Acted(seat, dict(act), "illegal", refused.rule, tags)
    if situation.entry(seat).cards:
        yield facts.TookBack(seat, all=True, tag=if_there(situation, tag))
    refuse(situation, seat, Refusal(f"rule.{refused.rule}", refused.values, if_there(situation, tag)))


def if_there(situation: ExplodingSituation, tag: str | None) -> str | None:
    """Return a tag if it still lies on the pad."""
    return tag if situation.devices.placement(tag) is not None else None


def _tried(situation: ExplodingSituation, cards: tuple[str, ...], target: str, name: str = "") -> Act:
    """Return a play with all that its kind needs, something likely standing for what is not said yet."""
    what = effect(situation.ruleset, cards)
    if what in TARGETED and not target:
        target = next(iter(others(situation, view_of(situation).turn.seat)), "")
    if what in NAMED and not name:
        likely = names(situation)
        if what == "five":  # it takes a card of the discard pile: any that lies there will do for the question
            likely = (*(card for card in reversed(view_of(situation).discard) if card in likely), *cards)
        name = likely[0]
    return play_act(cards, target if what in TARGETED else "", name if what in NAMED else "")


# The names that three of a kind may ask for, turned over on the displays.

LEAVE_NAMES = "item.back-kittens"


def name_items(situation: ExplodingSituation, seat: str) -> tuple[str, ...]:
    """Return the cards that may be named, and the way back."""
    cards, target = cards_of(situation, seat), situation.ui.part.target
    allowed = [name for name in names(situation) if why_not(situation, seat, play_act(cards, target, name)) is None]
    last = situation.ui.part.named_last.get(seat, DEFUSE)
    start = allowed.index(last) if last in allowed else 0
    return (*(f"card.{name}" for name in (*allowed[start:], *allowed[:start])), LEAVE_NAMES)


def named(situation: ExplodingSituation) -> str:
    """Return the card that the last play asked for; empty where it asked for none."""
    return pending(situation).name or ""

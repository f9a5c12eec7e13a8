"""The clocks of a table: how long each seat has thought, and who has used up what `[clock]` of the table file gives.

A seat's time runs while the game waits for it. Windows in which a card may be noped, pauses, questions and devices that
do not answer cost nobody, and nobody loses by it. Each act has its `delay_s` for nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Thinking
from tacotable.state.scene import Sign

if TYPE_CHECKING:
    from tacotable.state.role import Content
    from tacotable.state.situation import Situation
    from tacotable.table.schema import Clock


def settle(situation: Situation) -> Iterator[facts.Fact]:
    """Yield how long seats have thought for whom the game waits no longer, or whose time is used up now."""
    clock, before, now_ms = situation.devices.table.clock, situation.ui.thinking, situation.devices.now_ms
    if clock is None:
        return
    (after, number), spent = _thinking(situation), situation.game.spent_ms
    has_reached_mark = any(
        spent.get(seat, 0) < mark <= _bank_ms(clock) - left_ms
        for seat, left_ms in _running_ms(situation).items()
        for mark in _marks_ms(clock)
    )
    if (after, number) == (before.seats, before.number) and not has_reached_mark:
        return
    lasted_ms = round(now_ms - before.since_ms) if before.seats else 0
    if lasted_ms or situation.game.stage is Stage.OVER:
        yield facts.Thought(dict.fromkeys(before.seats, lasted_ms), max(0, lasted_ms - before.free_ms))
    free_ms = max(0, before.free_ms - lasted_ms) if number == before.number else round(clock.delay_s * 1_000)
    situation.ui.thinking = Thinking(after, number, now_ms, free_ms)


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the time of a seat whose clock runs is down to a minute, and then to each second less."""
    now_ms = situation.devices.now_ms
    free_ms = max(0, situation.ui.thinking.since_ms + situation.ui.thinking.free_ms - now_ms)
    left = [ms for ms in _running_ms(situation).values() if ms > 0]
    return now_ms + free_ms + min(ms - 1_000 * min(60, ceil(ms / 1_000) - 1) for ms in left) if left else None


def last_seconds(situation: Situation) -> Mapping[str, int]:
    """Return the seconds that each seat has left whose clock runs and is in its last minute."""
    seconds = {seat: ceil(ms / 1_000) for seat, ms in _running_ms(situation).items()}
    return {seat: left for seat, left in seconds.items() if 0 < left <= 60}


def told(situation: Situation, now_ms: float) -> Content | None:
    """Return what is left of each seat's time, whose runs, and how much longer that costs nothing; or None."""
    clock, running = situation.devices.table.clock, situation.ui.thinking
    if clock is None or situation.game.match is None:
        return None
    free_ms = running.free_ms - round(now_ms - running.since_ms)
    spent = {seat: situation.game.spent_ms.get(seat, 0) for seat in situation.game.players}
    lasted = {seat: max(0, -free_ms) if seat in running.seats else 0 for seat in spent}
    left_ms = {seat: max(0, _bank_ms(clock) - ms - lasted[seat]) for seat, ms in spent.items()}
    return {"left_ms": left_ms, "running": list(running.seats), "free_ms": max(0, free_ms)}


def note(situation: Situation, fact: facts.Thought) -> None:
    """Count what seats have thought; tell everybody whose time is used up, and at the end of a game all times."""
    game, clock = situation.game, situation.devices.table.clock
    for seat, ms in fact.ms.items():
        before = game.spent_ms.get(seat, 0)
        game.thought_ms = {**game.thought_ms, seat: game.thought_ms.get(seat, 0) + ms}
        game.spent_ms = {**game.spent_ms, seat: before + fact.cost_ms}
        if clock and before < _bank_ms(clock) <= before + fact.cost_ms:
            situation.note("table", "log.time-used-up", {"seat": seat}, seat=seat)
            situation.ui.announce(Sign("sign.time-used-up", {"seat": seat}, is_alert=True), situation.devices.now_ms)
            situation.sound("asked")
        elif clock and any(before < mark <= before + fact.cost_ms for mark in _marks_ms(clock)):
            situation.ui.announce(Sign("sign.minute-left", {"seat": seat}), situation.devices.now_ms)
            situation.sound("asked")
    for seat, thought_ms in game.thought_ms.items() if game.stage is Stage.OVER else ():
        minutes, seconds = divmod(thought_ms // 1_000, 60)
        situation.note("table", "log.thought", {"seat": seat, "time": f"{minutes}:{seconds:02}"}, seat=seat)


def _thinking(situation: Situation) -> tuple[tuple[str, ...], int]:
    """Return the seats whose clocks run, and the number of the next act: 0 while none can be, less behind the end."""
    game, match = situation.game, situation.game.match
    if match is None or game.stage is not Stage.PLAY:
        return (), -1 if game.stage is Stage.OVER else 0
    public, is_still = match.public_view, situation.is_still or game.lesson is not None or situation.devices.lost
    return () if is_still or public.phase == "window" else tuple(public.to_act), match.next_number


def _bank_ms(clock: Clock) -> int:
    return round(clock.bank_min * 60_000)


def _marks_ms(clock: Clock) -> tuple[int, ...]:
    """Return at which times a seat is told: when there is a minute left, and nothing."""
    bank_ms = _bank_ms(clock)
    return (bank_ms - 60_000, bank_ms) if bank_ms > 60_000 else (bank_ms,)


def _running_ms(situation: Situation) -> dict[str, float]:
    """Return what each seat has left whose clock runs."""
    clock, running, spent = situation.devices.table.clock, situation.ui.thinking, situation.game.spent_ms
    if clock is None:
        return {}
    cost_ms = max(0.0, situation.devices.now_ms - running.since_ms - running.free_ms)
    return {seat: _bank_ms(clock) - spent.get(seat, 0) - cost_ms for seat in running.seats}

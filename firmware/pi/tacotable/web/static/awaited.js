// Who is awaited, and what each seat of a ring is at: how a page calls hands that hold a phone, and how a key goes there.

const BUZZ_MS = [90, 60, 90];
const PULSE_MS = 1200;

/** Tells whether the game waits for a seat. */
export function isAwaited({ stage, kittens, match }, seat) {
  return stage === "play" && (kittens ?? match).to_act.includes(seat);
}

/** Gives the one seat whose turn it is to act: who alone is awaited, or while several are, who is on turn. */
export function activeSeat({ stage, kittens, match }) {
  if (stage !== "play") return null;
  const { to_act: awaited, turn } = kittens ?? match;
  return awaited.length === 1 ? awaited[0] : (turn?.seat ?? null);
}

/** Moves the focus to what an awaited seat does next: Tacocat, its hand, its button; again, to the next awaited seat. */
export function goToAwaited() {
  const awaited = document.querySelectorAll(".seat[data-awaited]");
  const seats = [...(awaited.length ? awaited : document.querySelectorAll(".seat"))].map(nextOf).filter(Boolean);
  const token = document.querySelector(".space[data-target]") && document.querySelector(".token:enabled");
  const here = seats.indexOf(document.activeElement);
  (token ?? seats[(here + 1) % seats.length])?.focus();
}

function nextOf(seat) {
  const hand = '[data-place^="hand:"] .card:enabled';
  return seat.querySelector(`${hand}[tabindex="0"]`) ?? seat.querySelector(`${hand}, .press:enabled`);
}

/** Gives the state of a seat of the ring, or null where there is nothing to tell. */
export function seatState({ kittens, stage }, seat) {
  if (stage === "lobby") return kittens.seated.includes(seat) ? "sits" : null;
  if (!kittens.players.includes(seat)) return "away";
  if (stage === "deal") return null;
  if (!kittens.alive.includes(seat)) return "out";
  if (stage === "over") return "winner";
  return kittens.phase === "window" ? answer(kittens, seat) : null;
}

/** Gives what a seat says to the play that waits; who laid the last card is not asked. */
function answer({ bar, pending }, seat) {
  if (bar?.tied.includes(seat)) return "tied";
  if (bar?.claims.includes(seat)) return "claims";
  if (pending.passed.includes(seat)) return "let";
  return pending.last === seat ? null : "asked";
}

export class Caller {
  /** `seat` is whose page this is (null: nobody's); `sound` knows whether this page may be heard. */
  constructor(seat, sound) {
    this.seat = seat;
    this.sound = sound;
    this.wasAwaited = null;
  }

  /** Calls when the seat is awaited anew; the first picture is no news. */
  show(scene) {
    const before = this.wasAwaited;
    this.wasAwaited = this.seat !== null && isAwaited(scene, this.seat);
    if (before !== false || !this.wasAwaited) return;
    document.body.classList.add("is-called");
    setTimeout(() => document.body.classList.remove("is-called"), PULSE_MS);
    if (this.sound.isOn && !scene.sound.muted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(BUZZ_MS);
  }
}

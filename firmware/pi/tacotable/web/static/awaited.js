// Who is awaited, and how the page of a seat says so to hands that hold a phone: a short buzz and one pulse.

const BUZZ_MS = [90, 60, 90];
const PULSE_MS = 1200;

/** Tells whether the game waits for a seat. */
export function isAwaited({ stage, kittens, match }, seat) {
  return stage === "play" && (kittens ?? match).to_act.includes(seat);
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

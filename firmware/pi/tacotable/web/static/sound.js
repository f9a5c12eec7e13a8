// The table's tones in this browser, once somebody has touched the page: browsers allow no sound before.

import { recall, remember } from "./settings.js";

const LEVELS = [0, 0.25, 0.55, 1];
const RAMP_S = 0.008;
const HEART = [[62, 90], [0, 110], [55, 130]];
const HEART_MS = 1150;

export class Sound {
  constructor() {
    this.isOn = recall("sound") === "on";
    this.volume = Number(recall("volume"));
    this.last = null;
    this.context = null;
    this.beats = null;
    for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, () => this.wake(), { capture: true });
  }

  wake() {
    if (!this.isOn) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  turn(isOn) {
    this.isOn = isOn;
    remember("sound", isOn ? "on" : "off");
    if (isOn) this.wake();
  }

  setVolume(volume) {
    this.volume = volume;
    remember("volume", String(volume));
  }

  /** Plays a sound that is new; the first one that a page is told is old. */
  show(sound) {
    const isNew = this.last !== null && sound.n !== this.last;
    this.last = sound.n;
    if (isNew && this.isOn && !sound.muted && this.context?.state === "running") this.play(sound);
  }

  /** Lets a heart beat at a volume of the table while all hold their breath; null ends it. */
  beat(volume) {
    if ((volume ?? null) === this.beats) return;
    this.beats = volume ?? null;
    clearInterval(this.beating);
    if (this.beats !== null) this.beating = setInterval(() => this.isOn && this.context?.state === "running" && this.play({ tones: HEART, volume: this.beats }), HEART_MS);
  }

  play({ tones, volume }) {
    const loudness = 0.12 * (this.volume / 100) * (LEVELS[volume] ?? 1);
    let at = this.context.currentTime + 0.02;
    for (const [hz, ms] of tones) {
      if (hz > 0 && loudness > 0) this.tone(hz, at, ms / 1000, loudness);
      at += ms / 1000;
    }
  }

  tone(hz, at, seconds, loudness) {
    const source = new OscillatorNode(this.context, { frequency: hz, type: "triangle" });
    const gain = new GainNode(this.context, { gain: 0 });
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loudness, at + RAMP_S);
    gain.gain.setValueAtTime(loudness, at + seconds - RAMP_S);
    gain.gain.linearRampToValueAtTime(0, at + seconds);
    source.connect(gain).connect(this.context.destination);
    source.start(at);
    source.stop(at + seconds + RAMP_S);
  }
}

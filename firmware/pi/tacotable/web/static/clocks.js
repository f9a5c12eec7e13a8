// What is left of a seat's time, where the table has clocks: it runs by this page's own steady clock between two pictures.

import { el, isNews, mark, say } from "./dom.js";
import { t } from "./words.js";

const OFTEN_MS = 250;
const running = new Set();

export class SeatClock {
  constructor(seat) {
    this.seat = seat;
    this.element = el("span", { class: "chip seat-clock", role: "timer", title: t("clock-left"), hidden: true });
  }

  show({ clock }) {
    const left = clock?.left_ms[this.seat];
    const runs = left !== undefined && clock.running.includes(this.seat);
    this.element.hidden = left === undefined;
    if (!isNews(this, [left, runs, clock?.free_ms])) return;
    running[runs ? "add" : "delete"](this);
    mark(this.element, "data-runs", runs);
    Object.assign(this, { left, free: runs ? clock.free_ms : 0, since: performance.now() });
    this.tick(this.since);
  }

  tick(now) {
    const seconds = Math.max(0, Math.ceil((this.left - Math.max(0, now - this.since - this.free)) / 1000));
    say(this.element, `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    this.element.classList.toggle("is-alert", seconds === 0);
  }
}

setInterval(() => {
  for (const clock of running) {
    if (clock.element.isConnected) clock.tick(performance.now());
    else running.delete(clock); // its page was built anew
  }
}, OFTEN_MS);

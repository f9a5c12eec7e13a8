// What a table cheers and groans at: a seat that explodes, and the one that is left.

import { el } from "./dom.js";
import { tacocat } from "./drawings.js";
import { seatState, winnerOf } from "./ring-state.js";
import { t } from "./words.js";

const BURST_MS = 2400;
const SCRAPS = 24;

export class Party {
  constructor(seats) {
    this.seats = seats;
    this.out = null;
    this.winner = null;
    this.words = el("p", { class: "party-words" });
    this.element = el("div", { class: "party", "aria-hidden": "true", hidden: true }, this.words);
  }

  /** The first picture is no news: whoever was out by then exploded before this page looked. */
  show(scene) {
    const before = this.out;
    this.out = this.seats.filter(({ seat }) => seatState(scene, seat.name) === "out");
    const winner = winnerOf(scene);
    if (before === null) this.winner = winner;
    else for (const seat of this.out) if (!before.includes(seat)) burst(seat.element);
    if (winner !== this.winner) this.cheer(winner);
  }

  cheer(winner) {
    this.winner = winner;
    this.element.hidden = winner === null;
    if (winner === null) return;
    this.words.textContent = t("winner", { seat: winner });
    const scraps = Array.from({ length: SCRAPS }, (_, index) => scrap(index));
    this.element.replaceChildren(...scraps, el("span", { class: "party-cat" }, tacocat()), this.words);
    setTimeout(() => {
      this.element.hidden = true;
    }, 9000);
  }
}

/** A scrap of paper; its place and its delay only look like chance. */
function scrap(index) {
  const element = el("span", { class: "scrap" });
  element.style.setProperty("--at", (index * 37) % 100);
  element.style.setProperty("animation-delay", `${((index * 53) % 100) / 40}s`);
  return element;
}

/** Lets a seat burst: rings that grow once, and a cat that flies; nothing flashes. */
function burst(element) {
  const rings = Array.from({ length: 3 }, () => el("span", { class: "ring" }));
  const cat = el("span", { class: "blown" }, tacocat());
  const blast = el("span", { class: "burst", "aria-hidden": "true" }, ...rings, cat, el("strong", {}, t("boom")));
  element.append(blast);
  element.classList.add("is-bursting");
  setTimeout(() => {
    blast.remove();
    element.classList.remove("is-bursting");
  }, BURST_MS);
}

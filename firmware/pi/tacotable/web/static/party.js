// What a table cheers and groans at: a seat that explodes, and the end of a game as a scene, with one press for another.

import { seatState } from "./awaited.js";
import { actionButton, closeOnEscape, el, isNews } from "./dom.js";
import { tacocat } from "./drawings.js";
import { endOf } from "./told.js";
import { t } from "./words.js";

const BURST_MS = 2400;
const SCRAPS = 24;
const SCRAP_COLOURS = ["#f0c948", "#17b98b", "#e2331c"];
const RING_COLOURS = ["#f08a1d", "#e2331c", "#5b4a63"];

export class Party {
  /** `may` tells whose buttons this page may press, `send` presses them. */
  constructor({ seats, may, send }) {
    this.seats = seats;
    this.names = seats.map(({ seat }) => seat.name);
    this.may = may;
    this.send = send;
    this.out = null;
    this.element = el("section", { class: "party", "aria-labelledby": "party-words", hidden: true });
    closeOnEscape(this.element, () => this.close());
  }

  /** The first picture is no news: whoever was out by then exploded before this page looked. */
  show(scene) {
    const before = this.out;
    this.out = scene.kittens ? this.seats.filter(({ seat }) => seatState(scene, seat.name) === "out") : [];
    if (before !== null) for (const seat of this.out) if (!before.includes(seat)) burst(seat.element);
    this.showEnd(endOf(scene, this.names), before !== null);
  }

  showEnd(end, isFresh) {
    if (!isNews(this, end)) return;
    this.element.hidden = end === null;
    if (end) this.element.replaceChildren(...(isFresh ? Array.from({ length: SCRAPS }, (_, index) => scrap(index)) : []), this.card(end));
  }

  card({ winner, replay, side, title, rows, told }) {
    const list = rows.map(({ label, name, side: whose }) => el("li", { "data-side": whose }, el("span", {}, label), " ", el("strong", {}, name)));
    const close = actionButton({ class: "quiet" }, () => this.close(), t("close"));
    const actions = el("div", { class: "row actions" }, this.again(winner), replay ? el("a", { href: `/games/${replay}` }, t("party-replay")) : "", close);
    return el(
      "div",
      { class: "party-card", "data-side": side },
      el("span", { class: "party-cat", "aria-hidden": "true" }, tacocat()),
      el("h2", { class: "party-words", id: "party-words" }, t("winner", { seat: winner })),
      rows.length ? el("h3", {}, title) : "",
      el("ol", { class: "party-rows" }, ...list),
      el("p", {}, told),
      actions,
    );
  }

  close() {
    this.element.hidden = true;
  }

  /** Offers the same game again: by a press here, or in words where hands have to do it. */
  again(winner) {
    const seat = this.names.find((name) => name === winner && this.may.seat(name)) ?? this.names.find((name) => this.may.seat(name));
    if (!seat) return el("span", {}, t("party-hold"));
    const again = ({ currentTarget: button }) => {
      button.disabled = true;
      this.send({ do: "begin" });
    };
    return actionButton({ class: "quiet party-again" }, again, t("party-again"));
  }
}

/** A scrap of paper; its place and its delay only look like chance. */
function scrap(index) {
  const element = el("span", { class: "scrap" });
  element.style.setProperty("background", SCRAP_COLOURS[index % 3]);
  element.style.setProperty("--at", (index * 37) % 100);
  element.style.setProperty("animation-delay", `${((index * 53) % 100) / 40}s`);
  return element;
}

/** Lets a seat burst: rings that grow once, and a cat that flies; nothing flashes. */
function burst(element) {
  const rings = RING_COLOURS.map((colour, index) => {
    const ring = el("span", { class: "ring" });
    ring.style.setProperty("border-color", colour);
    ring.style.setProperty("animation-delay", `${index / 5}s`);
    return ring;
  });
  const cat = el("span", { class: "blown" }, tacocat());
  const blast = el("span", { class: "burst", "aria-hidden": "true" }, ...rings, cat, el("strong", {}, t("boom")));
  element.append(blast);
  element.classList.add("is-bursting");
  setTimeout(() => {
    blast.remove();
    element.classList.remove("is-bursting");
  }, BURST_MS);
}

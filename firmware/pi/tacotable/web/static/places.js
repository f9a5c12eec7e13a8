// The places where cards lie: pads, hands, rows and piles, each with its name in words.

import { el, say } from "./dom.js";
import { rove } from "./carry.js";
import { cardCount, knows, t } from "./words.js";

const PADS = new Set(["pad", "play"]);

/** Splits a place's name into its kind and its seat: `hand:YAY`, `row:YAY`, `YAY.pad`, `pile`. */
export function kindOf(name) {
  if (name.endsWith(".pad")) return { kind: "pad", seat: name.slice(0, -4) };
  const [kind, seat] = name.split(":");
  return { kind, seat: seat ?? null };
}

/** Gives a place's name in words. */
export function placeLabel(name) {
  const { kind, seat } = kindOf(name);
  if (seat !== null) return t(`${kind}-of`, { seat });
  return knows(kind) ? t(kind) : name;
}

/** Makes a place with room for cards, and something to stand there while it is empty. */
export function makePlace(name) {
  const { kind } = kindOf(name);
  const title = knows(kind) ? t(kind) : name;
  const element = el(
    "div",
    { class: `place place-${kind}`, "data-place": name, role: "group", "aria-label": placeLabel(name) },
    el("div", { class: "place-head" }, el("h3", { class: "place-title" }, title), el("span", { class: "place-count" })),
    el("div", { class: "cards" }),
    el("span", { class: "place-hint" }, PADS.has(kind) ? t("pad-empty") : t("empty")),
  );
  element.tidy = rove(element.querySelector(".cards"), ".card:not(:disabled)");
  return element;
}

/** Has a place tell how many cards lie there. */
export function countPlace(element, count) {
  const { kind } = kindOf(element.dataset.place);
  say(element.querySelector(".place-count"), PADS.has(kind) ? "" : cardCount(count));
  element.style.setProperty("--count", count);
  element.classList.toggle("is-empty", count === 0);
  element.setAttribute("aria-label", `${placeLabel(element.dataset.place)}, ${cardCount(count)}`);
}

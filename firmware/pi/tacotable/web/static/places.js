// The places where cards lie: pads, hands, rows and piles, each with its name in words; and the buttons of the piles.

import { actionButton, el, mark, say } from "./dom.js";
import { rove } from "./carry.js";
import { cardCount, knows, listed, t } from "./words.js";

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

/** Tells whether a place is a pad: with a reader, or in the middle. */
export const isPad = (name) => PADS.has(kindOf(name).kind);

/** Makes a place with room for cards, and something to stand there while it is empty. */
export function makePlace(name) {
  const { kind } = kindOf(name);
  const title = knows(kind) ? t(kind) : name;
  const element = el(
    "div",
    { class: `place place-${kind}`, "data-place": name, role: "group", "aria-label": placeLabel(name) },
    el("div", { class: "row place-head" }, el("h3", { class: "place-title small" }, title), el("span", { class: "place-count small" })),
    el("div", { class: "cards" }),
    el("span", { class: "place-hint" }, PADS.has(kind) ? t("pad-empty") : t("empty")),
  );
  element.tidy = rove(element.querySelector(".cards"), ".card:not(:disabled)");
  return element;
}

/** Shows what the table says of each pad: a colour and a word where hands have something to do. */
export function showPads(holders, pads) {
  for (const [name, element] of holders) {
    const state = pads[name];
    if (state === undefined) continue;
    mark(element, "data-pad", state);
    say(element.querySelector(".place-count"), knows(`pad-${state}`) && state !== "empty" ? t(`pad-${state}`) : "");
  }
}

/** Has a place tell how many cards lie there. */
export function countPlace(element, count) {
  const { kind } = kindOf(element.dataset.place);
  if (!PADS.has(kind)) say(element.querySelector(".place-count"), cardCount(count));
  element.classList.toggle("is-empty", count === 0);
  element.setAttribute("aria-label", listed([placeLabel(element.dataset.place), cardCount(count)]));
}

/** Gives a section with places of these names. */
export function makePiles(names) {
  return el("section", { class: "piles", "aria-label": t("piles") }, ...names.map(makePlace));
}

/** Gives the button that spreads a pile out so that each card is seen, or puts it together again. */
export function spreadButton(place, onChange) {
  const turn = ({ currentTarget: button }) => {
    const isSpread = place.classList.toggle("is-spread");
    mark(button, "aria-expanded", String(isSpread));
    say(button, t(isSpread ? "spread-close" : "spread"));
    onChange();
  };
  return actionButton({ class: "quiet spread", "aria-expanded": "false" }, turn, t("spread"));
}

// The piles: places of cards beside each other, and the button that gathers and deals them.

import { actionButton, el, say } from "./dom.js";
import { makePlace } from "./places.js";
import { t } from "./words.js";

/** Gives a section with places of these names. */
export function makePiles(names) {
  return el("section", { class: "piles", "aria-label": t("piles") }, ...names.map(makePlace));
}

/** Gives the button that puts all cards together, shuffles and deals. */
export function gatherButton(send) {
  return actionButton({ class: "quiet gather" }, () => send({ do: "gather" }), t("gather"));
}

/** Says on that button whether cards are dealt, too; where hidden cards pass a pad, hands deal them. */
export function showGather(button, { deals }) {
  say(button, t(deals ? "gather" : "gather-only"));
}

/** Gives the button that spreads a pile out so that each card is seen, or puts it together again. */
export function spreadButton(place, onChange) {
  const button = el("button", { type: "button", class: "quiet spread", "aria-expanded": "false" }, t("spread"));
  button.addEventListener("click", () => {
    const isSpread = place.classList.toggle("is-spread");
    button.setAttribute("aria-expanded", String(isSpread));
    button.textContent = t(isSpread ? "spread-close" : "spread");
    onChange();
  });
  return button;
}

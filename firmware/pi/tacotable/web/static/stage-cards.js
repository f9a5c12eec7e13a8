// The cards of the stage: large, face up or face down, or only the place for one.

import { el, mark, say, svg } from "./dom.js";
import { catHead, icon, seatShape } from "./drawings.js";
import { faceName, facePicture, tint } from "./faces.js";

/** Gives a card: a face, "back" for one that lies face down, or null for the place of one that is awaited. */
export function stageCard(face) {
  if (face === null) return el("span", { class: "stage-card is-empty", "data-face": "" });
  if (face === "back") return el("span", { class: "stage-card is-back", "data-face": "" }, catHead());
  const picture = facePicture(face);
  const front = picture ? [picture, el("span", { class: "stage-card-name" }, faceName(face))] : [catHead(), el("span", { class: "stage-card-number" }, face)];
  return tint(el("span", { class: picture ? "stage-card is-picture" : "stage-card", "data-face": face }, ...front), face);
}

/** Shows a row of cards in a place, and makes only those anew that changed: a card that is turned over turns. */
export function showCards(place, faces) {
  const wanted = faces.map((face) => face ?? "");
  [...place.children].slice(wanted.length).forEach((card) => card.remove());
  wanted.forEach((key, index) => {
    const shown = place.children[index];
    if (shown?.dataset.key === key) return;
    const card = stageCard(faces[index]);
    mark(card, "data-key", key);
    if (shown?.dataset.key === "back") card.classList.add("is-turned");
    else if (key) card.classList.add("is-new");
    if (shown) shown.replaceWith(card);
    else place.append(card);
  });
}

/** Gives the shape of a seat in its colour. */
export function stageShape(index) {
  return el("span", { class: "stage-shape", "data-side": index }, seatShape(index));
}

/** Gives the picture code of an address from its rows of dark and light modules. */
export function pictureCode(rows, label) {
  const path = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
  const size = rows.length + 4;
  const drawn = icon(`0 0 ${size} ${size}`, svg("path", { d: path }));
  return el("span", { class: "stage-code", role: "img", "aria-label": label }, drawn);
}

/** Sets a text that is written smaller the longer it is; a Chinese sign is as wide as two letters, nearly. */
export function fit(element, text) {
  say(element, text);
  const width = [...text].reduce((sum, sign) => sum + (sign > "\u2e7f" ? 1.7 : 1), 0);
  element.style.setProperty("--signs", Math.max(1, width));
}

// What is drawn on a card's front: a number on a cat's head, or a picture with its name below.

import { el, svg } from "./dom.js";
import { catHead, icon } from "./drawings.js";
import { knows, t } from "./words.js";

/** Our own line drawings, in a box of 24 by 24, each with its colour; the order is that of a sorted hand. */
const PICTURES = {
  "exploding-kitten": ["#e2331c", "M4 20V9l3 3h4l3-3v11zM8 16h.1M11 16h.1M15 8l2-3 2 1M20 3l1-1M21 6h2M19 1v1"],
  "exploding-minion": ["#e2331c", "M6 20V10a5 5 0 0 1 10 0v10zM6 12h10M13 12a2 2 0 1 1-4 0 2 2 0 1 1 4 0M16 6l2-3M20 2l1-1M21 5h2"],
  defuse: ["#1f9d55", "M6 4l9 11M15 4 6 15M8 18a2 2 0 1 1-4 0 2 2 0 1 1 4 0M17 18a2 2 0 1 1-4 0 2 2 0 1 1 4 0M19 8c3 1 2 4 4 4"],
  nope: ["#b3123f", "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12"],
  clone: ["#6a6f78", "M8 8h12v13H8zM4 16V3h12"],
  attack: ["#e07b00", "M13 2 5 14h6l-1 8 8-12h-6z"],
  "targeted-attack": ["#e07b00", "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 2v6m0 8v6M2 12h6m8 0h6"],
  skip: ["#2f86d6", "M4 6l7 6-7 6zM12 6l7 6-7 6zM21 5v14"],
  "see-the-future": ["#c65bb4", "M2 12c6-9 14-9 20 0-6 9-14 9-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"],
  "alter-the-future": ["#c65bb4", "M2 9c6-7 14-7 20 0-6 7-14 7-20 0zM12 7a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM4 20h15m-3-3 3 3-3 3"],
  shuffle: ["#8b5e3c", "M2 7h4l10 11h5m-3-3 3 3-3 3M2 18h4l3-4m4-4 3-4h5m-3-3 3 3-3 3"],
  "draw-from-bottom": ["#00808c", "M6 3h12v9H6zM12 9v11m-4-4 4 4 4-4M3 22h18"],
  favor: ["#7456c8", "M4 9h16v4H4zM6 13v8h12v-8M12 9v12M12 9C7 9 6 3 9 3c2 0 3 3 3 6 0-3 1-6 3-6 3 0 2 6-3 6z"],
  "feral-cat": ["#d9a800", "M4 12 5 3l5 4h4l5-4 1 9a8 7 0 0 1-16 0zM8 12h2m4 0h2M9 16l1.500-1.500L12 16l1.500-1.500L15 16"],
  cat: ["#d9a800", "M4 12 5 3l5 4h4l5-4 1 9a8 7 0 0 1-16 0z"],
  minion: ["#d9a800", "M6 21V9a6 6 0 0 1 12 0v12zM6 9h12"],
};
const ORDER = Object.keys(PICTURES);

function pictureName(face) {
  const family = face.split("-")[0];
  return face in PICTURES ? face : family in PICTURES ? family : null;
}

/** Gives the mark of one of several kinds of the same picture: `cat-3` is marked 3, `minion-b` B. */
function kindMark(face) {
  return face in PICTURES ? "" : face.slice(face.indexOf("-") + 1).toUpperCase();
}

/** Gives a face's name in words. */
export function faceName(face) {
  return knows(`face-${face}`) ? t(`face-${face}`) : face;
}

/** Gives the place of a face in a sorted hand. */
export function faceRank(face) {
  const number = Number(face);
  if (!Number.isNaN(number)) return number;
  const kind = kindMark(face);
  return ORDER.indexOf(pictureName(face)) + (kind ? kind.charCodeAt(0) / 1000 : 0);
}

/** Gives an element the colour of a face. */
export function tint(element, face) {
  const [colour] = PICTURES[pictureName(face)] ?? [""];
  element.style.setProperty("--face", colour);
  return element;
}

/** Gives the small picture of a face, or nothing where it has none. */
export function facePicture(face) {
  const name = pictureName(face);
  if (name === null) return null;
  return tint(el("span", { class: "face-picture" }, icon("0 0 24 24", svg("path", { d: PICTURES[name][1] })), kindMark(face)), face);
}

/** Gives all that is drawn on the front of a card. */
export function drawFront(face) {
  const picture = facePicture(face);
  if (picture) return [picture, el("span", { class: "card-name" }, faceName(face))];
  const number = (name) => el("span", { class: `card-face ${name}` }, face);
  return [catHead(), number("card-corner"), number("card-big"), number("card-corner card-foot")];
}

// The displays: each pixel of the panel's memory on a canvas, with the drawn words as its alternative.

import { el, mark, say } from "./dom.js";
import { glyph } from "./drawings.js";
import { labelled, t } from "./words.js";

const LIT = [214, 238, 255, 255];
const UNLIT = [7, 10, 14, 255];

/** Gives a display that can be enlarged; `name` is what people call it. */
export function makeScreen(name, onEnlarge) {
  const canvas = el("canvas", { width: 128, height: 64, role: "img", "aria-label": t("display-of", { name }) });
  const button = el("button", { type: "button", class: "enlarge", "aria-label": t("enlarge", { name }) }, glyph("enlarge"));
  const figure = el("figure", { class: "screen", "data-name": name, hidden: true }, canvas, button);
  for (const part of [canvas, button]) part.addEventListener("click", () => onEnlarge(figure));
  return figure;
}

/** Has a display show a picture: rows of bytes, one a column of eight pixels, the top one in bit 0; see `bytesOf`. */
export function showPicture(figure, screen) {
  figure.hidden = !screen;
  if (!screen) return;
  const canvas = figure.querySelector("canvas");
  const words = screen.lost ? t("display-lost") : screen.alt;
  mark(canvas, "aria-label", labelled(t("display-of", { name: figure.dataset.name }), words));
  mark(figure, "data-lost", screen.lost);
  figure.dataset.words = words;
  const picture = screen.picture.join(" ");
  if (figure.picture === picture) return;
  figure.picture = picture;
  paint(canvas, picture);
}

/** Gives the bytes of a row: base64, where a zero is followed by how many zeros it stands for. */
function bytesOf(row) {
  const told = Uint8Array.from(atob(row), (letter) => letter.charCodeAt(0));
  const bytes = [];
  for (let at = 0; at < told.length; at += 1) {
    if (told[at]) bytes.push(told[at]);
    else for (let left = told[(at += 1)]; left > 0; left -= 1) bytes.push(0);
  }
  return bytes;
}

/** Paints a picture in its own size: as wide as a row has bytes, eight pixels high for each row. */
function paint(canvas, picture) {
  const rows = picture.split(" ").map(bytesOf);
  const width = rows[0].length;
  const height = rows.length * 8;
  if (canvas.width !== width || canvas.height !== height) {
    Object.assign(canvas, { width, height });
    canvas.style.aspectRatio = `${width} / ${height}`;
  }
  const pen = canvas.getContext("2d");
  const image = pen.createImageData(width, height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isLit = (rows[y >> 3][x] >> (y & 7)) & 1;
      image.data.set(isLit ? LIT : UNLIT, (y * width + x) * 4);
    }
  }
  pen.putImageData(image, 0, 0);
}

/** A display, large, with its words below it; follows the display while it is open. */
export class Magnifier {
  constructor() {
    this.canvas = el("canvas", { width: 128, height: 64, role: "img" });
    this.title = el("h2", { id: "magnifier-title" });
    this.words = el("p", { class: "magnifier-words" });
    this.small = el("p", { class: "small" });
    this.close = el("button", { type: "button" });
    this.dialog = el(
      "dialog",
      { class: "magnifier", "aria-labelledby": "magnifier-title" },
      this.title,
      this.canvas,
      this.words,
      this.small,
      this.close,
    );
    this.close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    document.body.append(this.dialog);
  }

  open(figure) {
    this.figure = figure;
    say(this.title, t("display-of", { name: figure.dataset.name }));
    say(this.small, t("pixels"));
    say(this.close, t("close"));
    this.refresh();
    this.dialog.showModal();
  }

  refresh() {
    if (!this.figure?.picture) return;
    say(this.words, this.figure.dataset.words ?? "");
    mark(this.canvas, "aria-label", this.figure.dataset.words ?? "");
    if (this.picture === this.figure.picture) return;
    this.picture = this.figure.picture;
    paint(this.canvas, this.picture);
  }
}

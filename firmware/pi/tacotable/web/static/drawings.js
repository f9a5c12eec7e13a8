// Our own drawings: Tacocat, the shapes of the seats, arrows, the back and the face of a card.

import { svg } from "./dom.js";

/** Gives a drawing that says nothing to screen readers. */
export function icon(box, ...children) {
  return svg("svg", { viewBox: box, "aria-hidden": "true", focusable: "false" }, ...children);
}

const LINE = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };
const FUR = "light-dark(#4b4252, #75697f)";

/** Tacocat: a cat that looks over its taco. */
export function tacocat() {
  return icon(
    "0 0 64 64",
    svg("ellipse", { fill: "rgb(0 0 0 / 0.22)", cx: 32, cy: 59, rx: 27, ry: 4 }),
    svg("path", { ...LINE, stroke: FUR, "stroke-width": 6, d: "M52 52c9-1 10-12 4-16" }),
    svg("path", { fill: FUR, d: "M13 30 15 7l13 10h8L49 7l2 23z" }),
    svg("path", { fill: "#d99aa4", d: "m17.500 20 1-8 6 5zM46.500 20l-1-8-6 5z" }),
    svg("ellipse", { fill: FUR, cx: 32, cy: 29, rx: 20, ry: 16 }),
    ...[24.5, 39.5].map((cx) => svg("ellipse", { fill: "#ffdf80", cx, cy: 26, rx: 3.2, ry: 4.2 })),
    ...[24.5, 39.5].map((cx) => svg("ellipse", { fill: "#241d29", cx, cy: 26, rx: 1.1, ry: 3.4 })),
    svg("path", { fill: "#e7a3ab", d: "M30 31h4l-2 2.500z" }),
    svg("path", { ...LINE, stroke: "light-dark(#857a8c, #cfc5d6)", "stroke-width": 1.2, d: "M20 32 9 30m11 5-10 2m34-5 11-2m-11 5 10 2" }),
    svg("path", { fill: "#e8a828", stroke: "#b97a12", "stroke-width": 1.5, d: "M5 59C5 43 17 37 32 37s27 6 27 22z" }),
    svg("path", { ...LINE, stroke: "#4c9a57", "stroke-width": 4, d: "M8 48c3-5 6 1 9-4s6 0 9-4 6 2 10-1 5 4 9 2 6 3 10 6" }),
    svg("path", { ...LINE, stroke: "#c4831a", "stroke-width": 2.4, d: "M17 54h.1M25 50h.1M33 54h.1M41 50h.1M48 54h.1" }),
  );
}

const SHAPES = [
  [svgOf("rect", { x: 2, y: 2, width: 20, height: 20, rx: 3 }), "m4 14 10-10M4 21 21 4M11 21l10-10"],
  [svgOf("circle", { cx: 12, cy: 12, r: 10.5 }), "M8 8h.1M16 8h.1M12 12h.1M8 16h.1M16 16h.1"],
  [svgOf("path", { d: "M12 2 23 21H1z" }), "M12 9v.1M8 17h8"],
  [svgOf("path", { d: "m12 1 11 11-11 11L1 12z" }), "M7 12h10"],
  [svgOf("path", { d: "m7 2 10 0 6 10-6 10H7L1 12z" }), "M8 8l8 8M16 8l-8 8"],
  [svgOf("path", { d: "m12 1 3 8h8l-6.500 5 2.500 8.500-7-5-7 5L7.500 14 1 9h8z" }), "M12 12h.1"],
  [svgOf("path", { d: "M8 1h8v7h7v8h-7v7H8v-7H1V8h7z" }), "M12 6v12"],
  [svgOf("path", { d: "M12 22C2 15 1 10 1 8a5.500 5.500 0 0 1 11-2 5.500 5.500 0 0 1 11 2c0 2-1 7-11 14z" }), "M8 10h8"],
  [svgOf("path", { d: "M2 2h20v9a10 10 0 0 1-20 0z" }), "M8 8v5M16 8v5"],
  [svgOf("path", { d: "M14 1A11 11 0 1 0 22 18 9 9 0 0 1 14 1z" }), "M6 12h.1M10 17h.1"],
];

function svgOf(tag, attributes) {
  return () => svg(tag, { fill: "var(--seat)", ...attributes });
}

/** The shape that stands for a seat, whatever its colour: a striped square, a dotted circle, then eight others. */
export function seatShape(index) {
  const [shape, marks] = SHAPES[index % SHAPES.length];
  const width = marks.includes("h.1") ? 3.4 : 2.4;
  return icon("0 0 24 24", shape(), svg("path", { ...LINE, stroke: "rgb(0 0 0 / 0.42)", "stroke-width": width, d: marks }));
}

const ARROWS = {
  left: "M14 4 4 12l10 8v-5h12V9H14z",
  right: "m16 4 10 8-10 8v-5H4V9h12z",
  both: "M11 4 1 12l10 8v-5h8v5l10-8-10-8v5h-8z",
};

const ARROW_INKS = { left: "var(--yay)", right: "var(--wow)", both: "var(--ink-soft)" };

/** An arrow along the track: left (to the first goal), right, or both. */
export function arrow(way) {
  return icon("0 0 30 24", svg("path", { class: "arrow", fill: ARROW_INKS[way], d: ARROWS[way] }));
}

/** The head of a cat, behind the number of a card. */
export function catHead() {
  return icon(
    "0 0 64 64",
    svg("path", { class: "card-cat", fill: "#f4e3b5", d: "M8 34 9 7l15 11a30 30 0 0 1 16 0L55 7l1 27a24 21 0 0 1-48 0z" }),
  );
}

const GLYPHS = {
  enlarge: "M9 3H3v6m18 0V3h-6m0 18h6v-6M3 15v6h6",
  ruling: "m4 12 6 6L20 6",
  refusal: "M5 5l14 14M19 5 5 19",
  table: "M3 8h18M6 8v12M18 8v12",
  device: "M7 4v6m10-6v6M5 10h14v4a7 7 0 0 1-14 0z",
  dispute: "M12 3v18M6 21h12M4 8h16M4 8l-2 6h5zM20 8l-3 6h5z",
  tile: "M4 4h16v16H4zM4 20 20 4M4 12l8-8m0 16 8-8",
  keys: "M3 7h18v11H3zM7 11h.1M12 11h.1M17 11h.1M8 15h8",
  sound: "M4 9v6h4l6 5V4L8 9zM17 9c2 2 2 4 0 6m2-9c4 4 4 8 0 12",
  turn: "M4 12a8 8 0 1 1 3 6M4 12l-2-3m2 3 3-2",
  chair: "M7 3v10h10M7 13v8M17 13v8M7 8h1",
  pencil: "M4 20l1-5L16 4l4 4L9 19zM14 6l4 4",
  spread: "M3 7h7v12H3zM12 6h4v13M19 5h2v14",
  pass: "m5 12 5 5L20 6",
  out: "M5 5l14 14M19 5 5 19",
  mute: "M4 9v6h4l6 5V4L8 9zM17 9l5 6m0-6-5 6",
};

/** A small sign: enlarge, ruling, refusal, dispute, table, device, tile, keys, sound, mute. */
export function glyph(name) {
  return icon("0 0 24 24", svg("path", { ...LINE, stroke: "currentcolor", "stroke-width": 2.2, d: GLYPHS[name] ?? GLYPHS.table }));
}

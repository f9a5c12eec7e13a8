// Lights and lamps: a colour, a rhythm, and both in words.

import { el, mark, say } from "./dom.js";
import { t } from "./words.js";

/** Gives a light that is off, with room for its words. */
export function makeLight() {
  return el(
    "span",
    { class: "light", "data-pattern": "off" },
    el("span", { class: "lens" }),
    el("span", { class: "light-words" }, el("span", { class: "light-label" }), el("span", { class: "light-rhythm" })),
  );
}

/** Has a light show a look: `rgb`, `pattern` and `label`; without one it is off. */
export function show(light, look) {
  const pattern = look?.pattern ?? "off";
  const isOn = pattern !== "off";
  mark(light, "data-pattern", pattern);
  light.style.setProperty("--light", `rgb(${(look?.rgb ?? [0, 0, 0]).join(" ")})`);
  say(light.querySelector(".light-label"), isOn ? (look.label ?? "") : "");
  say(light.querySelector(".light-rhythm"), isOn ? t(`pattern-${pattern}`) : "");
}

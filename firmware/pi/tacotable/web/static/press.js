// Lights, lamps, and buttons of the table: pressed and held as long as a finger, a pointer or a key holds them.

import { el, mark, say } from "./dom.js";
import { listed, t } from "./words.js";

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

const HOLDING_KEYS = new Set(["Enter", " "]);

/** A finger is never faster; the table takes anything shorter for a bouncing contact. */
const SHORTEST_MS = 100;

/** A click this soon after a press is the end of that press; a click alone comes from a screen reader. */
const SAME_PRESS_MS = 1500;

/** Gives a button of a seat; `send` tells the table. */
export function makeButton(button, seat, mayPress, send) {
  const light = makeLight();
  const key = el(
    "button",
    {
      type: "button",
      class: "press",
      "data-button": button.name,
      disabled: !mayPress,
      "aria-pressed": "false",
      "aria-label": t("button", { label: button.label, seat }),
    },
    el("span", { class: "press-label", "data-long": button.label.length > 8 }, button.label),
    light,
  );
  if (mayPress) hold(key, button.name, send);
  return key;
}

function hold(key, name, send) {
  let holder = null;
  let downAt = -Infinity;
  let releasing = null;
  const release = () => {
    if (releasing !== null) send({ do: "release", button: name });
    clearTimeout(releasing);
    releasing = null;
  };
  const down = (by) => {
    if (holder !== null) return;
    release();
    holder = by;
    downAt = performance.now();
    send({ do: "press", button: name });
  };
  const up = (by) => {
    if (holder === null || (by !== null && by !== holder)) return;
    holder = null;
    releasing = setTimeout(release, Math.max(0, downAt + SHORTEST_MS - performance.now()));
  };
  const tap = () => {
    if (performance.now() - downAt < SAME_PRESS_MS) return;
    down("click");
    up("click");
  };
  key.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    key.setPointerCapture(event.pointerId);
    down("pointer");
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) key.addEventListener(end, () => up("pointer"));
  key.addEventListener("keydown", (event) => {
    if (!HOLDING_KEYS.has(event.key)) return;
    event.preventDefault();
    if (!event.repeat) down(event.key);
  });
  key.addEventListener("keyup", (event) => up(event.key));
  key.addEventListener("click", (event) => event.detail === 0 && tap());
  key.addEventListener("blur", () => up(null));
  key.addEventListener("contextmenu", (event) => event.preventDefault());
  addEventListener("blur", () => up(null));
}

/** Has a button show its lamp (none: undefined, one that is off: null), and whether it is down. */
export function showButton(key, lamp, isDown) {
  const light = key.querySelector(".light");
  light.hidden = lamp === undefined;
  show(light, lamp);
  mark(key, "aria-pressed", isDown ? "true" : "false");
  const words = lamp ? listed([lamp.label, t(`pattern-${lamp.pattern}`)]) : "";
  say(key.querySelector(".light-label"), lamp?.label ?? "");
  mark(key, "aria-description", words || null);
}

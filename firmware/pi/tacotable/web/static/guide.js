// A guided first game: five bubbles beside what they speak of. Each goes on by itself when its step is done.

import { el, say } from "./dom.js";
import { t } from "./words.js";

const isOn = ({ stage }) => stage === "play" || stage === "over";
const STEPS = [
  { at: ".presses", until: ({ stage }) => stage !== "lobby" },
  { at: ".place-draw, .pile, #table", until: isOn },
  { at: ".place-hand, #table", until: (scene, before) => scene.log !== before },
  { at: ".prompt", until: (scene, before) => scene.log !== before },
  { at: ".prompt", until: () => false },
];
/** The steps of each family. */
export const GUIDES = { tacocat: STEPS, kittens: STEPS };

export class Guide {
  constructor(family) {
    this.family = family;
    this.step = -1;
    this.text = el("p", { id: "guide-text" });
    this.count = el("span", { class: "small" });
    const next = el("button", { type: "button" }, t("guide-next"));
    next.addEventListener("click", () => this.turn());
    const leave = el("button", { type: "button", class: "quiet" }, t("guide-leave"));
    leave.addEventListener("click", () => this.end());
    this.bubble = el("aside", { class: "guide-bubble", role: "status", "aria-label": t("guide-title"), hidden: true }, this.count, this.text, el("div", { class: "actions" }, next, leave));
  }

  begin() {
    this.step = -1;
    this.turn();
  }

  /** Goes on past each step that is done by now. */
  show(scene) {
    this.scene = { stage: scene.stage, log: JSON.stringify(scene.prompts) };
    if (this.step < 0) return;
    if (STEPS[this.step].until(this.scene, this.before)) this.turn();
    else this.place();
  }

  turn() {
    this.step += 1;
    while (STEPS[this.step]?.until({ ...this.scene, log: null }, null)) this.step += 1;
    if (this.step >= STEPS.length) {
      this.end();
      return;
    }
    this.before = this.scene?.log;
    say(this.count, `${this.step + 1} / ${STEPS.length}`);
    say(this.text, t(`guide-${this.family}-${this.step + 1}`));
    this.bubble.hidden = false;
    this.place();
  }

  end() {
    this.step = -1;
    this.bubble.hidden = true;
    for (const element of document.querySelectorAll(".is-shown-by-guide")) element.classList.remove("is-shown-by-guide");
  }

  /** Marks what the bubble speaks of: the bubble has its own place, so that it hides nothing. */
  place() {
    const target = [...document.querySelectorAll(STEPS[this.step].at)].find((element) => element.offsetParent);
    for (const element of document.querySelectorAll(".is-shown-by-guide")) if (element !== target) element.classList.remove("is-shown-by-guide");
    target?.classList.add("is-shown-by-guide");
  }
}

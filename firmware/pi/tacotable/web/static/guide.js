// A guided first game: five bubbles, each in a corner that hides nothing it speaks of. Each goes on by itself when its step is done.

import { el, mark, say } from "./dom.js";
import { t } from "./words.js";

const isOn = ({ stage }) => stage === "play" || stage === "over";
const STEPS = [
  { at: ".is-near .presses", until: ({ stage }) => stage !== "lobby" },
  { at: ".space[data-target], .piles", until: isOn },
  { at: ".is-near .place-hand, .is-near", until: (scene, before) => scene.log !== before },
  { at: ".is-near .prompt", until: (scene, before) => scene.log !== before },
  { at: ".is-near .prompt", until: () => false },
];
/** Below and above, on the right and on the left. */
const CORNERS = [0, 1, 2, 3];
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
    this.stand();
  }

  end() {
    this.step = -1;
    this.bubble.hidden = true;
    for (const element of document.querySelectorAll(".is-shown-by-guide")) element.classList.remove("is-shown-by-guide");
  }

  /** Stands in the first corner where what the bubble speaks of stays free, for the whole step: it never jumps. */
  stand() {
    const target = document.querySelector(".is-shown-by-guide")?.getBoundingClientRect();
    for (const corner of CORNERS) {
      mark(this.bubble, "data-corner", corner);
      const { left, right, top, bottom } = this.bubble.getBoundingClientRect();
      if (!target || left >= target.right || right <= target.left || top >= target.bottom || bottom <= target.top) return;
    }
  }

  /** Marks what the bubble speaks of. */
  place() {
    const target = [...document.querySelectorAll(STEPS[this.step].at)].find((element) => element.checkVisibility());
    for (const element of document.querySelectorAll(".is-shown-by-guide")) if (element !== target) element.classList.remove("is-shown-by-guide");
    target?.classList.add("is-shown-by-guide");
  }
}

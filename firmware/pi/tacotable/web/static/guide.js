// A guided first game: five bubbles, each where it hides nothing that hands need. Each goes on by itself when its step is done.

import { activeSeat } from "./awaited.js";
import { actionButton, closeOnEscape, el, say } from "./dom.js";
import { t } from "./words.js";

const isOn = ({ stage }) => stage === "play" || stage === "over";
const ASKED = ["[data-role='simulation'] .seat[data-active] .prompt", ".is-near .prompt"];
/** What each speaks of: the first of these that is there. */
const STEPS = [
  { at: [".is-near .presses"], until: ({ stage }) => stage !== "lobby" },
  { at: [".space[data-target]", ".gather", ".place-pile"], until: isOn },
  { at: [".is-near .place-hand"], until: (scene, before) => scene.prompts !== before.prompts },
  { at: ASKED, until: (scene, before) => scene.active !== before.active },
  { at: ASKED, until: ({ stage }) => stage === "over" },
];
/** Below and above, on the right and on the left; then in the middle. */
const CORNERS = ["auto 0.8rem 0.8rem auto", "auto auto 0.8rem 0.8rem", "0.8rem 0.8rem auto auto", "0.8rem auto auto 0.8rem", "50% 2rem auto auto", "50% auto auto 2rem"];
/** What hands and eyes need. */
const NEEDED = ".is-near, .seat :is(.prompt, .presses, .cards), .place:not(.seat *), .gather, .headline, .screen, .track";
/** So much more it matters to see what a bubble speaks of. */
const MUCH = 1000;
/** The steps of each family. */
export const GUIDES = { tacocat: STEPS, kittens: STEPS };

export class Guide {
  constructor(family) {
    this.family = family;
    this.step = -1;
    this.text = el("p", { id: "guide-text" });
    this.count = el("span", { class: "small" });
    const next = actionButton({}, () => this.turn(), t("guide-next"));
    const leave = actionButton({ class: "quiet" }, () => this.end(), t("guide-leave"));
    this.bubble = el("aside", { class: "guide-bubble", role: "status", "aria-label": t("guide-title"), hidden: true }, this.count, this.text, el("div", { class: "row actions" }, next, leave));
    closeOnEscape(this.bubble, () => this.end());
  }

  /** Begins; at a ring the large seat is then always the one whose turn it is. */
  begin() {
    document.querySelector('.follow[aria-pressed="false"]')?.click();
    this.step = -1;
    this.turn();
  }

  /** Goes on past each step that is done by now. */
  show(scene) {
    this.scene = { stage: scene.stage, prompts: JSON.stringify(scene.prompts), active: activeSeat(scene) };
    if (this.step < 0) return;
    if (STEPS[this.step].until(this.scene, this.before)) this.turn();
    else this.place();
  }

  /** What is spoken of may have come with the cards. */
  showTruth() {
    if (this.step >= 0) this.place();
  }

  turn() {
    this.step += 1;
    while (STEPS[this.step]?.until(this.scene, this.scene)) this.step += 1;
    if (this.step >= STEPS.length) {
      this.end();
      return;
    }
    this.before = this.scene;
    say(this.count, `${this.step + 1} / ${STEPS.length}`);
    say(this.text, t(`guide-${this.family}-${this.step + 1}`));
    this.bubble.hidden = false;
    this.target = null;
    this.place();
  }

  end() {
    this.step = -1;
    this.bubble.hidden = true;
    for (const element of document.querySelectorAll(".is-shown-by-guide")) element.classList.remove("is-shown-by-guide");
  }

  /** Stands where it hides least, and never what it speaks of; it does not jump while that is the same. */
  stand() {
    const boxes = [...document.querySelectorAll(`${NEEDED}, .is-shown-by-guide`)].filter((element) => element.checkVisibility());
    const hidden = CORNERS.map((corner) => {
      this.bubble.style.setProperty("inset", corner);
      const bubble = this.bubble.getBoundingClientRect();
      return boxes.reduce((sum, element) => sum + shared(bubble, element.getBoundingClientRect()) * (element.matches(".is-shown-by-guide") ? MUCH : 1), 0);
    });
    this.bubble.style.setProperty("inset", CORNERS[hidden.indexOf(Math.min(...hidden))]);
  }

  /** Marks what the bubble speaks of now. */
  place() {
    const isThere = (element) => element.checkVisibility();
    const [target] = STEPS[this.step].at.flatMap((each) => [...document.querySelectorAll(each)].filter(isThere));
    if (target === this.target) return;
    this.target = target;
    for (const element of document.querySelectorAll(".is-shown-by-guide")) element.classList.remove("is-shown-by-guide");
    target?.classList.add("is-shown-by-guide");
    this.stand();
  }
}

/** Gives the area that two boxes share. */
function shared(one, other) {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

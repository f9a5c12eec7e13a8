// A guided first game: a bubble for each kind of step, when the table asks for it for the first time, where it hides nothing needed.

import { activeSeat } from "./awaited.js";
import { actionButton, closeOnEscape, el, say } from "./dom.js";
import { t } from "./words.js";

const ASKED = ["[data-role='simulation'] .seat[data-active] .prompt", ".is-near .prompt"];
const HAND = [".is-near .place-hand"];
const isIn = (...phases) => ({ stage, phase }) => stage === "play" && phases.includes(phase);
const isAt = (...stages) => ({ stage }) => stages.includes(stage);
/**
 * The steps of each family: when each is due, and the parts that it speaks of, of which the first that is there is marked.
 * Each is explained once, the first that is due and was not yet; the guide ends when its last one is over.
 */
const GUIDES = {
  tacocat: [
    { name: "begin", isDue: isAt("lobby"), at: [".is-near .presses"] },
    { name: "deal", isDue: isAt("deal"), at: [".space[data-target]", ".is-near:has(.place-hand .card) .presses", ".gather", ".place-pile"] },
    { name: "swap", isDue: isIn("replace"), at: HAND },
    { name: "discard", isDue: ({ stage, isSpent }) => stage === "play" && isSpent, at: ["[data-due]", ".place-discard"] },
    { name: "duel", isDue: isIn("duel"), at: HAND },
    { name: "attack", isDue: isIn("attack"), at: ASKED },
    { name: "defend", isDue: isIn("answer"), at: ASKED },
    { name: "last", isDue: isIn("showdown"), at: ASKED },
    { name: "move", isDue: isAt("move", "over"), at: [".space[data-target]", ".is-near .prompt"] },
  ],
  kittens: [
    { name: "begin", isDue: isAt("lobby"), at: [".is-near .presses"] },
    { name: "deal", isDue: isAt("deal"), at: [".is-near:has(.place-hand .card) .presses", ".gather", ".place-pile"] },
    { name: "turn", isDue: isIn("turn"), at: HAND },
    { name: "nope", isDue: isIn("window"), at: ASKED },
    { name: "explode", isDue: isIn("defuse"), at: ASKED },
  ],
};
/** Below and above, on the right and on the left; then in the middle. */
const CORNERS = ["auto 0.8rem 0.8rem auto", "auto auto 0.8rem 0.8rem", "0.8rem 0.8rem auto auto", "0.8rem auto auto 0.8rem", "50% 2rem auto auto", "50% auto auto 2rem"];
/** What hands and eyes need. */
const NEEDED = ".is-near, .seat :is(.prompt, .presses, .cards), .place:not(.seat *), .gather, .headline, .screen, .track";
/** So much more it matters to see what a bubble speaks of. */
const MUCH = 1000;

export class Guide {
  constructor(family) {
    this.family = family;
    this.steps = GUIDES[family];
    this.isOn = false;
    this.text = el("p", { id: "guide-text" });
    this.count = el("span", { class: "small" });
    const read = actionButton({}, () => this.hide(), t("guide-next"));
    const leave = actionButton({ class: "quiet" }, () => this.end(), t("guide-leave"));
    this.bubble = el("aside", { class: "guide-bubble", role: "status", "aria-label": t("guide-title"), hidden: true }, this.count, this.text, el("div", { class: "row actions" }, read, leave));
    closeOnEscape(this.bubble, () => this.end());
  }

  /** Begins; at a ring the large seat is then always the one whose turn it is. */
  begin() {
    document.querySelector('.follow[aria-pressed="false"]')?.click();
    this.hide();
    this.isOn = true;
    this.left = new Set(this.steps);
    this.turns = [];
    this.follow();
  }

  show({ stage, kittens, match, pads = {}, ...scene }) {
    const { phase, turn } = kittens ?? match;
    this.scene = { stage, phase, turn: turn?.seat, active: activeSeat({ stage, kittens, match, ...scene }), isSpent: Object.values(pads).includes("spent") };
    if (this.isOn) this.follow();
  }

  /** The parts that are spoken of may have come with the cards. */
  showTruth() {
    if (this.step) this.place();
  }

  /** Explains the step that is due now, or none. */
  follow() {
    if (this.isOver()) {
      this.end();
      return;
    }
    const due = this.steps.find((step) => (step === this.step || this.left.has(step)) && step.isDue(this.scene));
    if (due && due !== this.step) this.explain(due);
    else if (!due) this.hide();
    else this.place();
  }

  /** Tells whether a whole round was played, or each player of a ring had a turn. */
  isOver() {
    const { stage, turn } = this.scene;
    const isMoved = this.family === "tacocat" && !this.left.has(this.steps.at(-1)) && !isAt("move", "over")(this.scene);
    if (stage === "play" && turn && turn !== this.turns.at(-1)) this.turns.push(turn);
    const isAround = turn && this.turns.indexOf(turn) < this.turns.length - 1;
    return isMoved || isAround || (stage === "over" && this.family === "kittens");
  }

  explain(step) {
    this.step = step;
    this.left.delete(step);
    say(this.count, `${this.steps.indexOf(step) + 1} / ${this.steps.length}`);
    say(this.text, t(`guide-${this.family}-${step.name}`));
    this.bubble.hidden = false;
    this.target = null;
    this.place();
  }

  end() {
    this.isOn = false;
    this.hide();
  }

  hide() {
    this.step = null;
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
    const [target] = this.step.at.flatMap((each) => [...document.querySelectorAll(each)].filter(isThere));
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

// A game that was played, step by step: what was told, the table as it stood, and what one may jump to.

import { changed } from "./changes.js";
import { actionButton, el, mark, say } from "./dom.js";
import { faceName } from "./faces.js";
import { Stage } from "./stage.js";
import { callSeats, t } from "./words.js";

const STEP_MS = 1500;
const SLIGHT = 0.05; // less is within what the search can tell

export class Replay {
  /** `data`: a game as the table tells it; `ways`: to all games, the file to keep and the review, none in a file. */
  constructor(data, ways) {
    this.events = data.events;
    this.pictures = pictures(data.events);
    this.title = data.title;
    callSeats(this.pictures.at(-1)?.names ?? {});
    this.stage = new Stage({ welcome: data });
    this.told = el("p", { class: "replay-told", role: "status" });
    this.count = el("output", { class: "replay-count" });
    this.slider = el("input", { type: "range", min: 1, max: this.events.length, value: 1, "aria-label": t("replay-step") });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.run = this.button("replay-run", () => this.toggle());
    this.hands = el("div", { class: "stack replay-hands" });
    const steps = el("div", { class: "row replay-steps" }, this.button("replay-first", () => this.show(1)), this.button("replay-back", () => this.go(-1)), this.run, this.button("replay-on", () => this.go(1)), this.button("replay-last", () => this.show(this.events.length)), this.count);
    const links = ways ? el("p", { class: "row replay-ways" }, el("a", { href: ways.all }, t("games")), el("a", { href: ways.file, download: "" }, t("replay-keep"))) : "";
    const controls = el("section", { class: "stack replay-controls" }, this.told, this.slider, steps, this.hands, this.moments(), ways ? this.reviewed(ways.review) : "", links);
    this.element = el("div", { class: "replay" }, el("h1", { class: "unseen" }, `${data.title} · ${data.began}`), el("div", { class: "replay-stage" }, this.stage.element), controls);
    mark(document.documentElement, "data-view", "stage");
    mark(document.documentElement, "data-replay", true);
    this.show(1);
  }

  button(name, onClick) {
    const button = el("button", { type: "button" }, t(name));
    button.addEventListener("click", () => {
      if (button !== this.run) this.stop();
      onClick();
    });
    return button;
  }

  /** Gives a button for each moment that one looks for: rulings, disputes, changes of the lead, rounds, exits. */
  moments() {
    const marked = this.events.filter((event) => event.mark);
    const items = marked.map((event) => this.jump(event, { "data-mark": event.mark }, t(`replay-${event.mark}`)));
    return el("details", { class: "replay-moments" }, el("summary", {}, t("replay-moments", { n: marked.length })), el("ol", { class: "stack" }, ...items));
  }

  jump({ n, text }, attributes, head, ...more) {
    return el("li", {}, actionButton(attributes, () => this.show(n, this.stop()), el("span", {}, head), ` ${text}`, ...more));
  }

  /** Gives what each choice cost, with hindsight and by what was known; it is worked out when somebody wants to see it. */
  reviewed(ask) {
    const list = el("ol", { class: "stack" });
    const says = el("p", { role: "status" });
    const box = el("details", { class: "replay-review" }, el("summary", {}, t("review")), says, list);
    const cost = (share) => (share === null ? "–" : `${Math.round(100 * share)} %`);
    box.addEventListener("toggle", async () => {
      if (!box.open || list.childElementCount) return;
      say(says, t("review-working"));
      const told = await ask().catch(() => null);
      if (!told) {
        say(says, t("review-away"));
        return;
      }
      const costly = told.remarks.filter(({ loss, known }) => loss || known >= SLIGHT);
      const draws = told.moments ?? [];
      const kind = told.remarks.length ? "count" : draws.length ? "public" : told.open ? "none" : "hidden";
      const choices = t(`review-${kind}`, { n: told.remarks.length, m: costly.length });
      say(says, draws.length ? `${choices} ${t("review-draws", { n: draws.length })}` : choices);
      const priced = (each) => (each.known === undefined ? [] : [el("small", {}, t("review-cost", { loss: cost(each.loss), known: cost(each.known) }))]);
      list.replaceChildren(...[...draws, ...costly].sort((one, other) => one.n - other.n).map((each) => this.jump(each, {}, `${each.n}:`, ...priced(each))));
    });
    return box;
  }

  go(steps) {
    this.show(this.at + steps);
  }

  toggle() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === this.events.length) this.show(1);
    this.timer = setInterval(() => (this.at < this.events.length ? this.go(1) : this.stop()), STEP_MS);
    say(this.run, t("replay-stop"));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    say(this.run, t("replay-run"));
  }

  show(number) {
    this.at = Math.min(Math.max(number, 1), this.events.length);
    const event = this.events[this.at - 1];
    this.stage.showScene({ title: this.title, ...this.pictures[this.at - 1] });
    this.slider.value = this.at;
    say(this.count, `${this.at} / ${this.events.length}`);
    say(this.told, this.events.slice(0, this.at).findLast(({ text }) => text)?.text ?? "");
    if (event.hands) this.showHands(event.hands);
  }

  showHands(hands) {
    const cards = (hand) => (hand ?? []).map((face) => el("span", { class: "chip replay-card" }, face === "?" ? "?" : faceName(face)));
    this.hands.replaceChildren(...Object.entries(hands).map(([seat, hand]) => el("p", { class: "row" }, el("strong", {}, t("replay-hand", { seat })), ...cards(hand))));
  }
}

/** Gives the whole picture of each step, made of what each changed. */
function pictures(events) {
  let picture = {};
  return events.map((event) => (picture = changed(picture, event)));
}

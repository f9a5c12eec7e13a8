// What everybody looks at in the middle of the ring: the public display, what is played, and how long it can be stopped.

import { el, isNews, mark, say } from "./dom.js";
import { faceName, facePicture } from "./faces.js";
import { makeLight, show } from "./press.js";
import { makeScreen, showPicture } from "./screens.js";
import { playLine } from "./told.js";
import { labelled, listed, t } from "./words.js";

export class Center {
  constructor({ table, onEnlarge }) {
    this.screenName = table.play.screen;
    this.screen = makeScreen(t("table"), onEnlarge);
    this.headline = el("p", { class: "headline" });
    this.pending = el("p", { class: "row pending" });
    this.nopes = el("span", { class: "chip nopes", hidden: true });
    this.bar = new Countdown();
    this.element = el(
      "section",
      { class: "center", "aria-label": t("table") },
      this.screen,
      el("div", { class: "stack told" }, this.headline, el("div", { class: "row played" }, this.pending, this.nopes)),
      this.bar.element,
    );
  }

  show(scene) {
    const screen = scene.screens[this.screenName];
    const { kittens } = scene;
    showPicture(this.screen, screen);
    say(this.headline, screen?.say ?? "");
    const { pending, recent } = scene.stage === "play" ? kittens : {};
    this.showPending(pending, recent?.at(-1));
    this.bar.show(Object.values(scene.lights), kittens.phase === "window");
  }

  /** Shows the play that waits with its cards; without one, what was done last stays large. */
  showPending(pending, last) {
    this.nopes.hidden = !pending?.nopes;
    if (!isNews(this, [pending, last])) return;
    this.pending.replaceChildren(...(pending ? pictures(pending) : last ? [el("strong", { class: "last-exchange" }, playLine(last))] : []));
    if (!pending) return;
    say(this.nopes, t("nopes", { n: pending.nopes }));
    mark(this.nopes, "data-stopped", pending.nopes % 2 === 1);
  }
}

/** Gives a play as it reads along the table: who, which cards, to whom, for which card. */
function pictures({ seat, cards, target, name }) {
  const played = cards.map((face) => el("span", { class: "chip played-card" }, facePicture(face), el("span", {}, faceName(face))));
  return [
    el("strong", {}, seat),
    ...played,
    target ? el("strong", { class: "played-target" }, t("to-seat", { seat: target })) : null,
    name ? el("span", { class: "chip played-card is-wanted" }, facePicture(name), el("span", {}, t("wanted", { face: faceName(name) }))) : null,
  ].filter(Boolean);
}

/** The countdown: the lights of the table's strip, and the same as one bar. */
class Countdown {
  constructor() {
    this.lights = [];
    this.fill = el("span", { class: "countdown-fill" });
    this.row = el("span", { class: "countdown-lights" });
    this.element = el("div", { class: "countdown", role: "img" }, el("span", { class: "countdown-bar" }, this.fill), this.row);
  }

  show(lights, isOpen) {
    while (this.lights.length < lights.length) this.add();
    lights.forEach((light, index) => show(this.lights[index], light));
    const lit = lights.filter(Boolean);
    this.element.hidden = lights.length === 0;
    mark(this.element, "data-open", isOpen);
    this.fill.style.setProperty("--lit", lights.length ? lit.length / lights.length : 0);
    this.fill.style.setProperty("--light", `rgb(${(lit[0]?.rgb ?? [0, 0, 0]).join(" ")})`);
    const label = t("countdown", { n: lit.length, of: lights.length });
    mark(this.element, "aria-label", lit.length ? labelled(label, listed([lit[0].label, t(`pattern-${lit[0].pattern}`)])) : label);
  }

  add() {
    const light = makeLight();
    mark(light, "aria-hidden", "true");
    this.lights.push(light);
    this.row.append(light);
  }
}

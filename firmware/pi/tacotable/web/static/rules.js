// The rules at hand: sections, the editions, and the cards; a ruling in the log opens the section that it belongs to.

import { actionButton, el } from "./dom.js";
import { faceName } from "./faces.js";
import { t } from "./words.js";

export class Rules {
  constructor({ sections, begins, editions, cards }, games) {
    this.begins = begins;
    const names = Object.fromEntries(games.map(({ game, name }) => [game, name]));
    const lines = Object.entries(cards).map(([card, text]) => [el("dt", { "data-help": card }, faceName(card)), el("dd", {}, text)]);
    const close = actionButton({ class: "rules-close" }, () => this.dialog.close(), t("close"));
    this.button = actionButton({ class: "quiet rules-open" }, () => this.open(), t("rules"));
    this.dialog = el(
      "dialog",
      { class: "rules", "aria-labelledby": "rules-title" },
      el("div", { class: "row rules-head" }, el("h2", { id: "rules-title" }, t("rules-title")), close),
      ...sections.map(({ id, title, text }) =>
        el("section", { id: `rules-${id}`, tabindex: -1 }, el("h3", {}, title), el("p", {}, text), id === "cards" ? el("dl", {}, ...lines.flat()) : null),
      ),
      el("p", {}, el("a", { href: "/rulings" }, t("all-rulings"))),
      el("section", {}, el("h3", {}, t("rules-editions")), el("dl", {}, ...editions.flatMap(({ game, text }) => [el("dt", {}, names[game] ?? game), el("dd", {}, text)]))),
    );
    this.cards = cards;
  }

  /** Opens the rules, at the section of a ruling if one is named. */
  open(rule = "") {
    if (!this.dialog.isConnected) document.body.append(this.dialog);
    if (!this.dialog.open) this.dialog.showModal();
    const section = rule && this.dialog.querySelector(`#rules-${this.sectionOf(rule)}`);
    for (const each of this.dialog.querySelectorAll("section")) each.classList.toggle("is-told", each === section);
    if (section) {
      section.scrollIntoView();
      section.focus();
    }
  }

  /** Gives the section whose rulings begin so; the longest beginning counts. */
  sectionOf(rule) {
    const fitting = Object.entries(this.begins).flatMap(([id, begins]) => begins.filter((begin) => rule.startsWith(begin)).map((begin) => [begin.length, id]));
    return fitting.reduce((best, one) => (one[0] >= best[0] ? one : best), [0, "help"])[1];
  }

  /** Hears a press on a ruling of the log. */
  listen(log) {
    const hear = (event) => {
      const code = event.target.closest(".entry-rule");
      if (!code || (event.type === "keydown" && event.key !== "Enter")) return;
      this.open(code.lastChild.textContent);
    };
    log.addEventListener("click", hear);
    log.addEventListener("keydown", hear);
  }
}

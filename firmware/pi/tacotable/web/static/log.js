// What happened, the newest first, by rounds or turns: why, and which rule, on demand. News is told to screen readers.

import { assertive, polite } from "./announce.js";
import { el } from "./dom.js";
import { glyph } from "./drawings.js";
import { seatName, t } from "./words.js";

const KINDS = ["all", "ruling", "refusal", "dispute", "table", "device"];
const MOST = 400;
const TOLD_AT_ONCE = 3;

export class Log {
  constructor(seats) {
    this.seats = seats;
    this.last = 0;
    this.isLive = false;
    this.list = el("div", { class: "log-list" });
    this.filter = el("select", { id: "log-filter" }, ...KINDS.map((kind) => el("option", { value: kind }, t(`filter-${kind}`))));
    this.filter.addEventListener("change", () => this.sift());
    this.empty = el("p", { class: "small" }, t("log-empty"));
    this.scroller = el("div", { class: "log-scroller", tabindex: 0, role: "group", "aria-label": t("log") }, this.empty, this.list);
    this.element = el(
      "section",
      { class: "panel log", "aria-labelledby": "log-title" },
      el(
        "div",
        { class: "row panel-head" },
        el("h2", { id: "log-title" }, t("log")),
        el("label", { class: "unseen", for: "log-filter" }, t("filter")),
        this.filter,
      ),
      this.scroller,
      el("p", { class: "row log-ways small" }, el("a", { href: "/games" }, t("games")), el("a", { href: "/stage" }, t("stage-way"))),
    );
  }

  /** From now on entries are news: those before the first picture are history, and not read out. */
  begin() {
    this.isLive = true;
  }

  /** Takes entries after number `after`; from 0 on they replace all that was here. */
  take({ after, entries }) {
    if (after === 0) this.begins();
    for (const entry of entries) {
      const title = entry.begins ? t("log-game") : (entry.section ?? this.title ?? "");
      if (entry.begins || title !== this.title) this.beginPart(title);
      this.part.prepend(this.line(entry));
      for (const act of entry.undone ?? []) this.strike(act);
    }
    for (const line of this.lines().slice(MOST)) line.remove();
    for (const part of this.list.children) if (!part.querySelector(".entry")) part.remove();
    this.last = entries.at(-1)?.n ?? this.last;
    this.empty.hidden = this.list.children.length > 0;
    this.sift();
    if (this.isLive) for (const { kind, text } of entries.slice(-TOLD_AT_ONCE)) (kind === "refusal" ? assertive : polite)(text);
  }

  begins() {
    this.list.replaceChildren();
    this.title = null;
  }

  /** Begins a game, a round or a turn: its title stands above its lines. */
  beginPart(title) {
    this.title = title;
    this.part = el("ol", { class: "log-lines", reversed: true });
    this.list.prepend(el("section", { class: "log-part" }, title ? el("h3", {}, title) : null, this.part));
  }

  lines() {
    return [...this.list.querySelectorAll(".entry")];
  }

  line(entry) {
    const side = this.seats.findIndex(({ name }) => name === entry.seat);
    return el(
      "li",
      { class: "entry", value: entry.n, "data-kind": entry.kind, "data-n": entry.n, "data-act": entry.act, "data-begins": entry.begins, "data-side": side < 0 ? null : side },
      el("span", { class: "entry-kind" }, glyph(entry.kind), el("span", {}, t(`kind-${entry.kind}`))),
      entry.seat ? el("span", { class: "entry-seat" }, seatName(entry.seat)) : null,
      el("span", { class: "entry-text" }, entry.text),
      entry.rule || entry.why ? why(entry.why, entry.rule) : null,
    );
  }

  /** Strikes out what was told of an act of this game that is taken back: it happened, and no longer counts. */
  strike(act) {
    for (const line of this.lines()) {
      if ("begins" in line.dataset) return;
      if (line.dataset.act !== String(act) || line.classList.contains("is-undone")) continue;
      line.classList.add("is-undone");
      line.querySelector(".entry-text").append(el("span", { class: "unseen" }, ` (${t("undone")})`));
    }
  }

  sift() {
    const wanted = this.filter.value;
    for (const line of this.lines()) line.hidden = wanted !== "all" && line.dataset.kind !== wanted;
    for (const part of this.list.children) part.hidden = !part.querySelector(".entry:not([hidden])");
  }
}

/** Gives why: the sentence of the rule, a link to its reason, its id, and for a proof what was told of each act. */
function why(told, rule) {
  const { say: reason = "", source = "", proof = [] } = told ?? {};
  const acts = proof.map(({ act, text }) => el("li", {}, el("strong", {}, t("why-act", { n: act })), ` ${text}`));
  return el(
    "details",
    { class: "why" },
    el("summary", {}, t("why")),
    reason ? el("p", {}, reason) : null,
    acts.length ? el("p", {}, t("why-proof")) : null,
    acts.length ? el("ul", { class: "proof" }, ...acts) : null,
    source ? el("a", { class: "small", href: `/rulings#${source.split("#")[1]}` }, t("why-source")) : null,
    rule ? el("code", { class: "entry-rule", tabindex: 0, role: "button" }, el("span", { class: "unseen" }, `${t("rule")} `), rule) : null,
  );
}

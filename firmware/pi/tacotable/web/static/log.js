// What happened, the newest first: each ruling names its rule. New entries are told to screen readers.

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
    this.list = el("ol", { class: "log-list", reversed: true });
    this.filter = el("select", { id: "log-filter" }, ...KINDS.map((kind) => el("option", { value: kind }, t(`filter-${kind}`))));
    this.filter.addEventListener("change", () => this.sift());
    this.empty = el("p", { class: "small" }, t("log-empty"));
    this.scroller = el("div", { class: "log-scroller", tabindex: 0, role: "group", "aria-label": t("log") }, this.empty, this.list);
    this.element = el(
      "section",
      { class: "panel log", "aria-labelledby": "log-title" },
      el(
        "div",
        { class: "panel-head" },
        el("h2", { id: "log-title" }, t("log")),
        el("label", { class: "unseen", for: "log-filter" }, t("filter")),
        this.filter,
      ),
      this.scroller,
      el("p", { class: "log-ways small" }, el("a", { href: "/games" }, t("games")), el("a", { href: "/stage" }, t("stage-way"))),
    );
  }

  /** From now on entries are news: those before the first picture are history, and not read out. */
  begin() {
    this.isLive = true;
  }

  /** Takes entries after number `after`; from 0 on they replace all that was here. */
  take({ after, entries }) {
    if (after === 0) this.list.replaceChildren();
    for (const entry of entries) {
      this.list.prepend(this.line(entry));
      for (const act of entry.undone ?? []) this.strike(act);
    }
    while (this.list.children.length > MOST) this.list.lastElementChild.remove();
    this.last = entries.at(-1)?.n ?? this.last;
    this.empty.hidden = this.list.children.length > 0;
    this.sift();
    if (this.isLive) for (const entry of entries.slice(-TOLD_AT_ONCE)) tell(entry);
  }

  line(entry) {
    const side = this.seats.findIndex(({ name }) => name === entry.seat);
    return el(
      "li",
      { class: "entry", value: entry.n, "data-kind": entry.kind, "data-n": entry.n, "data-act": entry.act, "data-begins": entry.begins, "data-side": side < 0 ? null : side },
      el("span", { class: "entry-kind" }, glyph(entry.kind), el("span", {}, t(`kind-${entry.kind}`))),
      entry.seat ? el("span", { class: "entry-seat" }, seatName(entry.seat)) : null,
      el("span", { class: "entry-text" }, entry.text),
      entry.rule ? el("code", { class: "entry-rule", tabindex: 0, role: "button" }, el("span", { class: "unseen" }, `${t("rule")} `), entry.rule) : null,
      entry.why ? why(entry.why) : null,
    );
  }

  /** Strikes out what was told of an act of this game that is taken back: it happened, and no longer counts. */
  strike(act) {
    for (const line of this.list.children) {
      if ("begins" in line.dataset) return;
      if (line.dataset.act !== String(act) || line.classList.contains("is-undone")) continue;
      line.classList.add("is-undone");
      line.querySelector(".entry-text").append(el("span", { class: "unseen" }, ` (${t("undone")})`));
    }
  }

  sift() {
    const wanted = this.filter.value;
    for (const line of this.list.children) line.hidden = wanted !== "all" && line.dataset.kind !== wanted;
  }
}

/** Gives why: the sentence of the rule, its place in the rules, and for a proof what was told of each act. */
function why({ say, source, proof = [] }) {
  const acts = proof.map(({ act, text }) => el("li", {}, el("strong", {}, t("why-act", { n: act })), ` ${text}`));
  return el(
    "details",
    { class: "why" },
    el("summary", {}, t("why")),
    el("p", {}, say),
    acts.length ? el("p", {}, t("why-proof")) : null,
    acts.length ? el("ul", { class: "proof" }, ...acts) : null,
    el("p", { class: "small" }, t("why-source", { source })),
  );
}

function tell(entry) {
  if (entry.kind === "refusal") assertive(entry.text);
  else polite(entry.text);
}

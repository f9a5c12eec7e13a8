// The stage: the table for everybody, on a television or in a stream. Nothing can be pressed; all of it is read from afar.

import { el, isNews, mark, say } from "./dom.js";
import { fit, pictureCode } from "./stage-cards.js";
import { layoutOf } from "./layout.js";
import { RingStage } from "./stage-ring.js";
import { SeatsStage, TrackStage } from "./stage-track.js";
import { endOf } from "./told.js";
import { labelled, seatName, t } from "./words.js";

/** Tells whether this address is the stage's. */
export function isStage() {
  return location.pathname === "/stage";
}

/** Gives what the stage's address asks for: a `language`, a `theme`, and a `ground` for a stream. */
export function asked(name) {
  return new URLSearchParams(location.search).get(name);
}

export class Stage {
  constructor({ welcome }) {
    this.welcome = welcome;
    this.log = { last: 0, take() {} };
    const Table = { ring: RingStage, track: TrackStage, seats: SeatsStage }[layoutOf(welcome.table)];
    this.table = new Table(welcome.table);
    this.title = el("h1", { class: "stage-title" }, "Tacotable");
    this.round = el("p", { class: "stage-round" });
    this.ask = el("p", { class: "stage-ask", role: "status" });
    fit(this.ask, t("show-soon"));
    this.end = el("section", { class: "stage-end", hidden: true });
    this.lobby = el("section", { class: "stage-lobby", hidden: true });
    this.body = el("div", { class: "stage-body" }, this.table.element, this.lobby, this.end);
    const head = el("header", { class: "stage-head" }, this.title, this.round, this.wayIn(welcome.watch));
    this.element = el("div", { class: "stage" }, head, this.body, el("div", { class: "stage-foot" }, this.table.countdown, this.ask));
    this.table.element.hidden = true;
  }

  wayIn(watch) {
    if (!watch) return el("div", {});
    const told = el("p", {}, t("show-watch"), el("strong", {}, watch.address));
    return el("div", { class: "stage-watch" }, told, pictureCode(watch.code, labelled(t("show-watch"), watch.address)));
  }

  /** Puts the stage in place of the page. */
  lay() {
    document.body.dataset.view = "stage";
    mark(document.documentElement, "data-view", "stage");
    mark(document.documentElement, "data-ground", asked("ground") === "clear" ? "clear" : null);
    const place = document.getElementById("table");
    place.className = "stage-place";
    document.getElementById("bar").hidden = true;
    place.replaceChildren(this.element);
  }

  showScene(scene) {
    document.title = scene.title;
    say(this.title, scene.title.split(/[,，]/)[0]);
    const told = this.table.show(scene);
    say(this.round, [told.round, scene.odds?.text].filter(Boolean).join(" · "));
    fit(this.ask, scene.paused ? t("show-paused") : told.ask);
    mark(this.ask, "data-side", told.side ?? null);
    mark(this.element, "data-stage", scene.stage);
    mark(this.element, "data-tense", told.isTense);
    const end = endOf(scene, this.welcome.table.seats.map(({ name }) => name));
    const isLobby = scene.stage === "lobby" && this.welcome.games?.length > 0;
    this.lobby.hidden = !isLobby;
    if (isLobby) this.showLobby(scene);
    this.table.element.hidden = isLobby || end !== null;
    this.end.hidden = end === null;
    if (end) this.showEnd(end, told.picture);
    else this.shown = "";
  }

  /** Shows between games who sits, which games there are, and how to join. */
  showLobby({ kittens }) {
    const names = this.welcome.table.seats.map(({ name }) => name);
    const sitting = kittens ? kittens.seated : names;
    if (!isNews(this.lobby, sitting.map((name) => seatName(name)))) return;
    const row = (name, side) => el("li", { "data-side": side }, el("strong", {}, name));
    this.lobby.replaceChildren(
      el("h2", {}, t("welcome-games")),
      el("ol", { class: "stage-rows" }, ...this.welcome.games.map(({ name }) => row(name, null))),
      sitting.length ? el("h2", {}, t("show-sitting")) : "",
      el("ol", { class: "stage-rows" }, ...sitting.map((name) => row(seatName(name), names.indexOf(name)))),
      el("p", { class: "stage-highlights" }, t(kittens ? "show-join" : "show-start")),
    );
  }

  /** Shows the end of a game as a scene: who won, and how it came to that. */
  showEnd({ winner, side, title, rows, told }, picture) {
    if (!isNews(this, [winner, rows, told])) return;
    mark(this.end, "data-side", side);
    const list = rows.map(({ label, name, side: whose }) => el("li", { "data-side": whose }, el("span", {}, label), el("strong", {}, name)));
    const winnerLine = el("p", { class: "stage-winner" });
    fit(winnerLine, t("show-won", { seat: winner }));
    this.end.replaceChildren(
      el("div", { class: "stage-picture" }, picture),
      winnerLine,
      rows.length ? el("h2", {}, title) : "",
      el("ol", { class: "stage-rows" }, ...list),
      el("p", { class: "stage-highlights" }, told),
    );
  }
}

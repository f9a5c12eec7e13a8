// The way in: a card that says what this page is, lets a phone take a seat by its code, and offers a first game.

import { actionButton, el } from "./dom.js";
import { GUIDES, Guide } from "./guide.js";
import { Opening } from "./opening.js";
import { keepSeat, seen } from "./settings.js";
import { t } from "./words.js";

const SIGNS = 6;
const COUNTS = [2, 3, 4, 5];
/** The game that was chosen here, also where another table was set up for it since. */
let chosen = "";

export class Welcome {
  /** `send` tells the table, `onCode` takes the code of a seat, `onLeave` makes this browser a spectator's. */
  constructor({ welcome, send, onCode, onLeave }) {
    this.welcome = welcome;
    this.send = send;
    this.onCode = onCode;
    this.onLeave = onLeave;
    this.family = welcome.table.play ? "kittens" : "tacocat";
    this.guide = new Guide(this.family, send);
    this.opening = new Opening({ table: welcome.table, send });
    this.button = actionButton({ class: "quiet way-in" }, () => this.toggle(), t(welcome.role === "spectator" ? "take-seat" : "welcome"));
    this.card = el("section", { class: "welcome", "aria-labelledby": "welcome-title", hidden: true }, el("h2", { id: "welcome-title" }, t("welcome-title")), ...this.parts());
    this.card.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.isWaiting = chosen !== "" || !seen("welcomed");
    if (this.who) this.who.hidden = chosen === "";
  }

  /** Shows the card at the first visit, while no game is on. */
  show(scene) {
    if (this.isWaiting && (scene.stage === "lobby" || this.welcome.role === "spectator")) this.card.hidden = false;
    this.isWaiting = false;
    this.guide.show(scene);
    this.opening.show(scene);
  }

  showTruth(truth) {
    this.guide.showTruth();
    this.opening.showTruth(truth);
  }

  toggle() {
    if (!this.card.hidden) {
      this.close();
      return;
    }
    this.card.hidden = false;
    this.card.querySelector("input, button")?.focus();
  }

  close() {
    chosen = "";
    if (this.who) this.who.hidden = true;
    seen("welcomed", true);
    this.card.hidden = true;
  }

  parts() {
    const { role } = this.welcome;
    const done = this.action(role === "spectator" ? "just-watch" : "close", () => this.close());
    if (role === "simulation") return [el("p", {}, t("welcome-host")), this.games(), this.players(), el("div", { class: "row actions" }, this.guided(), done)];
    if (role === "seat") return [el("p", {}, t("welcome-seat", { seat: this.welcome.seat })), ...plain(), el("div", { class: "row actions" }, this.guided(), this.action("leave-seat", () => this.leave()), done)];
    if (role === "arbiter") return [el("p", {}, t("role-arbiter")), ...plain(), el("div", { class: "row actions" }, done)];
    return [el("p", {}, t("welcome-watch")), this.form(), el("p", { class: "small" }, t(`welcome-code-${this.family}`)), ...plain(), el("div", { class: "row actions" }, done)];
  }

  games() {
    const buttons = this.welcome.games.map(({ game, name }) => {
      return actionButton({ "data-game": game, "aria-pressed": String(game === chosen) }, () => this.choose(game), name);
    });
    return el("div", { class: "games", role: "group", "aria-label": t("welcome-games") }, ...buttons);
  }

  choose(game) {
    chosen = game;
    this.send({ do: "game", game });
    for (const button of this.card.querySelectorAll("[data-game]")) button.setAttribute("aria-pressed", String(button.dataset.game === game));
    this.who.hidden = false;
    this.who.querySelector("button").focus();
  }

  /** What follows the choice: hands sit down, deal and press OK for so many. */
  players() {
    const counts = this.family === "kittens" ? COUNTS : [2];
    const buttons = counts.map((n) => {
      const button = el("button", { type: "button", "data-players": n }, t(this.family === "kittens" ? "deal-for" : "deal-first", { n }));
      button.addEventListener("click", () => {
        this.close();
        this.opening.begin(n);
      });
      return button;
    });
    this.who = el("div", { class: "players", hidden: true }, el("p", {}, t("welcome-players")), el("div", { class: "row actions" }, ...buttons));
    return this.who;
  }

  form() {
    const field = el("input", { id: "code-field", name: "code", maxlength: SIGNS + 1, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", required: true });
    const form = el("form", { class: "row slot-form" }, el("label", { for: "code-field" }, t("code")), field, el("button", { type: "submit" }, t("take-seat")));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.onCode(field.value.replace(/\s/g, "").toUpperCase());
    });
    return form;
  }

  guided() {
    return this.action("guide-me", () => {
      this.close();
      this.guide.begin();
    });
  }

  action(text, act) {
    return actionButton({}, act, t(text, { n: GUIDES[this.family].length }));
  }

  leave() {
    this.send({ do: "leave" });
    keepSeat("");
    this.onLeave();
  }
}

/** Says what plain HTTP means, where the page came by it. */
function plain() {
  return location.protocol === "http:" ? [el("p", { class: "small" }, t("welcome-plain"))] : [];
}

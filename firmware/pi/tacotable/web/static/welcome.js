// The way in: a card that says what this page is, lets a phone take a seat by its code, and offers a first game.

import { notice } from "./announce.js";
import { actionButton, el } from "./dom.js";
import { GUIDES, Guide } from "./guide.js";
import { Opening } from "./opening.js";
import { Lessons } from "./learn.js";
import { keepSeat, seen } from "./settings.js";
import { t } from "./words.js";

const SIGNS = 6;
const COUNTS = [2, 3, 4, 5];
/** So many play an Exploding game where robots do, and how well these play at first. */
const AGAINST = 4;
const LEVEL = "fair";
/** The game that was chosen here, also where another table was set up for it since. */
let chosen = "";
/** Whether the card is open: it stays so where the page is built anew, as for another language. */
let isOpen = false;

export class Welcome {
  /** `send` tells the table, `onCode` takes the code of a seat, `onLeave` makes this browser a spectator's. */
  constructor({ welcome, send, onCode, onLeave }) {
    this.welcome = welcome;
    this.send = send;
    this.onCode = onCode;
    this.onLeave = onLeave;
    this.family = welcome.table.play ? "kittens" : "tacocat";
    this.guide = new Guide(this.family, send);
    const isHost = welcome.role === "simulation";
    this.opening = new Opening({ table: welcome.table, send, isHost });
    this.lessons = new Lessons({ isHost, send, onBegin: () => this.close() });
    this.button = actionButton({ class: "quiet way-in" }, () => this.toggle(), t(welcome.role === "spectator" ? "take-seat" : "welcome"));
    this.card = el("section", { class: "welcome", "aria-labelledby": "welcome-title", hidden: !isOpen }, el("h2", { id: "welcome-title" }, t("welcome-title")), ...this.parts());
    this.card.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
    this.isWaiting = !seen("welcomed");
    if (this.who) this.who.hidden = chosen === "";
  }

  /** Shows the card at the first visit, while no game is on. */
  show(scene) {
    if (this.stage === "lobby" && scene.stage !== "lobby" && this.welcome.role === "simulation") this.close();
    this.stage = scene.stage;
    if (this.isWaiting && (scene.stage === "lobby" || this.welcome.role === "spectator")) isOpen = true;
    this.isWaiting = false;
    this.card.hidden = !isOpen;
    this.guide.show(scene);
    this.opening.show(scene);
    this.lessons.show(scene);
    if (this.against) this.against.hidden = !scene.robots;
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
    isOpen = true;
    this.card.hidden = false;
    this.card.querySelector("input, button")?.focus();
  }

  close() {
    chosen = "";
    isOpen = false;
    if (this.who) this.who.hidden = true;
    seen("welcomed", true);
    this.card.hidden = true;
  }

  parts() {
    const { role } = this.welcome;
    const done = this.action(role === "spectator" ? "just-watch" : "close", () => this.close());
    if (role === "simulation") return [el("p", {}, t("welcome-host")), this.games(), this.players(), el("div", { class: "row actions" }, this.guided(), this.lessons.button, done), this.lessons.list];
    if (role === "seat") return [el("p", {}, t("welcome-seat", { seat: this.welcome.seat })), ...plain(), el("div", { class: "row actions" }, this.guided(), this.action("leave-seat", () => this.leave()), done)];
    if (role === "arbiter") return [el("p", {}, t("role-arbiter")), ...plain(), el("div", { class: "row actions" }, done)];
    return [el("p", {}, t("welcome-watch")), this.form(), el("p", { class: "small" }, t(`welcome-code-${this.family}`)), ...plain(), el("div", { class: "row actions" }, done)];
  }

  games() {
    const button = ({ game, name }) => actionButton({ "data-game": game, "aria-pressed": String(game === chosen) }, () => this.choose(game), name);
    return el("div", { class: "stack games", role: "group", "aria-label": t("welcome-games") }, ...this.welcome.games.map(button));
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
    const begin = (n) => {
      this.close();
      this.opening.begin(n);
    };
    const words = this.family === "kittens" ? "deal-for" : "deal-first";
    const buttons = counts.map((n) => actionButton({ "data-players": n }, () => begin(n), t(words, { n })));
    this.against = actionButton({ class: "against", hidden: true }, () => this.playRobots(), t("against-robots"));
    this.who = el("div", { class: "stack players", hidden: true }, el("p", {}, t("welcome-players")), el("div", { class: "row actions" }, ...buttons, this.against));
    return this.who;
  }

  /** Hands every seat but the first to a robot, deals, and says which seat is left and what wins. */
  playRobots() {
    const players = this.family === "kittens" ? AGAINST : 2;
    this.close();
    this.opening.begin(players);
    const [own, ...others] = this.opening.seats;
    for (const seat of others) this.send({ do: "robot", seat, level: LEVEL, waits: true });
    notice(t(`against-${this.family}`, { seat: own }));
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
    this.close();
    this.send({ do: "leave" });
    keepSeat("");
    this.onLeave();
  }
}

/** Says what plain HTTP means, where the page came by it. */
function plain() {
  return location.protocol === "http:" ? [el("p", { class: "small" }, t("welcome-plain"))] : [];
}

// The way in: a card that says what this page is, lets a phone take a seat by its code, and offers a first game.

import { notice } from "./announce.js";
import { actionButton, closeOnEscape, el } from "./dom.js";
import { Guide } from "./guide.js";
import { Lessons } from "./learn.js";
import { keepSeat, seen } from "./settings.js";
import { knows, t } from "./words.js";

const SIGNS = 6;
/** So many play an Exploding game where robots do, and how well these play at first. */
const AGAINST = 4;
const LEVEL = "fair";
/** The game that was chosen here, also after another table was set up for it. */
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
    this.guide = new Guide(this.family);
    const isHost = welcome.role === "simulation";
    this.who = isHost ? el("div", { class: "stack players" }) : null;
    this.lessons = new Lessons({ isHost, send, onBegin: () => this.close() });
    this.button = actionButton({ class: "quiet way-in" }, () => this.toggle(), t(welcome.role === "spectator" ? "take-seat" : "welcome"));
    this.card = el("section", { class: "welcome", "aria-labelledby": "welcome-title", hidden: !isOpen }, el("h2", { id: "welcome-title" }, t("welcome-title")), ...this.parts());
    closeOnEscape(this.card, () => this.close());
    this.isWaiting = !seen("welcomed");
    if (this.who) this.offer();
  }

  /** Returns the one thing that most want first: a game of this table against robots, as long as none is on. */
  against() {
    const { game, name, family, players } = this.welcome.games.find(({ players }) => players.length) ?? {};
    this.first = actionButton({ class: "first" }, () => this.playRobots({ game, family, players }), t("against-robots-at", { game: name }));
    return game ? [this.first] : [];
  }

  /** Shows the card at the first visit, while no game is on. */
  show(scene) {
    if (this.stage === "lobby" && scene.stage !== "lobby" && this.welcome.role === "simulation") this.close();
    this.stage = scene.stage;
    if (this.first) this.first.hidden = scene.stage !== "lobby" && scene.stage !== "over";
    if (this.isWaiting && (scene.stage === "lobby" || this.welcome.role === "spectator")) isOpen = true;
    this.isWaiting = false;
    this.card.hidden = !isOpen;
    this.guide.show(scene);
    this.lessons.show(scene);
  }

  showTruth() {
    this.guide.showTruth();
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
    if (this.who) this.offer();
    seen("welcomed", true);
    this.card.hidden = true;
  }

  parts() {
    const { role } = this.welcome;
    const done = this.action(role === "spectator" ? "just-watch" : "close", () => this.close());
    if (role === "simulation") return [el("p", {}, t("welcome-host")), ...this.against(), this.games(), this.who, el("div", { class: "row actions" }, this.guided(), this.lessons.button, done), this.lessons.list];
    if (role === "seat") return [el("p", {}, t("welcome-seat", { seat: this.welcome.seat })), ...plain(), el("div", { class: "row actions" }, this.guided(), this.action("leave-seat", () => this.leave()), done)];
    if (role === "arbiter") return [el("p", {}, t("role-arbiter")), ...plain(), el("div", { class: "row actions" }, done)];
    return [el("p", {}, t("welcome-watch")), this.form(), el("p", { class: "small" }, t(`welcome-code-${this.family}`)), ...plain(), el("div", { class: "row actions" }, done)];
  }

  games() {
    const button = ({ game, name, players, table }) =>
      actionButton({ "data-game": game, disabled: !players.length && !table }, () => this.choose(game), players.length ? name : t("game-elsewhere", { game: name }));
    return el("div", { class: "stack games", role: "group", "aria-label": t("welcome-games") }, ...this.welcome.games.map(button));
  }

  /** Has the lobby show a game that this table plays; one that it does not play changes nothing. */
  choose(game) {
    chosen = game;
    if (this.welcome.games.find((each) => each.game === game).players.length) this.send({ do: "game", game });
    this.offer();
    this.who.querySelector("button").focus();
  }

  /** Offers what may follow the choice: this table deals for so many, or another one is set up. */
  offer() {
    for (const button of this.card.querySelectorAll("[data-game]")) button.setAttribute("aria-pressed", String(button.dataset.game === chosen));
    const game = this.welcome.games.find((each) => each.game === chosen);
    this.who.hidden = !game;
    if (game) this.who.replaceChildren(...this.offers(game));
  }

  begin(wish) {
    this.close();
    this.send({ do: "begin", ...wish });
  }

  playRobots({ game, family, players }) {
    this.begin({ game, players: Math.min(AGAINST, players.at(-1)), level: LEVEL });
    if (knows(`against-${family}`)) notice(t(`against-${family}`, { seat: this.welcome.table.seats[0].name }));
  }

  offers({ game, family, players, table }) {
    const against = () => this.playRobots({ game, family, players });
    const isOne = players.length === 1; // then there is nothing to ask
    const deals = players.map((n) => actionButton({ "data-players": n, "aria-label": isOne ? t("deal-cards") : t("deal-for", { n }) }, () => this.begin({ game, players: n }), isOne ? t("deal-cards") : n));
    const here = [...(isOne ? [] : [el("p", {}, t("welcome-players"))]), el("div", { class: "row actions" }, ...deals), actionButton({ class: "against" }, against, t("against-robots"))];
    const setUp = () => this.send({ do: "game", game, table: true });
    const other = table ? [el("p", {}, t(deals.length ? "table-made-for" : "table-needed", { table })), actionButton({ class: "other-table" }, setUp, t("set-up-table", { table }))] : [];
    return deals.length ? [...here, ...other] : other;
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
    return actionButton({}, act, t(text));
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

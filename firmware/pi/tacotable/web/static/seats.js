// A seat: its prompt, its display, its buttons with lamps, its pad, its played cards and its hand.

import { activeSeat, isAwaited } from "./awaited.js";
import { SeatClock } from "./clocks.js";
import { actionButton, el, fit, mark, say } from "./dom.js";
import { seatShape } from "./drawings.js";
import { nameButton } from "./names.js";
import { makePlace } from "./places.js";
import { makeButton, showButton } from "./press.js";
import { makeScreen, showPicture } from "./screens.js";
import { seatName, t } from "./words.js";

export class Seat {
  /** `index` is the seat's number at the table; `isNear` tells the side of the page it is on. */
  constructor({ seat, index, isNear, isOwn, may, send, onEnlarge, hasCards }) {
    this.seat = seat;
    this.may = may;
    this.holders = new Map();
    this.prompt = el("p", { class: "prompt" });
    this.hint = actionButton({ class: "quiet hint", hidden: true }, () => send({ do: "hint", seat: seat.name }));
    this.odds = actionButton({ class: "quiet own-odds", "aria-pressed": "false", hidden: true }, () => send({ do: "odds", seat: seat.name }), t("own-odds"));
    this.robot = el("span", { class: "chip robot", hidden: true });
    this.clock = new SeatClock(seat.name);
    this.screen = seat.screen ? makeScreen(seat.name, onEnlarge) : null;
    this.keys = seat.buttons.map((button) => makeButton(button, seat.name, may.seat(seat.name), send));
    const title = el("h2", { class: "seat-name", id: `seat-${index}` }, seatShape(index), seatName(seat.name));
    this.element = el(
      "section",
      { class: `seat ${isNear ? "is-near" : "is-far"}`, "data-side": index, "data-seat": seat.name, "aria-labelledby": `seat-${index}` },
      el("div", { class: "seat-head" }, title, isOwn ? el("span", { class: "chip own" }, t("seat-you")) : null, may.name(seat.name) ? nameButton(seat.name, send, () => this.robots) : null, this.robot, this.clock.element, this.hint, this.odds),
      this.prompt,
      this.screen,
      el("div", { class: "row presses" }, ...this.keys),
      ...(hasCards ? this.places(send) : []),
    );
  }

  places(send) {
    const { name, pad } = this.seat;
    const hand = this.place(`hand:${name}`);
    if (this.may.seat(name)) hand.querySelector(".place-head").append(this.drawButton(send));
    return [pad ? this.place(pad) : null, hand].filter(Boolean);
  }

  place(name) {
    const element = makePlace(name);
    this.holders.set(name, element);
    return element;
  }

  drawButton(send) {
    return actionButton({ class: "quiet draw" }, () => send({ do: "draw", seat: this.seat.name }), t("draw"));
  }

  /** Takes a row of played cards, where the table has one for this seat. */
  addRow(name) {
    const row = this.place(name);
    this.element.insertBefore(row, this.holders.get(`hand:${this.seat.name}`));
    return row;
  }

  show(scene) {
    const told = scene.counsel?.[this.seat.name] ?? {};
    const { levels = {} } = scene.robots ?? {};
    const level = levels[this.seat.name];
    const hasPhone = scene.phones?.includes(this.seat.name) && !level;
    const asked = level && scene.stage !== "over" ? t("robot-seat") : scene.prompts[this.seat.name];
    const parts = [told.hint || asked, told.odds];
    say(this.prompt, parts.filter(Boolean).join(" "));
    mark(this.prompt, "data-hint", Boolean(told.hint));
    this.hint.hidden = !told.more;
    this.clock.show(scene);
    say(this.hint, told.more ?? "");
    this.odds.hidden = !told.turn;
    mark(this.odds, "aria-pressed", String(told.turn === "on"));
    this.fit();
    mark(this.element, "data-awaited", isAwaited(scene, this.seat.name));
    mark(this.element, "data-active", activeSeat(scene) === this.seat.name);
    this.lamps = scene.lamps;
    this.robots = scene.robots && { ...scene.robots, hasPhone };
    const isMine = !level && !hasPhone && Object.keys(levels).length > 0 && (scene.kittens?.players.includes(this.seat.name) ?? true);
    this.robot.className = level ? "chip robot" : hasPhone ? "chip phone" : "chip own";
    this.robot.hidden = !level && !hasPhone && !isMine;
    say(this.robot, t(level ? `robot-${level}` : hasPhone ? "seat-phone" : "seat-you"));
    if (this.screen) showPicture(this.screen, scene.screens[this.seat.screen]);
    this.showKeys();
  }

  /** Has what is asked fit, also after the page's size has changed. */
  fit() {
    fit(this.prompt);
  }

  showTruth(truth) {
    this.pressed = truth.pressed ?? [];
    const hand = this.holders.get(`hand:${this.seat.name}`);
    if (hand) hand.hidden = !truth.places.includes(hand.dataset.place); // who does not play this game holds nothing
    this.showKeys();
  }

  showKeys() {
    for (const key of this.keys) {
      const { button } = key.dataset;
      showButton(key, this.lamps?.[button], this.pressed?.includes(button));
    }
  }
}

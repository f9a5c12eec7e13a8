// The track: nine spaces with their numbers, arrows, lights, displays and tiles, and Tacocat on one of them.

import { actionButton, el, glide, isStill, mark, say } from "./dom.js";
import { arrow, glyph, seatShape, tacocat } from "./drawings.js";
import { makeLight, show } from "./press.js";
import { makeScreen, showPicture } from "./screens.js";
import { exchangeLine } from "./told.js";
import { t } from "./words.js";

const OFF = "off";

export class Track {
  constructor({ table, carrier, may, send, onEnlarge }) {
    this.table = table;
    this.may = may;
    this.send = send;
    this.spaces = new Map();
    this.due = [];
    this.list = el("ol", { class: "track", "aria-label": t("track") });
    for (const { space, name } of table.spaces) this.list.append(this.makeSpace(space, name, onEnlarge));
    this.token = this.makeToken(carrier);
    this.tray = el("div", { class: "tray", hidden: true }, el("span", {}, t("token-in-hand")));
    this.placeholder = el("p", { class: "placeholder small", hidden: true }, t("placeholder"));
    this.last = el("p", { class: "last-exchange" });
    this.names = table.seats.map(({ name }) => name);
    this.element = el("section", { class: "board", "aria-label": t("track") }, this.list, this.tray, el("div", { class: "board-told" }, this.last, this.placeholder));
  }

  makeSpace(space, name, onEnlarge) {
    const goal = space === -4 ? 0 : space === 4 ? 1 : null;
    const screenName = this.table.space_screens[String(space)];
    const parts = {
      name,
      screenName,
      screen: screenName ? makeScreen(`${name} (${space})`, onEnlarge) : null,
      number: el("span", { class: "space-number" }),
      arrow: el("span", { class: "space-arrow" }),
      light: makeLight(),
      covered: el("span", { class: "space-covered", hidden: true }, el("span", {}, t("covered"))),
      tile: this.may.all && goal === null ? actionButton({ class: "tile" }, () => this.send({ do: "tile", space, on: !parts.isTiled }), glyph("tile"), el("span", {})) : null,
    };
    parts.spot = el(
      "div",
      { class: "spot" },
      el("span", { class: "space-letter" }, goal === null ? name : seatShape(goal)),
      goal === null ? el("span", { class: "space-sign" }, parts.number, parts.arrow) : el("span", { class: "goal-name" }, name),
      parts.covered,
      parts.tile,
    );
    parts.element = el(
      "li",
      { class: goal === null ? "space" : "space is-goal", "data-space": space, "data-side": goal },
      el("div", { class: "space-screen" }, parts.screen),
      parts.spot,
      parts.light,
    );
    this.spaces.set(space, parts);
    return parts.element;
  }

  makeToken(carrier) {
    const token = el("button", { type: "button", class: "token", disabled: !this.may.token }, tacocat());
    const thing = {
      label: () => t("token"),
      from: () => this.liftedFrom ?? this.standsOn,
      places: () =>
        this.table.spaces.map(({ space }) => ({ name: space, label: this.label(space), element: this.spaces.get(space).element })),
      lift: () => {
        this.liftedFrom = this.standsOn;
        if (this.standsOn !== OFF) this.send({ do: "token", space: null });
      },
      lay: (space) => this.put(space),
      putBack: () => this.put(this.liftedFrom),
    };
    carrier.attach(token, thing);
    token.addEventListener("keydown", (event) => this.stepFromRest(event, carrier, thing));
    return token;
  }

  /** An arrow key on the resting token picks it up and chooses the space beside it. */
  stepFromRest(event, carrier, thing) {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (event.defaultPrevented || step === undefined || carrier.isCarrying(thing)) return;
    event.preventDefault();
    carrier.pickUp(thing);
    carrier.isByKeys = true;
    carrier.step(step);
  }

  put(space) {
    this.liftedFrom = undefined;
    this.standsOn = space;
    if (space !== OFF) this.send({ do: "token", space });
    this.settle();
  }

  label(space) {
    const { name, numberText } = this.spaces.get(space);
    if (Math.abs(space) === 4) return t("goal-of", { seat: name });
    return t("space", { name, number: numberText ?? "" });
  }

  show(scene) {
    const { board, match } = scene;
    say(this.last, exchangeLine(match, this.names));
    for (const [index, [space, parts]] of [...this.spaces].entries()) {
      parts.numberText = board.numbers[String(space)] ?? "";
      say(parts.number, parts.numberText);
      this.showArrow(parts, board.arrows[String(space)]);
      mark(parts.element, "data-target", board.target === space);
      show(parts.light, scene.lights[String(space)]);
      if (parts.screen) showPicture(parts.screen, scene.screens[parts.screenName]);
    }
    this.due = board.covered;
    this.placeholder.hidden = !board.placeholder;
    if (!this.truth) this.showThings(board.token, board.covered);
    else this.showThings(this.truth.token, this.truth.tiles);
  }

  showArrow(parts, way) {
    if (parts.way === way || !way) return;
    parts.way = way;
    const first = this.table.seats[0].name.toLowerCase();
    const direction = way === "both" ? "both" : way === first ? "left" : "right";
    parts.arrow.replaceChildren(arrow(direction));
    const label = way === "both" ? t("arrow-both") : t("arrow-to", { seat: way.toUpperCase() });
    parts.arrow.append(el("span", { class: "unseen" }, label));
  }

  showTruth(truth) {
    this.truth = truth;
    this.showThings(truth.token, truth.tiles);
  }

  /** Shows the things on the board; a button for a tile only if the game says otherwise than what is there. */
  showThings(token, tiles) {
    for (const [space, parts] of this.spaces) {
      parts.isTiled = tiles.includes(space);
      parts.covered.hidden = !parts.isTiled;
      parts.element.classList.toggle("is-covered", parts.isTiled);
      if (!parts.tile) continue;
      parts.tile.hidden = this.due.includes(space) === parts.isTiled;
      say(parts.tile.lastChild, t(parts.isTiled ? "uncover-here" : "cover-here"));
      const label = t(parts.isTiled ? "uncover" : "cover", { space: parts.name });
      mark(parts.tile, "aria-label", label);
      mark(parts.tile, "title", label);
      mark(parts.tile, "aria-pressed", parts.isTiled ? "true" : "false");
    }
    this.standsOn = token ?? OFF;
    this.settle();
  }

  /** Stands the token where it is; one that is between fingers keeps its old spot until it is laid down. */
  settle() {
    const isOff = this.standsOn === OFF;
    const shownAt = isOff && this.liftedFrom !== undefined ? this.liftedFrom : this.standsOn;
    const home = shownAt === OFF ? this.tray : this.spaces.get(shownAt).spot;
    this.tray.hidden = shownAt !== OFF;
    if (this.token.parentElement !== home) this.moveTo(home);
    const label = shownAt === OFF ? t("token-off") : t("token-on", { space: this.label(shownAt) });
    mark(this.token, "aria-label", label);
    for (const [space, parts] of this.spaces) parts.element.classList.toggle("is-here", space === shownAt);
  }

  moveTo(home) {
    const hadFocus = document.activeElement === this.token;
    const old = this.token.isConnected ? this.token.getBoundingClientRect() : null;
    home.append(this.token);
    if (hadFocus) this.token.focus();
    if (old && !isStill()) glide(this.token, old, 380);
  }
}

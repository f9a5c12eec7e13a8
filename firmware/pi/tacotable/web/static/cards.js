// The cards of the simulated table: each a button that can be carried from place to place.

import { el, isStill, mark, say } from "./dom.js";
import { catHead } from "./drawings.js";
import { countPlace, kindOf, makePlace, placeLabel } from "./places.js";
import { knows, t } from "./words.js";

const MOVE_MS = 230;
const SHOWN_OF_PILE = 3;
const STACKS = new Set(["pile", "discard", "box", "air"]);

function faceLabel(face) {
  if (face === null) return t("card-hidden");
  return t("card", { face: knows(`face-${face}`) ? t(`face-${face}`) : face });
}

/** A card of the draw pile shows its back, also to a page that may know its face. */
function faceDown(card) {
  return { ...card, face: null };
}

function byFace(a, b) {
  return Number(a.face) - Number(b.face);
}

/** Gives the cards of a place as they are looked at: a hand sorted where its faces are known. */
function inOrder(place, cards) {
  const isHand = kindOf(place).kind === "hand";
  return isHand && cards.every(({ face }) => face !== null && !Number.isNaN(Number(face))) ? [...cards].sort(byFace) : cards;
}

/** Gives the cards that are seen of a place: of a pile only the top ones, the topmost last. */
function visible(place, cards) {
  const { kind } = kindOf(place);
  if (kind === "pile") return cards.slice(0, SHOWN_OF_PILE).reverse().map(faceDown);
  if (STACKS.has(kind)) return cards.slice(-SHOWN_OF_PILE);
  return inOrder(place, cards);
}

export class Cards {
  /** `holders` maps names of places to elements; `others` takes places that the table has beside them. */
  constructor({ holders, others, carrier, may, send }) {
    this.holders = holders;
    this.others = others;
    this.carrier = carrier;
    this.may = may;
    this.send = send;
    this.elements = new Map();
  }

  show(truth) {
    const focused = document.activeElement;
    const before = isStill() ? new Map() : this.where();
    this.places = truth.places;
    const lying = new Map(truth.places.map((place) => [place, []]));
    for (const card of truth.cards) lying.get(card.place)?.push(card);
    const seen = new Set();
    for (const [place, cards] of lying) for (const { id } of this.showPlace(place, cards)) seen.add(id);
    this.forget(seen);
    this.glide(before);
    if (focused?.isConnected && focused !== document.activeElement && focused.classList.contains("card")) focused.focus();
  }

  showPlace(place, cards) {
    if (!this.holders.has(place) && !this.may.all) return [];
    const holder = this.holder(place);
    const shown = visible(place, cards);
    const slot = holder.querySelector(".cards");
    const isPile = STACKS.has(kindOf(place).kind);
    shown.forEach((card, index) => {
      const element = this.dress(card, !isPile || index === shown.length - 1);
      if (slot.children[index] !== element) slot.insertBefore(element, slot.children[index] ?? null);
    });
    countPlace(holder, cards.length);
    return shown;
  }

  holder(place) {
    if (!this.holders.has(place)) {
      const element = makePlace(place);
      this.holders.set(place, element);
      this.others.append(element);
    }
    return this.holders.get(place);
  }

  dress(card, isFree) {
    if (!this.elements.has(card.id)) this.elements.set(card.id, this.make(card.id));
    const element = this.elements.get(card.id);
    element.card = card;
    const face = card.face ?? "";
    mark(element, "data-face", card.face);
    mark(element, "data-long", face.length > 2);
    for (const number of element.querySelectorAll(".card-face")) say(number, face);
    mark(element, "disabled", !(isFree && this.may.takeFrom(kindOf(card.place))));
    mark(element, "aria-label", faceLabel(card.face));
    return element;
  }

  make(id) {
    const face = (name) => el("span", { class: `card-face ${name}` });
    const element = el(
      "button",
      { type: "button", class: "card", "data-card": id, tabindex: -1 },
      el("span", { class: "card-back" }),
      el("span", { class: "card-front" }, catHead(), face("card-corner"), face("card-big"), face("card-corner card-foot")),
    );
    this.carrier.attach(element, {
      label: () => faceLabel(element.card.face),
      from: () => element.card.place,
      places: () => this.targets(element.card.place),
      lift: () => undefined,
      lay: (place) => this.send({ do: "place", card: id, place }),
      putBack: () => undefined,
    });
    return element;
  }

  /** Gives where a card may go: first a hand's own pad, or a pad's own hand; last where it is. */
  targets(from) {
    const { kind, seat } = kindOf(from);
    const first = [kind === "hand" ? `${seat}.pad` : `hand:${seat}`, "discard"];
    const names = this.places.filter((place) => this.may.layOn(kindOf(place)));
    const order = (name) => {
      if (name === from) return Infinity;
      return first.includes(name) ? first.indexOf(name) : first.length + names.indexOf(name);
    };
    return [...names]
      .sort((a, b) => order(a) - order(b))
      .map((name) => ({ name, label: placeLabel(name), element: this.holder(name) }));
  }

  forget(seen) {
    for (const [id, element] of this.elements) {
      if (seen.has(id)) continue;
      if (this.carrier.isCarrying(element.thing)) this.carrier.putBack();
      element.remove();
      this.elements.delete(id);
    }
    for (const holder of this.holders.values()) holder.tidy();
  }

  where() {
    return new Map([...this.elements].map(([id, element]) => [id, element.getBoundingClientRect()]));
  }

  /** Lets cards that moved glide to where they lie now. */
  glide(before) {
    for (const [id, old] of before) {
      const element = this.elements.get(id);
      if (!element || this.carrier.isCarrying(element.thing)) continue;
      const now = element.getBoundingClientRect();
      const [dx, dy] = [old.left - now.left, old.top - now.top];
      if (Math.hypot(dx, dy) < 2) continue;
      element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], {
        duration: MOVE_MS,
        easing: "cubic-bezier(.2,.8,.3,1)",
      });
    }
  }
}

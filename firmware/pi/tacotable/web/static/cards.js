// The cards of the simulated table: each a button that can be carried from place to place.

import { el, glide, isStill, mark, say } from "./dom.js";
import { drawFront, faceName, faceRank, tint } from "./faces.js";
import { countPlace, kindOf, makePlace, placeLabel } from "./places.js";
import { labelled, t } from "./words.js";

const SHOWN_OF_PILE = 3;
const STACKS = new Set(["pile", "discard", "box", "air"]);

/** Gives the cards of a place as they are looked at: a hand sorted where its faces are known. */
function inOrder(place, cards) {
  const isHand = kindOf(place).kind === "hand";
  const isSortable = isHand && cards.every(({ face }) => face !== null && face !== "?");
  return isSortable ? [...cards].sort((a, b) => faceRank(a.face) - faceRank(b.face)) : cards;
}

export class Cards {
  /**
   * `holders` maps names of places to elements; `others` takes places that the table has beside them. `lay(card,
   * place)` does what laying a card down means; `help` has what each face does, which is told of the one that is carried.
   */
  constructor({ holders, others, carrier, may, lay, help = {} }) {
    this.holders = holders;
    this.others = others;
    this.carrier = carrier;
    this.may = may;
    this.lay = lay;
    this.isBottomDue = false; // whether the bottom card of the draw pile is to be taken, and not the top one
    this.help = help;
    this.told = el("p", { class: "card-help", hidden: true });
    this.elements = new Map();
    this.counts = new Map();
  }

  show(truth) {
    const focused = document.activeElement;
    const before = isStill() ? new Map() : this.where();
    const counted = this.counts;
    this.truth = truth;
    this.places = truth.places;
    const lying = new Map(truth.places.map((place) => [place, []]));
    for (const card of truth.cards) lying.get(card.place)?.push(card);
    this.counts = new Map([...lying].map(([place, cards]) => [place, cards.length]));
    const seen = new Set();
    for (const [place, cards] of lying) for (const { id } of this.showPlace(place, cards)) seen.add(id);
    this.forget(seen);
    for (const [place, holder] of this.holders) if (holder.parentElement === this.others) holder.hidden = !lying.has(place);
    this.glide(before);
    if (before.size > 0) this.flyIn(before, counted);
    if (focused?.isConnected && focused !== document.activeElement && focused.classList.contains("card")) focused.focus();
  }

  /** Shows the same cards again, after a place was spread or put together. */
  again() {
    if (this.truth) this.show(this.truth);
  }

  showPlace(place, cards) {
    if (!this.holders.has(place) && !this.may.all) return [];
    const holder = this.holder(place);
    const shown = this.visible(holder, place, cards);
    const slot = holder.querySelector(".cards");
    shown.forEach((card, index) => {
      const element = this.dress(card, this.isFree(holder, place, cards, card));
      if (slot.children[index] !== element) slot.insertBefore(element, slot.children[index] ?? null);
    });
    countPlace(holder, cards.length);
    return shown;
  }

  /** Gives the cards that are seen of a place: of a stack only some, the topmost last. */
  visible(holder, place, cards) {
    const { kind } = kindOf(place);
    if (kind === "pile") return this.ofPile(cards).map((card) => ({ ...card, face: null })); // also where a page may know it
    if (STACKS.has(kind) && !holder.classList.contains("is-spread")) return cards.slice(-SHOWN_OF_PILE);
    return inOrder(place, cards);
  }

  ofPile(cards) {
    const top = cards.slice(0, SHOWN_OF_PILE).reverse();
    if (!this.isBottomDue || cards.length <= SHOWN_OF_PILE) return top;
    return [cards.at(-1), ...top.slice(1)];
  }

  /** Tells whether fingers reach a card: of a stack only its top, of the draw pile one end. */
  isFree(holder, place, cards, card) {
    const { kind } = kindOf(place);
    if (!STACKS.has(kind) || holder.classList.contains("is-spread")) return true;
    if (kind !== "pile") return card.id === cards.at(-1).id;
    return card.id === cards.at(this.isBottomDue ? -1 : 0).id;
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
    if (element.shown !== face) this.draw(element, face);
    mark(element, "data-face", card.face);
    mark(element, "data-long", face.length > 2);
    mark(element, "disabled", !(isFree && this.may.takeFrom(card.place)));
    mark(element, "aria-label", this.label(card));
    mark(element, "title", card.face === null ? null : this.about(face));
    return element;
  }

  draw(element, face) {
    element.shown = face;
    tint(element, face).querySelector(".card-front").replaceChildren(...(face === "" ? [] : drawFront(face)));
  }

  /** Says what a card is, and what it does where that is known. */
  about(face) {
    return face in this.help ? labelled(faceName(face), this.help[face]) : faceName(face);
  }

  /** Tells what the card does that is carried, over the table; without one nothing. */
  tell(card) {
    const isKnown = card !== null && card.place !== "pile" && card.face in this.help;
    this.told.hidden = !isKnown;
    if (isKnown) say(this.told, this.about(card.face));
  }

  label(card) {
    const end = card.face === null ? this.endOfPile(card.id) : null;
    if (end) return t(`${end}-card`);
    return card.face === null || card.face === "?" ? t("card-hidden") : t("card", { face: faceName(card.face) });
  }

  endOfPile(id) {
    const pile = this.truth.cards.filter(({ place }) => place === "pile");
    if (pile[0]?.id === id) return "top";
    return pile.at(-1)?.id === id ? "bottom" : null;
  }

  make(id) {
    const element = el(
      "button",
      { type: "button", class: "card", "data-card": id, tabindex: -1 },
      el("span", { class: "card-back" }),
      el("span", { class: "card-front" }),
    );
    this.carrier.attach(element, {
      label: () => this.label(element.card),
      from: () => element.card.place,
      places: () => this.targets(element.card.place),
      lift: () => this.tell(element.card),
      lay: (place) => {
        this.tell(null);
        this.lay(element.card, place);
      },
      putBack: () => this.tell(null),
    });
    return element;
  }

  /** Gives where a card may go: first a hand's own pad, or a pad's own hand; last where it is. */
  targets(from) {
    const { kind, seat } = kindOf(from);
    const first = [...(kind === "hand" ? [`${seat}.pad`, "play"] : [`hand:${seat}`]), "discard"];
    const names = this.places.filter((place) => place === from || this.may.carry(from, place));
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
      if (element && !this.carrier.isCarrying(element.thing)) glide(element, old);
    }
  }

  /** Lets a card that nobody could follow come from the place that has one less. */
  flyIn(before, counted) {
    const fewer = [...this.counts].filter(([place, count]) => count < (counted.get(place) ?? 0)).map(([place]) => place);
    if (fewer.length !== 1 || !this.holders.has(fewer[0])) return;
    const from = this.holders.get(fewer[0]).querySelector(".cards").getBoundingClientRect();
    for (const [id, element] of this.elements) if (!before.has(id) && element.card.place !== fewer[0]) glide(element, from);
  }
}

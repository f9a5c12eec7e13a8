// Carries one thing at a time from place to place: dragged, or picked up and laid down by keys or taps.

import { mark } from "./dom.js";
import { polite } from "./announce.js";
import { t } from "./words.js";

const DRAG_FROM_PX = 6;
const EDGE_PX = 56;
const STEP = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * What can be carried: `label()`, `places()` (each with `name`, `label` and `element`), `from()` the place it is
 * at, `lift()`, `lay(name)` and `putBack()`.
 */
export class Carrier {
  constructor() {
    this.carried = null;
    this.chosen = null;
    this.drag = null;
    document.addEventListener("click", (event) => this.tapPlace(event), true);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.putBack());
    addEventListener("blur", () => this.drag && this.putBack());
  }

  /** Lets an element be carried as a thing. */
  attach(element, thing) {
    thing.element = element;
    element.thing = thing;
    element.addEventListener("pointerdown", (event) => this.beginDrag(event, thing));
    element.addEventListener("pointermove", (event) => this.moveDrag(event));
    element.addEventListener("pointerup", (event) => this.endDrag(event));
    element.addEventListener("pointercancel", () => this.drag && this.putBack());
    element.addEventListener("click", (event) => this.click(event, thing));
    element.addEventListener("keydown", (event) => this.key(event, thing));
    element.addEventListener("blur", () => this.carried === thing && !this.drag && this.isByKeys && this.putBack());
  }

  isCarrying(thing) {
    return this.carried !== null && this.carried === thing;
  }

  // Picking up and laying down, however it was asked for.

  pickUp(thing) {
    if (this.carried) this.putBack();
    this.carried = thing;
    this.places = thing.places();
    this.chosen = null;
    thing.element.classList.add("is-carried");
    for (const place of this.places) place.element.classList.add("is-open");
    document.body.classList.add("is-carrying");
    thing.lift();
  }

  layDown(place) {
    const thing = this.letGo();
    if (place.name === thing.from()) {
      thing.putBack();
      return;
    }
    thing.lay(place.name);
    polite(t("laid-down", { card: thing.label(), place: place.label }));
  }

  putBack() {
    if (!this.carried) return;
    this.letGo().putBack();
    polite(t("put-back"));
  }

  letGo() {
    const thing = this.carried;
    this.choose(null);
    for (const place of this.places) place.element.classList.remove("is-open");
    thing.element.classList.remove("is-carried", "is-dragged");
    thing.element.style.removeProperty("translate");
    document.body.classList.remove("is-carrying");
    this.carried = null;
    this.drag = null;
    return thing;
  }

  choose(place) {
    if (this.chosen) this.chosen.element.classList.remove("is-chosen");
    this.chosen = place;
    place?.element.classList.add("is-chosen");
  }

  // By keys and taps.

  click(event, thing) {
    if (event.defaultPrevented || this.swallowClick) {
      this.swallowClick = false;
      return;
    }
    if (!this.isCarrying(thing)) {
      this.pickUp(thing);
      this.isByKeys = event.detail === 0;
      const others = this.places.filter(({ name }) => name !== thing.from());
      const likely = others.find(({ element: place }) => place.matches("[data-target]")) ?? others[0];
      if (this.isByKeys && likely) this.choose(likely);
      polite(t("picked-up", { card: thing.label(), place: likely?.label ?? "" }));
    } else if (this.chosen) this.layDown(this.chosen);
    else this.putBack();
  }

  key(event, thing) {
    const step = STEP[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    if (!this.isCarrying(thing)) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(step);
  }

  /** Chooses the next place, from the one chosen before or the one where the thing is. */
  step(by) {
    const count = this.places.length;
    const here = this.chosen ? this.places.indexOf(this.chosen) : this.places.findIndex(({ name }) => name === this.carried.from());
    const next = here < 0 && by < 0 ? count - 1 : (here + by + count) % count;
    this.choose(this.places[next]);
    this.places[next].element.scrollIntoView({ block: "nearest" });
    polite(this.places[next].label);
  }

  tapPlace(event) {
    if (!this.carried || this.drag || event.detail === 0) return;
    if (this.carried.element.contains(event.target)) return;
    const place = this.placeOf(event.target);
    event.preventDefault();
    event.stopPropagation();
    if (place) this.layDown(place);
    else this.putBack();
  }

  placeOf(element) {
    return this.places.find((place) => place.element.contains(element)) ?? null;
  }

  // By pointer.

  beginDrag(event, thing) {
    if (event.button !== 0 || this.carried) return;
    this.swallowClick = false;
    thing.element.setPointerCapture(event.pointerId);
    this.drag = { thing, x: event.clientX + scrollX, y: event.clientY + scrollY, isMoving: false };
  }

  moveDrag(event) {
    const drag = this.drag;
    if (!drag) return;
    const dx = event.clientX + scrollX - drag.x;
    const dy = event.clientY + scrollY - drag.y;
    if (!drag.isMoving) {
      if (Math.hypot(dx, dy) < DRAG_FROM_PX) return;
      drag.isMoving = true;
      this.pickUp(drag.thing);
      this.drag = drag;
      drag.thing.element.classList.add("is-dragged");
    }
    drag.thing.element.style.setProperty("translate", `${dx}px ${dy}px`);
    this.choose(this.placeUnder(event.clientX, event.clientY));
    if (event.clientY < EDGE_PX) scrollBy(0, -12);
    else if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, 12);
  }

  placeUnder(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      if (this.carried.element.contains(element)) continue;
      const place = this.placeOf(element);
      if (place) return place;
    }
    return null;
  }

  endDrag(event) {
    const drag = this.drag;
    this.drag = null;
    if (!drag?.isMoving) return;
    event.preventDefault();
    this.swallowClick = true;
    setTimeout(() => {
      this.swallowClick = false;
    });
    if (this.chosen) this.layDown(this.chosen);
    else this.putBack();
  }
}

/** Keeps one element of a group in the tab order; arrows, Home, End and a card's own sign go to the others. */
export function rove(group, selector) {
  const members = () => [...group.querySelectorAll(selector)];
  group.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    const all = members();
    const here = all.indexOf(document.activeElement);
    if (here < 0) return;
    const last = all.length - 1;
    const ends = { Home: 0, End: last };
    const step = STEP[event.key];
    const named = all.findIndex(({ dataset }) => dataset.face === event.key);
    const next = event.key in ends ? ends[event.key] : step === undefined ? named : Math.min(Math.max(here + step, 0), last);
    if (next < 0) return;
    event.preventDefault();
    all[next].focus();
  });
  group.addEventListener("focusin", (event) => {
    const all = members();
    if (all.includes(event.target)) for (const member of all) mark(member, "tabindex", member === event.target ? 0 : -1);
  });
  return () => {
    const all = members();
    const open = all.find((member) => member.getAttribute("tabindex") === "0") ?? all[0];
    for (const member of all) mark(member, "tabindex", member === open ? 0 : -1);
  };
}

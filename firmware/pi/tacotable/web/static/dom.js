// Makes elements. Text only ever enters the page as text nodes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** Gives an element with attributes (false and null leave one out) and children. */
export function el(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** Gives a button that does something when it is pressed. */
export function actionButton(attributes, act, ...children) {
  const button = el("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", act);
  return button;
}

const floating = new Map();

/** Has Escape close what floats above the page, wherever the focus is; a dialog that is open closes first, alone. */
export function closeOnEscape(element, close) {
  floating.set(element, close);
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector("dialog[open]")) return;
  for (const [element, close] of floating) {
    if (element.checkVisibility({ visibilityProperty: true })) close();
    else if (!element.isConnected) floating.delete(element); // of a page before this one
  }
});

/** Gives an element of a drawing. */
export function svg(tag, attributes = {}, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

/** Sets an element's text only when it differs, so that selections and screen readers are left in peace. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Writes a text smaller where it does not fit into the room that is kept for it: in three steps. */
export function fit(element) {
  for (const step of [1, 0.85, 0.72, 0.6]) {
    element.style.setProperty("--fit", step);
    if (element.scrollHeight <= element.clientHeight) return;
  }
}

/** Sets an attribute, or takes it away where the value is null or false. */
export function mark(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

/** Tells whether a value is another than an owner showed last; from now on it shows this one. */
export function isNews(owner, value) {
  const before = owner.shown;
  owner.shown = JSON.stringify(value);
  return owner.shown !== before;
}

/** Lets an element glide from where it was to where it is now. */
export function glide(element, old, duration = 230) {
  const now = element.getBoundingClientRect();
  const [dx, dy] = [old.left - now.left, old.top - now.top];
  if (Math.hypot(dx, dy) < 2) return;
  element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing: "cubic-bezier(.2,.8,.3,1)" });
}

/** Tells whether this person wants nothing to move. */
export function isStill() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

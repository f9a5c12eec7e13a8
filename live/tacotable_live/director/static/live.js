// Shows a page anew when the director has something new; at the desk, sends what is entered.
const main = document.querySelector("main");
const said = document.getElementById("said");
const who = document.getElementById("who");
const held = document.getElementById("held");
const keys = document.getElementById("keys");
const isDesk = main.hasAttribute("data-desk");
const hash = new URLSearchParams(location.hash.slice(1));
if (hash.get("key")) {
  sessionStorage.setItem("desk", hash.get("key"));
  history.replaceState(null, "", location.pathname + location.search);
}
const headers = isDesk ? { "X-Desk-Key": sessionStorage.getItem("desk") || "" } : {};
if (isDesk) {
  who.value = localStorage.getItem("who") || "";
  who.addEventListener("change", () => localStorage.setItem("who", who.value));
}
let stale = false;
let isPressed = false;
let questions = 0;
let shown = 0; // the number of the question whose answer is on show
let last = Promise.resolve(); // what is sent goes out one after the other, however fast it is pressed

function isBusy() {
  const at = document.activeElement;
  const isTyping = isDesk && main.contains(at) && /INPUT|TEXTAREA|SELECT/.test(at.tagName);
  return isTyping || isPressed || main.querySelector("[data-chosen], [data-correct][hidden]") !== null;
}

/** Returns whether what is new has to wait, and says so: nothing moves under somebody who types or presses. */
function waits() {
  stale = isBusy();
  if (held) held.hidden = !stale || isPressed;
  return stale;
}

/** Returns what was entered and not sent yet, by the form and the field that it stands in. */
function entered() {
  const texts = new Map();
  const presses = new Map();
  for (const form of main.querySelectorAll("form:not([data-sent])")) {
    const { do: what, round, pod } = form.dataset;
    const fixed = [...form.querySelectorAll("[type=hidden]")].map((each) => each.value);
    const at = JSON.stringify([form.closest("[data-event]")?.dataset.event, what, round, pod, fixed]);
    for (const each of form.querySelectorAll("input:not([type=hidden]), textarea, select")) texts.set(at + each.name, each);
    presses.set(at, form);
  }
  return { texts, presses };
}

/** Puts what was entered into the new field; `isTyping`: somebody does, and goes on at the same letter. */
function carry(old, field, isTyping) {
  const isEntered = old.options ? old.selectedIndex > 0 : old.value !== old.defaultValue;
  if (isEntered && (!field.options || [...field.options].some(({ value }) => value === old.value))) field.value = old.value;
  if (isTyping) field.focus({ preventScroll: true });
  if (isTyping && typeof old.selectionStart === "number") field.setSelectionRange(old.selectionStart, old.selectionEnd);
}

function chosen(form) {
  return [...form.querySelectorAll("[data-chosen]")].sort((a, b) => a.dataset.chosen - b.dataset.chosen);
}

/** Shows what is new. `isForced`: behind a press of one's own, which may not wait; what else was begun is kept. */
async function show(isForced = false) {
  if (!isForced && waits()) return;
  const number = ++questions;
  const answer = await fetch(isDesk ? "/desk/main" + location.search : location.href, { headers });
  if (!answer.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (number < shown) return; // it was asked for before what is on show, and came late
  if (isForced ? isPressed : waits()) { stale = true; return; }
  shown = number;
  const before = { ...entered(), typing: document.activeElement };
  const open = [...main.querySelectorAll("details")].map((each) => each.open);
  main.replaceChildren(...(isDesk ? found.body : found.querySelector("main")).childNodes);
  main.querySelectorAll("details").forEach((each, index) => { each.open = open[index] || false; });
  const now = entered();
  for (const [at, each] of before.texts) if (now.texts.has(at)) carry(each, now.texts.get(at), each === before.typing);
  for (const [at, form] of before.presses) {
    for (const each of chosen(form)) now.presses.get(at)?.querySelector(`[data-player="${CSS.escape(each.dataset.player)}"]:not([data-place])`)?.click();
  }
  waits();
  tick();
}

/** Shows how long each clock still runs, by this machine's own steady clock: the hour may be set wrongly here. */
function tick() {
  for (const each of main.querySelectorAll("[data-left]")) {
    each.due ??= performance.now() + Number(each.dataset.left);
    const left = Math.ceil((each.due - performance.now()) / 1000);
    each.textContent = left > 0 ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : each.dataset.over;
    each.classList.toggle("flag", left <= 0);
  }
}

function send(form, more) {
  const asked = { ...Object.fromEntries(new FormData(form)), do: form.dataset.do, who: who.value.trim() || "desk", ...more };
  const at = { ...form.closest("[data-event]")?.dataset, ...form.dataset };
  for (const name of ["event", "round", "pod"]) if (at[name]) asked[name] = Number(at[name]);
  form.dataset.sent = "";
  last = last.then(() => post(form, asked)).catch(() => tell({ error: said.dataset.failed }));
}

function tell(told) {
  said.textContent = told.error || "";
  said.className = told.error ? "flag" : "";
  if (!told.key) return;
  const command = document.createElement("code");
  command.textContent = `tacotable uplink ${told.address} --table "${told.table}" --key ${told.key} --state /var/lib/tacotable`;
  keys.append(command);
  keys.hidden = false;
}

async function post(form, asked) {
  const answer = await fetch("/desk/do" + location.search, { method: "POST", headers, body: JSON.stringify(asked) });
  tell(await answer.json());
  delete form.dataset.sent;
  if (answer.ok) {
    form.reset();
    if (form.contains(document.activeElement)) document.activeElement.blur();
    await show(true);
  }
}

main.addEventListener("submit", (event) => {
  event.preventDefault();
  const pressed = event.submitter;
  send(event.target, pressed?.name ? { [pressed.name]: pressed.value } : {});
});
main.addEventListener("reset", (event) => {
  event.target.querySelectorAll("[data-chosen]").forEach((each) => { delete each.dataset.chosen; each.disabled = false; });
  const isCorrection = event.target.querySelector("[data-correct]") !== null;
  setTimeout(() => { if (stale || isCorrection) show(isCorrection); });
});
main.addEventListener("click", (event) => {
  const order = event.target.closest("[data-order]");
  if (order) {
    send(order.form, { order: order.dataset.order.split("|"), why: "as the table ruled" });
    return;
  }
  const correct = event.target.closest("[data-correct]");
  if (correct) {
    correct.hidden = true;
    correct.form.querySelectorAll("[data-place]").forEach((each) => { delete each.dataset.place; each.disabled = false; });
    correct.form.querySelectorAll("label, [type=reset]").forEach((each) => { each.hidden = false; });
    correct.form.elements.why.focus();
    return;
  }
  const player = event.target.closest("[data-player]");
  if (!player) return;
  const form = player.form;
  if (form.elements.why && !form.reportValidity()) return; // a correction says why first
  const all = [...form.querySelectorAll("[data-player]")];
  player.dataset.chosen = form.querySelectorAll("[data-chosen]").length + 1;
  player.disabled = true;
  const left = all.filter((each) => !each.dataset.chosen);
  if (left.length > 1) return;
  for (const each of left) { each.dataset.chosen = all.length; each.disabled = true; }
  send(form, { order: chosen(form).map((each) => each.dataset.player) });
});
main.addEventListener("pointerdown", () => { isPressed = true; });
addEventListener("pointerup", () => {
  isPressed = false;
  setTimeout(() => { if (stale) show(); }, 300); // a click comes behind this
});
addEventListener("pointercancel", () => { isPressed = false; });
main.addEventListener("focusout", () => setTimeout(() => { if (stale) show(); }, 300));
setInterval(tick, 500);
tick();
let due = 0; // spectators do not all ask in one moment, and each at most once a second or so
new EventSource("/news").onmessage = () => {
  if (isDesk) show();
  else due ||= setTimeout(() => { due = 0; show(); }, 500 + 1000 * Math.random());
};
if (isDesk) show();

// The page of a set-up: asks once a second what was said and what is asked now, and sends what is answered.

const key = new URLSearchParams(location.hash.slice(1)).get("key") ?? "";
const part = (id) => document.getElementById(id);
const [said, asked, options, form, line] = ["said", "asked", "options", "form", "line"].map(part);
let count = 0;
let shown = "";
let about = "";
let turn = Promise.resolve();

const tell = (typed) => (turn = turn.then(() => send(typed)));

async function send(typed) {
  const body = JSON.stringify({ key, after: count, ...(typed === undefined ? {} : { line: typed, about }) });
  const answer = await fetch("/asked", { method: "POST", body }).catch(() => null);
  if (answer?.ok) show(await answer.json());
  else asked.textContent = answer ? await answer.text() : "The set-up has ended, or was broken off: see above and the terminal.";
  if (answer) return;
  shown = "";
  form.hidden = true;
  options.replaceChildren();
}

function show(told) {
  for (const words of told.said) said.append(words, "\n");
  if (told.said.length) said.scrollTop = said.scrollHeight;
  count = told.count;
  about = told.asked;
  form.hidden = !about;
  const now = about || "All is answered.";
  if (now === shown) return;
  shown = now;
  asked.textContent = now;
  options.replaceChildren(...told.options.map(choice));
}

function choice(word) {
  const button = document.createElement("button");
  button.textContent = word;
  button.addEventListener("click", () => tell(word));
  return button;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  tell(line.value);
  line.value = "";
});
part("back").addEventListener("click", () => tell("back"));
tell();
setInterval(tell, 1000, undefined);

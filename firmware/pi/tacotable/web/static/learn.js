// Lessons: the list of them in the way in, and a card that says what the step of one asks for, and leads on.

import { actionButton, el, isNews, say } from "./dom.js";
import { t } from "./words.js";

export class Lessons {
  /** `onBegin` is called when somebody here begins a lesson. */
  constructor({ isHost, send, onBegin }) {
    const wish = (lesson) => send({ do: "lesson", lesson });
    this.begin = (lesson) => {
      wish(lesson);
      this.toggle();
      onBegin();
    };
    this.list = el("div", { class: "stack games lessons", role: "group", "aria-label": t("lessons"), hidden: true });
    this.button = actionButton({ class: "learn", "aria-expanded": "false", hidden: true }, () => this.toggle(), t("learn"));
    this.title = el("h2", { class: "lesson-title" });
    this.text = el("p", { role: "status" });
    this.next = actionButton({ class: "next" }, () => wish(this.lesson.next), t("lesson-next"));
    const again = actionButton({ class: "again" }, () => wish(this.lesson.id), t("lesson-again"));
    const leave = actionButton({ class: "leave" }, () => wish(""), t("lesson-leave"));
    const actions = isHost ? el("div", { class: "row actions" }, this.next, again, leave) : null;
    this.card = el("section", { class: "panel lesson", "aria-label": t("lesson"), hidden: true }, this.title, this.text, actions);
  }

  toggle() {
    this.list.hidden = !this.list.hidden;
    this.button.setAttribute("aria-expanded", String(!this.list.hidden));
    if (!this.list.hidden) this.list.querySelector("button")?.focus();
  }

  /** Shows the lesson that is on; the list is that of the game which the lobby shows. */
  show({ lesson, lessons }) {
    this.lesson = lesson;
    this.card.hidden = !lesson;
    this.button.hidden = !lessons?.length;
    if (lesson) {
      const { title, step: n, steps, done, next } = lesson;
      say(this.title, `${done ? "★ " : ""}${t("lesson-step", { title, n, steps })}`);
      say(this.text, lesson.prompt);
      this.next.hidden = !done || !next;
    }
    if (lessons && isNews(this, lessons)) this.list.replaceChildren(...lessons.map((each) => this.entry(each)));
  }

  entry({ id, title, star }) {
    const mark = star ? el("span", { class: "star", role: "img", "aria-label": t("lesson-done") }, " ★") : null;
    return actionButton({ "data-lesson": id }, () => this.begin(id), title, mark);
  }
}

// An Exploding game on the stage: all seats around the play that counts now, the piles, and the countdown across the screen.

import { activeSeat, seatState } from "./awaited.js";
import { SeatClock } from "./clocks.js";
import { el, isNews, mark, say, svg } from "./dom.js";
import { icon } from "./drawings.js";
import { faceName, facePicture } from "./faces.js";
import { fit, showCards, stageShape } from "./stage-cards.js";
import { playLine, sideOf } from "./told.js";
import { cardCount, knows, seatName, t } from "./words.js";

const CROWN = "M6 50 4 18l15 13L32 8l13 23 15-13-2 32zM8 56h48";

export class RingStage {
  constructor(table) {
    this.names = table.seats.map(({ name }) => name);
    this.seats = this.names.map((name, index) => new RingSeat(name, index));
    this.rows = ["top", "bottom"].map((side) => el("div", { class: `stage-seats is-${side}` }));
    this.pile = new Pile("pile");
    this.discard = new Pile("discard");
    this.cards = el("span", { class: "stage-lane" });
    this.told = el("p", { class: "stage-told" });
    this.nopes = el("span", { class: "stage-nopes" });
    this.recent = el("ol", { class: "stage-recent" });
    const recent = el("section", { class: "stage-plays" }, el("h2", {}, t("show-recent")), this.recent);
    const play = el("section", { class: "stage-play" }, el("div", { class: "stage-lanes" }, this.cards, this.nopes), this.told);
    const center = el("div", { class: "stage-center" }, this.pile.element, play, this.discard.element, recent);
    this.element = el("div", { class: "stage-ring" }, this.rows[0], center, this.rows[1]);
    this.fill = el("span", { class: "stage-fill" });
    this.countdown = el("div", { class: "stage-countdown" }, this.fill);
  }

  show(scene) {
    const { kittens, stage } = scene;
    this.seat(stage === "lobby" ? kittens.seated : kittens.players);
    const asked = (stage === "play" && kittens.to_act) || [];
    for (const seat of this.seats) seat.show(scene, asked);
    this.showPiles(kittens);
    this.showPlay(kittens, stage);
    this.showRecent(kittens.recent ?? []);
    const bar = kittens.bar;
    mark(this.countdown, "data-open", bar !== null && bar !== undefined);
    this.fill.style.setProperty("--lit", bar ? bar.lit / bar.of : 0);
    return {
      round: "",
      ask: question(kittens, stage, asked),
      side: stage === "play" && kittens.phase !== "window" ? sideOf(this.names, activeSeat(scene)) : null,
      isTense: stage === "play" && kittens.phase === "defuse",
      picture: icon("0 0 64 64", svg("path", { class: "stage-crown", d: CROWN })),
    };
  }

  /** Seats those who play in two rows, clockwise: the first half above, the others below from right to left. */
  seat(players) {
    const key = players.join();
    if (key === this.seated) return;
    this.seated = key;
    const parts = players.map((name) => this.seats.find((seat) => seat.name === name).element);
    const above = Math.ceil(parts.length / 2);
    this.rows[0].replaceChildren(...parts.slice(0, above));
    this.rows[1].replaceChildren(...parts.slice(above).reverse());
    mark(this.element, "data-many", players.length > 6);
  }

  showPiles({ pile, lethal, lethal_card: card, discard }) {
    this.pile.show(pile ? ["back"] : [null], cardCount(pile), t("show-kittens", { n: lethal, card: faceName(card ?? "exploding-kitten") }));
    const top = discard?.at(-1) ?? null;
    this.discard.show([top], cardCount(discard?.length ?? 0), "");
  }

  showPlay(kittens, stage) {
    const { pending, phase } = stage === "play" ? kittens : {};
    const last = kittens.recent?.at(-1);
    const isLethal = phase === "defuse";
    const play = pending ?? (stage === "play" ? last : null);
    showCards(this.cards, isLethal ? [kittens.lethal_card ?? "exploding-kitten"] : (play?.cards ?? (play?.card ? [play.card] : [])).slice(0, 5));
    fit(this.told, pending ? playLine({ event: "played", ...pending }) : play ? playLine(play) : "");
    mark(this.told, "data-side", play ? sideOf(this.names, play.seat) : null);
    const nopes = pending?.nopes ?? 0;
    say(this.nopes, nopes ? `${faceName("nope")} × ${nopes}` : "");
    mark(this.nopes, "data-on", nopes > 0);
    mark(this.cards, "data-stopped", nopes % 2 === 1);
  }

  showRecent(recent) {
    if (!isNews(this, recent)) return;
    this.recent.replaceChildren(
      ...[...recent].reverse().map((play) => el("li", { "data-side": sideOf(this.names, play.seat) }, play.cards?.length || play.card ? facePicture(play.card ?? play.cards[0]) : "", el("span", {}, playLine(play)))),
    );
  }
}

/** Gives what is asked of whom now. */
function question(kittens, stage, asked) {
  if (stage !== "play") return t(`show-${stage}`);
  const { phase, pending, turn } = kittens;
  const seat = asked[0] ?? turn?.seat ?? "";
  const other = phase === "steal" ? pending?.target : pending?.seat;
  const values = { seat, other: other ?? "", card: faceName("nope") };
  return knows(`show-ask-${phase}`) ? t(`show-ask-${phase}`, values) : "";
}

/** A pile with its count below. */
class Pile {
  constructor(name) {
    this.cards = el("span", { class: "stage-lane" });
    this.count = el("p", { class: "stage-count" });
    this.note = el("p", { class: "stage-note" });
    this.element = el("section", { class: `stage-pile is-${name}` }, el("h2", {}, t(`show-${name}`)), this.cards, this.count, this.note);
  }

  show(faces, count, note) {
    showCards(this.cards, faces);
    say(this.count, count);
    say(this.note, note);
  }
}

/** One seat of the ring. */
class RingSeat {
  constructor(name, index) {
    this.name = name;
    this.title = el("h2", { class: "stage-name" });
    this.hand = el("p", { class: "stage-hand" });
    this.state = el("p", { class: "stage-state" });
    this.clock = new SeatClock(name);
    this.element = el("section", { class: "stage-seat", "data-side": index }, stageShape(index), this.title, this.hand, this.state, this.clock.element);
  }

  show(scene, asked) {
    const { kittens, stage } = scene;
    const isPlaying = kittens.players.includes(this.name) && stage !== "lobby";
    const isOut = isPlaying && stage !== "deal" && !kittens.alive.includes(this.name);
    const isActive = stage === "play" && kittens.turn?.seat === this.name;
    fit(this.title, seatName(this.name));
    say(this.hand, isPlaying && !isOut ? String(kittens.hand_size[this.name] ?? "") : "");
    say(this.state, this.word(scene, { isOut, isActive }));
    this.clock.show(scene);
    const isLit = activeSeat(scene) === this.name;
    mark(this.element, "data-active", isLit);
    mark(this.element, "data-asked", asked.includes(this.name) && !isLit);
    mark(this.element, "data-out", isOut);
  }

  word(scene, { isOut, isActive }) {
    const { kittens } = scene;
    if (isOut) return t("show-exit", { n: (kittens.exits ?? []).indexOf(this.name) + 1 });
    if (isActive && kittens.turn.left > 1) return t("show-owes", { n: kittens.turn.left });
    const state = seatState(scene, this.name);
    return state && knows(`state-${state}`) ? t(`state-${state}`) : isActive ? t("show-active") : "";
  }
}

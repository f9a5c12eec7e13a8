// The page as one picture: built anew for each welcome, then shown scene after scene.

import { Arbiter } from "./arbiter.js";
import { Caller } from "./awaited.js";
import { Bar, drawers } from "./bar.js";
import { Cards } from "./cards.js";
import { Log } from "./log.js";
import { layoutOf } from "./layout.js";
import { permissions } from "./may.js";
import { Devices, Health, Switches } from "./switches.js";
import { showPads } from "./places.js";
import { invite } from "./playable.js";
import { Rules } from "./rules.js";
import { Repair } from "./repair.js";
import { RingTable } from "./table-ring.js";
import { SeatsTable } from "./table-seats.js";
import { TrackTable } from "./table-track.js";
import { Welcome } from "./welcome.js";
import { t } from "./words.js";

export class Page {
  constructor({ welcome, carrier, magnifier, sound, send, onLanguage, onKeys, onCode, onLeave }) {
    this.welcome = welcome;
    this.magnifier = magnifier;
    this.sound = sound;
    this.may = permissions(welcome);
    const onEnlarge = (figure) => magnifier.open(figure);
    const onSpread = () => this.cards.again();
    this.bar = new Bar({ welcome, sound, send, onLanguage, onKeys });
    const Table = { ring: RingTable, track: TrackTable, seats: SeatsTable }[layoutOf(welcome.table)];
    this.table = new Table({ welcome, carrier, may: this.may, send, onEnlarge, onSpread });
    this.repair = new Repair({ table: welcome.table, may: this.may, send });
    this.log = new Log(welcome.table.seats);
    this.health = new Health();
    this.arbiter = this.may.decide ? new Arbiter(send) : null;
    this.devices = this.may.decide ? new Devices() : null;
    this.switches = this.may.all ? new Switches(send) : null;
    this.cards = new Cards({
      holders: this.table.holders(),
      others: this.table.piles,
      carrier,
      may: this.may,
      lay: (card, place) => this.table.lay(card, place),
      help: welcome.rules.cards,
    });
    document.querySelector("dialog.rules")?.remove();
    this.rules = new Rules(welcome.rules, welcome.games);
    this.rules.listen(this.log.element);
    this.caller = new Caller(welcome.seat, sound);
    this.way = new Welcome({ welcome, send, onCode, onLeave });
    this.lay();
    onresize = () => this.table.seats.forEach((seat) => seat.fit());
  }

  lay() {
    const table = document.getElementById("table");
    document.body.dataset.role = this.welcome.role;
    document.getElementById("bar").replaceChildren(...this.bar.elements, this.rules.button, this.way.button);
    document.getElementById("way-in").replaceChildren(this.cards.told, this.way.card, this.way.guide.bubble);
    table.dataset.family = this.welcome.table.play ? "kittens" : "tacocat";
    table.replaceChildren(...this.table.elements());
    const panels = [this.log, this.arbiter, this.health, this.devices, this.switches].filter(Boolean).map(({ element }) => element);
    document.getElementById("repair").replaceChildren(this.repair.element);
    document.querySelector(".lesson")?.remove();
    table.before(this.way.lessons.card);
    document.getElementById("aside").replaceChildren(...panels);
    document.getElementById("bar").append(...drawers());
  }

  showScene(scene) {
    for (const part of [this.bar, this.table, this.repair]) part.show(scene);
    showPads(this.table.holders(), scene.pads);
    this.scene = scene;
    this.invite();
    this.health.show(scene.faults);
    this.arbiter?.show(scene.arbiter);
    this.log.begin();
    this.sound.show(scene.sound);
    this.sound.beat(this.table.isTense && !scene.sound.muted ? scene.sound.volume : null);
    this.way.show(scene);
    this.caller.show(scene);
    this.magnifier.refresh();
    const mode = t(this.welcome.simulated ? "simulated" : "real");
    document.title = `${scene.title} · ${mode}`;
  }

  /** Has glow what hands of this page may do now. */
  invite() {
    const elements = [...this.cards.elements.values()];
    if (this.scene) invite({ scene: this.scene, elements, holders: this.table.holders(), may: this.may });
  }

  showTruth(told) {
    const truth = { ...told, cards: cardsIn(told.cards) };
    this.may.allow(truth.allow);
    this.table.showTruth(truth, this.cards);
    this.cards.show(truth);
    this.invite();
    this.way.showTruth(told);
    this.switches?.show(truth.faults);
  }
}

/** Gives each card with the place where it lies, of what is told by places; one that shows its back is called by its place. */
function cardsIn(places) {
  const card = (place, told, index) => (told ? { id: told[0], face: told[1], place } : { id: `back ${place} ${index}`, face: null, place });
  return Object.entries(places).flatMap(([place, cards]) => cards.map((told, index) => card(place, told, index)));
}

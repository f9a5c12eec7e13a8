// The Tacocat table: a seat at each side, the track between them with the piles beside it.

import { SeatsTable } from "./table-seats.js";
import { Track } from "./track.js";

export class TrackTable extends SeatsTable {
  constructor(parts) {
    super(parts);
    this.track = new Track({ ...parts, table: parts.welcome.table });
  }

  middle() {
    const middle = super.middle();
    middle.prepend(this.track.element);
    return middle;
  }

  show(scene) {
    this.track.show(scene);
    super.show(scene);
  }

  showTruth(truth, cards) {
    super.showTruth(truth, cards);
    this.track.showTruth(truth);
  }
}

// The title of the page, and a sound, when it is the turn of the person.

import { sound } from "./sounds.js";

export class TurnNotice {
  constructor() {
    /** @type {boolean | null} */
    this.isTurn = null;
  }

  /**
   * @param {boolean} isTurn whether the person is to move, after a move of the engine
   * @param {boolean} hasSound
   */
  update(isTurn, hasSound) {
    document.title = isTurn ? "Your turn \u2013 Volo" : "Volo";
    if (isTurn && this.isTurn === false && hasSound) sound("turn");
    this.isTurn = isTurn;
  }
}

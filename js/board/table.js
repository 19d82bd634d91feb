// The legal moves of a position, which come from outside, arranged for a choice among them.

import { lineText, parse } from "./notation.js";

/** @import { Sky } from "./sky.js" */
/** @import { Flight } from "./notation.js" */

/**
 * A region of the opponent that a flight may keep.
 * @typedef {object} Kept
 * @property {string} move the flight that keeps it
 * @property {string[]} spaces the spaces of the region
 * @property {string[]} birds the opponent's birds in it
 * @property {string[]} leaving the opponent's birds in the other regions
 * @property {string} winner the title of the opponent, if it wins with the region. Empty if it does not
 */

export class Table {
  /**
   * @param {Sky} sky
   * @param {Iterable<string>} own the birds of the player to move
   * @param {Iterable<string>} moves the legal moves
   * @param {(flights: Flight[]) => Kept[]} regions the regions among which flights that differ only in them choose
   * @throws {SyntaxError} a move is malformed
   * @throws {RangeError} the sky lacks a space of a move
   */
  constructor(sky, own, moves, regions) {
    this.sky = sky;
    this.own = new Set(own);
    this.regions = regions;
    this.canPass = false;
    /** @type {Set<string>} */
    this.adds = new Set();
    /** @type {Map<string, Flight[]>} */
    this.flights = new Map();
    for (const text of moves) {
      const move = parse(text, sky);
      if (move.kind === "pass") this.canPass = true;
      else if (move.kind === "add") this.adds.add(move.space);
      else this.flights.set(lineText(move.line), [...this.flightsOf(move.line), move]);
    }
  }

  /**
   * @param {string[]} line
   * @returns {Flight[]}
   */
  flightsOf(line) {
    return this.flights.get(lineText(line)) ?? [];
  }

  /**
   * The other ends of the lines that can fly and have this bird at one end. A bird that flies alone is both ends.
   * @param {string} space
   * @returns {Set<string>}
   */
  ends(space) {
    const found = new Set();
    for (const name of this.flights.keys()) {
      const [first, last = first] = name.split(":");
      if (first === space) found.add(last);
      if (last === space) found.add(first);
    }
    return found;
  }
}

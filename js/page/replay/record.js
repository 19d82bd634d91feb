// A recorded game as the file has it, and its positions. The start, the moves and the birds that fly off determine
// where every bird is. Whether the moves are legal was checked when the file was written.

import { parse, Sky } from "../../board/index.js";
import { otherPlayer } from "../../board/view.js";

/** @import { Player, View } from "../../board/index.js" */

/**
 * The data that `volo.render.html` writes.
 * @typedef {object} Data
 * @property {number} edge
 * @property {Player} turn the player who moves first
 * @property {string[]} orange Orange's birds at the start
 * @property {string[]} blue Blue's birds at the start
 * @property {string[]} moves
 * @property {Record<string, string[]>} left the birds that a move drove away, by the number of the move from 1
 * @property {Record<string, string>} comments by the number of moves before each
 * @property {[string, string][]} tags names and values
 * @property {string} title
 * @property {string} result how the game ended, in a sentence
 */

/** @typedef {{ turn: Player, orange: readonly string[], blue: readonly string[] }} Birds */

export class GameRecord {
  /**
   * @param {Data} data
   */
  constructor(data) {
    this.data = data;
    this.sky = new Sky(data.edge);
    /** @type {Birds[]} */
    this.positions = [{ turn: data.turn, orange: data.orange, blue: data.blue }];
    for (const [index, text] of data.moves.entries()) {
      this.positions.push(this.after(/** @type {Birds} */ (this.positions[index]), text, data.left[index + 1] ?? []));
    }
  }

  get plies() {
    return this.data.moves.length;
  }

  /**
   * The birds after a move.
   * @param {Birds} before
   * @param {string} text
   * @param {string[]} left the birds that the move drove away
   * @returns {Birds}
   */
  after(before, text, left) {
    const { turn } = before;
    const other = otherPlayer(turn);
    const move = parse(text, this.sky);
    let own = before[turn];
    if (move.kind === "add") own = [...own, move.space];
    if (move.kind === "fly") own = [...own.filter((space) => !move.line.includes(space)), ...move.landing];
    const theirs = before[other].filter((space) => !left.includes(space));
    return { ...before, turn: other, [turn]: own, [other]: theirs };
  }

  /**
   * The position after some moves, as the board shows it: without legal moves and without regions.
   * @param {number} ply
   * @returns {View}
   */
  view(ply) {
    const { turn, orange, blue } = /** @type {Birds} */ (this.positions[ply]);
    const side = /** @param {readonly string[]} birds */ (birds) => ({ flocks: this.sky.groups(birds), regions: [] });
    return { edge: this.sky.edge, turn, moves: [], orange: side(orange), blue: side(blue) };
  }
}

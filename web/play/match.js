// A match in the page: a game, and which of its players moves at random.

import { Game, playRandom } from "volo-rules/init";

/** @import { Position } from "volo-rules/init" */
/** @import { Player } from "../board/index.js" */

export class Match {
  /**
   * @param {Position | string} start a position, or the text of a position or of a rule set
   * @param {Player | null} random the player who moves at random, if one does
   * @param {number} seed the seed of the random moves
   * @throws {Error} the text is neither a valid position nor a rule set
   */
  constructor(start, random, seed) {
    this.game = new Game(start);
    this.random = random;
    this.seed = seed;
  }

  get position() {
    return this.game.position;
  }

  get isOver() {
    return this.game.outcome() !== null;
  }

  /** Whether the next move is made at random. */
  get isRandomsTurn() {
    return !this.isOver && this.position.turn === this.random;
  }

  /** Play a random move. The same seed gives the same moves in the same position at the same ply. */
  playRandomly() {
    const { position, seed } = this;
    const first = this.game.plies;
    const [move] = playRandom(1, { position, seed, first, maxPlies: 1, record: true }).game(0).moves;
    if (move !== undefined) this.game.push(move);
  }

  get canUndo() {
    return this.game.positions.slice(0, -1).some(({ turn }) => turn !== this.random);
  }

  /** Take moves back until a person is to move. */
  undo() {
    do this.game.pop();
    while (this.game.plies > 0 && this.isRandomsTurn);
  }
}

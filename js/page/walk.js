// The walk through the positions of a game.

import { START } from "./tree.js";
import { turnOf } from "./turns.js";

/** @import { Game } from "./game.js" */

export class Walk {
  /**
   * @param {Game} game
   */
  constructor(game) {
    this.game = game;
  }

  get tree() {
    return this.game.tree;
  }

  first() {
    this.game.go(START);
  }

  back() {
    this.game.go(this.tree.parent(this.tree.current));
  }

  forward() {
    const next = this.tree.children(this.tree.current)[0];
    if (next !== undefined) this.game.go(next);
  }

  last() {
    const { tree } = this;
    const end = this.game.isStrict ? tree.end : tree.line(tree.current).at(-1);
    if (end !== undefined) this.game.go(end);
  }

  /**
   * Go to the position of the current line after some plies.
   * @param {number} ply
   */
  goTo(ply) {
    this.game.go(ply <= 0 ? START : (this.tree.line(this.tree.current)[ply - 1] ?? this.tree.current));
  }

  /**
   * Go to another branch of the position before.
   * @param {1 | -1} by
   */
  branch(by) {
    this.game.go(this.tree.sibling(this.tree.current, by));
  }

  /** Take back moves until a person is to move. */
  undo() {
    if (this.game.isTimed) return this.game.watcher.onNews("In a game with a clock, no move is taken back.");
    if (this.game.isStrict) return this.game.remove();
    const { tree } = this;
    const { players } = this.game.settings;
    let index = tree.parent(tree.current);
    while (this.game.isPersonsGame && index !== START && players[turnOf(tree.fen(index))] === "engine")
      index = tree.parent(index);
    if (this.game.isPersonsGame && players[turnOf(tree.fen(index))] === "engine")
      return this.game.watcher.onNews("You have not moved yet.");
    this.game.opponent.stop();
    this.game.go(index, true);
  }

  /** Play the moves again that were taken back. */
  redo() {
    const { tree } = this;
    const { players } = this.game.settings;
    let index = tree.current;
    for (const next of tree.line(tree.current).slice(tree.path(tree.current).length)) {
      index = next;
      if (!this.game.isPersonsGame || players[turnOf(tree.fen(index))] === "person") break;
    }
    this.game.go(index);
  }
}

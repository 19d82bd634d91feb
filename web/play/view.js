// The data of a position that the board shows.

import { PLAYERS } from "../board/index.js";
import { resultText } from "../board/words.js";

/** @import { Position } from "volo-rules/init" */
/** @import { Side, View } from "../board/index.js" */

/**
 * A position as the board shows it.
 * @param {Position} position
 * @returns {View}
 */
export function viewOf(position) {
  const [orange, blue] = /** @type {[Side, Side]} */ (
    PLAYERS.map((player) => ({
      flocks: position.flocks(player),
      regions: position.regions(player).map(({ birds, vacant }) => [...birds, ...vacant]),
    }))
  );
  return { edge: position.rules.edge, turn: position.turn, moves: position.legalMoves(), orange, blue };
}

/**
 * The result of a game in a sentence. Empty if the game is not over.
 * @param {Position} position
 */
export function resultOf(position) {
  const outcome = position.outcome();
  return outcome === null ? "" : resultText(outcome);
}

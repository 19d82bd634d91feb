// What the board shows of a position.

import { PLAYERS } from "../board/index.js";

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
  if (outcome === null) return "";
  if (outcome.winner === null) return "Draw: both players passed.";
  const winner = outcome.winner === "orange" ? "Orange" : "Blue";
  const reasons = {
    flock: `all birds of ${winner} are in one flock`,
    passes: "both players passed",
    stuck: "both players are stuck, and the last player to add or fly wins",
  };
  return `${winner} wins: ${reasons[outcome.reason]}.`;
}

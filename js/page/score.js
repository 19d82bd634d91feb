// Scores as the page shows them: seen by Orange, as numbers and in words.

import { otherPlayer } from "../board/index.js";
import { title } from "../board/words.js";

/** @import { Player } from "../board/index.js" */
/** @import { Position, Score } from "./types.js" */

/**
 * The value of a position.
 * @typedef {object} Value
 * @property {number} value from -1, Blue wins, to 1, Orange wins
 * @property {Player | null} winner the player for whom a win is proven
 * @property {number} plies the length of the proven win
 * @property {string} [best] the best move that a search found
 */

/**
 * @param {Score} score the score for the player to move
 * @param {Player} turn
 * @returns {Value}
 */
export function fromScore(score, turn) {
  const other = otherPlayer(turn);
  const winner = score.win !== null ? turn : score.loss !== null ? other : null;
  if (winner !== null) return { value: winner === "orange" ? 1 : -1, winner, plies: score.win ?? score.loss ?? 0 };
  return { value: turn === "orange" ? score.expected : -score.expected, winner: null, plies: 0 };
}

/**
 * The value of the result of a finished game. `null` if the game is not over.
 * @param {Position} position
 * @returns {Value | null}
 */
export function finalValue({ outcome }) {
  if (outcome === null) return null;
  const { winner } = outcome;
  return { value: winner === null ? 0 : winner === "orange" ? 1 : -1, winner, plies: 0 };
}

/**
 * How bad a move is: "?" if it costs more than 0.3, "??" if it gives a proven win away or runs into a proven loss. Empty
 * otherwise.
 * @param {Value} before
 * @param {Value} after
 * @param {Player} player the player who moved
 */
export function judge(before, after, player) {
  const hadWon = before.winner === player && after.winner !== player;
  const hasLost = before.winner === null && after.winner !== null && after.winner !== player;
  if (hadWon || hasLost) return "??";
  const drop = player === "orange" ? before.value - after.value : after.value - before.value;
  return drop > 0.3 ? "?" : "";
}

/**
 * A value in words.
 * @param {Value} value
 */
export function words({ value, winner, plies }) {
  if (winner !== null) return plies === 0 ? `${title(winner)} has won` : `${title(winner)} wins in ${plies}`;
  if (Math.abs(value) < 0.05) return "Even";
  return `${value > 0 ? "Orange" : "Blue"} is ahead, ${signed(value)}`;
}

/**
 * A value in a few characters.
 * @param {Value} value
 */
export function short({ value, winner, plies }) {
  if (winner === null) return signed(value);
  return `${winner === "orange" ? "O" : "B"} ${plies === 0 ? "won" : `in ${plies}`}`;
}

/**
 * @param {number} value
 */
function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return text === "0.00" ? "0.00" : `${value < 0 ? "\u2212" : "+"}${text}`;
}

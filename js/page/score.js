// Scores as the page shows them: seen by Orange, as numbers and in words.

import { otherPlayer } from "../board/index.js";
import { counted, title } from "../board/words.js";

/** @import { Player } from "../board/index.js" */
/** @import { Position, Score } from "./types.js" */

/**
 * The value of a position.
 * @typedef {object} Value
 * @property {number} value from -1, Blue wins, to 1, Orange wins
 * @property {Player | null} winner the player for whom a win is proven
 * @property {number} plies the length of the proven win
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
 * What a search of a fixed number of positions found out about a position, which is the same on every machine.
 * @typedef {Value & { best: string, depth: number, worths: number[] }} Judged `worths` has the worth at the last depths
 */

/** What a move costs that is as good as the best one, at most, and what mistakes and blunders cost, at least. */
export const EQUAL = 0.15;
const MISTAKE = 0.4;
const BLUNDER = 0.9;

/**
 * A proven win of more plies, which most people do not see either, is worth no more than a large advantage. The number is
 * even, because the loser of a win in five was to move one ply before.
 */
const SEEN = 6;
const LARGE = 0.5;

/** A value as mistakes are judged by it. @param {Value} value */
export function worth({ value, winner, plies }) {
  return winner !== null && plies <= SEEN ? value : Math.max(-LARGE, Math.min(LARGE, value));
}

/**
 * What a move has cost its player, from 0 to 2. Searches of another depth see another number of moves of each player, so
 * the depths are compared that both searches have finished, and what one of the last three shows counts: so a search of
 * twice as many positions makes nearly the same marks.
 * @param {Judged} before
 * @param {Judged} after
 * @param {Player} player the player who moved
 */
export function costOf(before, after, player) {
  if (after.winner === player) return 0;
  // A proof is as good at any depth.
  const isProven = before.winner !== null || after.winner !== null || after.depth === 0;
  const last = (isProven ? Math.max : Math.min)(before.depth, after.depth + 1);
  const drops = [last, last - 1, last - 2].map((depth) => worthAt(before, depth) - worthAt(after, depth - 1));
  return Math.max(0, ...drops.filter(Number.isFinite).map((drop) => (player === "orange" ? drop : -drop)));
}

/** The worth at a depth, or at the last one if that is less. @param {Judged} judged @param {number} depth */
function worthAt({ worths, depth: last }, depth) {
  return worths[worths.length - 1 - Math.max(0, last - depth)] ?? NaN;
}

/** "?" for a mistake, "??" for a blunder, and else empty. @param {number} cost */
export function markOf(cost) {
  return cost > BLUNDER ? "??" : cost > MISTAKE ? "?" : "";
}

/** The moves of the winner, as in a puzzle. @param {number} plies the length of a win */
export function movesOf(plies) {
  return Math.ceil(plies / 2);
}

/**
 * A value in words.
 * @param {Value} value
 */
export function words({ value, winner, plies }) {
  if (winner !== null)
    return `${title(winner)} ${plies === 0 ? "has won" : `wins in ${counted(movesOf(plies), "move")}`}`;
  if (Math.abs(value) < 0.05) return "Even";
  return `${value > 0 ? "Orange" : "Blue"} is ahead, ${signed(value)}`;
}

/**
 * A value in a few characters.
 * @param {Value} value
 */
export function short({ value, winner, plies }) {
  if (winner === null) return signed(value);
  return `${winner === "orange" ? "O" : "B"} ${plies === 0 ? "won" : `in ${movesOf(plies)}`}`;
}

/**
 * @param {number} value
 */
function signed(value) {
  const text = Math.abs(value).toFixed(2);
  return text === "0.00" ? "0.00" : `${value < 0 ? "\u2212" : "+"}${text}`;
}

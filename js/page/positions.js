// The positions that the server has described.

import { host } from "./host.js";
import { grounded } from "./refusals.js";

/** @import { Position } from "./types.js" */

const MOST = 3000;

/** @type {Map<string, Position>} */
const known = new Map();

/**
 * @param {Position} position
 * @param {string} fen the text that names it
 */
export function remember(position, fen = position.fen) {
  if (known.size >= MOST) known.clear();
  known.set(fen, position);
}

/**
 * @param {string} fen
 * @returns {Promise<Position>}
 */
export async function describe(fen) {
  const position = known.get(fen);
  if (position !== undefined) return position;
  const found = await host.position(fen);
  remember(found, fen);
  return found;
}

/**
 * The position that is already known, if it is.
 * @param {string} fen
 */
export function recall(fen) {
  return known.get(fen);
}

/**
 * @param {string} fen
 * @param {string} move
 * @returns {Promise<{ move: string, view: Position }>}
 */
export async function play(fen, move) {
  const answer = await host.play(fen, move);
  remember(answer.view);
  return answer;
}

/**
 * Why a single bird has no flight. Empty if the host does not answer.
 * @param {string} fen
 * @param {string} space
 */
export async function whyGrounded(fen, space) {
  try {
    const { ruling } = await host.grounded(fen, space);
    return grounded(space, ruling ?? "");
  } catch {
    return "";
  }
}

// Moves as arrows on the board.

import { parse } from "../board/index.js";

/** @import { Sky } from "../board/index.js" */
/** @import { Arrow } from "../board/picture.js" */

/**
 * The arrows of a move: one for each bird that flies, and a ring where one is added.
 * @param {string} text
 * @param {Sky} sky
 * @param {{ strength?: number, label?: string }} look
 * @returns {Arrow[]}
 */
export function arrowsOf(text, sky, look = {}) {
  const move = parse(text, sky);
  if (move.kind === "pass") return [];
  if (move.kind === "add") return [[move.space, move.space, look]];
  const { label, ...rest } = look;
  const last = move.line.length - 1;
  return move.line.map((space, index) => [
    space,
    /** @type {string} */ (move.landing[index]),
    index === last && label !== undefined ? { ...rest, label } : rest,
  ]);
}

/**
 * The spaces that a move fills.
 * @param {string} text
 * @param {Sky} sky
 * @returns {string[]}
 */
export function filledBy(text, sky) {
  const move = parse(text, sky);
  return move.kind === "pass" ? [] : move.kind === "add" ? [move.space] : move.landing;
}

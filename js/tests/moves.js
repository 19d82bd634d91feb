// How a person makes moves on the board, and games to play.

import { readFileSync } from "node:fs";
import { parse } from "../board/notation.js";
import { Sky } from "../board/sky.js";

/** @import { Page } from "playwright-core" */

/** @typedef {{ rules: string, moves: string[] }} Recorded */

const DATA = new URL("../../tests/data/abstract-play.jsonl", import.meta.url);

/** The games that an independent implementation recorded. @type {Recorded[]} */
export const GAMES = readFileSync(DATA, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/** The button of a space. @param {Page} page @param {string} name */
export const space = (page, name) => page.locator(`[data-space="${name}"]`);

/**
 * The spaces that a person chooses for a move, one after the other. Empty for a pass.
 * @param {string} text
 * @param {number} edge
 * @returns {string[]}
 */
export function choices(text, edge) {
  const sky = new Sky(edge);
  const move = parse(text, sky);
  if (move.kind === "pass") return [];
  if (move.kind === "add") return [move.space];
  const first = /** @type {string} */ (move.line[0]);
  const last = /** @type {string} */ (move.line.at(-1));
  // In file to the side of the first end, the bird that leads is that one. Otherwise the one that is chosen last.
  const leads = sky.way(last, first)?.direction === move.direction ? 0 : move.line.length - 1;
  const target = /** @type {string} */ (move.landing[leads]);
  return [...new Set([first, last]), target, ...(move.keep === null ? [] : [move.keep])];
}

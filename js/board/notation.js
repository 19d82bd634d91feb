// Moves as text: `c5` adds, `b2-NE3` and `b2:b4-E1` fly, `…/g6` keeps a region, `pass` passes.

/** @import { Direction, Sky } from "./sky.js" */

/**
 * @typedef {object} Flight
 * @property {string} text the move
 * @property {"fly"} kind
 * @property {string[]} line the spaces that the birds leave, from the lower end to the other
 * @property {string[]} landing the spaces that they reach, in the same order
 * @property {Direction} direction
 * @property {number} distance
 * @property {string | null} keep a space of the opponent's region to keep, if the flight divides the opponent
 */

/** @typedef {{ text: string, kind: "add", space: string }} Add */

/** @typedef {{ text: string, kind: "pass" }} Pass */

/** @typedef {Add | Flight | Pass} Move */

const SPACE = "([a-o][1-9][0-9]?)";
const PATTERN = new RegExp(`^${SPACE}(?:(?::${SPACE})?-(NE|NW|SE|SW|E|W)([1-9][0-9]?)(?:/${SPACE})?)?$`);

/**
 * Read a move.
 * @param {string} text
 * @param {Sky} sky
 * @returns {Move}
 * @throws {SyntaxError} the text is not a move, or the ends of its line are not on a straight line
 * @throws {RangeError} the sky lacks a space of the move
 */
export function parse(text, sky) {
  if (text === "pass") return { text, kind: "pass" };
  const [, first, last, direction, distance, keep] = PATTERN.exec(text) ?? [];
  if (first === undefined) throw new SyntaxError(`'${text.slice(0, 40)}' is not a move`);
  sky.place(first);
  if (direction === undefined) return { text, kind: "add", space: first };
  const line = lineBetween(sky, first, last ?? first);
  if (line === null) throw new SyntaxError(`the ends of the line in '${text}' are not on a straight line`);
  return fly(sky, line, /** @type {Direction} */ (direction), Number(distance), keep ?? null);
}

/**
 * The spaces from one end of a line to the other, the lower end first. `null` if no straight line of spaces joins the
 * two ends.
 * @param {Sky} sky
 * @param {string} a
 * @param {string} b
 * @returns {string[] | null}
 */
export function lineBetween(sky, a, b) {
  const [first, last] = sky.ordered(a, b);
  if (first === last) return [first];
  const way = sky.way(first, last);
  if (way === null) return null;
  const line = [];
  for (let distance = 0; distance <= way.distance; distance++) {
    const space = sky.step(first, way.direction, distance);
    if (space === undefined) return null;
    line.push(space);
  }
  return line;
}

/**
 * A flight of a line.
 * @param {Sky} sky
 * @param {string[]} line
 * @param {Direction} direction
 * @param {number} distance
 * @param {string | null} keep
 * @returns {Flight}
 * @throws {RangeError} the flight leaves the sky
 */
export function fly(sky, line, direction, distance, keep = null) {
  const text = flightText(line, direction, distance) + (keep === null ? "" : `/${keep}`);
  const landing = line.map((space) => {
    const end = sky.step(space, direction, distance);
    if (end === undefined) throw new RangeError(`the move ${text} leaves the sky of edge ${sky.edge}`);
    return end;
  });
  return { text, kind: "fly", line, landing, direction, distance, keep };
}

/** The spaces where the birds of a move arrive. @param {Move} move */
export function reached(move) {
  return move.kind === "fly" ? move.landing : move.kind === "add" ? [move.space] : [];
}

/**
 * A line as a move names it: `b2`, or `b2:b4` with its two ends.
 * @param {string[]} line
 */
export function lineText(line) {
  return line.length === 1 ? `${line[0]}` : `${line[0]}:${line.at(-1)}`;
}

/**
 * A flight as text, without a region to keep. It may leave the sky.
 * @param {string[]} line
 * @param {Direction} direction
 * @param {number} distance
 */
export function flightText(line, direction, distance) {
  return `${lineText(line)}-${direction}${distance}`;
}

/**
 * A move as a person types it, in canonical letters and without blanks: `B2 : b4 - ne3` is `b2:b4-NE3`.
 * @param {string} text
 */
export function tidy(text) {
  return text
    .replace(/\s+/g, "")
    .toLowerCase()
    .replace(/-(ne|nw|se|sw|e|w)(?=\d)/, (direction) => direction.toUpperCase());
}

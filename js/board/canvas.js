// Where each place of a sky is in the view box.

import { DIRECTIONS, step } from "./sky.js";

/** @import { Direction, Place, Sky } from "./sky.js" */

/** @typedef {{ x: number, y: number }} Point */

/** The distance of neighboring spaces, in units of the view box. */
export const PITCH = 40;

/** The radius of a bird. */
export const RADIUS = 0.4 * PITCH;

const ROW = (PITCH * Math.sqrt(3)) / 2;

/** @type {readonly Direction[]} */
const COUNTERCLOCKWISE = ["E", "NE", "NW", "W", "SW", "SE"];

/** A sky on its view box, turned counterclockwise by some sixths of a full turn. */
export class Canvas {
  /**
   * @param {Sky} sky
   * @param {number} turns
   */
  constructor(sky, turns = 0) {
    this.sky = sky;
    this.turns = ((turns % 6) + 6) % 6 || 0;
    this.width = 2 * (sky.edge + 0.45) * PITCH;
    this.height = 2 * (sky.edge * ROW + 0.45 * PITCH);

    /** The size of the labels, as a share of that on the standard sky: a small sky is drawn in larger units. */
    this.small = Math.min(1, this.width / (2 * 7.45 * PITCH));

    /** The distance of the corners of the hexagon from its center. */
    this.skyRadius = (sky.edge - 1 / 3) * PITCH;

    /**
     * The spaces by the places at which they are seen.
     * @type {Map<string, string>}
     */
    this.seen = new Map();
    for (const [name, place] of sky.spaces) {
      const { x, y } = this.turned(place);
      this.seen.set(`${x},${y}`, name);
    }
  }

  /**
   * The place at which a place is seen after the turns.
   * @param {Place} place
   * @returns {Place}
   */
  turned(place) {
    const { center } = this.sky;
    let y = place.y - center.y;
    let x = (place.x - center.x - y) / 2;
    for (let turn = 0; turn < this.turns; turn++) [x, y] = [-y, x + y];
    return { x: 2 * x + y + center.x, y: y + center.y };
  }

  /**
   * The point of a place, or the point that is a number of steps, or a part of one, away from it.
   * @param {Place} place
   * @param {Direction} direction
   * @param {number} steps
   * @returns {Point}
   */
  point(place, direction = "E", steps = 0) {
    const { center } = this.sky;
    const seen = this.turned(place);
    const angle = ((COUNTERCLOCKWISE.indexOf(direction) + this.turns) * Math.PI) / 3;
    return {
      x: this.width / 2 + ((seen.x - center.x) * PITCH) / 2 + steps * PITCH * Math.cos(angle),
      y: this.height / 2 - (seen.y - center.y) * ROW - steps * PITCH * Math.sin(angle),
    };
  }

  /**
   * The point of a space.
   * @param {string} space
   */
  of(space) {
    return this.point(this.sky.place(space));
  }

  /**
   * The space nearest to a point, if the point is in its cell or hardly outside.
   * @param {Point} point
   * @returns {string | null}
   */
  nearest({ x, y }) {
    let found = null;
    let least = 0.62 * PITCH;
    for (const space of this.sky.spaces.keys()) {
      const center = this.of(space);
      const distance = Math.hypot(center.x - x, center.y - y);
      if (distance < least) [found, least] = [space, distance];
    }
    return found;
  }

  /**
   * The next space that is seen in a direction: to the left or right in the same row, beyond a missing space if need
   * be, or in the row above or below the one that is nearest to a column.
   * @param {string} space
   * @param {"left" | "right" | "up" | "down"} to
   * @param {number} column the column to stay in when going up or down, in half steps
   * @returns {string}
   */
  next(space, to, column) {
    const from = this.turned(this.sky.place(space));
    const row = from.y + (to === "up" ? 1 : to === "down" ? -1 : 0);
    const cost = /** @param {number} x */ (x) => {
      if (to === "left") return x < from.x ? from.x - x : Infinity;
      if (to === "right") return x > from.x ? x - from.x : Infinity;
      return x >= column ? x - column : column - x + 0.5;
    };
    let [found, least] = [space, Infinity];
    for (let x = 0; x <= 2 * this.sky.center.x; x++) {
      const name = this.seen.get(`${x},${row}`);
      if (name !== undefined && cost(x) < least) [found, least] = [name, cost(x)];
    }
    return found;
  }

  /**
   * The corners of a regular hexagon, as text for a path or a polygon.
   * @param {Point} center
   * @param {number} radius the distance of its corners from the center
   * @param {boolean} isPointed whether it has a corner at the top, as the cells have, and not a side
   */
  hexagon(center, radius, isPointed) {
    const start = isPointed ? Math.PI / 6 : 0;
    return DIRECTIONS.map((_, side) => {
      const angle = start + (side * Math.PI) / 3;
      return `${number(center.x + radius * Math.cos(angle))},${number(center.y + radius * Math.sin(angle))}`;
    }).join(" ");
  }

  /**
   * The cells of some spaces, as text for a path.
   * @param {Iterable<string>} spaces
   */
  cells(spaces) {
    return [...spaces].map((space) => `M${this.hexagon(this.of(space), PITCH / Math.sqrt(3), true)}Z`).join("");
  }

  /**
   * The straight lines of the sky, each from its first space to its last, as text for a path.
   */
  lines() {
    const { sky } = this;
    let path = "";
    for (const direction of /** @type {Direction[]} */ (["E", "NE", "SE"])) {
      for (const [name, place] of sky.spaces) {
        if (sky.at(step(place, direction, -1)) !== undefined) continue;
        let end = name;
        for (let next = sky.step(end, direction); next !== undefined; next = sky.step(end, direction)) end = next;
        if (end !== name) path += `M${pair(this.of(name))}L${pair(this.of(end))}`;
      }
    }
    return path;
  }
}

/**
 * At most one decimal.
 * @param {number} value
 */
export function number(value) {
  return String(Math.round(value * 10) / 10);
}

/**
 * @param {Point} point
 */
export function pair({ x, y }) {
  return `${number(x)} ${number(y)}`;
}

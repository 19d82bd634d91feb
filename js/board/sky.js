// The spaces of a sky: their names, their places, and the six directions.

/** @typedef {"E" | "SE" | "SW" | "W" | "NW" | "NE"} Direction */

/**
 * A point of the sky. `x` counts half steps to the right, because neighbors in a row are 2 apart and the next row is
 * shifted by 1. `y` counts rows upwards. Both start at 0.
 * @typedef {{ x: number, y: number }} Place
 */

/** @type {Readonly<Record<Direction, Place>>} */
const STEPS = {
  E: { x: 2, y: 0 },
  SE: { x: 1, y: -1 },
  SW: { x: -1, y: -1 },
  W: { x: -2, y: 0 },
  NW: { x: -1, y: 1 },
  NE: { x: 1, y: 1 },
};

export const DIRECTIONS = /** @type {readonly Direction[]} */ (Object.keys(STEPS));

/**
 * The place that is some steps away. It need not be in the sky.
 * @param {Place} place
 * @param {Direction} direction
 * @param {number} distance
 * @returns {Place}
 */
export function step(place, direction, distance = 1) {
  return { x: place.x + STEPS[direction].x * distance, y: place.y + STEPS[direction].y * distance };
}

/** A hexagon of spaces, without its corners and its center. */
export class Sky {
  /**
   * @param {number} edge the number of spaces along an edge, corners included: 4 to 8
   * @throws {RangeError} the edge is not one of these
   */
  constructor(edge) {
    if (!Number.isInteger(edge) || edge < 4 || edge > 8) {
      throw new RangeError(`the edge of a sky must be an integer from 4 to 8, not ${edge}`);
    }
    this.edge = edge;

    /** The place of the missing center. */
    this.center = { x: 2 * (edge - 1), y: edge - 1 };

    /**
     * The places of the spaces by name. The top row is first, and each row is from left to right.
     * @type {Map<string, Place>}
     */
    this.spaces = new Map();

    /**
     * The places of the missing corners and of the missing center by name, in the same order.
     * @type {Map<string, Place>}
     */
    this.missing = new Map();

    /** @type {Map<string, string>} */
    this.names = new Map();

    const middle = edge - 1;
    for (let y = 2 * middle; y >= 0; y--) {
      const length = 2 * edge - 1 - Math.abs(y - middle);
      for (let number = 1; number <= length; number++) {
        const place = { x: Math.abs(y - middle) + 2 * (number - 1), y };
        const isCorner = y % middle === 0 && (number === 1 || number === length);
        const isCenter = place.x === this.center.x && y === middle;
        const name = `${String.fromCharCode(97 + y)}${number}`;
        (isCorner || isCenter ? this.missing : this.spaces).set(name, place);
        if (!isCorner && !isCenter) this.names.set(`${place.x},${y}`, name);
      }
    }
  }

  /**
   * The name of the space at a place, if the sky has one there.
   * @param {Place} place
   */
  at(place) {
    return this.names.get(`${place.x},${place.y}`);
  }

  /**
   * @param {string} name
   * @throws {RangeError} the sky has no such space
   */
  place(name) {
    const place = this.spaces.get(name);
    if (place === undefined) {
      throw new RangeError(`'${name.slice(0, 20)}' is not a space of the sky of edge ${this.edge}`);
    }
    return place;
  }

  /**
   * The space that is some steps away from a space, if the sky has one there.
   * @param {string} name
   * @param {Direction} direction
   * @param {number} distance
   */
  step(name, direction, distance = 1) {
    return this.at(step(this.place(name), direction, distance));
  }

  /**
   * @param {string} name
   * @returns {string[]}
   */
  neighbors(name) {
    return DIRECTIONS.map((direction) => this.step(name, direction)).filter((space) => space !== undefined);
  }

  /**
   * Some spaces in groups of spaces that touch.
   * @param {readonly string[]} names
   * @returns {string[][]}
   */
  groups(names) {
    const rest = new Set(names);
    const groups = [];
    for (const first of names) {
      if (!rest.delete(first)) continue;
      const group = [first];
      for (const space of group) for (const next of this.neighbors(space)) if (rest.delete(next)) group.push(next);
      groups.push(group);
    }
    return groups;
  }

  /**
   * The direction and the number of steps from one space to another, or `null` if no straight line joins them.
   * @param {string} from
   * @param {string} to
   * @returns {{ direction: Direction, distance: number } | null}
   */
  way(from, to) {
    const a = this.place(from);
    const b = this.place(to);
    const distance = Math.max(Math.abs(b.y - a.y), (Math.abs(b.x - a.x) + Math.abs(b.y - a.y)) / 2);
    for (const direction of DIRECTIONS) {
      const end = step(a, direction, distance);
      if (distance > 0 && end.x === b.x && end.y === b.y) return { direction, distance };
    }
    return null;
  }

  /**
   * The two spaces in the order in which a move names the ends of a line: the lower one first, in a row the left one.
   * @param {string} a
   * @param {string} b
   * @returns {[string, string]}
   */
  ordered(a, b) {
    const first = this.place(a);
    const second = this.place(b);
    return first.y < second.y || (first.y === second.y && first.x <= second.x) ? [a, b] : [b, a];
  }
}

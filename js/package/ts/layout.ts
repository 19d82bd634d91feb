import { call } from "./core.js";
import * as core from "./volo.js";

/** A place in a picture in which the rows of the hexagon are horizontal. */
export interface Place {
  /** The number of half steps to the right of the first space of the middle row. Neighbors in a row are 2 apart. */
  readonly x: number;
  /** The number of rows upwards from the bottom row. Picture formats count downwards, so turn `y` round. */
  readonly y: number;
}

/** The places of the spaces of a sky in a picture. */
export interface Layout {
  /** The place of each space, by its name, in board order: the lowest row first, each from left to right. */
  readonly spaces: ReadonlyMap<string, Place>;
  /** The places of the missing corners and of the missing center, by the names that they would have [R3]. */
  readonly missing: ReadonlyMap<string, Place>;
  /** The largest `x` of a place. The smallest is 0. */
  readonly width: number;
  /** The largest `y` of a place. The smallest is 0. */
  readonly height: number;
}

/** @internal */
export function layout(edge: number): Layout {
  const [spaces, missing] = [places(edge, false), places(edge, true)];
  const all = [...spaces.values(), ...missing.values()];
  const width = Math.max(...all.map((place) => place.x));
  const height = Math.max(...all.map((place) => place.y));
  return Object.freeze({ spaces, missing, width, height });
}

function places(edge: number, missing: boolean): Map<string, Place> {
  const [names, coordinates] = call(() => core.places(edge, missing));
  const place = (i: number): Place => Object.freeze({ x: coordinates[2 * i] ?? 0, y: coordinates[2 * i + 1] ?? 0 });
  return new Map(names.map((name, i) => [name, place(i)]));
}

// Values that have no methods.

import type { Reason } from "./lists.js";

/** What distinguishes two objects of a class. It can be enumerated, so that tests of users compare it. @internal */
export const STATE = Symbol("state");

/** The method by which Node, Bun and Deno show an object. @internal */
export const INSPECT = Symbol.for("nodejs.util.inspect.custom");

/** A player, and the color of that player's birds. Orange moves first [R5]. */
export type Color = "orange" | "blue";

/** Both players, in the order of their first turns. */
export const COLORS: readonly Color[] = Object.freeze(["orange", "blue"]);

/** The result of a game that is over by the rules. */
export interface Outcome {
  /** The winner, or `null` for a draw. */
  readonly winner: Color | null;
  /** What ended the game. */
  readonly reason: Reason;
}

/** Spaces that are connected by open paths of one player, with at least one bird of that player [R15]. */
export interface Region {
  /** The spaces with birds of the player, in board order: the lowest row first, each from left to right. */
  readonly birds: readonly string[];
  /** The vacant spaces, in board order. */
  readonly vacant: readonly string[];
}

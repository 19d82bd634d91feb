// Values that have no methods.

import type { Reason } from "./lists.js";

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

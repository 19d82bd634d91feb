// Values that have no methods.

/** A player, and the color of that player's birds. Orange moves first [R5]. */
export type Color = "orange" | "blue";

/** Both players, in the order of their first turns. */
export const COLORS: readonly Color[] = Object.freeze(["orange", "blue"]);

/**
 * What ended a game by the rules:
 *
 * - `"flock"`: all birds of the winner form one flock [R17] [R18].
 * - `"passes"`: two passes in a row are a draw [R14].
 * - `"stuck"`: both players passed or are stuck, and the last player to add or fly wins [R14b].
 */
export type Reason = "flock" | "passes" | "stuck";

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

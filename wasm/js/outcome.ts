import type { Color } from "./color.js";

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

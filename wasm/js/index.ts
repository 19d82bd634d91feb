/**
 * The rules of Volo, the game of flocking birds by Dieter Stein. The rules are those of the Rust crate `volo-rules`,
 * compiled to WebAssembly. `[R1]` to `[R19]` are the numbers of rulings in the project's page of the rules.
 *
 * @packageDocumentation
 */

export type { StopOptions } from "./arguments.js";
export {
  IllegalMoveError,
  InvalidPositionError,
  InvalidRulesError,
  NotationError,
  RecordError,
  StoppedError,
  VoloError,
} from "./errors.js";
export {
  Game,
  type GameResult,
  MAX_RECORDS_LENGTH,
  type RecordOptions,
  readRecords,
  type Termination,
} from "./game.js";
export type { Layout, Place } from "./layout.js";
export { type Direction, Move } from "./move.js";
export { MAX_GAMES, type PlayoutOptions, type Playouts, type Policy, playRandom } from "./playouts.js";
export { type BoardOptions, Position } from "./position.js";
export { type Passing, Rules, type RulesOptions, type Stuck } from "./rules.js";
export { composeSymmetries, inverseSymmetry, SYMMETRIES, type Symmetry } from "./symmetry.js";
export { COLORS, type Color, type Outcome, type Reason, type Region } from "./values.js";

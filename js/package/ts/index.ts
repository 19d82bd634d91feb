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
export { Game } from "./game.js";
export type { Layout, Place } from "./layout.js";
export {
  DIRECTIONS,
  type Direction,
  EDGES,
  type Edge,
  type Format,
  type GameResult,
  PASSING,
  type Passing,
  POLICIES,
  type Policy,
  REASONS,
  RESULTS,
  type Reason,
  RULE_SETS,
  type RuleSet,
  STUCK,
  type Stuck,
  SYMMETRIES,
  type Symmetry,
  TERMINATIONS,
  type Termination,
} from "./lists.js";
export { Move } from "./move.js";
export { MAX_GAMES, type PlayoutOptions, type Playouts, playRandom } from "./playouts.js";
export { type BoardOptions, Position } from "./position.js";
export { MAX_RECORDS_LENGTH, type RecordOptions, readRecords, writeRecords } from "./records.js";
export { Rules, type RulesOptions } from "./rules.js";
export { composeSymmetries, inverseSymmetry } from "./symmetry.js";
export { COLORS, type Color, type Outcome, type Region } from "./values.js";

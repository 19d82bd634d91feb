import * as core from "./volo.js";
import { booleanOf, integerIn, oneOf, optionsOf, unsigned64, wrongType } from "./arguments.js";
import { call } from "./core.js";
import { StoppedError, VoloError } from "./errors.js";
import { Game } from "./game.js";
import { Position, wordsOf } from "./position.js";
import type { Rules } from "./rules.js";
import { type StopOptions, stopOf } from "./stop.js";

const POLICIES = ["uniform", "careful"] as const;

/**
 * The set of moves from which each move is drawn. All moves in the set are equally likely.
 *
 * - `"uniform"`: all legal moves.
 * - `"careful"`: the moves that win at once. If there are none, the moves that do not hand the game over. If there are
 *   none either, all legal moves. A move hands the game over if it makes the opponent win [R18] [R14b], or if the
 *   opponent then has a move that wins at once.
 */
export type Policy = (typeof POLICIES)[number];

/** Options of {@link playRandom}. */
export interface PlayoutOptions extends StopOptions {
  /** The starting position of each game, as in the constructor of {@link Position}. */
  position?: Position | Rules | string | undefined;
  /** 0 to 2^64 - 1; a number up to 2^53 - 1, or a bigint. The default is 0. */
  seed?: number | bigint | undefined;
  /** The number of the first game, so that a long run can be played in parts. The default is 0. */
  first?: number | bigint | undefined;
  /** The number of plies after which a game is cut off [R19], 0 to 2^31 - 1. The default is 2000. */
  maxPlies?: number | undefined;
  /** Whether to keep the moves of all games. The default is `false`. */
  record?: boolean | undefined;
  /** Whether to count the legal moves of every position, which costs time. The default is `false`. */
  countMoves?: boolean | undefined;
  /** The policy of both players, or Orange's policy and Blue's. The default is `"uniform"`. */
  policy?: Policy | readonly [Policy, Policy] | undefined;
}

/** The results of random games, column by column. Each game is a row. */
export interface Playouts {
  /** The number of games. */
  readonly length: number;
  /** The winner of each game: 0 for Orange, 1 for Blue, -1 for a draw, -2 for a game that was cut off. */
  readonly winner: Int8Array;
  /** Why each game ended: 0 for a flock, 1 for passes, 2 for stuck, -1 for a game that was cut off. */
  readonly reason: Int8Array;
  /** The number of turns of each game. */
  readonly plies: Int32Array;
  /** The number of Orange's birds in the last position. */
  readonly orangeBirds: Int16Array;
  /** The number of Blue's birds in the last position. */
  readonly blueBirds: Int16Array;
  /** The number of adds. */
  readonly adds: Int32Array;
  /** The number of flights. */
  readonly flights: Int32Array;
  /** The number of passes. */
  readonly passes: Int32Array;
  /** The number of flights that removed birds of the opponent [R15]. */
  readonly clearings: Int32Array;
  /** 1 if the last move gave the opponent one flock and so the win [R18], else 0. */
  readonly handedOver: Uint8Array;
  /** The sum of the numbers of legal moves before each ply. Empty unless `countMoves` is set. */
  readonly legalMoves: Float64Array;
  /** The codes of the moves of all games, one game after the other. Empty unless `record` is set. */
  readonly moves: Uint32Array;
  /**
   * The game of a row, with its moves.
   *
   * @throws {@link VoloError} if there is no such row, or `record` was not set.
   */
  game(row: number): Game;
}

/** The most games of one call. A longer run is played in parts, with `first`. */
export const MAX_GAMES = 1_000_000;

/**
 * Plays random games. The result of a game depends only on the position, the policies, the seed and the number of the
 * game. Python and Rust play the same games.
 *
 * A game of the `standard` rules takes less than a millisecond, and with the policy `"careful"` about twenty times as
 * long. For many games, pass `stop`, or play in a Worker.
 *
 * @param games - the number of games, at most {@link MAX_GAMES}.
 *
 * @throws {@link VoloError} if a number is out of range, or a word is unknown.
 * @throws {@link InvalidRulesError} if the text of the position is neither a rule set nor a position.
 * @throws {@link StoppedError} if `stop` returned `true`.
 *
 * @example
 * ```js
 * const playouts = playRandom(100, { position: "standard-5", seed: 1, record: true });
 * console.log(playouts.length, playouts.game(0).moves.length === playouts.plies[0]); // 100 true
 * ```
 */
export function playRandom(games: number, options?: PlayoutOptions): Playouts {
  throw new Error("TODO");
}

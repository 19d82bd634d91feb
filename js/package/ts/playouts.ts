import { booleanOf, integerIn, oneOf, optionsOf, type StopOptions, stopOf, unsigned64 } from "./arguments.js";
import { call } from "./core.js";
import { StoppedError, VoloError } from "./errors.js";
import { Game } from "./game.js";
import { POLICIES, type Policy } from "./lists.js";
import { Position, wordsOf } from "./position.js";
import type { Rules } from "./rules.js";
import * as core from "./volo.js";

/** Options of {@link playRandom}. */
export interface PlayoutOptions extends StopOptions {
  /** The starting position of each game, as in the constructor of {@link Position}. */
  position?: Position | Rules | string | undefined;
  /** 0 to 2^64 - 1; a number up to 2^53 - 1, or a bigint. By default a new one is drawn, which the results have. */
  seed?: number | bigint | undefined;
  /** The number of the first game, so that a long run with one seed can be played in parts. The default is 0. */
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
  /** The seed that was given, or else the one that was drawn. */
  readonly seed: number | bigint;
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
  /** The index in `moves` at which each game begins, then the number of all moves. Empty unless `record` is set. */
  readonly offsets: Float64Array;
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
 * @throws {@link VoloError} if a number is out of range, a word is unknown, or `first` is given without `seed`.
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
  const given = optionsOf(options, "options", OPTIONS);
  const rows = integerIn(games, "games", 0, MAX_GAMES);
  const start = new Position(given.position);
  const first = unsigned64(given.first ?? 0, "first");
  if (first > 0n && given.seed === undefined) {
    throw new VoloError("first needs a seed: without one, each call plays other games");
  }
  const seed = given.seed ?? newSeed();
  const key = unsigned64(seed, "seed");
  if (first + BigInt(rows) > 2n ** 64n) {
    throw new VoloError("the number of the last game would be greater than 2^64 - 1");
  }
  const maxPlies = integerIn(given.maxPlies ?? 2000, "maxPlies", 0, 2 ** 31 - 1);
  const record = booleanOf(given.record ?? false, "record");
  const countMoves = booleanOf(given.countMoves ?? false, "countMoves");
  const [orange, blue] = policiesOf(given.policy ?? "uniform");
  const stop = stopOf(given);

  const columns = columnsOf(rows, countMoves);
  const parts: Uint32Array[] = [];
  const words = wordsOf(start, "position");
  for (let row = 0; row < rows; row += GAMES_AT_A_TIME) {
    if (stop?.()) throw new StoppedError("the computation was stopped");
    const count = Math.min(GAMES_AT_A_TIME, rows - row);
    const number = first + BigInt(row);
    const [moves, ...played] = call(() =>
      core.playGames(words, count, key, number, maxPlies, record, countMoves, orange, blue),
    );
    for (const [i, column] of Object.values(columns).entries()) {
      column.set(played[i] as ArrayLike<number>, column.length && row);
    }
    parts.push(moves);
  }
  const moves = joined(parts);
  const offsets = record ? offsetsOf(columns.plies) : new Float64Array(0);
  const game = (row: number): Game => {
    if (!record) throw new VoloError("the moves were not kept: play with the option record: true");
    const place = integerIn(row, "row", 0, offsets.length - 2);
    return Game.played(start, moves.subarray(offsets[place], offsets[place + 1]));
  };
  const playouts = { length: rows, seed, ...columns, moves, offsets };
  // Functions are never equal, so equal results would not be either if it were enumerable.
  return Object.freeze(Object.defineProperty(playouts, "game", { value: game })) as Playouts;
}

/** A seed that a number represents exactly. */
function newSeed(): number {
  const [bits = 0n] = crypto.getRandomValues(new BigUint64Array(1));
  return Number(bits >> 11n);
}

const OPTIONS = ["position", "seed", "first", "maxPlies", "record", "countMoves", "policy", "stop"] as const;

/** The number of games between two calls of `stop`. They take a few milliseconds. */
const GAMES_AT_A_TIME = 8;

function policiesOf(value: unknown): [Policy, Policy] {
  if (!Array.isArray(value)) {
    const policy = oneOf(value, "policy", POLICIES);
    return [policy, policy];
  }
  const [orange, blue, ...others]: unknown[] = value;
  if (value.length < 2 || others.length > 0) {
    throw new VoloError(`policy must be a policy, or Orange's policy and Blue's, not ${value.length} policies`);
  }
  return [oneOf(orange, "Orange's policy", POLICIES), oneOf(blue, "Blue's policy", POLICIES)];
}

/** The columns of results, in the order of the core. Their rows are filled from the first to the last. */
function columnsOf(rows: number, countMoves: boolean) {
  return {
    winner: new Int8Array(rows),
    reason: new Int8Array(rows),
    plies: new Int32Array(rows),
    orangeBirds: new Int16Array(rows),
    blueBirds: new Int16Array(rows),
    adds: new Int32Array(rows),
    flights: new Int32Array(rows),
    passes: new Int32Array(rows),
    clearings: new Int32Array(rows),
    handedOver: new Uint8Array(rows),
    legalMoves: new Float64Array(countMoves ? rows : 0),
  };
}

/** The arrays, one after the other. */
function joined(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}

/** The index in the moves at which each game begins, then the number of all moves. */
function offsetsOf(plies: Int32Array): Float64Array {
  const offsets = new Float64Array(plies.length + 1);
  plies.forEach((count, row) => {
    offsets[row + 1] = (offsets[row] ?? 0) + count;
  });
  return offsets;
}

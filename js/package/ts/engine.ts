/// <reference lib="esnext.disposable" preserve="true" />

import { callbackOf, integerIn, optionsOf, stopOf, unsigned64, wrongType } from "./arguments.js";
import { call } from "./core.js";
import { VoloError } from "./errors.js";
import { Game } from "./game.js";
import { LEVELS } from "./lists.js";
import { moveTexts } from "./move.js";
import { Position, wordsOf } from "./position.js";
import type { Rules } from "./rules.js";
import {
  type AnalysisOptions,
  type EngineOptions,
  type Info,
  type PlayResult,
  playOf,
  type SearchOptions,
} from "./search.js";
import { STATE } from "./values.js";
import * as core from "./volo.js";

export { FORMATS, LEVELS, type Level } from "./lists.js";
export { RecordReader } from "./reader.js";
export type { AnalysisOptions, EngineOptions, Info, PlayResult, Score, SearchOptions } from "./search.js";

/** The most megabytes of the table of an engine. */
export const MAX_HASH_MB = 1024;

/** The most plies and the most best moves of a search. */
const MOST = 1_000_000;

/** The longest time of a search in milliseconds. */
const MOST_TIME = 1e12;

const LIMITS = ["nodes", "depth", "time", "stop"] as const;

/** The number of engines made so far. */
let made = 0;

/** Frees the memory of engines that JavaScript no longer uses. */
const unused = new FinalizationRegistry((engine: number) => call(() => core.freeEngine(engine)));

/**
 * The engine, which finds good moves. It keeps its results about positions for later searches, in memory that
 * {@link Engine.close} frees. A program that makes many engines closes them, because JavaScript does not know how much memory
 * they have. If all engines together need more than 4 GB, those that searched longest ago lose their results.
 *
 * Without a limit of time, its answers depend only on its arguments and on the searches before, and equal those of the
 * native engine with one thread. A search blocks the page, so a page uses the `EngineClient` of `volo-rules/engine/client`,
 * which runs an engine in a Worker.
 *
 * @example
 * ```js
 * const engine = new Engine({ hashMb: 1 });
 * const { move, info } = engine.play("2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4", { nodes: 1000 });
 * console.log(move, info.score.win); // f5-SW3 1
 * ```
 */
export class Engine {
  readonly #number = ++made;
  /** @internal */
  readonly [STATE]: readonly [hashMb: number, seed: bigint, level: number];
  #isSearching = false;
  #isClosed = false;

  /**
   * @throws `VoloError` if a number is out of range.
   */
  constructor(options?: EngineOptions) {
    const { level = LEVELS.length, hashMb = 16, seed = 0 } = optionsOf(options, "options", ["level", "hashMb", "seed"]);
    const strength = integerIn(level, "level", 1, LEVELS.length);
    this[STATE] = [integerIn(hashMb, "hashMb", 1, MAX_HASH_MB), unsigned64(seed, "seed"), strength];
    unused.register(this, this.#number);
  }

  /**
   * Chooses a move.
   *
   * @param position - a position; a game, whose earlier positions matter too, because a move that repeats one of them counts
   *   as a draw; or a rule set or a text, as in the constructor of {@link Position}.
   *
   * @throws `VoloError` if the game is over, there is no limit, a number is out of range, the engine is searching or
   *   closed, or there is not enough memory.
   */
  play(position: Position | Game | Rules | string, options: SearchOptions): PlayResult {
    return playOf(this.#search(position, optionsOf(options, "options", LIMITS)));
  }

  /**
   * Finds out how good the best moves are.
   *
   * @param position - see {@link Engine.play}.
   *
   * @returns the results for the best moves, the best one first. If the game is over, there is one result without moves.
   *
   * @throws `VoloError` if there is no limit, a number is out of range, the engine is searching or closed, or there is not
   *   enough memory.
   */
  analyse(position: Position | Game | Rules | string, options: AnalysisOptions): Info[] {
    return this.#search(position, optionsOf(options, "options", [...LIMITS, "multipv", "report"]));
  }

  /**
   * Removes all stored results, as for a new game, and frees their memory for other engines. The engine can be used again.
   *
   * @throws `VoloError` if the engine is searching or closed.
   */
  clear(): void {
    this.#refuseIfBusy();
    call(() => core.freeEngine(this.#number));
  }

  /**
   * Frees the memory of the engine, which cannot search afterwards. A closed engine may be closed again.
   *
   * @throws `VoloError` if the engine is searching.
   */
  close(): void {
    if (!this.#isClosed) this.clear();
    this.#isClosed = true;
  }

  /** Closes the engine at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  #search(given: Position | Game | Rules | string, options: Partial<AnalysisOptions>): Info[] {
    const positions = given instanceof Game ? given.positions : [new Position(given)];
    const position = wordsOf(positions.pop(), "position");
    const earlier = BigUint64Array.from(positions.flatMap((each) => [...wordsOf(each, "position")]));
    const nodes = optional(options.nodes, (value) => BigInt(integerIn(value, "nodes", 1, Number.MAX_SAFE_INTEGER)));
    const depth = optional(options.depth, (value) => integerIn(value, "depth", 1, MOST));
    const time = optional(options.time, timeOf);
    const lines = integerIn(options.multipv ?? 1, "multipv", 1, MOST);
    const stop = stopOf(options);
    const report = callbackOf(options.report, "report");
    if (nodes === undefined && depth === undefined && time === undefined && stop === undefined) {
      throw new VoloError(`a search needs one of the options ${LIMITS.join(", ")}`);
    }
    this.#refuseIfBusy();
    this.#isSearching = true;
    const number = this.#number;
    const [hashMb, seed, level] = this[STATE];
    const send = report && ((found: core.EngineInfo[]) => report(found.map(infoOf)));
    try {
      return call(() =>
        core.search(number, hashMb, seed, level, position, earlier, time, nodes, depth, lines, stop, send),
      ).map(infoOf);
    } finally {
      this.#isSearching = false;
    }
  }

  #refuseIfBusy(): void {
    if (this.#isSearching) throw new VoloError("the engine is searching");
    if (this.#isClosed) throw new VoloError("the engine is closed");
  }
}

function optional<T, U>(value: T | undefined, read: (value: T) => U): U | undefined {
  return value === undefined ? undefined : read(value);
}

function timeOf(value: unknown): number {
  if (typeof value !== "number") throw wrongType(value, "time", "a number");
  if (!(value >= 0 && value <= MOST_TIME)) {
    throw new VoloError(`time must be 0 to ${MOST_TIME} milliseconds, not ${value}`);
  }
  return value;
}

function infoOf(info: core.EngineInfo): Info {
  return { ...info, pv: moveTexts(info.pv) };
}

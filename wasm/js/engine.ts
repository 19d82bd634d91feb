import { callbackOf, integerIn, optionsOf, stopOf, unsigned64, wrongType } from "./arguments.js";
import { call } from "./core.js";
import { VoloError } from "./errors.js";
import { Game } from "./game.js";
import { LEVELS } from "./lists.js";
import { moveTexts } from "./move.js";
import { Position, wordsOf } from "./position.js";
import type { Rules } from "./rules.js";
import * as core from "./volo.js";

/** How good a position is for the player to move. */
export interface Score {
  /** The expected result, from -1 (a loss) to 1 (a win). */
  readonly expected: number;
  /** The number of plies in which the player to move wins at the latest, if that is proved; else `null`. */
  readonly win: number | null;
  /** The number of plies in which the player to move loses at the latest, if that is proved; else `null`. */
  readonly loss: number | null;
}

/** The result of a search for one move. */
export interface Info {
  /** The score for the player to move. */
  readonly score: Score;
  /** The expected moves, beginning with the best one. Empty if the game is over. */
  readonly pv: readonly string[];
  /** The number of plies that the search looked ahead. */
  readonly depth: number;
  /** The number of positions searched. */
  readonly nodes: number;
  /** The number of positions searched in a second; 0 if the search took no time. */
  readonly nps: number;
  /** The time since the search began, in milliseconds. */
  readonly time: number;
}

/** The answer of {@link Engine.play}. */
export interface PlayResult {
  /** The move to play. */
  readonly move: string;
  /** The expected answer; `null` if there is none. */
  readonly ponder: string | null;
  /** What the search found out about the move. */
  readonly info: Info;
}

/** Options of {@link Engine}. */
export interface EngineOptions {
  /** How strong the engine plays: one of {@link LEVELS}, the weakest first. The default is the last one, full strength. */
  level?: number | undefined;
  /** The size of the table of positions in megabytes, 1 to {@link MAX_HASH_MB}. The default is 16. */
  hashMb?: number | undefined;
  /** The seed of all random choices: 0 to 2^64 - 1; a number up to 2^53 - 1, or a bigint. The default is 0. */
  seed?: number | bigint | undefined;
}

/**
 * When a search ends: as soon as one of the limits is reached, `stop` returns `true`, or the result is proved. At least
 * one of them is required.
 */
export interface SearchOptions {
  /**
   * The number of positions to search, at least 1. With this limit and a table of the same size, the native engine finds the
   * same moves.
   */
  nodes?: number | undefined;
  /** The number of plies to look ahead, at least 1. No search looks more than 60 plies ahead. */
  depth?: number | undefined;
  /** The time for the search in milliseconds. */
  time?: number | undefined;
  /**
   * A function that is called every few milliseconds. If it returns `true`, the search ends with the results so far. If it
   * throws an error, the search ends with that error.
   */
  stop?: (() => boolean) | undefined;
}

/** Options of {@link Engine.analyse}. */
export interface AnalysisOptions extends SearchOptions {
  /** The number of best moves to find. There are fewer if the position has fewer moves. The default is 1. */
  multipv?: number | undefined;
  /**
   * A function that gets the results after each depth, the best move first. An error that it throws ends the search. In a
   * Worker, `postMessage` may send them on at once.
   */
  report?: ((infos: Info[]) => void) | undefined;
}

export { FORMATS, LEVELS } from "./lists.js";
export { RecordReader } from "./reader.js";

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
 * The engine, which finds good moves. It keeps its results about positions for later searches.
 *
 * Without a limit of time, its answers depend only on its arguments and on the searches before, and equal those of the
 * native engine with one thread. A search blocks the page, so a page runs it in a Worker. To stop the search of a Worker, let
 * `stop` look at shared memory, or end the Worker and start another one.
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
  readonly #level: number;
  readonly #hashMb: number;
  readonly #seed: bigint;
  #isSearching = false;

  /**
   * @throws `VoloError` if a number is out of range.
   */
  constructor(options?: EngineOptions) {
    const { level = LEVELS.length, hashMb = 16, seed = 0 } = optionsOf(options, "options", ["level", "hashMb", "seed"]);
    this.#level = integerIn(level, "level", 1, LEVELS.length);
    this.#hashMb = integerIn(hashMb, "hashMb", 1, MAX_HASH_MB);
    this.#seed = unsigned64(seed, "seed");
    unused.register(this, this.#number);
  }

  /**
   * Chooses a move.
   *
   * @param position - a position; a game, whose earlier positions matter too, because a move that repeats one of them counts
   *   as a draw; or a rule set or a text, as in the constructor of {@link Position}.
   *
   * @throws `VoloError` if the game is over, there is no limit, a number is out of range, the engine is searching, or
   *   there is not enough memory.
   */
  play(position: Position | Game | Rules | string, options: SearchOptions): PlayResult {
    const [info] = this.#search(position, optionsOf(options, "options", LIMITS));
    const [move, ponder = null] = info?.pv ?? [];
    if (info === undefined || move === undefined) {
      throw new VoloError("the game is over");
    }
    return { move, ponder, info };
  }

  /**
   * Finds out how good the best moves are.
   *
   * @param position - see {@link Engine.play}.
   *
   * @returns the results for the best moves, the best one first. If the game is over, there is one result without moves.
   *
   * @throws `VoloError` if there is no limit, a number is out of range, the engine is searching, or there is not enough
   *   memory.
   */
  analyse(position: Position | Game | Rules | string, options: AnalysisOptions): Info[] {
    return this.#search(position, optionsOf(options, "options", [...LIMITS, "multipv", "report"]));
  }

  /**
   * Removes all stored results, as for a new game, and frees their memory for other engines. The engine can be used again.
   *
   * @throws `VoloError` if the engine is searching.
   */
  clear(): void {
    this.#refuseIfSearching();
    call(() => core.freeEngine(this.#number));
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
    this.#refuseIfSearching();
    this.#isSearching = true;
    const [number, hashMb, seed, level] = [this.#number, this.#hashMb, this.#seed, this.#level];
    const send = report && ((found: core.EngineInfo[]) => report(found.map(infoOf)));
    try {
      return call(() =>
        core.search(number, hashMb, seed, level, position, earlier, time, nodes, depth, lines, stop, send),
      ).map(infoOf);
    } finally {
      this.#isSearching = false;
    }
  }

  #refuseIfSearching(): void {
    if (this.#isSearching) {
      throw new VoloError("the engine is searching");
    }
  }
}

function optional<T, U>(value: T | undefined, read: (value: T) => U): U | undefined {
  return value === undefined ? undefined : read(value);
}

function timeOf(value: unknown): number {
  if (typeof value !== "number") {
    throw wrongType(value, "time", "a number");
  }
  if (!(value >= 0 && value <= MOST_TIME)) {
    throw new VoloError(`time must be 0 to ${MOST_TIME} milliseconds, not ${value}`);
  }
  return value;
}

function infoOf(info: core.EngineInfo): Info {
  return { ...info, pv: moveTexts(info.pv) };
}

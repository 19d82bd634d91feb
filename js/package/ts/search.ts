// What a search is given and what it finds.

import { VoloError } from "./errors.js";

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

/** The answer of `play`. */
export interface PlayResult {
  /** The move to play. */
  readonly move: string;
  /** The expected answer; `null` if there is none. */
  readonly ponder: string | null;
  /** What the search found out about the move. */
  readonly info: Info;
}

/** Options of an engine. */
export interface EngineOptions {
  /** How strong the engine plays: one of `LEVELS`, the weakest first. The default is the last one, full strength. */
  level?: number | undefined;
  /** The size of the table of positions in megabytes, 1 to 1024. The default is 16. */
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

/** Options of `analyse`. */
export interface AnalysisOptions extends SearchOptions {
  /** The number of best moves to find. There are fewer if the position has fewer moves. The default is 1. */
  multipv?: number | undefined;
  /**
   * A function that gets the results after each depth, the best move first. An error that it throws ends the search. In a
   * Worker, `postMessage` may send them on at once.
   */
  report?: ((infos: Info[]) => void) | undefined;
}

/**
 * The answer of a search for a move.
 *
 * @internal
 */
export function playOf([info]: readonly Info[]): PlayResult {
  const [move, ponder = null] = info?.pv ?? [];
  if (info === undefined || move === undefined) throw new VoloError("the game is over");
  return { move, ponder, info };
}

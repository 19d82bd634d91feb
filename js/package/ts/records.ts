import { booleanOf, optionsOf, stringOf, wellFormed, wrongType } from "./arguments.js";
import { call } from "./core.js";
import { RecordError, VoloError } from "./errors.js";
import { Game } from "./game.js";
import type { Format } from "./lists.js";
import * as core from "./volo.js";

/** How records are read. */
export interface RecordOptions {
  /**
   * Whether to accept the deviations that the documentation of each format lists. In native records they are a byte order
   * mark, CR LF line ends, additional white space, missing or wrong move numbers, and missing tags other than the rule set.
   * The default is `false`.
   */
  lenient?: boolean | undefined;
  /** The name of the format. By default, the format is detected from the beginning of the text. */
  format?: Format | undefined;
  /** Whether to skip the games of Abstract Play that are not Volo. Otherwise each of them is an error, which is the default. */
  skipOtherGames?: boolean | undefined;
  /** The name of the file. Boardspace writes the date of a game into it. */
  fileName?: string | undefined;
}

/**
 * Reads the games of a text, one after the other. After a malformed game, reading resumes with the next one. In native
 * records that is the next tag after a line that is not a tag.
 *
 * `volo-rules` reads native records. `volo-rules/engine` reads all formats, and has `RecordReader` for files of any length.
 *
 * @returns the games. In the place of a malformed one is a {@link RecordError}, which is not thrown, so that the other
 *   games can be used.
 *
 * @throws {@link VoloError} if the text has more than {@link MAX_RECORDS_LENGTH} characters, or a lone surrogate, or the
 *   format is unknown.
 *
 * @example
 * ```js
 * const text = '[Rules "standard-4"]\na3 d5 *\n\n[Rules "standard-4"]\na1 *\n';
 * for (const game of readRecords(text, { lenient: true })) {
 *   console.log(game instanceof Game ? game.moves.join(" ") : `line ${game.line}`);
 * }
 * ```
 */
export function readRecords(text: string, options?: RecordOptions): (Game | RecordError)[] {
  const read = wellFormed(text, "text");
  const given = optionsOfCore(options);
  if (read.length > MAX_RECORDS_LENGTH) {
    throw new VoloError(`text must have at most ${MAX_RECORDS_LENGTH} characters, not ${read.length}`);
  }
  return call(() => core.readRecords(read, ...given)).map(gameOrError);
}

/** The most characters of the text of {@link readRecords}. */
export const MAX_RECORDS_LENGTH = 2 ** 25;

/**
 * The text of a file with several games, in one of the {@link Format}s: by default in the native one.
 *
 * @throws {@link VoloError} as {@link Game.record}.
 *
 * @example
 * ```js
 * const text = writeRecords([new Game("standard-4", ["a3"]), new Game("standard-4")]);
 * console.log(readRecords(text).length); // 2
 * ```
 */
export function writeRecords(games: Iterable<Game>, format?: Format): string {
  if (typeof games?.[Symbol.iterator] !== "function") throw wrongType(games, "games", "an iterable of games");
  const name = format === undefined ? format : stringOf(format, "format");
  const texts = Array.from(games, (game) => {
    if (!(game instanceof Game)) throw wrongType(game, "a game", "a Game");
    return game.record(format);
  });
  return call(() => core.joinRecords(texts, name));
}

/** @internal */
export function gameOrError(read: core.RecordParts | RecordError): Game | RecordError {
  return read instanceof RecordError ? read : Game.recorded(read);
}

const OPTIONS = ["lenient", "format", "skipOtherGames", "fileName"] as const;

/** The options as arguments of the core. @internal */
export function optionsOfCore(
  options: RecordOptions | undefined,
): [lenient: boolean, format: string | undefined, skipOtherGames: boolean, fileName: string | undefined] {
  const { lenient = false, format, skipOtherGames = false, fileName } = optionsOf(options, "options", OPTIONS);
  return [
    booleanOf(lenient, "lenient"),
    format === undefined ? format : stringOf(format, "format"),
    booleanOf(skipOtherGames, "skipOtherGames"),
    fileName === undefined ? fileName : wellFormed(fileName, "fileName"),
  ];
}

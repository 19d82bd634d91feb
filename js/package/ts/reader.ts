/// <reference lib="esnext.disposable" preserve="true" />

import { wellFormed, wrongType } from "./arguments.js";
import { call, guarded } from "./core.js";
import type { RecordError, VoloError } from "./errors.js";
import type { Game } from "./game.js";
import type { Format } from "./lists.js";
import { gameOrError, optionsOfCore, type RecordOptions, readRecords } from "./records.js";
import * as core from "./volo.js";

/** The number of files opened so far. */
let opened = 0;

/** Frees the memory of files that JavaScript no longer reads. */
const unused = new FinalizationRegistry((file: number) => call(() => core.closeRecords(file)));

/**
 * The games of a file of any length, read like those of {@link readRecords}. At most one game is in memory at a time. A reader
 * can be iterated once.
 *
 * @example
 * ```js
 * const chunks = ['[Rules "standard-4"]\n1. a3 d', "5 *\n"];
 * const reader = new RecordReader(chunks, { lenient: true });
 * for (const game of reader) {
 *   console.log(game instanceof Game ? game.moves.join(" ") : game.line); // a3 d5
 * }
 * console.log(reader.format); // volo
 * ```
 */
export class RecordReader implements IterableIterator<Game | RecordError> {
  readonly #file = ++opened;
  readonly #chunks: Iterator<string | Uint8Array>;
  #format: Format | null = null;
  #otherGames = 0;
  #isDone = false;

  /**
   * @param chunks - the parts of the file: bytes, or texts none of which ends between two surrogates. They are fetched when
   *   they are needed. Offsets of errors are in bytes of UTF-8.
   *
   * @throws {@link index.VoloError} if the format is unknown.
   */
  constructor(chunks: Iterable<string | Uint8Array>, options?: RecordOptions) {
    if (typeof chunks !== "object" || typeof chunks?.[Symbol.iterator] !== "function") {
      throw wrongType(chunks, "chunks", "an iterable of strings and Uint8Arrays");
    }
    this.#chunks = chunks[Symbol.iterator]();
    const given = optionsOfCore(options);
    const bytes = bytesOf(this.#chunks);
    call(() => core.openRecords(this.#file, bytes, ...given));
    unused.register(this, this.#file);
  }

  /** The format of the file; `null` before the first game is read, and for a file without games. */
  get format(): Format | null {
    return this.#format;
  }

  /** The number of games that were skipped so far, because they are not Volo. */
  get otherGames(): number {
    return this.#otherGames;
  }

  /**
   * Reads the next game.
   *
   * @throws what the chunks throw, and a {@link VoloError} or a `TypeError` if a chunk is not a text and not bytes. The file
   *   ends there.
   */
  next(): IteratorResult<Game | RecordError, undefined> {
    if (!this.#isDone) {
      this.#isDone = true;
      const [read, format, otherGames] = call(() => core.nextRecord(this.#file));
      [this.#format, this.#otherGames] = [format ?? null, otherGames];
      this.#isDone = read === undefined;
      if (read !== undefined) return { done: false, value: gameOrError(read) };
    }
    return { done: true, value: undefined };
  }

  /** Ends reading and frees the memory of the reader, as leaving a loop does. */
  return(): IteratorResult<Game | RecordError, undefined> {
    this.#isDone = true;
    call(() => core.closeRecords(this.#file));
    this.#chunks.return?.();
    return { done: true, value: undefined };
  }

  /** Ends reading at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.return();
  }

  /** The reader itself. */
  [Symbol.iterator](): this {
    return this;
  }
}

/** The chunks as bytes. The core keeps the function, so it must not be made where it would keep the reader alive. */
function bytesOf(chunks: Iterator<string | Uint8Array>): () => Uint8Array | undefined {
  const encoder = new TextEncoder();
  return guarded(() => {
    const { done, value } = chunks.next();
    if (done) return undefined;
    return value instanceof Uint8Array ? value : encoder.encode(wellFormed(value, "a chunk"));
  });
}

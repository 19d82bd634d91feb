// The errors of the package. The names and fields are those of the Python package.

/** Marks the errors of all modules of the package, which have their own copies of these classes. */
const MARK = Symbol.for("volo-rules/error");

/** The base class of all errors of this package. An argument of a wrong type throws a `TypeError` instead. */
export class VoloError extends Error {
  /** The name, the message and the fields of the error, for `JSON.stringify`. */
  toJSON(): Pick<VoloError, "name" | "message"> {
    return { ...this, name: this.name, message: this.message };
  }
}

/** A well-formed move is illegal in the position. */
export class IllegalMoveError extends VoloError {
  /** The move as text. */
  readonly move: string;
  /** The first ruling that the move breaks, such as `"R6"`. */
  readonly ruling: string;
  /** What is wrong, in words. */
  readonly reason: string;

  constructor(move: string, ruling: string, reason: string) {
    super(`illegal move ${move}: ${reason} [${ruling}]`);
    this.move = move;
    this.ruling = ruling;
    this.reason = reason;
  }
}

/** A text is not a move, not a position, not a board, or not the name of a space. */
export class NotationError extends VoloError {
  /** What is wrong, and what was expected. */
  readonly problem: string;
  /** The whole text. */
  readonly text: string;
  /**
   * The index in `text` of the first wrong character, as for `text.slice`. It is `text.length` if something is missing
   * at the end.
   */
  readonly offset: number;

  constructor(problem: string, text: string, offset: number) {
    super(`${problem}, at offset ${offset} of ${quoted(text, offset)}`);
    this.problem = problem;
    this.text = text;
    this.offset = offset;
  }
}

/** A well-formed position is invalid: it cannot be reached in the game. */
export class InvalidPositionError extends VoloError {
  /** Every reason why the position is invalid. There is at least one. */
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(reasons.join("; "));
    this.reasons = reasons;
  }
}

/** A rule set does not exist. */
export class InvalidRulesError extends VoloError {}

/**
 * A record of a game is malformed or breaks the rules of the game. If another error caused this one, such as an
 * {@link IllegalMoveError}, it is the `cause`.
 */
export class RecordError extends VoloError {
  /** What is wrong, and what was expected. */
  readonly problem: string;
  /** The wrong text, cut short if it is long. It is empty if something is missing. */
  readonly text: string;
  /** The line number, from 1. */
  readonly line: number;
  /** The number of the character in that line, from 1. */
  readonly column: number;
  /** The index of the error in the text that was read, as for `slice`; in files that are read in chunks, in bytes. */
  readonly offset: number;
  /** The number of the game in the text, from 1. */
  readonly game: number;
  /** The number of the move in the game, from 1. It is `null` if the error is not about a move. */
  readonly ply: number | null;
  /** The position before the wrong move. It is `null` if there is no such position. */
  readonly fen: string | null;
  /**
   * The path of the wrong value in the JSON of the game, such as `$.moves[36]`. It is `null` in other formats, and for an
   * error about the whole text or its syntax.
   */
  readonly path: string | null;

  constructor(
    message: string,
    problem: string,
    text: string,
    [line, column, offset, game]: readonly [number, number, number, number],
    ply: number | undefined,
    fen: string | undefined,
    path: string | undefined,
    cause: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.problem = problem;
    this.text = text;
    this.line = line;
    this.column = column;
    this.offset = offset;
    this.game = game;
    this.ply = ply ?? null;
    this.fen = fen ?? null;
    this.path = path ?? null;
  }
}

/** The function `stop` of a long computation returned `true`. */
export class StoppedError extends VoloError {}

for (const [name, { prototype }] of Object.entries({
  VoloError,
  IllegalMoveError,
  NotationError,
  InvalidPositionError,
  InvalidRulesError,
  RecordError,
  StoppedError,
})) {
  prototype.name = name;
  Object.defineProperty(prototype, MARK, { value: true });
}
Object.defineProperty(VoloError, Symbol.hasInstance, { value: isInstance });

/** Whether a value is an error of this class, or of the class of the same name in another module of the package. */
function isInstance(this: typeof VoloError, value: unknown): boolean {
  if (Function.prototype[Symbol.hasInstance].call(this, value)) return true;
  if (!Object.hasOwn(this.prototype, MARK) || !Object(value)[MARK]) return false;
  for (let each = Object(value); each !== null; each = Object.getPrototypeOf(each)) {
    if (Object.hasOwn(each, "name") && each.name === this.prototype.name) return true;
  }
  return false;
}

/** The most characters of a text that a message quotes. */
const LONGEST = 80;

/** The text in quotes. Only the part around `offset` is quoted if the text is long. */
export function quoted(text: string, offset: number): string {
  if (text.length <= LONGEST) return JSON.stringify(text);
  const start = Math.min(Math.max(0, offset - LONGEST / 2), text.length - LONGEST);
  const end = start + LONGEST;
  const before = start > 0 ? "..." : "";
  const after = end < text.length ? "..." : "";
  return `${before}${JSON.stringify(text.slice(start, end))}${after}`;
}

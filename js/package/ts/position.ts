import {
  booleanOf,
  integerIn,
  oneOf,
  optionsOf,
  type StopOptions,
  sign,
  stopOf,
  stringOf,
  wrongType,
} from "./arguments.js";
import { call } from "./core.js";
import type { Symmetry } from "./lists.js";
import { codeOrText, Move, moveTexts } from "./move.js";
import { Rules, rulesOf } from "./rules.js";
import { symmetryOf } from "./symmetry.js";
import { COLORS, type Color, INSPECT, type Outcome, type Region, STATE } from "./values.js";
import * as core from "./volo.js";

/** Values that the text of a board may lack. */
export interface BoardOptions {
  /** The rule set or its text. The default is `standard` on a sky of the board's size. */
  rules?: Rules | string | undefined;
  /** The player to move. Required if there is no line below the board. */
  turn?: Color | undefined;
  /** The number of passes just made in a row, 0 to 2. */
  passes?: number | undefined;
}

/** The number of words of {@link Position.toWords}. The Zobrist key follows them in the state of a position. */
const WORDS = 9;

/** The state of a position as the core reads it. It is never changed. */
class State {
  constructor(readonly words: BigUint64Array) {}
}

/**
 * A position of a game: the birds in the sky, the player to move, and the rules. Immutable: {@link Position.play}
 * returns the next position. `String(position)` draws the board.
 *
 * @example
 * ```js
 * const position = new Position("standard-5");
 * console.log(position.legalMoves().length); // 33
 * console.log(position.play("d5").turn); // blue
 * ```
 */
export class Position {
  static {
    sign("Position", Position.prototype);
  }

  /** @internal */
  readonly [STATE]: BigUint64Array;
  #rules: Rules | undefined;

  /**
   * The start of a game [R4] [R5], or a position.
   *
   * @param start - a rule set or its text, which means the start of a game by these rules; or a position or its text
   *   (see {@link Position.fen}), which means that position. The default is the start by the `standard` rules.
   *
   * @throws {@link InvalidRulesError} if the text is neither a rule set nor a position.
   * @throws {@link NotationError} if the text has a `/`, which separates the rows of a position, but is not a position.
   * @throws {@link InvalidPositionError} if the position is invalid. The error lists every reason.
   */
  constructor(start?: Rules | Position | string);
  constructor(start: unknown = "standard") {
    if (start instanceof State) {
      this[STATE] = start.words;
    } else if (start instanceof Position) {
      this[STATE] = start[STATE];
    } else if (start instanceof Rules || typeof start === "string") {
      const text = String(start);
      this[STATE] = call(() => core.start(text));
    } else {
      throw wrongType(start, "start", "a Position, a Rules, or the text of one");
    }
  }

  /**
   * The position of a text in the format of {@link Position.fen}. White space at the ends of the text is ignored.
   *
   * @throws {@link NotationError} if the text is not a position.
   * @throws {@link InvalidRulesError} if the rule set is unknown.
   * @throws {@link InvalidPositionError} if the position is invalid. The error lists every reason.
   */
  static fromFen(text: string): Position {
    const read = stringOf(text, "text");
    return positionOf(call(() => core.fromFen(read)));
  }

  /**
   * The position of a board, drawn by {@link Position.board} or typed by hand.
   *
   * A board has a line for each row of the sky, from the top. `o` is a bird of Orange, `b` is a bird of Blue, and `.`
   * is a vacant space; or a board uses `●`, `○` and `·` instead. Letters and numbers are optional, and blanks are
   * ignored. The line below the board, as in `Orange to move`, is optional.
   *
   * @throws {@link NotationError} if the text is not a board; or if the board, the line below it and the options
   *   contradict each other.
   * @throws {@link InvalidRulesError} if the rule set is unknown.
   * @throws {@link InvalidPositionError} if the position is invalid. The error lists every reason.
   */
  static fromBoard(text: string, options?: BoardOptions): Position {
    const { rules, turn, passes } = optionsOf(options, "options", ["rules", "turn", "passes"]);
    const board = stringOf(text, "text");
    const set = rules === undefined ? undefined : String(rulesOf(rules, "rules"));
    const color = turn === undefined ? undefined : colorOf(turn, "turn");
    const made = passes === undefined ? undefined : integerIn(passes, "passes", 0, 2);
    return positionOf(call(() => core.fromBoard(board, set, color, made)));
  }

  /**
   * The position of the words that {@link Position.toWords} returned, by this version of the package or another.
   *
   * @throws {@link VoloError} if they are not the words of a position.
   */
  static fromWords(words: BigUint64Array): Position {
    if (!(words instanceof BigUint64Array)) throw wrongType(words, "words", "a BigUint64Array");
    // A copy has no own `length`, which the core would trust, and another thread cannot change it.
    return positionOf(call(() => core.fromWords(new BigUint64Array(words).subarray(0, WORDS + 1))));
  }

  /**
   * The position as nine integers. `postMessage` and `structuredClone` copy them, but not a position, whose copy would be
   * an empty object. They take less time to write and to read than the text, which a person can read.
   */
  toWords(): BigUint64Array {
    return this[STATE].slice(0, WORDS);
  }

  /** The rule set. */
  get rules(): Rules {
    this.#rules ??= Rules.parse(call(() => core.rules(this[STATE])));
    return this.#rules;
  }

  /** The player to move. */
  get turn(): Color {
    return call(() => core.turn(this[STATE]));
  }

  /** The number of passes just made in a row: 0, 1 or 2. */
  get passes(): number {
    return call(() => core.passes(this[STATE]));
  }

  /**
   * A 64-bit key. Equal positions have equal keys, and different positions almost never do. The keys are the same in
   * every version, and in Python.
   */
  get zobrist(): bigint {
    return call(() => core.zobrist(this[STATE]));
  }

  /**
   * The position as one line of text: the rows from the top, the player to move, the number of passes just made, and
   * the rule set. {@link Position.fromFen} reads it.
   *
   * @example
   * ```js
   * console.log(new Position("standard-4").fen()); // 2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4
   * ```
   */
  fen(): string {
    return call(() => core.fen(this[STATE]));
  }

  /**
   * The board as text, followed by a line with the player to move or the outcome. {@link Position.fromBoard} reads the
   * text back.
   *
   * @param options - with `unicode: true`, `●` is a bird of Orange, `○` is one of Blue, and `·` is a vacant space.
   */
  board(options?: { unicode?: boolean | undefined }): string {
    const { unicode = false } = optionsOf(options, "options", ["unicode"]);
    const style = booleanOf(unicode, "unicode");
    return call(() => core.board(this[STATE], style));
  }

  /** The spaces with birds of a color, in board order: the lowest row first, each from left to right. */
  birds(color: Color): string[] {
    const player = colorOf(color, "color");
    return call(() => core.birds(this[STATE], player));
  }

  /**
   * The color of the bird on a space; `null` if the space is vacant.
   *
   * @throws {@link NotationError} if the sky has no space of this name.
   */
  birdAt(space: string): Color | null {
    const name = stringOf(space, "space");
    return call(() => core.birdAt(this[STATE], name)) ?? null;
  }

  /** The number of birds that a player has left to add [R8]; `null` if there is no limit. */
  inHand(color: Color): number | null {
    const player = colorOf(color, "color");
    return call(() => core.inHand(this[STATE], player)) ?? null;
  }

  /** A player's flocks, each in board order, in the order of their first spaces. */
  flocks(color: Color): string[][] {
    const player = colorOf(color, "color");
    return call(() => core.flocks(this[STATE], player));
  }

  /**
   * The regions that have birds of a player [R15], in the order of their first spaces. If the game is not over, there
   * is exactly one.
   */
  regions(color: Color): Region[] {
    const player = colorOf(color, "color");
    return call(() => core.regions(this[STATE], player)).map(([birds, vacant]) => ({ birds, vacant }));
  }

  /**
   * The texts of all legal moves; an empty array if the game is over. The order is always the same.
   *
   * @param options - with `verbose: true`, the result has {@link Move} objects, which list the spaces of each move.
   *   That takes about ten times as long.
   */
  legalMoves(options?: { verbose?: false | undefined }): string[];
  legalMoves(options: { verbose: true }): Move[];
  legalMoves(options?: { verbose?: boolean | undefined }): string[] | Move[];
  legalMoves(options?: { verbose?: boolean | undefined }): string[] | Move[] {
    const { verbose = false } = optionsOf(options, "options", ["verbose"]);
    if (booleanOf(verbose, "verbose")) return Array.from(this.legalMoveCodes(), Move.fromCode);
    return moveTexts(this.legalMoveCodes());
  }

  /** The {@link Move.code} of each legal move, in the order of {@link Position.legalMoves}. This is the fastest way. */
  legalMoveCodes(): Uint32Array {
    return call(() => core.legalMoveCodes(this[STATE]));
  }

  /**
   * Whether a move is legal. A kept region may be named by any of its spaces.
   *
   * @throws {@link NotationError} if the text is not a move.
   * @throws {@link VoloError} if the {@link Move} is for a sky of another edge.
   */
  isLegal(move: Move | string): boolean {
    const given = codeOrText(move);
    return call(() =>
      typeof given === "number" ? core.isLegalCode(this[STATE], given) : core.isLegal(this[STATE], given),
    );
  }

  /**
   * The legal move that a text means, as {@link Position.legalMoves} lists it: a kept region [R15] is named by the
   * leftmost space of its lowest row.
   *
   * @throws {@link NotationError} if the text is not a move.
   * @throws {@link IllegalMoveError} if the move breaks a rule.
   * @throws {@link VoloError} if the {@link Move} is for a sky of another edge.
   */
  parseMove(move: Move | string): Move {
    const given = codeOrText(move);
    return Move.fromCode(
      call(() => (typeof given === "number" ? core.normalize(this[STATE], given) : core.parseMove(this[STATE], given))),
    );
  }

  /**
   * The position after a move.
   *
   * @param move - a move or its text. To play a code, pass `Move.fromCode(code)`, or use {@link Position.playCode}.
   *
   * @throws {@link IllegalMoveError} if the move breaks a rule, which the error names.
   * @throws {@link NotationError} if the text is not a move.
   * @throws {@link VoloError} if the {@link Move} is for a sky of another edge.
   */
  play(move: Move | string): Position {
    const given = codeOrText(move);
    return typeof given === "number" ? this.playCode(given) : positionOf(call(() => core.play(this[STATE], given)));
  }

  /**
   * The position after the move with this {@link Move.code}, which is checked as in {@link Position.play}.
   *
   * @throws {@link IllegalMoveError} if the move breaks a rule.
   * @throws {@link VoloError} if the number is not the code of a move, or the move is for a sky of another edge.
   */
  playCode(code: number): Position {
    const given = integerIn(code, "code", 0, 2 ** 32 - 1);
    return positionOf(call(() => core.playCode(this[STATE], given)));
  }

  /** How the game ended by the rules; `null` if it is not over. */
  outcome(): Outcome | null {
    const [winner, reason] = call(() => core.outcome(this[STATE])) ?? [];
    return reason === undefined ? null : Object.freeze({ winner: winner ?? null, reason });
  }

  /**
   * The number of legal move sequences of `depth` plies, 0 to 64. A finished game has no further moves. Each choice of
   * a kept region is a separate move.
   *
   * The time grows about a hundredfold with each ply: from the start of the `standard` rules, depth 3 takes a few
   * milliseconds, depth 4 about a second, and depth 5 minutes. Pass `stop`, or count in a Worker.
   *
   * @throws {@link VoloError} if the depth is out of range, or the number is greater than 2^53 - 1.
   * @throws {@link StoppedError} if `stop` returned `true`.
   */
  perft(depth: number, options?: StopOptions): number {
    const plies = integerIn(depth, "depth", 0, 64);
    const stop = stopOf(optionsOf(options, "options", ["stop"]));
    return call(() => core.perft(this[STATE], plies, stop));
  }

  /**
   * Each legal move with the number of sequences of `depth` plies, 1 to 64, that begin with it. The time is that of
   * {@link Position.perft}.
   *
   * @throws {@link VoloError} if the depth is out of range.
   * @throws {@link StoppedError} if `stop` returned `true`.
   */
  divide(depth: number, options?: StopOptions): Map<string, number> {
    const plies = integerIn(depth, "depth", 1, 64);
    return new Map(this.legalMoves().map((move) => [move, this.play(move).perft(plies - 1, options)]));
  }

  /**
   * The image of the position under a symmetry of the sky: every bird goes to the image of its space. The colors, the
   * player to move, the passes and the rule set stay the same.
   */
  transform(symmetry: Symmetry): Position {
    const name = symmetryOf(symmetry);
    return positionOf(call(() => core.transform(this[STATE], name)));
  }

  /**
   * The representative of the twelve images of this position, and a symmetry that maps this position to it. All
   * images have the same representative, in every version.
   */
  canonical(): { position: Position; symmetry: Symmetry } {
    const [words, symmetry] = call(() => core.canonical(this[STATE]));
    return { position: positionOf(words), symmetry };
  }

  /** Whether another position is the same: birds, player to move, passes and rule set. */
  equals(other: Position): boolean {
    const words = wordsOf(other, "other");
    return this[STATE].every((word, i) => word === words[i]);
  }

  /** The board, as {@link Position.board} draws it. */
  toString(): string {
    return this.board();
  }

  /** The text of the position, as {@link Position.fen} writes it, for `JSON.stringify`. */
  toJSON(): string {
    return this.fen();
  }

  /** @internal */
  [INSPECT](): string {
    return `Position("${this.fen()}")`;
  }
}

/**
 * The position of a state that the core has returned.
 *
 * @internal
 */
export function positionOf(words: BigUint64Array): Position {
  const state: unknown = new State(words);
  return new Position(state as Rules);
}

/** @internal */
export function wordsOf(value: unknown, name: string): BigUint64Array {
  if (!(value instanceof Position)) throw wrongType(value, name, "a Position");
  return value[STATE];
}

/** @internal */
export function colorOf(value: unknown, name: string): Color {
  return oneOf(value, name, COLORS);
}

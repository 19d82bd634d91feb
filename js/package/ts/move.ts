import { integerIn, sign, stringOf, wrongType } from "./arguments.js";
import { call } from "./core.js";
import type { Direction, Symmetry } from "./lists.js";
import { edgeOf } from "./rules.js";
import { symmetryOf } from "./symmetry.js";
import * as core from "./volo.js";

/**
 * A move with all its parts: an add `c5`, a flight `b2-NE3` or `f3-SE2/a2`, or `pass`. Immutable.
 *
 * Wherever a move is expected, its text is accepted as well. A `Move` is useful for drawing and for input: it lists
 * the spaces that birds leave and reach. {@link Position.parseMove} and `position.legalMoves({ verbose: true })` return
 * moves. A `Move` made by hand need not be legal.
 *
 * @example
 * ```js
 * const move = Move.parse("b2:b4-NE3", 7);
 * console.log(move.from.join(" ")); // b2 b3 b4
 * console.log(move.to.join(" ")); // e5 e6 e7
 * ```
 */
export class Move {
  static {
    sign("Move", Move.prototype);
  }

  /** The move as text. Texts are the same as in the Python package and in game records. */
  readonly text: string;
  /** The move as a number below 2^32, which includes the edge of the sky. Numbers are the same as in Python. */
  readonly code: number;
  /** The number of spaces on an edge of the sky that the move is for. */
  readonly edge: number;
  /** The kind of the move. */
  readonly kind: "add" | "fly" | "pass";
  /** The spaces that birds leave, from the first end of the line. Empty unless the move is a flight. */
  readonly from: readonly string[];
  /** The spaces that birds reach: the space of an add, or those of the line after a flight, in the order of `from`. */
  readonly to: readonly string[];
  /** The direction of a flight, or `null`. */
  readonly direction: Direction | null;
  /** The number of steps of a flight; 0 for an add or a pass. */
  readonly distance: number;
  /** A space of the opponent's region to keep [R15], or `null` if the move names no region. */
  readonly keep: string | null;

  private constructor(code: number) {
    this.code = integerIn(code, "code", 0, 2 ** 32 - 1);
    const [text, edge, kind, from, to, direction, distance, keep] = call(() => core.describeMove(code));
    this.text = text;
    this.edge = edge;
    this.kind = kind;
    this.from = Object.freeze(from);
    this.to = Object.freeze(to);
    this.direction = direction ?? null;
    this.distance = distance;
    this.keep = keep ?? null;
    Object.freeze(this);
  }

  /**
   * The move of a text, for a sky of this edge. White space at the ends of the text is ignored.
   *
   * @throws {@link NotationError} if the text is not a move on a sky of this edge.
   * @throws {@link IllegalMoveError} if the ends of the line are not on one straight line [R9].
   */
  static parse(text: string, edge: number): Move {
    const [read, length] = [stringOf(text, "text"), edgeOf(edge)];
    return new Move(call(() => core.parseMoveFor(length, read)));
  }

  /**
   * The move with this {@link Move.code}.
   *
   * @throws {@link VoloError} if the number is not the code of a move.
   */
  static fromCode(code: number): Move {
    return new Move(code);
  }

  /**
   * The image of the move under a symmetry of the sky. A kept region [R15] is named by the image of the space that
   * named it before.
   */
  transform(symmetry: Symmetry): Move {
    const name = symmetryOf(symmetry);
    return new Move(call(() => core.transformMove(this.code, name)));
  }

  /** The text of the move. */
  toString(): string {
    return this.text;
  }

  /** The text of the move, for `JSON.stringify`. */
  toJSON(): string {
    return this.text;
  }
}

/**
 * The code of a move, or the text of a move.
 *
 * @internal
 */
export function codeOrText(value: unknown): number | string {
  if (value instanceof Move) return value.code;
  if (typeof value !== "string") throw wrongType(value, "move", "a Move or its text");
  return value;
}

/** A cache of the texts of moves by code: writing a text takes twenty times as long as finding it here. */
const TEXTS = new Map<number, string>();
/** Twice the moves that are legal in 60 random games on edge 7. They take about a megabyte. */
const MOST_TEXTS = 20_000;

/**
 * The texts of the moves with these codes.
 *
 * @internal
 */
export function moveTexts(codes: ArrayLike<number>): string[] {
  // Loops over indices: Array.from takes twice as long.
  const texts: string[] = new Array(codes.length);
  let unknown: number[] = [];
  for (let i = 0; i < codes.length; i += 1) {
    const text = TEXTS.get(codes[i] as number);
    if (text === undefined) unknown.push(codes[i] as number);
    else texts[i] = text;
  }
  if (unknown.length === 0) return texts;
  if (TEXTS.size + unknown.length > MOST_TEXTS) {
    TEXTS.clear();
    unknown = Array.from(codes);
  }
  const written = call(() => core.moveTexts(Uint32Array.from(unknown))).split(" ");
  for (const [i, code] of unknown.entries()) TEXTS.set(code, written[i] as string);
  return Array.from(codes, (code) => TEXTS.get(code) as string);
}

import { booleanOf, integerIn, optionsOf, sign, stringOf, wellFormed } from "./arguments.js";
import { call } from "./core.js";
import { VoloError } from "./errors.js";
import type { Format, GameResult, Termination } from "./lists.js";
import { type Move, moveTexts } from "./move.js";
import { Position, positionOf, wordsOf } from "./position.js";
import type { Rules } from "./rules.js";
import { INSPECT, type Outcome, STATE } from "./values.js";
import * as core from "./volo.js";

/**
 * A starting position and the moves that were played from it. Unlike a {@link Position}, a game changes: `push` and
 * `pop` play moves and take them back.
 *
 * @example
 * ```js
 * const game = new Game("standard-4", ["a3", "d5"]);
 * game.push("b5");
 * game.tags.set("Orange", "Anna");
 * console.log(game.record().split("\n").at(-2)); // 1. a3 d5 2. b5 *
 * ```
 */
export class Game {
  static {
    sign("Game", Game.prototype);
  }

  /**
   * The tags of a record by name, such as `Event`, `Orange` or any other name. `Rules` and `FEN` are not permitted,
   * because the start determines them. `Result` and `Termination` describe a game that did not end by the rules, but
   * for example by resignation.
   */
  readonly tags: Map<string, string> = new Map();
  /** The comments, by the number of moves before each comment: 0 for the starting position, 1 for the first move. */
  readonly comments: Map<number, string> = new Map();
  /** The starting position. */
  readonly start: Position;
  /** @internal */
  readonly [STATE]: number[] = [];
  readonly #positions: Position[];

  /**
   * A game.
   *
   * @param start - the starting position, as in the constructor of {@link Position}.
   * @param moves - the moves to push.
   *
   * @throws {@link IllegalMoveError} if a move is illegal.
   * @throws {@link NotationError} if a text is not a move, or not a position.
   * @throws {@link InvalidRulesError} if the text of the position is neither a rule set nor a position.
   * @throws {@link InvalidPositionError} if the position is invalid.
   */
  constructor(start?: Position | Rules | string, moves: Iterable<Move | string> = []) {
    this.start = new Position(start);
    this.#positions = [this.start];
    for (const move of moves) this.push(move);
  }

  /**
   * Reads a game from the text of one native record. White space at the ends of the text is ignored. For other formats,
   * and for several games, see {@link readRecords}.
   *
   * @param options - `lenient` as in {@link RecordOptions}.
   *
   * @throws {@link RecordError} if the text is not a record, a move is illegal, or the result contradicts the rules.
   */
  static fromRecord(text: string, options?: { lenient?: boolean | undefined }): Game {
    const read = wellFormed(text, "text");
    const { lenient = false } = optionsOf(options, "options", ["lenient"]);
    const isLenient = booleanOf(lenient, "lenient");
    return Game.recorded(call(() => core.parseRecord(read, isLenient)));
  }

  /** The current position. */
  get position(): Position {
    return this.#positions.at(-1) ?? this.start;
  }

  /** The positions from the start to the current position: one more than there are moves. */
  get positions(): Position[] {
    return [...this.#positions];
  }

  /** The texts of the moves. */
  get moves(): string[] {
    return moveTexts(this[STATE]);
  }

  /** The number of moves. */
  get plies(): number {
    return this[STATE].length;
  }

  /**
   * Plays a move, and returns it as {@link Position.legalMoves} lists it. The game is unchanged after an error.
   *
   * @throws {@link IllegalMoveError} if the move is illegal in the current position.
   * @throws {@link NotationError} if the text is not a move.
   * @throws {@link VoloError} if the {@link Move} is for a sky of another edge.
   */
  push(move: Move | string): string {
    const legal = this.position.parseMove(move);
    this.#positions.push(this.position.play(legal));
    this[STATE].push(legal.code);
    return legal.text;
  }

  /**
   * Takes back the last move and its comment, and returns the move.
   *
   * @throws {@link VoloError} if no move has been played.
   */
  pop(): string {
    const code = this[STATE].pop();
    if (code === undefined) throw new VoloError("pop from a game without moves");
    this.#positions.pop();
    this.comments.delete(this[STATE].length + 1);
    return moveTexts([code])[0] ?? "";
  }

  /** How the game ended by the rules; `null` if it is not over by the rules. */
  outcome(): Outcome | null {
    return this.position.outcome();
  }

  /**
   * The result. The rules determine it if the game is over. Otherwise it is the tag `Result`, or `"*"` without that
   * tag.
   *
   * @throws {@link VoloError} if the tags `Result` and `Termination` contradict each other or the rules.
   */
  get result(): GameResult {
    return this.#ending()[0];
  }

  /**
   * How the game ended. The rules determine it if the game is over. Otherwise it is the tag `Termination`. Without
   * that tag it is `"adjudication"` if there is a tag `Result` other than `"*"`, and `"unterminated"` if not.
   *
   * @throws {@link VoloError} if the tags `Result` and `Termination` contradict each other or the rules.
   */
  get termination(): Termination {
    return this.#ending()[1];
  }

  #ending(): [GameResult, Termination] {
    const [result, termination] = ["Result", "Termination"].map((name) => {
      const value = this.tags.get(name);
      return value === undefined ? value : wellFormed(value, `tag ${name}`);
    });
    return call(() => core.ending(wordsOf(this.position, "position"), result, termination));
  }

  /**
   * The game as text, with the line end after it: by default as a native record, which resembles chess's PGN. Each game
   * has one canonical record. A required tag that is missing from {@link Game.tags} is written with a value that means
   * unknown, such as `?`.
   *
   * @param format - the name of the format. `volo-rules` has the native one, `volo`, and `volo-rules/engine` has all.
   *
   * @throws {@link VoloError} if a tag or a comment cannot be written in a record, or the format is unknown or has no such
   *   game.
   */
  record(format?: Format): string {
    const name = format === undefined ? format : stringOf(format, "format");
    const start = wordsOf(this.start, "start");
    const codes = Uint32Array.from(this[STATE]);
    const tags = [...this.tags].flatMap(([name, value]) => [
      wellFormed(name, "the name of a tag"),
      wellFormed(value, `tag ${name}`),
    ]);
    const places = Uint32Array.from(this.comments.keys(), (ply) =>
      integerIn(ply, "the ply of a comment", 0, MOST_PLIES),
    );
    const texts = Array.from(this.comments, ([ply, text]) => wellFormed(text, `comment at ply ${ply}`));
    return call(() => core.writeRecord(start, codes, tags, places, texts, name));
  }

  /** An independent copy of the game. */
  copy(): Game {
    const game = Game.played(this.start, this[STATE]);
    for (const [name, value] of this.tags) game.tags.set(name, value);
    for (const [ply, text] of this.comments) game.comments.set(ply, text);
    return game;
  }

  /** The record of the game, as {@link Game.record} writes it. */
  toString(): string {
    return this.record();
  }

  /** The record of the game, for `JSON.stringify`. */
  toJSON(): string {
    return this.record();
  }

  /** @internal */
  [INSPECT](_depth: number, options: object, inspect: (value: object, options: object) => string): string {
    const { start, moves, tags, comments } = this;
    return `Game ${inspect({ start, moves, tags, comments }, options)}`;
  }

  /** @internal */
  static recorded([start, codes, tags, places, texts]: core.RecordParts): Game {
    const game = Game.played(positionOf(start), codes);
    for (let i = 0; i < tags.length; i += 2) game.tags.set(tags[i] ?? "", tags[i + 1] ?? "");
    for (const [i, ply] of places.entries()) game.comments.set(ply, texts[i] ?? "");
    return game;
  }

  /** @internal */
  static played(start: Position, codes: Iterable<number>): Game {
    const game = new Game(start);
    for (const code of codes) {
      game.#positions.push(game.position.playCode(code));
      game[STATE].push(code);
    }
    return game;
  }
}

/** A number that is larger than the number of moves of any record. */
const MOST_PLIES = 2 ** 32 - 1;

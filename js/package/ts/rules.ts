import { integerIn, oneOf, optionsOf, sign, stringOf, wrongType } from "./arguments.js";
import { call } from "./core.js";
import { InvalidRulesError } from "./errors.js";
import type { Layout } from "./layout.js";
import { layout } from "./layout.js";
import { EDGES, PASSING, type Passing, STUCK, type Stuck } from "./lists.js";
import * as core from "./volo.js";

/** The parts of a rule set. */
export interface RulesOptions {
  /** The number of spaces on an edge of the sky, its missing corners included, 4 to 8 [R1]. The default is 7. */
  edge?: number | undefined;
  /** The number of birds of each player, 3 to 255 [R4]; `null` for no limit. The default is 60. */
  supply?: number | null | undefined;
  /** When a pass is legal [R13]. The default is `"standard"`. */
  passing?: Passing | undefined;
  /** How a game ends when both players pass or are stuck [R14]. The default is `"draw"`. */
  stuck?: Stuck | undefined;
}

/**
 * A rule set: the size of the sky, the number of birds, when a pass is legal, and how a game ends when both players
 * pass or are stuck. Immutable. `String(rules)` is the text that {@link Rules.parse} reads.
 *
 * @example
 * ```js
 * console.log(String(new Rules({ edge: 5 }))); // standard-5
 * console.log(new Rules("french").passing); // forced
 * ```
 */
export class Rules {
  static {
    sign("Rules", Rules.prototype);
  }

  /** The number of spaces on an edge of the sky, its missing corners included [R1]. */
  readonly edge: number;
  /** The number of birds of each player [R4]; `null` for no limit. */
  readonly supply: number | null;
  /** When a pass is legal [R13]. */
  readonly passing: Passing;
  /** How a game ends when both players pass or are stuck [R14] [R14b]. */
  readonly stuck: Stuck;
  readonly #text: string;

  /**
   * The rule set of a text, as {@link Rules.parse} reads it, or of its parts. Without an argument, the `standard` rules.
   *
   * @throws {@link InvalidRulesError} if a number is out of range, a word is unknown, or the text does not name a rule set.
   */
  constructor(given?: RulesOptions | string) {
    const options = typeof given === "string" ? partsOf(given) : given;
    const { edge = 7, supply = 60, passing = "standard", stuck = "draw" } = optionsOf(options, "options", PARTS);
    this.edge = edgeOf(edge);
    this.supply = supply === null ? null : integerIn(supply, "supply", 3, 255, InvalidRulesError);
    this.passing = oneOf(passing, "passing", PASSING, InvalidRulesError);
    this.stuck = oneOf(stuck, "stuck", STUCK, InvalidRulesError);
    this.#text = call(() => core.rulesText(this.edge, this.supply ?? undefined, this.passing, this.stuck));
    Object.freeze(this);
  }

  /**
   * The rule set of a text such as `"standard-5"`, `"french,supply=30"` or `"edge=6,supply=50,pass=forced,stuck=draw"`.
   * White space at the ends of the text is ignored.
   *
   * @throws {@link InvalidRulesError} if the text does not name a rule set.
   */
  static parse(text: string): Rules {
    return new Rules(stringOf(text, "text"));
  }

  /**
   * The names of all spaces of the sky, row by row from the top, each from left to right [R1] [R3].
   *
   * @example
   * ```js
   * console.log(new Rules("standard-4").spaces().slice(0, 4).join(" ")); // g2 g3 f1 f2
   * ```
   */
  spaces(): string[] {
    return call(() => core.spaces(this.edge));
  }

  /**
   * The names of the neighbors of a space, in the order E, SE, SW, W, NW, NE. Missing spaces are left out [R2].
   *
   * @throws {@link NotationError} if the sky has no space of this name.
   *
   * @example
   * ```js
   * console.log(new Rules("standard-4").neighbors("b2").join(" ")); // b3 a2 b1 c2 c3
   * ```
   */
  neighbors(space: string): string[] {
    const name = stringOf(space, "space");
    return call(() => core.neighbors(this.edge, name));
  }

  /** The places of the spaces in a picture of the sky, for drawing a board. */
  layout(): Layout {
    return layout(this.edge);
  }

  /** Whether another rule set is the same. */
  equals(other: Rules): boolean {
    return this.#text === rulesOf(other, "other").#text;
  }

  /** The text of the rule set, such as `"standard-5"`. */
  toString(): string {
    return this.#text;
  }

  /** The text of the rule set, for `JSON.stringify`. */
  toJSON(): string {
    return this.#text;
  }
}

const PARTS = ["edge", "supply", "passing", "stuck"] as const;

function partsOf(text: string): RulesOptions {
  const [edge, supply, passing, stuck] = call(() => core.parseRules(text));
  return { edge, supply: supply ?? null, passing, stuck };
}

/** @internal */
export function edgeOf(value: unknown): number {
  return integerIn(value, "edge", EDGES[0] as number, EDGES.at(-1) as number, InvalidRulesError);
}

/**
 * A rule set, or its text.
 *
 * @internal
 */
export function rulesOf(value: unknown, name: string): Rules {
  if (typeof value === "string") return Rules.parse(value);
  if (!(value instanceof Rules)) throw wrongType(value, name, "a Rules or its text");
  return value;
}

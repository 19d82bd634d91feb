// The host knows the rules, runs the engine, and keeps the games. The page reaches it only through this module.

/** @import { GameDocument, ImportedGame, Kept, Played, Position, Puzzle, SearchInfo, ServerInfo, Statistics } from "./types.js" */
/** @import { Node } from "./types.js" */

/**
 * The listeners of a search.
 * @typedef {object} Listeners
 * @property {(info: SearchInfo) => void} [onInfo]
 * @property {(answer: { move: string }) => void} [onMove]
 * @property {() => void} [onDone]
 * @property {(error: Error) => void} onError
 */

/**
 * A way to a host.
 * @typedef {object} Connection
 * @property {(name: string, request: object, outlivesPage: boolean) => Promise<any>} call rejects with a `Refusal`, or
 *   with `Unreachable`
 * @property {(name: string, query: Record<string, string | number>, listeners: Listeners) => () => void} search returns
 *   a function that ends the search
 */

/** The host refuses a call: an illegal move, an invalid position, text that cannot be read. */
export class Refusal extends Error {
  /**
   * @param {{ kind?: string, message?: string, reason?: string, ruling?: string, rule?: string }}
   *   error
   */
  constructor(error) {
    super(error.message ?? "the request is refused");
    this.kind = error.kind ?? "";
    this.ruling = error.ruling ?? "";
    this.reason = error.reason ?? "";
    this.rule = error.ruling === undefined || error.rule === undefined ? "" : `${error.ruling}: ${error.rule}`;
  }

  /** The message, followed by the ruling in words. */
  get explanation() {
    return this.rule === "" ? this.message : `${this.message}. ${this.rule}`;
  }
}

/** The host does not answer. */
export class Unreachable extends Error {}

/** @type {Connection | null} */
let connection = null;

/**
 * Choose the host, before any call.
 * @param {Connection} chosen
 */
export function connect(chosen) {
  connection = chosen;
}

/**
 * @param {string} name
 * @param {object} request
 * @param {boolean} outlivesPage whether a short request goes on when the page is left
 * @returns {Promise<any>}
 */
function call(name, request = {}, outlivesPage = false) {
  return connected().call(name, request, outlivesPage);
}

function connected() {
  if (connection === null) throw new Error("the page has no host");
  return connection;
}

/** The calls. Each rejects with a `Refusal` if it is refused, and with `Unreachable` if there is no answer. */
export const host = {
  /** @returns {Promise<ServerInfo>} */
  info: () => call("info"),

  /** The starting position of a rule set. @param {string} rules @returns {Promise<Position>} */
  start: (rules) => call("start", { rules }),

  /** @param {string} fen @returns {Promise<Position>} */
  position: (fen) => call("position", { fen }),

  /** @param {string} fen @param {string} move @returns {Promise<{ move: string, view: Position }>} */
  play: (fen, move) => call("play", { fen, move }),

  /** The fens after the nodes. @param {string} start @param {Node[]} nodes @returns {Promise<{ views: string[] }>} */
  views: (start, nodes) => call("views", { start, nodes }),

  /**
   * A position with these birds, or every reason why it is invalid.
   * @param {{ rules: string, orange: string[], blue: string[], turn: string, passes: number }} birds
   * @returns {Promise<{ view: Position | null, reasons: string[] }>}
   */
  setUp: (birds) => call("set-up", birds),

  /**
   * @param {{ edge: number | null, plies: number | null, number: number }} choice
   * @returns {Promise<Puzzle>}
   */
  puzzle: (choice) => call("puzzle", choice),

  /** @param {string} text @returns {Promise<{ games: ImportedGame[] }>} */
  import: (text) => call("import", { text }),

  /**
   * @param {{ start: string, moves: string[], format: string, tags: Record<string, string>,
   *   comments: Record<string, string> }} game
   * @returns {Promise<{ name: string, text: string }>}
   */
  export: (game) => call("export", game),

  /** The saved games, and the names of damaged ones. @returns {Promise<{ games: Kept[], damaged: string[] }>} */
  games: () => call("games"),

  /** @param {string} id @returns {Promise<{ document: GameDocument }>} */
  load: (id) => call("load", { id }),

  /**
   * Save a game. A short one is saved even if the page is left meanwhile.
   * @param {string} id
   * @param {GameDocument} document
   * @returns {Promise<{ changed: number }>}
   */
  save: (id, document) => call("save", { id, document }, true),

  /** @param {string} id @returns {Promise<{}>} */
  delete: (id) => call("delete", { id }),

  /** The last ruling that the flights of a single bird without a flight get as far as. @param {string} fen @param {string} space @returns {Promise<{ ruling: string | null }>} */
  grounded: (fen, space) => call("grounded", { fen, space }),

  /** What the kept games played. @param {string} fen @returns {Promise<{ games: number, moves: Played[] }>} */
  explore: (fen) => call("explore", { fen }),

  /** @returns {Promise<Statistics>} */
  statistics: () => call("statistics"),

  /**
   * Analyse a position until its value is proven, or until the returned function is called.
   * @param {{ fen: string, lines: number }} query
   * @param {Listeners} listeners
   */
  analyse: (query, listeners) => connected().search("analysis", query, listeners),

  /**
   * Let the engine choose a move.
   * @param {{ fen: string, level: number, time: string, seed: number }} query with the time in seconds
   * @param {Listeners} listeners
   */
  think: (query, listeners) => connected().search("think", query, listeners),
};

/**
 * A message for people about an error.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof Refusal) return error.explanation;
  return error instanceof Error ? error.message : String(error);
}

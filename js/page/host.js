// The calls of the page to its workers, which have the rules and the engine in WebAssembly, and keep the games.

import { EngineClient } from "volo-rules/engine/client";

/** @import { ClientAnalysisOptions, EngineOptions, Info } from "volo-rules/engine/client" */
/** @import { Explored, GameDocument, Imported, KeptGames, Loaded, PageInfo, Position, Puzzle, Saved } from "./types.js" */
/** @import { Node, Score, SearchInfo, Statistics } from "./types.js" */

const HASH_MB_TO_PLAY = 16;
const HASH_MB_TO_ANALYSE = 64;

/**
 * The listeners of a search.
 * @typedef {object} Listeners
 * @property {(info: SearchInfo) => void} [onInfo]
 * @property {(error: Error) => void} onError
 */

/** @typedef {{ id: number, event: string, answer: any }} Message */

/** A call is refused: an illegal move, an invalid position, text that cannot be read. */
export class Refusal extends Error {
  /**
   * @param {{ kind?: string, message?: string, reason?: string, ruling?: string, rule?: string, details?: string[] }}
   *   error
   */
  constructor(error) {
    super(error.message ?? "the request is refused");
    this.kind = error.kind ?? "";
    this.ruling = error.ruling ?? "";
    this.reason = error.reason ?? "";
    this.details = error.details ?? [];
    this.rule = error.ruling === undefined || error.rule === undefined ? "" : `${error.ruling}: ${error.rule}`;
  }

  /** The message, followed by the ruling in words. */
  get explanation() {
    return this.rule === "" ? this.message : `${this.message}. ${this.rule}`;
  }
}

/** The workers do not answer. */
export class Unreachable extends Error {}

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** The worker that answers calls. @type {Worker | undefined} */
let caller;

/** @type {Map<number, (message: Message) => void>} */
const waiting = new Map();

let last = 0;

async function compile() {
  const response = await fetch(VOLO_FILES.module);
  if (!response.ok) throw new Error(`${VOLO_FILES.module}: ${response.status} ${response.statusText}`);
  // Streams are compiled only if the server says that they are WebAssembly.
  if (response.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

function getModule() {
  compiled ??= compile();
  return compiled;
}

/** @param {(cause: Error) => void} onFailure */
function startWorker(onFailure) {
  const worker = new Worker(VOLO_FILES.worker);
  worker.addEventListener("error", ({ message }) => {
    onFailure(new Error(message || `${VOLO_FILES.worker} cannot be loaded`));
  });
  return worker;
}

function makeCaller() {
  const worker = startWorker(fail);
  getModule().then((module) => worker.postMessage({ module }), fail);
  worker.addEventListener("message", ({ data }) => waiting.get(data.id)?.(data));
  return worker;
}

/** @param {Error} cause */
function fail(cause) {
  console.error(cause);
  // The next call tries again.
  compiled = caller = undefined;
  const all = [...waiting];
  waiting.clear();
  for (const [id, tell] of all) tell({ id, event: "failure", answer: cause.message });
}

/** @param {string} reason */
function unreachable(reason) {
  return new Unreachable(`The rules could not be loaded: ${reason}. Reload the page.`);
}

/**
 * @param {string} name
 * @param {object} request
 * @returns {Promise<any>}
 */
function call(name, request = {}) {
  caller ??= makeCaller();
  const worker = caller;
  return new Promise((done, failed) => {
    const id = ++last;
    waiting.set(id, ({ event, answer }) => {
      waiting.delete(id);
      if (event === "answer") done(answer);
      else failed(event === "error" ? new Refusal(answer) : unreachable(answer));
    });
    worker.postMessage({ id, name, request });
  });
}

/**
 * Begin a search. It ends when the result is known, at a limit, or when the returned function is called.
 * @param {EngineOptions} options
 * @param {string} fen
 * @param {ClientAnalysisOptions} limits
 * @param {Listeners} listeners
 * @param {(infos: Info[]) => void} onEnd
 * @returns {() => void}
 */
function search(options, fen, limits, { onInfo, onError }, onEnd) {
  /** @type {EngineClient | undefined} */
  let client;
  let isOver = false;
  const end = () => {
    isOver = true;
    client?.close();
  };
  const refuse = (/** @type {Error} */ error) => {
    if (isOver) return;
    end();
    onError(error);
  };
  const failed = (/** @type {Error} */ cause) => {
    console.error(cause);
    compiled = undefined;
    refuse(unreachable(cause.message));
  };
  const report = (/** @type {Info[]} */ infos) => {
    if (!isOver) onInfo?.(searchInfoOf(infos));
  };
  const finish = (/** @type {Info[]} */ infos) => {
    if (isOver) return;
    report(infos);
    end();
    onEnd(infos);
  };
  getModule().then((module) => {
    if (isOver) return;
    client = new EngineClient({ ...options, module, worker: () => startWorker(failed) });
    client.analyse(fen, { ...limits, report }).then(finish, (error) => refuse(new Refusal(error)));
  }, failed);
  return end;
}

/**
 * @param {Info[]} infos
 * @returns {SearchInfo}
 */
function searchInfoOf(infos) {
  const [best] = infos;
  const { depth = 0, nodes = 0, nps = 0, time = 0 } = best ?? {};
  return { depth, nodes, nps, time: time / 1000, lines: infos.map(({ score, pv }) => ({ score, pv: [...pv] })) };
}

/**
 * Ask `volo play --games` about the kept games.
 * @param {string} query
 * @returns {Promise<any>}
 */
async function ask(query) {
  let response;
  try {
    response = await fetch(`kept-games?${query}`);
  } catch {
    throw new Unreachable("volo play does not answer. Start it again, with the same --games.");
  }
  if (!response.ok) throw new Refusal({ message: "There are no kept games. Start volo play with --games DIR." });
  const answer = await response.json();
  if (answer.error !== undefined) throw new Refusal({ message: answer.error });
  return answer;
}

/** The calls. Each rejects with a `Refusal` if it is refused, and with `Unreachable` if there is no answer. */
export const host = {
  /** @returns {Promise<PageInfo>} */
  info: () => call("info"),

  /** The starting position of a rule set. @param {string} rules @returns {Promise<Position>} */
  start: (rules) => call("start", { rules }),

  /** @param {string} fen @returns {Promise<Position>} */
  position: (fen) => call("position", { fen }),

  /** @param {string} fen @param {string} move @returns {Promise<{ move: string, view: Position }>} */
  play: (fen, move) => call("play", { fen, move }),

  /** The fens after the nodes. @param {string} start @param {Node[]} nodes @returns {Promise<{ views: string[] }>} */
  views: (start, nodes) => call("views", { start, nodes }),

  /** Refuse a game of a newer page. @param {GameDocument} document */
  checkVersion: (document) => call("check-version", document),

  /**
   * A position with these birds, or every reason why it is invalid.
   * @param {{ rules: string, orange: string[], blue: string[], turn: string, passes: number }} birds
   * @returns {Promise<{ view: Position | null, reasons: string[] }>}
   */
  setUp: (birds) => call("set-up", birds),

  /**
   * @param {{ edge: number | null, moves: number | null, surprise: number | null, number: number }} choice
   * @returns {Promise<Puzzle>}
   */
  puzzle: (choice) => call("puzzle", choice),

  /**
   * @param {{ text: string, fileName?: string, rules?: string }} source `rules` are those of bare moves
   * @returns {Promise<Imported>}
   */
  import: (source) => call("import", source),

  /**
   * @param {{ start: string, moves: string[], format: string, tags: Record<string, string>,
   *   comments: Record<string, string> }} game
   * @returns {Promise<{ name: string, text: string }>}
   */
  export: (game) => call("export", game),

  /** The saved games, the one that was saved last first. @returns {Promise<KeptGames>} */
  games: () => call("games"),

  /** @param {string} id @returns {Promise<Loaded>} */
  load: (id) => call("load", { id }),

  /**
   * Save a game. If its saved state is not the revision `base`, because another page has saved it, the moves of that
   * state are kept as branches.
   * @param {string} id
   * @param {GameDocument} document
   * @param {number} base
   * @returns {Promise<Saved>}
   */
  save: (id, document, base) => call("save", { id, document, base }),

  /** All saved games as the text of one file. @returns {Promise<{ text: string }>} */
  exportAll: () => call("export-all"),

  /** Save all games of such a file beside the others. @param {string} text @returns {Promise<{ count: number }>} */
  importAll: (text) => call("import-all", { text }),

  /** @param {string} id @returns {Promise<{}>} */
  delete: (id) => call("delete", { id }),

  /** The last ruling that the flights of a single bird without a flight get as far as. @param {string} fen @param {string} space @returns {Promise<{ ruling: string | null }>} */
  grounded: (fen, space) => call("grounded", { fen, space }),

  /** What the kept games played. @param {string} fen @returns {Promise<Explored>} */
  explore: (fen) => ask(`fen=${encodeURIComponent(fen)}`),

  /** @returns {Promise<Statistics>} */
  statistics: () => ask("statistics"),

  /**
   * Analyse a position until its value is proven, a limit is reached, or the returned function is called.
   * @param {{ fen: string, lines: number, nodes?: number, time?: number }} query with the time in milliseconds
   * @param {Listeners & { onDone?: () => void }} listeners
   */
  analyse: ({ fen, lines, ...limits }, listeners) => {
    const hashMb = limits.nodes === undefined ? HASH_MB_TO_ANALYSE : HASH_MB_TO_PLAY;
    return search({ hashMb }, fen, { multipv: lines, ...limits }, listeners, () => listeners.onDone?.());
  },

  /**
   * Let the engine choose a move.
   * @param {{ fen: string, level: number, time: number, seed: number }} query with the time in milliseconds
   * @param {Listeners & { onMove: (answer: { move: string, score: Score }) => void }} listeners
   */
  think: ({ fen, level, time, seed }, listeners) =>
    search({ hashMb: HASH_MB_TO_PLAY, level, seed }, fen, { time }, listeners, ([best]) => {
      if (best?.pv[0] !== undefined) listeners.onMove({ move: best.pv[0], score: best.score });
    }),
};

/**
 * A message for people about an error.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof Refusal) return error.explanation;
  return error instanceof Error ? error.message : String(error);
}

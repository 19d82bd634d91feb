/// <reference lib="esnext.disposable" preserve="true" />

/**
 * The engine in a Worker, so that a page or a server goes on while it searches. This module does not load the engine; the
 * Worker does.
 *
 * @packageDocumentation
 */

import { VoloError } from "./errors.js";
import {
  type AnalysisOptions,
  type EngineOptions,
  type Info,
  type PlayResult,
  playOf,
  type SearchOptions,
} from "./search.js";

export { VoloError } from "./errors.js";
export type { EngineOptions, Info, PlayResult, Score } from "./search.js";

/** Options of {@link EngineClient}: those of an engine, and how to start its Worker. */
export interface ClientOptions extends EngineOptions {
  /**
   * A function that starts a Worker whose script imports `volo-rules/engine/worker`. By default, that file of the package is
   * the script, which vite, webpack and pages without a bundler find.
   */
  worker?: (() => Worker) | undefined;
}

/** When a search ends, unless {@link EngineClient.stop} ends it: at the first of these limits, or if the result is proved. */
export type ClientLimits = Omit<SearchOptions, "stop">;

/** Options of {@link EngineClient.analyse}. */
export type ClientAnalysisOptions = Omit<AnalysisOptions, "stop">;

/**
 * A `Position`, `Game` or `Rules`, of `volo-rules` or of `volo-rules/engine`, or a text as in the constructor of `Position`. In
 * a game, a move that repeats an earlier position counts as a draw.
 */
export type Searched = string | { toJSON(): string };

/** What a Worker is asked. @internal */
export interface Question {
  engine: EngineOptions;
  /** Shared memory that is not 0 when the search shall stop, if this program may share memory. */
  stop: Int32Array | undefined;
  position: string;
  options: ClientAnalysisOptions;
}

/** What a Worker answers: results after a depth, the last results, or an error. @internal */
export type Answer = { depth: Info[] } | { done: Info[] } | { error: { name: string; message: string } };

interface Search extends Pick<Question, "position" | "options"> {
  report: ((infos: Info[]) => void) | undefined;
  done: (infos: Info[]) => void;
  failed: (error: unknown) => void;
  found?: Info[];
  isStopped?: boolean;
}

/** The Workers of Node differ from those of browsers. */
type AnyWorker = Worker & {
  on?: (event: string, listener: (value: never) => void) => void;
  ref?: () => void;
  unref?: () => void;
};

/**
 * An engine in a Worker, which searches while the program goes on. Searches run one after the other. An error of the engine
 * rejects the promise of its search, with a {@link VoloError} that has the `name` and the fields of the engine's error, or
 * with a `TypeError`.
 *
 * @example
 * ```js
 * const engine = new EngineClient({ level: 5 });
 * const { move } = await engine.play("standard-5", { time: 100 });
 * const analysis = engine.analyse("standard-5", { report: ([best]) => console.log(best.depth, best.pv[0]) });
 * setTimeout(() => engine.stop(), 1000);
 * console.log((await analysis)[0].score.expected);
 * engine.close();
 * ```
 */
export class EngineClient {
  readonly #engine: EngineOptions;
  readonly #start: () => AnyWorker;
  /** Browsers share memory only with pages that are isolated from other origins. */
  readonly #stop = typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4));
  /** The running search, and those that wait. */
  readonly #searches: Search[] = [];
  #worker: AnyWorker | undefined;
  #isClosed = false;

  /** The Worker starts with the first search. A wrong option of the engine rejects the searches. */
  constructor({ worker = startWorker, ...engine }: ClientOptions = {}) {
    this.#start = worker;
    this.#engine = engine;
  }

  /** Chooses a move. Rejects also if the game is over. */
  async play(position: Searched, limits?: ClientLimits): Promise<PlayResult> {
    return playOf(await this.analyse(position, limits));
  }

  /**
   * Finds out how good the best moves are.
   *
   * @returns the results for the best moves, the best one first. If the game is over, there is one result without moves.
   */
  analyse(position: Searched, { report, ...options }: ClientAnalysisOptions = {}): Promise<Info[]> {
    return new Promise((done, failed) => {
      if (this.#isClosed) throw new VoloError("the engine is closed");
      const text = typeof position === "string" ? position : position.toJSON();
      this.#searches.push({ position: text, options, report, done, failed });
      if (this.#searches.length === 1) this.#ask();
    });
  }

  /**
   * Ends all searches so far with the best moves that they have found. A search that waits for another one looks only at
   * the next ply.
   *
   * A page that is not isolated from other origins (`crossOriginIsolated`) ends the Worker and starts another one for the next
   * search, so the stored results of the engine are lost.
   */
  stop(): void {
    for (const search of this.#searches) search.isStopped = true;
    if (this.#stop) Atomics.store(this.#stop, 0, 1);
    else this.#end();
  }

  /** Ends the Worker, and rejects all searches. */
  close(): void {
    this.#isClosed = true;
    this.#fail(new VoloError("the engine is closed"));
  }

  /** Closes the client at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** Begins the next search. */
  #ask(): void {
    const [search] = this.#searches;
    if (search === undefined) {
      this.#worker?.unref?.();
      return;
    }
    this.#worker ??= this.#listened(this.#start());
    this.#worker.ref?.();
    if (this.#stop) Atomics.store(this.#stop, 0, 0);
    const options = search.isStopped ? { ...search.options, depth: 1 } : search.options;
    const question: Question = { engine: this.#engine, stop: this.#stop, position: search.position, options };
    this.#worker.postMessage(question);
  }

  #listened(worker: AnyWorker): AnyWorker {
    const answered = (answer: Answer) => {
      if (worker === this.#worker) this.#hear(answer);
    };
    const failed = ({ message }: { message?: string }) => {
      if (worker === this.#worker) this.#fail(new VoloError(`the Worker failed: ${message ?? "it cannot start"}`));
    };
    if (worker.on) {
      worker.on("message", answered);
      worker.on("error", failed);
    } else {
      worker.onmessage = ({ data }) => answered(data);
      worker.onerror = failed;
    }
    return worker;
  }

  #hear(answer: Answer): void {
    const [search] = this.#searches as [Search];
    if ("depth" in answer) {
      search.found = answer.depth;
      try {
        search.report?.(answer.depth);
      } catch (error) {
        search.failed(error);
        search.isStopped = true;
        if (this.#stop) Atomics.store(this.#stop, 0, 1);
      }
      if (search.isStopped && !this.#stop) this.#end();
      return;
    }
    this.#searches.shift();
    if ("done" in answer) search.done(answer.done);
    else search.failed(errorOf(answer.error));
    this.#ask();
  }

  /** Ends the Worker, if it has found something in its search. */
  #end(): void {
    const found = this.#searches[0]?.found;
    if (found === undefined) return;
    this.#terminate();
    this.#hear({ done: found });
  }

  #fail(error: VoloError): void {
    this.#terminate();
    for (const { failed } of this.#searches.splice(0)) failed(error);
  }

  #terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

function startWorker(): AnyWorker {
  if (typeof Worker === "function") return new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  // Node has no global Worker. A bundler for pages does not see this file name.
  const { Worker: NodeWorker } = process.getBuiltinModule("node:worker_threads");
  const script = "./worker.js";
  return new NodeWorker(new URL(script, import.meta.url)) as unknown as AnyWorker;
}

function errorOf({ name, message, ...fields }: { name: string; message: string }): Error {
  if (name === "TypeError") return new TypeError(message);
  return Object.assign(new VoloError(message), { name, ...fields });
}

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
import { type AnyWorker, startWorker } from "./start.js";
import { STATE } from "./values.js";

export { VoloError } from "./errors.js";
export type { EngineOptions, Info, PlayResult, Score } from "./search.js";

/** Options of {@link EngineClient}: those of an engine, and how to start its Worker. */
export interface ClientOptions extends EngineOptions {
  /**
   * A function that starts a Worker whose script imports `volo-rules/engine/worker`. By default, that file of the package is
   * the script, which vite, webpack and pages without a bundler find, also on another origin. In Node, Bun and Deno, the script
   * is inside the package.
   */
  worker?: (() => { postMessage(message: unknown): void; terminate(): unknown }) | undefined;
  /**
   * The `WebAssembly.Module` of `volo-rules/engine/volo_engine_bg.wasm`, which clients may share. The script that the option `worker`
   * starts then imports `volo-rules/engine/serve`, which has no module of its own.
   */
  module?: object | undefined;
  /** The searches that wait, of all clients of a pool. @internal */
  waiting?: Search[];
}

/** An `AbortSignal`. The types of browsers and of Node need not be there. */
export interface Signal {
  /** Whether it is aborted already. */
  readonly aborted: boolean;
  /** Why it is aborted. */
  readonly reason: unknown;
  /** Calls a function when it is aborted. */
  addEventListener(type: "abort", listener: () => void): void;
  /** Calls this function no more. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** When a search ends, unless {@link EngineClient.stop} ends it: at the first of these limits, or if the result is proved. */
export interface ClientLimits extends Omit<SearchOptions, "stop"> {
  /** Ends this search alone when it is aborted. The promise is rejected with its reason. */
  signal?: Signal | undefined;
}

/** Options of {@link EngineClient.analyse}. */
export interface ClientAnalysisOptions extends Omit<AnalysisOptions, "stop">, Pick<ClientLimits, "signal"> {}

/**
 * A `Position`, `Game` or `Rules`, of `volo-rules` or of `volo-rules/engine`, or a text as in the constructor of `Position`. In
 * a game, a move that repeats an earlier position counts as a draw.
 */
export type Searched = string | { toJSON(): string };

/** What a Worker is asked. @internal */
export interface Question {
  engine: EngineOptions;
  module: object | undefined;
  /** Shared memory that is not 0 when the search shall stop, if this program may share memory. */
  stop: Int32Array | undefined;
  position: string;
  options: Omit<ClientAnalysisOptions, "signal">;
}

/** What a Worker answers: results after a depth, the last results, or an error. @internal */
export type Answer = { depth: Info[] } | { done: Info[] } | { error: { name: string; message: string } };

interface Search extends Pick<Question, "position" | "options"> {
  report: ((infos: Info[]) => void) | undefined;
  done: (infos: Info[]) => void;
  failed: (error: unknown) => void;
  /** Where it runs, as soon as it does. */
  client?: EngineClient;
  found?: Info[];
  isStopped?: boolean;
}

/**
 * An engine in a Worker, which searches while the program goes on. Searches run one after the other. An error of the engine
 * rejects the promise of its search, with a {@link VoloError} that has the `name` and the fields of the engine's error, or
 * with a `TypeError`. If the Worker fails, all searches are rejected, and the next one starts another Worker.
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
  /** @internal */
  readonly [STATE]: EngineOptions;
  readonly #start: () => AnyWorker;
  readonly #module: object | undefined;
  /** Browsers share memory only with pages that are isolated from other origins. */
  readonly #stop = typeof SharedArrayBuffer === "undefined" ? undefined : new Int32Array(new SharedArrayBuffer(4));
  #running: Search | undefined;
  readonly #waiting: Search[];
  #worker: AnyWorker | undefined;
  #isClosed = false;

  /** The Worker starts with the first search. A wrong option of the engine rejects the searches. */
  constructor(options: ClientOptions = {}) {
    const { worker = startWorker, module, waiting = [], ...engine } = options;
    this.#waiting = waiting;
    this.#start = worker as () => AnyWorker;
    this.#module = module;
    this[STATE] = engine;
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
  async analyse(position: Searched, given: ClientAnalysisOptions = {}): Promise<Info[]> {
    const { report, signal, ...options } = given;
    if (this.#isClosed) throw new VoloError("the engine is closed");
    if (signal?.aborted) throw signal.reason;
    let abort = () => {};
    const found = new Promise<Info[]>((done, failed) => {
      const text = typeof position === "string" ? position : position.toJSON();
      const search: Search = { position: text, options, report, done, failed };
      abort = () => {
        failed(signal?.reason);
        search.report = undefined;
        search.isStopped = true;
        const place = this.#waiting.indexOf(search);
        if (place >= 0) this.#waiting.splice(place, 1);
        if (search.client) search.client.#interrupt(search);
      };
      signal?.addEventListener("abort", abort);
      this.#waiting.push(search);
      if (!this.#running) this.#ask();
    });
    return found.finally(() => signal?.removeEventListener("abort", abort));
  }

  /**
   * Ends all searches so far with the best moves that they have found. A search that waits for another one looks only at
   * the next ply.
   *
   * A page that is not isolated from other origins (`crossOriginIsolated`) ends the Worker and starts another one for the next
   * search, so the stored results of the engine are lost.
   */
  stop(): void {
    for (const search of this.#waiting) search.isStopped = true;
    if (!this.#running) return;
    this.#running.isStopped = true;
    this.#interrupt(this.#running);
  }

  /** @internal */
  get isSearching(): boolean {
    return this.#running !== undefined;
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

  /** Begins the next search that the Worker can be asked for. */
  #ask(): void {
    for (this.#running = this.#waiting.shift(); this.#running; this.#running = this.#waiting.shift()) {
      const search = this.#running;
      search.client = this;
      if (this.#stop) Atomics.store(this.#stop, 0, 0);
      const options = search.isStopped ? { ...search.options, depth: 1 } : search.options;
      const { position } = search;
      const question: Question = { engine: this[STATE], module: this.#module, stop: this.#stop, position, options };
      try {
        this.#worker ??= this.#listened(this.#start());
        this.#worker.ref?.();
        this.#worker.postMessage(question);
        return;
      } catch (error) {
        if (this.#worker === undefined) this.#failed(error);
        else search.failed(unsendable(question, error as Error));
      }
    }
    this.#worker?.unref?.();
  }

  #listened(worker: AnyWorker): AnyWorker {
    if (typeof worker?.postMessage !== "function") throw new TypeError("the option worker must return a Worker");
    const current = (work: (value: never) => void) => (value: never) => {
      if (worker === this.#worker) work(value);
    };
    const heard = current((answer: Answer) => this.#hear(answer));
    const failed = current((event: Partial<ErrorEvent> | undefined) => {
      event?.preventDefault?.(); // Else Deno ends the program.
      this.#failed(event);
    });
    if (worker.on) {
      worker.on("message", heard);
      for (const event of ["error", "messageerror", "exit"]) worker.on(event, failed);
    } else {
      worker.onmessage = ({ data }) => heard(data as never);
      worker.onerror = worker.onmessageerror = failed as () => void;
    }
    return worker;
  }

  /** Rejects all searches, because the Worker has failed. */
  #failed(error: unknown): void {
    const reason = Object(error).message || "it cannot start, or has ended";
    this.#fail(new VoloError(`the Worker failed: ${reason}; where its script cannot start, pass the option worker`));
  }

  #hear(answer: Answer): void {
    const search = this.#running;
    // A script of the program may send other messages.
    if (search === undefined || !["depth", "done", "error"].some((key) => Object(answer)[key])) return;
    if ("depth" in answer) {
      search.found = answer.depth;
      try {
        search.report?.(answer.depth);
      } catch (error) {
        search.failed(error);
        search.isStopped = true;
      }
      if (search.isStopped) this.#interrupt(search);
      return;
    }
    if ("done" in answer) search.done(answer.done);
    else search.failed(errorOf(answer.error));
    this.#ask();
  }

  /** Ends a search that is stopped with its best moves: without shared memory, once it has some, by ending the Worker. */
  #interrupt(search: Search): void {
    if (search !== this.#running) return;
    if (this.#stop) Atomics.store(this.#stop, 0, 1);
    else if (search.found) {
      this.#terminate();
      this.#hear({ done: search.found });
    }
  }

  #fail(error: VoloError): void {
    this.#terminate();
    this.#running?.failed(error);
    this.#running = undefined;
    for (const { failed } of this.#waiting.splice(0)) failed(error);
  }

  #terminate(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

/**
 * Several engines, each in a Worker of its own, for a program with many searches. A search begins at once if an engine is
 * free; else it waits, and searches begin in the order of their calls. If a Worker fails, its search and those that wait
 * are rejected.
 */
export class EnginePool {
  readonly #clients: EngineClient[];

  /**
   * Takes the number of engines, 1 to 1000, and the options of each.
   *
   * @throws `VoloError` if the number is out of range.
   */
  constructor(engines: number, options?: ClientOptions) {
    const isValid = Number.isInteger(engines) && engines > 0 && engines <= 1000;
    if (!isValid) throw new VoloError(`engines must be an integer from 1 to 1000, not ${engines}`);
    const waiting: Search[] = [];
    this.#clients = Array.from({ length: engines }, () => new EngineClient({ ...options, waiting }));
  }

  /** As {@link EngineClient.play}. */
  play(position: Searched, limits?: ClientLimits): Promise<PlayResult> {
    return this.#next().play(position, limits);
  }

  /** As {@link EngineClient.analyse}. */
  analyse(position: Searched, options?: ClientAnalysisOptions): Promise<Info[]> {
    return this.#next().analyse(position, options);
  }

  /** Ends all searches so far, as {@link EngineClient.stop}. */
  stop(): void {
    for (const client of this.#clients) client.stop();
  }

  /** Ends the Workers, and rejects all searches. */
  close(): void {
    for (const client of this.#clients) client.close();
  }

  /** Closes the pool at the end of a block with `using`. */
  [Symbol.dispose](): void {
    this.close();
  }

  /** A client that is free, or else any, because all have one list of searches that wait. */
  #next(): EngineClient {
    return this.#clients.find((client) => !client.isSearching) ?? (this.#clients[0] as EngineClient);
  }
}

/** The error for a question that has a value which is not copied to Workers. */
function unsendable({ engine, options }: Question, { message }: Error): VoloError {
  const wrong = Object.entries({ ...engine, ...options }).find(([, value]) => /^(f|o|sy)/.test(typeof value));
  return new VoloError(`${wrong ? `the option ${wrong[0]}` : "position"} cannot be sent to the Worker: ${message}`);
}

function errorOf({ name, message, ...fields }: { name: string; message: string }): Error {
  if (name === "TypeError") return new TypeError(message);
  return Object.assign(new VoloError(message), { name, ...fields });
}

// The browser itself as the host of the page: workers with the rules and the engine in WebAssembly.

import { Refusal, Unreachable } from "../host.js";

/** @import { Listeners } from "../host.js" */

/** @typedef {{ id: number, event: string, answer: any }} Message */

const FAILED = "The rules could not be loaded. Reload the page.";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @type {Worker | undefined} */
let caller;

/** A worker that has finished its search, for the next one. @type {Worker | undefined} */
let searcher;

/** @type {Map<number, (message: Message) => void>} */
const waiting = new Map();

let last = 0;

function makeWorker() {
  compiled ??= WebAssembly.compileStreaming(fetch("volo_engine_bg.wasm"));
  const worker = new Worker("worker.js");
  compiled.then(
    (module) => worker.postMessage({ module }),
    () => fail(),
  );
  worker.onmessage = ({ data }) => waiting.get(data.id)?.(data);
  worker.onerror = fail;
  return worker;
}

function fail() {
  const all = [...waiting];
  waiting.clear();
  for (const [id, tell] of all) tell({ id, event: "failure", answer: null });
}

/**
 * @param {Worker} worker
 * @param {string} name
 * @param {object} request
 * @param {(message: Message) => void} tell
 * @returns {number} the number of the call
 */
function post(worker, name, request, tell) {
  const id = ++last;
  waiting.set(id, tell);
  worker.postMessage({ id, name, request });
  return id;
}

/**
 * @param {string} name
 * @param {object} request
 * @returns {Promise<any>}
 */
export function call(name, request) {
  caller ??= makeWorker();
  const worker = caller;
  return new Promise((done, failed) => {
    post(worker, name, request, ({ id, event, answer }) => {
      waiting.delete(id);
      if (event === "answer") done(answer);
      else failed(event === "error" ? new Refusal(answer) : new Unreachable(FAILED));
    });
  });
}

/**
 * Begin a search. It ends when the result is known, or when the returned function is called.
 * @param {string} name
 * @param {Record<string, string | number>} query
 * @param {Listeners} listeners
 * @returns {() => void}
 */
export function search(name, query, listeners) {
  const worker = searcher ?? makeWorker();
  searcher = undefined;
  let isOver = false;
  const finish = () => {
    isOver = true;
    waiting.delete(id);
    if (searcher === undefined) searcher = worker;
    else worker.terminate();
  };
  const id = post(worker, name, query, ({ event, answer }) => {
    if (event === "info") {
      listeners.onInfo?.(answer);
      return;
    }
    finish();
    if (event === "move") listeners.onMove?.(answer);
    else if (event === "done") listeners.onDone?.();
    else listeners.onError(event === "error" ? new Refusal(answer) : new Unreachable(FAILED));
  });
  return () => {
    if (isOver) return;
    isOver = true;
    waiting.delete(id);
    // A worker that searches hears nothing.
    worker.terminate();
  };
}

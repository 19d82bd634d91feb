// A search of the engine, which the server streams.

import { Refusal, Unreachable } from "./api.js";

/** @import { SearchInfo } from "./types.js" */

/**
 * @typedef {object} Listeners
 * @property {(info: SearchInfo) => void} [onInfo]
 * @property {(answer: { move: string }) => void} [onMove]
 * @property {() => void} [onDone]
 * @property {(error: Error) => void} onError
 */

/**
 * Begin a search. It ends when the result is known, or when the returned function is called.
 * @param {"analysis" | "think"} name
 * @param {Record<string, string | number>} query
 * @param {Listeners} listeners
 * @returns {() => void}
 */
export function search(name, query, listeners) {
  const values = Object.entries(query).map(([key, value]) => /** @type {[string, string]} */ ([key, String(value)]));
  const source = new EventSource(`api/${name}?${new URLSearchParams(values)}`);
  const stop = () => source.close();
  /**
   * @param {string} type
   * @param {(data: any) => void} listener
   */
  const on = (type, listener) =>
    source.addEventListener(type, (event) => listener(JSON.parse(/** @type {MessageEvent} */ (event).data)));
  on("info", (info) => listeners.onInfo?.(info));
  on("move", (answer) => {
    stop();
    listeners.onMove?.(answer);
  });
  on("done", () => {
    stop();
    listeners.onDone?.();
  });
  on("error-message", (error) => {
    stop();
    listeners.onError(new Refusal(error));
  });
  // Without this, the browser would begin the search again and again.
  source.onerror = () => {
    stop();
    listeners.onError(new Unreachable());
  };
  return stop;
}

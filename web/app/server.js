// The server of `volo play` as the host of the page.

import { Refusal, Unreachable } from "./host.js";

/** @import { Listeners } from "./host.js" */

/** A browser sends at most this many bytes for a page that is left. */
const LAST_BYTES = 60_000;

const GONE = "The server does not answer. Start volo play again, and open the address that it prints.";

/**
 * Call the server.
 * @param {string} name
 * @param {object} request
 * @param {boolean} outlivesPage whether a short request goes on when the page is left
 * @returns {Promise<any>} the answer, whose type the caller knows
 * @throws {Refusal} the request is refused
 * @throws {Unreachable} the server does not answer
 */
export async function call(name, request, outlivesPage) {
  const body = JSON.stringify(request);
  const keepalive = outlivesPage && new TextEncoder().encode(body).length < LAST_BYTES;
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive,
    });
  } catch {
    throw new Unreachable(GONE);
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw response.status === 413 ? new Refusal({ message: "the text is longer than 4 MB" }) : new Unreachable(GONE);
  }
  if (!response.ok) throw new Refusal(answer.error ?? {});
  return answer;
}

/**
 * Begin a search, which the server streams. It ends when the result is known, or when the returned function is called.
 * @param {string} name
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
    listeners.onError(new Unreachable(GONE));
  };
  return stop;
}

// The server of `volo play` as the host of the page.

import { Refusal, Unreachable } from "./host.js";

/** @import { Listeners } from "./host.js" */

/** The server reads at most this many bytes. */
const MOST_BYTES = 4 << 20;

/** A browser sends at most this many bytes for a page that is left. */
const LAST_BYTES = 60_000;

const GONE = "The server does not answer. Start volo play again, and open the address that it prints.";
const OLD =
  "This page has the address of an earlier start of volo play. Open the address that volo printed last. The saved games are there.";

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
  const { length } = new TextEncoder().encode(body);
  if (length > MOST_BYTES) throw new Refusal({ message: "the text is longer than 4 MB" });
  let response;
  try {
    response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      keepalive: outlivesPage && length < LAST_BYTES,
    });
  } catch {
    throw new Unreachable(GONE);
  }
  if (response.status === 404) throw new Unreachable(OLD);
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Unreachable(GONE);
  }
  if (answer.error !== undefined) throw new Refusal(answer.error);
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
    // An event stream does not say why it failed, but a call does.
    call("info", {}, false).then(() => listeners.onError(new Unreachable(GONE)), listeners.onError);
  };
  return stop;
}

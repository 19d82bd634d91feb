// Calls to the server.

/** A browser sends at most this many bytes for a page that is left. */
const LAST_BYTES = 60_000;

/** The server refuses a request: an illegal move, an invalid position, text that cannot be read. */
export class Refusal extends Error {
  /**
   * @param {{ kind?: string, message?: string, ruling?: string, rule?: string, reasons?: string[] }} error
   */
  constructor(error) {
    const reasons = error.reasons ?? [];
    super(error.message ?? "the server refuses the request");
    this.kind = error.kind ?? "";
    this.reasons = reasons;
    this.rule = error.ruling === undefined || error.rule === undefined ? "" : `${error.ruling}: ${error.rule}`;
  }

  /** The message, followed by the ruling in words. */
  get explanation() {
    return this.rule === "" ? this.message : `${this.message}. ${this.rule}`;
  }
}

/** The server does not answer. */
export class Unreachable extends Error {
  constructor() {
    super("The server does not answer. Start volo play again, and open the address that it prints.");
  }
}

/**
 * Call the server.
 * @param {string} name
 * @param {object} request
 * @param {boolean} outlivesPage whether a short request goes on when the page is left
 * @returns {Promise<any>} the answer, whose type the caller knows
 * @throws {Refusal} the request is refused
 * @throws {Unreachable} the server does not answer
 */
export async function call(name, request = {}, outlivesPage = false) {
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
    throw new Unreachable();
  }
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw response.status === 413 ? new Refusal({ message: "the text is longer than 4 MB" }) : new Unreachable();
  }
  if (!response.ok) throw new Refusal(answer.error ?? {});
  return answer;
}

/**
 * A message for people about an error.
 * @param {unknown} error
 */
export function explain(error) {
  if (error instanceof Refusal) return error.explanation;
  return error instanceof Error ? error.message : String(error);
}

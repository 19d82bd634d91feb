// The answers of the host when it refuses a call.

import { IllegalMoveError, InvalidPositionError, NotationError, RecordError } from "volo-rules/engine/init";
import RULINGS from "../rulings.json" with { type: "json" };

/** Rulings that go on where another one ended, and cannot be understood alone. */
const CONTINUES = new Map([
  ["R12", "R11"],
  ["R14b", "R14"],
]);

/** @type {Record<string, string>} */
const TEXTS = RULINGS;

/**
 * A ruling in words, after the ruling that it continues.
 * @param {string} ruling
 */
function inWords(ruling) {
  const before = CONTINUES.get(ruling);
  return [before, ruling].flatMap((each) => (each === undefined ? [] : [TEXTS[each] ?? ""])).join(" ");
}

/**
 * An error as plain data.
 * @param {unknown} error
 */
export function problemOf(error) {
  if (!(error instanceof Error)) return { kind: "Error", message: String(error) };
  const illegal = error.cause ?? error;
  return {
    kind: error.name,
    message: error.message,
    ...(illegal instanceof IllegalMoveError
      ? { reason: illegal.reason, ruling: illegal.ruling, rule: inWords(illegal.ruling) }
      : {}),
    ...(error instanceof InvalidPositionError ? { reasons: [...error.reasons] } : {}),
    ...(error instanceof NotationError || error instanceof RecordError ? { offset: error.offset } : {}),
  };
}

// The answers of the host when it refuses a call.

import { IllegalMoveError, InvalidPositionError, NotationError, RecordError, VoloError } from "volo-rules/engine/init";
import RULES from "../../../docs/RULES.md";

/** Rulings that go on where another one ended, and cannot be understood alone. */
const CONTINUES = new Map([
  ["R12", "R11"],
  ["R14b", "R14"],
]);

/** The text of each ruling. */
const TEXTS = new Map(
  Array.from(RULES.matchAll(/^- \[(R\w+)\] (.+(?:\n {2}.+)*)/gm), ([, ruling = "", text = ""]) => [
    ruling,
    text.replace(/\s+/g, " ").replace(/[`*]/g, ""),
  ]),
);

/**
 * A ruling in words, after the ruling that it continues.
 * @param {string} ruling
 */
function inWords(ruling) {
  const before = CONTINUES.get(ruling);
  return [before, ruling].flatMap((each) => (each === undefined ? [] : [TEXTS.get(each) ?? ""])).join(" ");
}

/** A text is nothing that the page reads. It has a message for people, and what each reader found. */
export class Unreadable extends VoloError {
  /** @param {string} message @param {string[]} details */
  constructor(message, details) {
    super(message);
    this.name = "Unreadable";
    this.details = details;
  }
}

/**
 * What is wrong in a game, for people.
 * @param {RecordError} error
 */
export function sentenceOf({ game, line, ply, problem, text }) {
  const place = ply === null ? `line ${line}` : `move ${ply}, line ${line}`;
  const found = text === "" || problem.includes(text) ? "" : `, found ${text}`;
  return `Game ${game} cannot be read: ${problem}${found} (${place})`;
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
    message: error instanceof RecordError ? sentenceOf(error) : error.message,
    ...(error instanceof RecordError ? { details: [error.message] } : {}),
    ...(error instanceof Unreadable ? { details: error.details } : {}),
    ...(illegal instanceof IllegalMoveError
      ? { reason: illegal.reason, ruling: illegal.ruling, rule: inWords(illegal.ruling) }
      : {}),
    ...(error instanceof InvalidPositionError ? { reasons: [...error.reasons] } : {}),
    ...(error instanceof NotationError || error instanceof RecordError ? { offset: error.offset } : {}),
  };
}

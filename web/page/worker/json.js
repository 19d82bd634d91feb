// Strict JSON, as python/volo/records/json reads and writes it. Integers are bigints and objects are maps, so that what
// is read is written again in the same way.

import { VoloError } from "volo-rules/engine/init";

/** @typedef {null | boolean | bigint | number | string | Json[] | Members} Json */
/** @typedef {Map<string, any>} Members */

const MOST_BRACKETS = 500_000;
const LONGEST_NUMBER = 32;

/**
 * The value of a text.
 * @param {string} text
 * @param {number} mostDepth the most levels of arrays and objects
 * @returns {Json}
 */
export function parse(text, mostDepth = 64) {
  try {
    JSON.parse(text);
  } catch (error) {
    throw error instanceof SyntaxError ? new VoloError(`not JSON: ${error.message}`) : error;
  }
  return new Reader(text, mostDepth).value();
}

/** Reads a text that is JSON, and refuses values that are not the same in all programs. */
class Reader {
  #text;
  #at = 0;
  #depth;
  #brackets = 0;

  /** @param {string} text @param {number} depth */
  constructor(text, depth) {
    this.#text = text;
    this.#depth = depth;
  }

  /** @returns {Json} */
  value() {
    const letter = this.#next();
    if (letter === '"') return this.#string();
    if (letter === "[" || letter === "{") {
      this.#brackets += 1;
      if (this.#depth === 0 || this.#brackets > MOST_BRACKETS) {
        throw new VoloError("the JSON text has too many arrays and objects, or too many levels of them");
      }
      this.#depth -= 1;
      const found = letter === "[" ? this.#array() : this.#object();
      this.#depth += 1;
      return found;
    }
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text[this.#at] ?? " ")) this.#at += 1;
    return scalar(this.#text.slice(start, this.#at));
  }

  /** Skip white space, commas and colons, whose places are correct, and return the next letter. */
  #next() {
    while (/[ \t\r\n,:]/.test(this.#text[this.#at] ?? "")) this.#at += 1;
    return this.#text[this.#at];
  }

  #string() {
    const start = this.#at;
    do {
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    } while (this.#text[this.#at] !== '"');
    this.#at += 1;
    /** @type {string} */
    const string = JSON.parse(this.#text.slice(start, this.#at));
    if (/\p{Cs}/u.test(string)) throw new VoloError("a string has an unpaired surrogate");
    return string;
  }

  #array() {
    const items = [];
    for (this.#at += 1; this.#next() !== "]"; ) items.push(this.value());
    this.#at += 1;
    return items;
  }

  #object() {
    /** @type {Members} */
    const members = new Map();
    for (this.#at += 1; this.#next() !== "}"; ) {
      const key = this.#string();
      if (members.has(key)) throw new VoloError(`an object has two members ${JSON.stringify(key.slice(0, 40))}`);
      members.set(key, this.value());
    }
    this.#at += 1;
    return members;
  }
}

/** @param {string} text a number or a word of JSON */
function scalar(text) {
  if (!/^[-\d]/.test(text)) return /** @type {null | boolean} */ (JSON.parse(text));
  if (text.length > LONGEST_NUMBER || !Number.isFinite(Number(text))) {
    throw new VoloError(`a number has more than ${LONGEST_NUMBER} characters, or is too large`);
  }
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/**
 * The text of a value, without white space.
 * @param {Json} value
 * @param {boolean} ascii whether other letters than those of ASCII are written as escapes
 * @returns {string}
 */
export function toJson(value, ascii = false) {
  const inner = (/** @type {Json} */ each) => toJson(each, ascii);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return decimal(value);
  if (Array.isArray(value)) return `[${value.map(inner).join(",")}]`;
  if (value instanceof Map) return `{${[...value].map(([key, each]) => `${inner(key)}:${inner(each)}`).join(",")}}`;
  const text = JSON.stringify(value);
  if (!ascii) return text;
  return text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A number as Python writes it. @param {number} value */
function decimal(value) {
  const [digits = "", power = ""] = value.toExponential().split("e");
  if (Number(power) < -4 || Number(power) > 15)
    return `${digits}e${power.replace(/\d+$/, (each) => each.padStart(2, "0"))}`;
  const text = Object.is(value, -0) ? "-0" : String(value);
  return text.includes(".") ? text : `${text}.0`;
}

/**
 * A member that has a type; undefined if it is missing.
 * @template Value
 * @param {Members} members
 * @param {string} key
 * @param {(value: unknown, name: string) => Value} kind one of the functions below
 */
export function optional(members, key, kind) {
  return members.has(key) ? kind(members.get(key), key) : undefined;
}

/**
 * A member that must be there.
 * @template Value
 * @param {Members} members
 * @param {string} key
 * @param {(value: unknown, name: string) => Value} kind
 */
export function required(members, key, kind) {
  if (!members.has(key)) throw new VoloError(`the member ${key} is missing`);
  return kind(members.get(key), key);
}

/** @param {unknown} value @param {string} name @returns {Members} */
export function objectOf(value, name) {
  if (!(value instanceof Map)) throw new VoloError(`${name} must be an object`);
  return value;
}

/** @param {unknown} value @param {string} name @returns {Json[]} */
export function itemsOf(value, name) {
  if (!Array.isArray(value)) throw new VoloError(`${name} must be an array`);
  return value;
}

/** @param {unknown} value @param {string} name */
export function textOf(value, name) {
  if (typeof value !== "string") throw new VoloError(`${name} must be a string`);
  return value;
}

/** @param {unknown} value @param {string} name */
export function integerOf(value, name) {
  if (typeof value !== "bigint") throw new VoloError(`${name} must be an integer`);
  return value;
}

/** @param {unknown} value @param {string} name */
export function numberOf(value, name) {
  if (typeof value !== "bigint" && typeof value !== "number") throw new VoloError(`${name} must be a number`);
  return value;
}

/** @param {unknown} value @param {string} name */
export function booleanOf(value, name) {
  if (typeof value !== "boolean") throw new VoloError(`${name} must be a boolean`);
  return value;
}

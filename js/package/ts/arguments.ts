// Checks of arguments. A value of a wrong type is a TypeError that names the argument and the type.

import { guarded } from "./core.js";
import { quoted, VoloError } from "./errors.js";

/** The name of the module that has these classes: `volo-rules` or `volo-rules/engine`. The build defines it. */
declare const MODULE: string;

/** What a class tells the other modules of the package, and other copies of this one: its name and its module. */
const ORIGIN = Symbol.for("volo-rules");

/** Lets the other modules of the package recognize the objects of a class. */
export function sign(name: string, prototype: object): void {
  Object.defineProperty(prototype, ORIGIN, { value: [name, MODULE] });
}

/** The type of a value, for messages: `null`, `an array`, `an object`, `a number`. */
function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return "an array";
  const [name, module] = (value as { [ORIGIN]?: [string, string] })[ORIGIN] ?? [];
  if (name !== undefined) {
    const here = module === MODULE ? `another copy of ${MODULE}` : MODULE;
    return `a ${name} of ${module}; this is ${here}, which has other classes: import all names from one module`;
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The error for a value that is not of the type that `expected` describes. */
export function wrongType(value: unknown, name: string, expected: string): TypeError {
  return new TypeError(`${name} must be ${expected}, not ${typeName(value)}`);
}

export function stringOf(value: unknown, name: string): string {
  if (typeof value !== "string") throw wrongType(value, name, "a string");
  return value;
}

export function booleanOf(value: unknown, name: string): boolean {
  if (typeof value !== "boolean") throw wrongType(value, name, "a boolean");
  return value;
}

/** A string that can be encoded: one without lone surrogates. */
export function wellFormed(value: unknown, name: string): string {
  const text = stringOf(value, name);
  const offset = text.search(/\p{Surrogate}/u);
  if (offset >= 0) throw new VoloError(`${name}: expected characters, not a lone surrogate, at offset ${offset}`);
  return text;
}

/** An object of options. `undefined` means no options. */
export function optionsOf<T extends object>(
  value: T | undefined,
  name: string,
  known: readonly (keyof T)[],
): Partial<T> {
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null) throw wrongType(value, name, "an object");
  const unknown = Object.keys(value).find((key) => !known.includes(key as keyof T));
  if (unknown !== undefined) {
    throw new TypeError(`${name} has the unknown option ${quoted(unknown, 0)}; expected ${known.join(", ")}`);
  }
  return value;
}

/** An integer of the range. */
export function integerIn(
  value: unknown,
  name: string,
  least: number,
  most: number,
  error: typeof VoloError = VoloError,
): number {
  if (typeof value !== "number") throw wrongType(value, name, "a number");
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new error(`${name} must be an integer from ${least} to ${most}, not ${value}`);
  }
  return value;
}

const MOST_64 = 2n ** 64n - 1n;

/** An integer from 0 to 2^64 - 1, given as a number or a bigint. */
export function unsigned64(value: unknown, name: string): bigint {
  if (typeof value !== "number" && typeof value !== "bigint") throw wrongType(value, name, "a number or a bigint");
  // A number above 2^53 may stand for several integers.
  const exact = typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : -1n;
  if (exact < 0n || exact > MOST_64) {
    const limits = typeof value === "bigint" ? "2^64 - 1" : "2^53 - 1, or a bigint to 2^64 - 1";
    throw new VoloError(`${name} must be an integer from 0 to ${limits}, not ${quoted(String(value), 0)}`);
  }
  return exact;
}

/** One of a few words. */
export function oneOf<T extends string>(
  value: unknown,
  name: string,
  words: readonly T[],
  error: typeof VoloError = VoloError,
): T {
  const text = stringOf(value, name);
  const found = words.find((word) => word === text);
  if (found === undefined) throw new error(`${name} must be one of ${words.join(", ")}, not ${quoted(text, 0)}`);
  return found;
}

/** A function that the core may call, or `undefined`. */
export function callbackOf<A extends unknown[], R>(
  value: ((...values: A) => R) | undefined,
  name: string,
): ((...values: A) => R) | undefined {
  if (value !== undefined && typeof value !== "function") throw wrongType(value, name, "a function");
  return value && guarded(value);
}

/** Options of a computation that may take long. */
export interface StopOptions {
  /**
   * A function that is called every few milliseconds. If it returns `true`, the computation ends with a
   * {@link StoppedError}. If it throws an error, the computation ends with that error.
   *
   * JavaScript runs no timers and handles no events during the computation, so the function must look at a clock
   * (`() => performance.now() > deadline`) or at shared memory (`() => Atomics.load(flag, 0) === 1`).
   */
  stop?: (() => boolean) | undefined;
}

/** @internal */
export function stopOf(options: Partial<StopOptions>): (() => boolean) | undefined {
  const stop = callbackOf(options.stop, "stop");
  // A promise does not stop a computation.
  return stop && (() => stop() === true);
}

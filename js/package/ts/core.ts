// Calls of the compiled core.

import { VoloError } from "./errors.js";
import { __wbg_reset_state as restart } from "./volo.js";

/** The number of calls that have not returned. A function `stop` may call the core again. */
let depth = 0;

/** Whether a call has failed in an unexpected way. */
let failed = false;

/** The last error that a function of the caller threw. */
let foreign: unknown;

/** Wraps a function of the caller for the core. An error that it throws ends the call, and the instance stays usable. */
export function guarded<A extends unknown[], R>(work: (...values: A) => R): (...values: A) => R {
  return (...values) => {
    try {
      return work(...values);
    } catch (error) {
      foreign = error;
      throw error;
    }
  };
}

/**
 * Calls the compiled core.
 *
 * The core keeps nothing between calls that may not be lost: positions, games and results are values of JavaScript, and an
 * engine is made again at its next search, without its stored results. So if a call leaves the instance unusable, for
 * example because memory ran out, a new instance replaces it, and the next call works.
 */
export function call<T>(work: () => T): T {
  depth += 1;
  try {
    return work();
  } catch (error) {
    failed ||= !(error instanceof VoloError || error === foreign);
    throw error;
  } finally {
    depth -= 1;
    if (failed && depth === 0) renew();
  }
}

/** Replaces the instance. This fails before a program has loaded the module. */
function renew(): void {
  failed = false;
  try {
    restart();
  } catch {
    throw new VoloError("the module cannot start: call init first, or there is not enough memory");
  }
}

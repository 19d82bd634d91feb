// Calls of the compiled core.

import { __wbg_reset_state } from "./volo.js";
import { VoloError } from "./errors.js";

/**
 * Calls the compiled core. The core keeps no state between calls: positions, games and results are JavaScript values.
 * So if a call fails in a way that leaves the instance unusable, such as a lack of memory, the instance is replaced by a
 * new one, and the next call works.
 */
export function call<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VoloError)) {
      __wbg_reset_state();
    }
    throw error;
  }
}

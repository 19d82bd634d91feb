import { oneOf } from "./arguments.js";
import { call } from "./core.js";
import { SYMMETRIES, type Symmetry } from "./lists.js";
import * as core from "./volo.js";

/**
 * The symmetry that undoes another one.
 *
 * @throws {@link VoloError} if the text is not a symmetry.
 */
export function inverseSymmetry(symmetry: Symmetry): Symmetry {
  const name = symmetryOf(symmetry);
  return call(() => core.inverseSymmetry(name));
}

/**
 * The symmetry that applies `first` and then `second`.
 *
 * @throws {@link VoloError} if a text is not a symmetry.
 *
 * @example
 * ```js
 * console.log(composeSymmetries("mirror", "rotate-60")); // mirror-rotate-60
 * console.log(composeSymmetries("rotate-60", "mirror")); // mirror-rotate-300
 * ```
 */
export function composeSymmetries(first: Symmetry, second: Symmetry): Symmetry {
  const [before, after] = [symmetryOf(first), symmetryOf(second)];
  return call(() => core.composeSymmetries(before, after));
}

/** @internal */
export function symmetryOf(value: unknown): Symmetry {
  return oneOf(value, "symmetry", SYMMETRIES);
}

import { oneOf } from "./arguments.js";
import { call } from "./core.js";
import * as core from "./volo.js";

const NAMES = [
  "identity",
  "rotate-60",
  "rotate-120",
  "rotate-180",
  "rotate-240",
  "rotate-300",
  "mirror",
  "mirror-rotate-60",
  "mirror-rotate-120",
  "mirror-rotate-180",
  "mirror-rotate-240",
  "mirror-rotate-300",
] as const;

/**
 * One of the twelve symmetries of the sky: `"identity"`; `"rotate-60"` to `"rotate-300"`, clockwise; `"mirror"`, which
 * exchanges left and right; or `"mirror-rotate-60"` to `"mirror-rotate-300"`, which mirror first and then rotate.
 */
export type Symmetry = (typeof NAMES)[number];

/** All twelve symmetries, the identity first. */
export const SYMMETRIES: readonly Symmetry[] = Object.freeze(NAMES);

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
  return oneOf(value, "symmetry", NAMES);
}

// The vectors of 128 bits in which the module holds sets of spaces.

import { VoloError } from "./errors.js";

/** A module with one function, which returns a vector. */
const VECTOR = new Uint8Array([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...[1, 5, 1, 96, 0, 1, 123],
  ...[3, 2, 1, 0],
  ...[10, 8, 1, 6, 0, 65, 0, 253, 15, 11],
]);

/** @throws {VoloError} if WebAssembly has no vectors here. */
export function requireVectors(): void {
  if (!WebAssembly.validate(VECTOR)) {
    throw new VoloError(
      "volo-rules needs WebAssembly with vectors of 128 bits (simd128), which Node has since 16.4 and every browser since 2023",
    );
  }
}

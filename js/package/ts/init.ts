// The entry `volo-rules/init` of the package, for programs that load the module themselves.

import { requireVectors } from "./vectors.js";
import start, { initSync as startSync } from "./volo.js";

/**
 * Loads the WebAssembly module. It must be called once, before anything else of the package is used.
 *
 * @param source - where the module is: a text or `URL`, a `Request`, a `Response`, its bytes, or a `WebAssembly.Module`. The
 *   default is the file `volo_bg.wasm` in the folder of this script.
 * @throws {VoloError} if WebAssembly has no vectors of 128 bits here.
 */
export async function init(source: string | object = new URL("volo_bg.wasm", import.meta.url)): Promise<void> {
  requireVectors();
  await start({ module_or_path: source as URL });
}

/** Like {@link init}, with the bytes of the module or a compiled module, at once. */
export function initSync(source: object): void {
  requireVectors();
  startSync({ module: source as BufferSource });
}

export * from "./index.js";

// How a client starts its Worker in Node, Bun and Deno: without a file, so that a bundle of a program is one file.

import { MODULE_BYTES } from "./bytes.js";
import { SCRIPT } from "./script.js";
import type { AnyWorker } from "./start.js";

export function startWorker(): AnyWorker {
  // Bundlers do not look for the script of a Worker that they do not see.
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  return new Worker(SCRIPT, { eval: true, workerData: MODULE_BYTES }) as unknown as AnyWorker;
}

// The tables of tests/data, in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";

/** Whether the tests run in a browser. */
export const inBrowser = false;

/** The text of a file in tests/data. @param {string} name @returns {Promise<string>} */
export function readText(name) {
  return readFile(new URL(`../../../../tests/data/${name}`, import.meta.url), "utf8");
}

/** What starts a Worker of the package: its own way. @type {(() => Worker) | undefined} */
export const worker = undefined;

/** A compiled module, and what starts a Worker that gets it. */
export async function sharing() {
  const file = new URL(import.meta.resolve("volo-rules/engine/volo_engine_bg.wasm"));
  const script = new URL(import.meta.resolve("volo-rules/engine/serve"));
  return { module: await WebAssembly.compile(await readFile(file)), worker: () => new Worker(script) };
}

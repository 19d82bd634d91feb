// The tables of tests/data, in a browser. The server of run.mjs serves them.

/** Whether the tests run in a browser. */
export const inBrowser = true;

/** The text of a file in tests/data. @param {string} name @returns {Promise<string>} */
export async function readText(name) {
  const response = await fetch(`/data/${name}`);
  if (!response.ok) {
    throw new Error(`${name}: ${response.status}`);
  }
  return response.text();
}

/** What starts a Worker of the package, because the tests are bundled. @type {(() => Worker) | undefined} */
export const worker = () => new Worker("/volo-rules/engine/worker.js", { type: "module" });

/** A compiled module, and what starts a Worker that gets it. */
export async function sharing() {
  const module = await WebAssembly.compileStreaming(fetch("/volo-rules/engine/volo_engine_bg.wasm"));
  return { module, worker: () => new Worker("/volo-rules/engine/serve.js", { type: "module" }) };
}

// A page that computes with the package, and lets a Worker do the same. Vite bundles both.

import { Position } from "volo-rules";

const own = new Position("standard-4").perft(3);
const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = (/** @type {MessageEvent<number>} */ { data }) => {
  Reflect.set(globalThis, "results", `page ${own}, worker ${data}`);
};

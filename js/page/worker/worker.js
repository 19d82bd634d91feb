// The script of the workers of the page: one answers the calls, and the others are those of `EngineClient`, which search.

import { init } from "volo-rules/engine/init";
import { CALLS } from "./calls.js";
import { problemOf } from "./problems.js";
import "volo-rules/engine/serve";

/** @type {(module: WebAssembly.Module) => void} */
let receive;
const started = new Promise((/** @type {(module: WebAssembly.Module) => void} */ done) => {
  receive = done;
}).then(init);

addEventListener("message", ({ data }) => {
  if ("name" in data) answer(data);
  else receive(data.module);
});

/** @param {{ id: number, name: string, request: object }} message */
async function answer({ id, name, request }) {
  try {
    await started;
    postMessage({ id, event: "answer", answer: await CALLS[name]?.(request) });
  } catch (error) {
    postMessage({ id, event: "error", answer: problemOf(error) });
  }
}

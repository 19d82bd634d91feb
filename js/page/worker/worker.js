// The script of the workers of the page: one answers the calls, and the others search.

import { init } from "volo-rules/engine/init";
import { CALLS } from "./calls.js";
import { problemOf } from "./problems.js";
import { analyse, think } from "./searches.js";

/** @type {Record<string, (query: any, send: (event: string, data: object) => void) => void>} */
const SEARCHES = { analysis: analyse, think };

/** @type {(module: WebAssembly.Module) => void} */
let receive;
const started = new Promise((/** @type {(module: WebAssembly.Module) => void} */ done) => {
  receive = done;
}).then(init);

addEventListener("message", ({ data }) => {
  if ("module" in data) receive(data.module);
  else answer(data);
});

/** @param {{ id: number, name: string, request: object }} message */
async function answer({ id, name, request }) {
  try {
    await started;
    const search = SEARCHES[name];
    if (search !== undefined) {
      search(request, (event, answer) => postMessage({ id, event, answer }));
    } else {
      postMessage({ id, event: "answer", answer: await CALLS[name]?.(request) });
    }
  } catch (error) {
    postMessage({ id, event: "error", answer: problemOf(error) });
  }
}

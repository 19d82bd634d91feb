// A page that computes with the package, and lets a Worker do the same.

import * as volo from "volo-rules";
import { answer } from "./answer.js";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
worker.onmessage = ({ data }) => {
  document.title = `page ${answer(volo)}, worker ${data}`;
};

// The entry of the package for Node. The module is read from the package's folder.

import { readFileSync } from "node:fs";
import { requireVectors } from "./vectors.js";
import { initSync } from "./volo.js";

requireVectors();
initSync({ module: readFileSync(new URL("volo_bg.wasm", import.meta.url)) });

export * from "./index.js";

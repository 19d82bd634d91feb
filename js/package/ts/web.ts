// The entry of the package for browsers, Workers and bundlers. The module is fetched from the folder of this script.

import { requireVectors } from "./vectors.js";
import start from "./volo.js";

requireVectors();
await start({ module_or_path: new URL("volo_bg.wasm", import.meta.url) });

export * from "./index.js";

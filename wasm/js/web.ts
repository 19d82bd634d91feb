// The entry of the package for browsers, Workers and bundlers. The module is fetched from the folder of this script.

import start from "./volo.js";

await start({ module_or_path: new URL("volo_bg.wasm", import.meta.url) });

export * from "./index.js";

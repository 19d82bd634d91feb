// The entry `volo-rules/inline`, which has the bytes of the module inside and starts at once. It needs neither a file
// beside the script nor an `await` at the top level.

import { MODULE } from "./bytes.js";
import { requireVectors } from "./vectors.js";
import { initSync } from "./volo.js";

requireVectors();
initSync({ module: Uint8Array.from(atob(MODULE), (letter) => letter.charCodeAt(0)) });

export * from "./index.js";

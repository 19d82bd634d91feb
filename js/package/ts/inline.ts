// The entry `volo-rules/inline`, which has the bytes of the module inside and starts at once. It needs neither a file
// beside the script nor an `await` at the top level. It is the entry of the package for Node, too, so that a bundle of a
// program for Node is one file.

import { MODULE_BYTES } from "./bytes.js";
import { requireVectors } from "./vectors.js";
import { initSync } from "./volo.js";

requireVectors();
const text = atob(MODULE_BYTES);
const module = new Uint8Array(text.length);
for (let i = 0; i < text.length; i += 1) module[i] = text.charCodeAt(i);
initSync({ module });

export * from "./index.js";

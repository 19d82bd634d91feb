// Bundles the page with the board and the rules into one classic script, which also works from file://, where browsers
// load neither modules nor WebAssembly files: `node bundle.js <file>`.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The npm package, as `make wasm` builds it. */
const RULES = fileURLToPath(new URL("../target/npm/dist/", import.meta.url));

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("usage: node bundle.js <file>");
  process.exit(2);
}

await build({
  entryPoints: [fileURLToPath(new URL("play/main.js", import.meta.url))],
  outfile: file,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2023",
  legalComments: "none",
  alias: { "volo-rules/init": `${RULES}init.js`, "volo-rules/volo_bg.wasm": `${RULES}volo_bg.wasm` },
  tsconfigRaw: {},
  loader: { ".css": "text", ".wasm": "binary" },
  // The address of the module is only a default, which the page does not use.
  logOverride: { "empty-import-meta": "silent" },
});

// Builds the page that works without a server: `node bundle.js <folder>`. It has the rules and the engine in WebAssembly.

import { createHash } from "node:crypto";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { build } from "esbuild";

const PAGE = fileURLToPath(new URL("app/browser/", import.meta.url));

/** What the page has in common with that of `volo play`. */
const SHARED = fileURLToPath(new URL("../python/volo/play/static/", import.meta.url));

/** The npm package with the engine, as `make npm` builds it. */
const ENGINE = fileURLToPath(new URL("../target/npm/dist/engine/", import.meta.url));

const MODULE = "volo_engine_bg.wasm";

/** The pictures that phones need to install the page, and their sizes. iOS shows what is transparent in black. */
const ICONS = [
  { name: "apple-touch-icon.png", size: 180, background: "#fff" },
  { name: "icon-192.png", size: 192 },
  { name: "icon-512.png", size: 512 },
];

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node bundle.js <folder>");
  process.exit(2);
}

/**
 * @param {string} entry
 * @param {string} name
 * @param {string} banner what the script begins with
 */
async function bundle(entry, name, banner = "") {
  await build({
    entryPoints: [join(PAGE, entry)],
    outfile: join(/** @type {string} */ (folder), name),
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    alias: { "volo-rules/engine/init": join(ENGINE, "init.js") },
    banner: { js: banner },
    tsconfigRaw: {},
    loader: { ".csv": "text" },
    // The address of the module is only a default, which the page does not use.
    logOverride: { "empty-import-meta": "silent" },
  });
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await bundle("main.js", "app.js");
await bundle("worker.js", "worker.js");
await cp(join(SHARED, "app.css"), join(folder, "app.css"));
await cp(join(SHARED, "icon.svg"), join(folder, "icon.svg"));
await initWasm(readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
const picture = await readFile(join(SHARED, "icon.svg"));
for (const { name, size, ...options } of ICONS) {
  const image = new Resvg(picture, { fitTo: { mode: "width", value: size }, ...options }).render();
  await writeFile(join(folder, name), image.asPng());
}
await cp(join(ENGINE, MODULE), join(folder, MODULE));
await writeFile(join(folder, "rules.html"), gunzipSync(await readFile(join(SHARED, "rules.html.gz"))));
const manifest = {
  name: "Volo",
  start_url: ".",
  display: "standalone",
  icons: [
    { src: "icon.svg", type: "image/svg+xml", sizes: "any" },
    ...ICONS.map(({ name, size }) => ({ src: name, type: "image/png", sizes: `${size}x${size}` })),
  ],
};
await writeFile(join(folder, "app.webmanifest"), JSON.stringify(manifest));
const html = await readFile(join(SHARED, "index.html"), "utf8");
await writeFile(
  join(folder, "index.html"),
  html.replace(
    '<link rel="icon"',
    '<link rel="manifest" href="app.webmanifest">\n    <link rel="apple-touch-icon" href="apple-touch-icon.png">\n    <link rel="icon"',
  ),
);
const pictures = ["icon.svg", ...ICONS.map(({ name }) => name)];
const files = ["app.css", "app.js", "app.webmanifest", ...pictures, "index.html", MODULE, "rules.html", "worker.js"];
const hash = createHash("sha256");
for (const file of files) hash.update(await readFile(join(folder, file)));
const kept = { name: hash.digest("hex").slice(0, 16), files: ["./", ...files.filter((file) => file !== "index.html")] };
await bundle("service-worker.js", "service-worker.js", `var VOLO_FILES=${JSON.stringify(kept)};`);

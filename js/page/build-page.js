// Builds the page on which one plays: `node js/page/build-page.js [folder]`. `make page` has built the npm package before, which has
// the rules and the engine in WebAssembly. Scripts, styles and the module are named after their content, so that files of
// two releases are never mixed.

import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { build } from "esbuild";
import manifest from "volo-rules/package.json" with { type: "json" };
import { FIRST_RULES } from "./link.js";
import { drawn, FIRST_STYLE } from "./still.js";

const PAGE = import.meta.dirname;
const RULES = fileURLToPath(new URL("../../target/rules.html", import.meta.url));
/** What a messenger shows with a link. */
const BOARD = fileURLToPath(new URL("../../docs/board.svg", import.meta.url));
const PACKAGE = fileURLToPath(new URL("../../python/volo/play/page", import.meta.url));

/** The pictures that phones need to install the page, and their sizes. iOS shows what is transparent in black. */
const ICONS = [
  { name: "apple-touch-icon.png", size: 180, background: "#fff" },
  { name: "icon-192.png", size: 192 },
  { name: "icon-512.png", size: 512 },
  // A launcher cuts this one to any shape, so there is sky around the birds.
  { name: "icon-maskable.png", size: 512, background: "#bcd9f2", purpose: "maskable" },
];

const MANIFEST = {
  name: "Volo",
  id: ".",
  start_url: ".",
  background_color: "#e9eef3",
  theme_color: "#1b5e9e",
  display: "standalone",
  icons: [
    { src: "icon.svg", type: "image/svg+xml", sizes: "any" },
    ...ICONS.map(({ name, size, purpose = "any" }) => {
      return { src: name, type: "image/png", sizes: `${size}x${size}`, purpose };
    }),
  ],
};

const [, , folder = PACKAGE] = process.argv;

/** @type {string[]} */
const files = [];

/**
 * Write a file of the page.
 * @param {string} name
 * @param {string | Uint8Array} content
 */
async function put(name, content) {
  await writeFile(join(folder, name), content);
  files.push(name);
}

/**
 * Write a file whose name has a hash of its content, and return the name.
 * @param {string} name
 * @param {string} ending
 * @param {string | Uint8Array} content
 */
async function putHashed(name, ending, content) {
  const hashed = `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}${ending}`;
  await put(hashed, content);
  return hashed;
}

/**
 * Bundle a script or a style sheet.
 * @param {string} entry
 * @param {object} [names] the names of files, for the script
 */
async function bundle(entry, names) {
  const { outputFiles = [] } = await build({
    entryPoints: [join(PAGE, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    define: names === undefined ? {} : { VOLO_FILES: JSON.stringify(names) },
    tsconfigRaw: {},
    loader: { ".csv": "text", ".md": "text" },
    // The address of the module is only a default, which the page does not use.
    logOverride: { "empty-import-meta": "silent" },
  });
  return outputFiles.map(({ text }) => text).join("");
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const style = await putHashed("app", ".css", FIRST_STYLE + (await bundle("app.css")));
const module = await putHashed(
  "volo",
  ".wasm",
  await readFile(fileURLToPath(import.meta.resolve("volo-rules/engine/volo_engine_bg.wasm"))),
);
const worker = await putHashed("worker", ".js", await bundle("worker/worker.js"));
const { homepage } = manifest;
// Until the project is published, its pages have no owner.
const site = homepage.includes("OWNER") ? "" : new URL("play/", homepage).href;
const script = await putHashed("app", ".js", await bundle("main.js", { module, worker, site }));
for (const page of [join(PAGE, "index.html"), RULES]) {
  const text = (await readFile(page, "utf8")).replaceAll("app.css", style).replaceAll("app.js", script);
  const filled = text.replace("<!-- board -->", drawn(FIRST_RULES)).replaceAll("board.png", `${site}board.png`);
  await put(page === RULES ? "rules.html" : "index.html", page === RULES ? text : filled);
}
const picture = await readFile(join(PAGE, "icon.svg"), "utf8");
await put("icon.svg", picture);
await initWasm(readFile(fileURLToPath(import.meta.resolve("@resvg/resvg-wasm/index_bg.wasm"))));
for (const { name, size, background, purpose } of ICONS) {
  const drawing = purpose === "maskable" ? picture.replace("0 0 64 64", "-10 -10 84 84") : picture;
  const options = background === undefined ? {} : { background };
  const image = new Resvg(drawing, { fitTo: { mode: "width", value: size }, ...options }).render();
  await put(name, image.asPng());
}
await put("board.png", new Resvg(await readFile(BOARD), { fitTo: { mode: "width", value: 420 } }).render().asPng());
await put("app.webmanifest", JSON.stringify(MANIFEST));
const hash = createHash("sha256");
for (const file of files) hash.update(file).update(await readFile(join(folder, file)));
const release = { name: hash.digest("hex").slice(0, 16), files: [...files] };
await put("service-worker.js", await bundle("service-worker.js", release));

// Bundles the scripts and style sheets that are part of the Python package: `node js/page/bundles.js`. They are checked in, so
// that the package is built without Node.js. A test compares them with a fresh build.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The Python package. */
const PACKAGE = fileURLToPath(new URL("../../python/volo/", import.meta.url));

/**
 * @typedef {object} Bundle
 * @property {string} entry a script or a style sheet in this folder
 * @property {string} file where the Python package has the bundle
 * @property {"iife" | "esm"} format a script for a page, or a module
 */

/** @type {Bundle[]} */
export const BUNDLES = [
  { entry: "replay/main.js", file: "render/html/replay.js", format: "iife" },
  { entry: "replay/replay.css", file: "render/html/replay.css", format: "iife" },
  { entry: "widget/main.js", file: "widget/board.js", format: "esm" },
];

/**
 * @param {Bundle} bundle
 */
export function pathOf({ file }) {
  return PACKAGE + file;
}

/**
 * Bundle one entry. The same sources give the same text.
 * @param {Bundle} bundle
 * @returns {Promise<string>}
 */
export async function bundled({ entry, format }) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2023",
    charset: "utf8",
    legalComments: "none",
    tsconfigRaw: {},
  });
  return outputFiles.map(({ text }) => text).join("");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const bundle of BUNDLES) {
    await mkdir(dirname(pathOf(bundle)), { recursive: true });
    await writeFile(pathOf(bundle), await bundled(bundle));
  }
}

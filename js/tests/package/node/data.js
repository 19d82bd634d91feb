// The tables of tests/data, in Node.

import { readFile } from "node:fs/promises";

/** Whether the tests run in a browser. */
export const inBrowser = false;

/** The text of a file in tests/data. @param {string} name @returns {Promise<string>} */
export function readText(name) {
  return readFile(new URL(`../../../../tests/data/${name}`, import.meta.url), "utf8");
}

/** What starts a Worker of the package: its own way. @type {(() => Worker) | undefined} */
export const worker = undefined;

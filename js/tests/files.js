// Serves the files of a folder as a web server does, below the paths `/play/` and `/copy/`. The name of the host is not
// that of `volo play`, so the page has its service worker.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * @typedef {object} Behavior
 * @property {string} [folder] the folder; it may be changed, as by a new release
 * @property {Record<string, string>} [types] other types for files, by the ends of their names
 * @property {Record<string, number>} [statuses] other statuses for files, by the ends of their names
 * @property {Record<string, string>} [headers] more headers
 */

/**
 * @param {Behavior & { folder: string }} behavior
 * @returns {Promise<{ address: string, close: () => Promise<void> }>}
 */
export async function serve(behavior) {
  const server = createServer(async ({ url = "/" }, response) => {
    const path = normalize(new URL(url, "http://localhost").pathname).replace(/\/$/, "/index.html");
    const ending = extname(path);
    const status = behavior.statuses?.[ending] ?? 200;
    const type = behavior.types?.[ending] ?? TYPES[ending] ?? "application/octet-stream";
    try {
      const content = await readFile(join(behavior.folder, path.replace(/^\/(play|copy)\//, "")));
      response.writeHead(status, { "Content-Type": type, ...behavior.headers }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : "";
  return {
    address: `http://volo.localhost:${port}/play/`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

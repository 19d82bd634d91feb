// Serves the files of a folder, as a web server does: `node files.js <folder>`. It prints its address.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const [folder = "."] = process.argv.slice(2);
const server = createServer(async ({ url = "/" }, response) => {
  const path = normalize(new URL(url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
  try {
    const content = await readFile(join(folder, path));
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" }).end(content);
  } catch {
    response.writeHead(404).end();
  }
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`);
});

// A server of the files of a folder, for the tests in Chromium.

import { createReadStream, existsSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/**
 * Starts a server. Returns its address, which ends with a slash, and a function that ends it.
 * @param {string} folder
 */
export async function serve(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const path = join(folder, pathname.replace(/\/$/, "/index.html"));
    if (!path.startsWith(folder) || !existsSync(path)) {
      response.writeHead(404).end();
      return;
    }
    const type = TYPES[/** @type {keyof typeof TYPES} */ (extname(path))] ?? "text/plain";
    response.writeHead(200, { "content-type": type, "access-control-allow-origin": "*" });
    createReadStream(path).pipe(response);
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { address: `http://localhost:${port}/`, close: () => server.close() };
}

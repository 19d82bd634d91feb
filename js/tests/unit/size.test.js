import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

test("the board is one module of at most 25 KB compressed, and imports nothing else", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL("../../board/index.js", import.meta.url))],
    bundle: true,
    minify: true,
    format: "esm",
    metafile: true,
    write: false,
  });
  assert.ok(Object.keys(metafile.inputs).every((file) => file.includes("board/")));
  const [module] = outputFiles;
  assert.ok(module !== undefined);
  const size = gzipSync(module.contents).length;
  assert.ok(size <= 25_000, `${size} bytes`);
});

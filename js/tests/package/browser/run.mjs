// Runs the test modules in headless Chromium, bundled by esbuild. Then it runs the README's examples for pages, which load
// the package without a bundler.

import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { build } from "esbuild";
import { pageTest } from "../../chromium.js";
import { serve } from "../../files.js";
import { examples } from "../examples.js";

/** @import { Page } from "playwright-core" */

const ROOT = resolve(import.meta.dirname, "../../../..");
const TESTS = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "target", "wasm", "installed", "node_modules", "volo-rules", "dist");
const SITE = join(ROOT, "target", "wasm", "site");

/** @param {string} name @param {string} text */
function write(name, text) {
  writeFileSync(join(SITE, name), text);
}

/** A page with a script. @param {string} script */
function page(script) {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>volo</title>${script}`;
}

/** Bundles a program of the site for browsers. @param {string} name @param {"esm" | "iife"} format */
async function bundle(name, format) {
  await build({
    absWorkingDir: TESTS,
    stdin: { contents: await readFile(join(SITE, name), "utf8"), resolveDir: TESTS, sourcefile: name },
    outfile: join(SITE, name.replace(".js", ".bundle.js")),
    bundle: true,
    format,
    platform: "browser",
    target: "es2022",
    alias: { "node:test": join(import.meta.dirname, "test.js") },
    logLevel: "warning",
    // A classic script names the place of the module itself.
    logOverride: { "empty-import-meta": "silent" },
  });
}

async function makeSite() {
  rmSync(SITE, { recursive: true, force: true });
  mkdirSync(SITE, { recursive: true });
  await cp(DIST, join(SITE, "volo-rules"), { recursive: true });
  // A bundle looks for the modules in its own folder.
  await cp(join(DIST, "volo_bg.wasm"), join(SITE, "volo_bg.wasm"));
  await cp(join(DIST, "engine", "volo_engine_bg.wasm"), join(SITE, "volo_engine_bg.wasm"));
  await cp(join(ROOT, "tests", "data"), join(SITE, "data"), { recursive: true });

  const modules = (await readdir(TESTS)).filter((name) => name.endsWith(".test.js"));
  const imports = modules.map((name) => `import "./${name}";`).join("\n");
  write("tests.js", `${imports}\nimport { runAll } from "node:test";\nglobalThis.results = runAll();`);
  write(
    "classic.js",
    'import { init, Position } from "volo-rules/init";\nglobalThis.results = init("volo_bg.wasm").then(() => String(new Position("standard-4").perft(3)));',
  );
  await bundle("tests.js", "esm");
  await bundle("classic.js", "iife");
  write("tests.html", page('<script type="module" src="tests.bundle.js"></script>'));
  const policy = (/** @type {string} */ text) => `<meta http-equiv="Content-Security-Policy" content="${text}">`;
  const strict = policy("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
  write("classic.html", page(`${strict}<script src="classic.bundle.js"></script>`));
  const client = `<script type="module">
    const address = new URLSearchParams(location.search).get("client");
    const { EngineClient } = await import(address);
    const { Position } = await import(new URL("../web.js", address));
    globalThis.results = new EngineClient({ hashMb: 1 }).play(new Position("standard-4"), { depth: 2 }).then(({ info }) => info.depth, String);
  </script>`;
  write("elsewhere.html", page(client));
  write("strict.html", page(`${policy("worker-src 'none'")}${client}`));
  const { html } = examples(await readFile(join(ROOT, "js", "package", "README.md"), "utf8"));
  write("example.html", page(html.code));
}

/** Pages of another origin may load the files. */
const BEHAVIOR = { folder: SITE, headers: { "Access-Control-Allow-Origin": "*" } };

await makeSite();
const [home, other] = [await serve(BEHAVIOR), await serve(BEHAVIOR)];
after(() => Promise.all([home.close(), other.close()]));

/** The value of `results` that the script of a page sets. @param {Page} page @param {string} name */
async function resultsOf(page, name) {
  page.setDefaultTimeout(600_000);
  await page.goto(home.address + name);
  await page.waitForFunction(() => "results" in globalThis);
  return page.evaluate(() => /** @type {any} */ (globalThis).results);
}

pageTest("the tests of the package pass, and there are no other errors", {}, async (page) => {
  /** @type {string[]} */
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  const results = await resultsOf(page, "tests.html");
  assert.ok(results.count > 20);
  assert.deepEqual([...results.problems, ...problems], []);
});

pageTest("a classic script loads volo-rules/init, under the policy of the README", {}, async (page) => {
  assert.equal(await resultsOf(page, "classic.html"), "1290");
});

for (const [name, expected] of /** @type {const} */ ([
  ["elsewhere", /^2$/],
  ["strict", /^VoloError: the Worker failed: .*pass the option worker$/],
])) {
  pageTest(`${name}.html: a client of another origin starts its Worker, or names the option`, {}, async (page) => {
    const found = await resultsOf(page, `${name}.html?client=${other.address}volo-rules/engine/client.js`);
    assert.match(String(found), expected);
  });
}

pageTest("the example of the README for pages: the engine answers a move on the board", {}, async (page) => {
  await page.goto(`${home.address}example.html`);
  await page.locator('[data-space="d5"]').click();
  await page
    .getByRole("status")
    .getByText(/^Blue (adds|flies).* Orange to move\.$/)
    .waitFor();
});

// Runs the test modules in headless Chromium, bundled by esbuild. Then it runs the README's examples for pages, which load
// the package without a bundler.

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { cp, readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { serve } from "../../files.js";
import { examples } from "../examples.js";

const ROOT = resolve(import.meta.dirname, "../../../..");
const TESTS = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "target", "wasm", "installed", "node_modules", "volo-rules", "dist");
const SITE = join(ROOT, "target", "wasm", "site");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

if (!existsSync(CHROMIUM)) {
  console.error(`make test-npm needs Chromium for the tests in a browser: ${CHROMIUM} does not exist; skipped`);
  process.exit(process.env.CI === "true" ? 1 : 0);
}

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
  write("tests.js", `${imports}\nimport { runAll } from "#test";\nglobalThis.results = runAll();`);
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
const { address, close } = await serve(BEHAVIOR);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
let failures = 0;

/** Opens a page and returns the value of `results` that its script has set. @param {string} url */
async function open(url) {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(600_000);
  /** @type {string[]} */
  const problems = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await tab.goto(url);
  await tab.waitForFunction(() => "results" in globalThis);
  const results = await tab.evaluate(() => /** @type {any} */ (globalThis).results);
  await tab.close();
  return { results, problems };
}

/** @param {string} name @param {boolean} passed @param {string} [why] */
function report(name, passed, why = "") {
  failures += passed ? 0 : 1;
  console.log(`${passed ? "ok" : "not ok"} - ${name}${passed ? "" : `\n${why}`}`);
}

const { results, problems: errors } = await open(`${address}tests.html`);
for (const { name, error } of results) report(name, error === null, error ?? "");
report(`${results.length} tests run, no other errors`, results.length > 20 && errors.length === 0, errors.join("\n"));
const { results: perft } = await open(`${address}classic.html`);
report("a classic script loads volo-rules/init, under the policy of the README", perft === "1290", String(perft));
const other = await serve(BEHAVIOR);
for (const name of ["elsewhere", "strict"]) {
  const { results: found } = await open(`${address}${name}.html?client=${other.address}volo-rules/engine/client.js`);
  const expected = name === "strict" ? /^VoloError: the Worker failed: .*pass the option worker$/ : /^2$/;
  report(
    `${name}.html: a client of another origin starts its Worker, or names the option`,
    expected.test(found),
    found,
  );
}
other.close();
const tab = await browser.newPage();
/** @type {string[]} */
const problems = [];
tab.on("pageerror", (error) => problems.push(String(error)));
await tab.goto(`${address}example.html`);
await tab.locator('[data-space="d5"]').click();
const news = tab.getByRole("status").getByText(/^Blue (adds|flies).* Orange to move\.$/);
await news.waitFor().catch((error) => problems.push(String(error)));
report(
  "the example of the README for pages: the engine answers a move on the board",
  problems.length === 0,
  problems.join(),
);

await browser.close();
close();
console.log(failures === 0 ? "all browser tests passed" : `${failures} browser tests failed`);
process.exit(failures === 0 ? 0 : 1);

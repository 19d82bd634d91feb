// Runs programs of users with the npm package: `node run.mjs`, after `make npm` and `npm ci --ignore-scripts` in this folder.
// The package is packed and unpacked as the registry would do, and all that is built goes to target/programs.

import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import vue from "@vitejs/plugin-vue";
import { chromium } from "playwright-core";
import * as vite from "vite";
import webpack from "webpack";
import { serve } from "../../../js/tests/files.js";

const HERE = import.meta.dirname;
const ROOT = resolve(HERE, "../../..");
const OUT = join(ROOT, "target", "programs");
const INSTALLED = join(HERE, "node_modules", "volo-rules");
const BIN = join(HERE, "node_modules", ".bin");
// The package of Bun links its program in a script of the installation, which is not run.
const BUN = join(HERE, "node_modules", "@oven", `bun-${process.platform}-${process.arch}`, "bin", "bun");

/** Runs a program, and returns what it prints. @param {string} command @param {string[]} args @param {string} [cwd] */
function run(command, args, cwd = HERE) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trimEnd();
}

let began = performance.now();

/** @param {string} name @param {unknown} found @param {unknown} expected */
function check(name, found, expected) {
  const time = `${((performance.now() - began) / 1000).toFixed(1)} s`;
  if (found !== expected) {
    console.log(`not ok - ${name}\nexpected:\n${expected}\nfound:\n${found}`);
    process.exit(1);
  }
  console.log(`ok - ${name} (${time})`);
  began = performance.now();
}

rmSync(OUT, { recursive: true, force: true });
for (const folder of [OUT, INSTALLED]) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
}
const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", OUT], join(ROOT, "js", "package")));
const tarball = join(OUT, packed.filename);
run("tar", ["xf", tarball, "-C", INSTALLED, "--strip-components", "1"]);

// CommonJS has the types of the entries that it can use, and the WebAssembly has none.
const others = ["volo_bg.wasm", "engine/volo_engine_bg.wasm"];
const modules = ["init", "board", "engine/init", "engine/client", "engine/serve", "engine/worker"];
for (const options of [
  ["--profile", "node16", "--exclude-entrypoints", ...modules, ...others],
  ["--profile", "esm-only", "--exclude-entrypoints", ...others],
]) {
  run(join(BIN, "attw"), [tarball, ...options]);
}
check("attw finds nothing wrong with the types", 0, 0);
const strict = ["--ignoreConfig", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--jsx", "react-jsx"];
for (const [module, resolution, ...programs] of [
  ["esnext", "bundler", "program.ts", "page/react.tsx"],
  ["nodenext", "nodenext", "program.ts", "program.cts"],
  ["node16", "node16", "program.cts"],
]) {
  const options = ["--lib", "es2022,dom", "--module", module ?? "", "--moduleResolution", resolution ?? ""];
  run(join(BIN, "tsc"), [...strict, ...options, ...programs]);
}
const typed = "R6\n1\nblue 9 9 129 null 12 2 true\nfunction function function function";
check("TypeScript", run(BUN, ["program.ts"]), typed);

const [, output] = /^```text\n(.*?)\n```$/ms.exec(readFileSync(join(ROOT, "docs/cookbook/languages.md"), "utf8")) ?? [];
check("the program in each language", run(process.execPath, ["example.mjs"]), output);

// Programs that print a line, as they are and in a bundle of one file.
const LINE = "81 10 1";
const quiet = "--log-level=error";
/** @param {string} name @param {string} file */
const checkBundle = (name, file) => check(name, run(process.execPath, [join(OUT, file)], OUT), LINE);
/** Bundles a program with esbuild. @param {string} program @param {"cjs" | "esm"} format */
function bundleForNode(program, format) {
  const file = join(OUT, `${program}.${format === "cjs" ? "cjs" : "mjs"}`);
  run(join(BIN, "esbuild"), [program, "--bundle", "--platform=node", `--format=${format}`, `--outfile=${file}`, quiet]);
  return file;
}
for (const program of ["program.mjs", "program.cjs"]) {
  check(`Node, ${program}`, run(process.execPath, [program]), LINE);
  check(`Bun, ${program}`, run(BUN, [program]), LINE);
  check(`Deno, ${program}`, run(join(BIN, "deno"), ["run", "--allow-read", "--allow-env", program]), LINE);
  bundleForNode(program, "cjs");
  checkBundle(`esbuild for Node, ${program}`, `${program}.cjs`);
}
/** @param {string} name @param {string} command @param {string[]} args */
const checkClient = (name, command, ...args) => check(`${name}, the engine in a Worker`, run(command, args, OUT), "true 2");
const client = join(HERE, "client.mjs");
checkClient("Node", process.execPath, client);
checkClient("Bun", BUN, client);
checkClient("Deno", join(BIN, "deno"), "run", "--allow-read", "--allow-env", client);
for (const format of /** @type {const} */ (["cjs", "esm"]))
  checkClient(`esbuild for Node, ${format}`, process.execPath, bundleForNode("client.mjs", format));
run(BUN, ["build", "--compile", client, "--outfile", join(OUT, "compiled-client")]);
checkClient("bun build --compile", join(OUT, "compiled-client"));
run(BUN, ["build", "--compile", "program.mjs", "--outfile", join(OUT, "compiled")]);
check("bun build --compile", run(join(OUT, "compiled"), [], OUT), LINE);
await vite.build({
  logLevel: "warn",
  root: HERE,
  ssr: { noExternal: true },
  build: { ssr: "program.mjs", outDir: OUT, emptyOutDir: false },
});
checkBundle("vite build --ssr, with everything inside", "program.mjs");

/** Bundles with webpack. @param {import("webpack").Configuration} configuration */
async function bundle(configuration) {
  const [path, filename] = [join(OUT, "webpack"), "[name].cjs"];
  // What makes a bundle small takes half a minute.
  const settings = { context: HERE, mode: /** @type {const} */ ("production"), optimization: { minimize: false } };
  const problems = await new Promise((done) => {
    webpack({ ...settings, output: { path, filename }, ...configuration }, (error, stats) =>
      done(error?.stack ?? stats?.toString({ all: false, errors: true })),
    );
  });
  if (problems !== "") throw new Error(problems);
}
await bundle({ target: "node", entry: { node: "./program.mjs" } });
checkBundle("webpack for Node", "webpack/node.cjs");

// Pages on which the engine answers a move of a person.
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** @param {string} name @param {string} url @param {string} text what the page shows after a click on d5 */
async function checkPage(name, url, text) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    await page.goto(url);
    await page.locator('[data-space="d5"]').click();
    await page.getByText(new RegExp(text)).first().waitFor();
  } catch (error) {
    problems.push(String(error));
  }
  check(name, problems.join("\n"), "");
  await page.close();
}
const ANSWER = "^Blue (adds|flies).* Orange to move\\.$";
const page =
  '<!doctype html><html lang="en"><link rel="icon" href="data:,"><body><script src="page.js"></script></body></html>';

const site = join(OUT, "vite");
const isCustomElement = (/** @type {string} */ tag) => tag === "volo-board";
/** @type {vite.InlineConfig} */
const frameworks = {
  logLevel: "warn",
  root: join(HERE, "page"),
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), svelte({ configFile: false })],
};
await vite.build({ ...frameworks, build: { outDir: site, emptyOutDir: true } });
const built = await serve({ folder: site });
for (const framework of ["react", "vue", "svelte"])
  await checkPage(`vite, a page in ${framework}`, `${built.address}?${framework}`, ANSWER);
built.close();
const server = await vite.createServer({ ...frameworks, server: { port: 0 } });
await server.listen();
await checkPage("the server of vite", `${server.resolvedUrls?.local[0]}?react`, ANSWER);
await server.close();

await bundle({ entry: { page: "./page/page.js" }, output: { path: join(OUT, "webpack-page"), filename: "page.js" } });
const classic = ["page/classic.js", "page/worker.js", "--bundle", `--outdir=${join(OUT, "esbuild-page")}`];
run(join(BIN, "esbuild"), [...classic, quiet]);
for (const [name, script] of /** @type {const} */ ([
  ["webpack", "page.js"],
  ["esbuild", "classic.js"],
])) {
  const folder = join(OUT, `${name}-page`);
  writeFileSync(join(folder, "index.html"), page.replace("page.js", script));
  const files = await serve({ folder });
  await checkPage(`${name}, a page`, files.address, ANSWER);
  files.close();
}

run(join(BIN, "next"), ["build"], join(HERE, "next"));
check("next build", 0, 0);
const options = { cwd: join(HERE, "next"), stdio: /** @type {const} */ (["ignore", "pipe", "inherit"]) };
const next = spawn(process.execPath, [join(BIN, "next"), "start", "--port", "0"], options);
process.on("exit", () => next.kill());
/** @type {string} */
const address = await new Promise((found, failed) => {
  let text = "";
  next.on("exit", () => failed(new Error(`next start: ${text}`)));
  next.stdout.on("data", (chunk) => {
    text += chunk;
    const [url] = /http:\/\/localhost:\d+/.exec(text) ?? [];
    if (url !== undefined) found(url);
  });
});
const { move } = await (await fetch(`${address}/answer?position=standard-4`)).json();
check("next start, the engine in a route handler", typeof move, "string");
await checkPage("next start, a page with the engine in a server action", address, "^orange to move.* d5");
await browser.close();
process.exit(0);

// Installs the packed package in a new folder beside bundlers and test runners, and uses it with each of them.

import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../serve.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "target", "wasm", "projects");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ANSWER = "32 R6";
const BOTH = `page ${ANSWER}, worker ${ANSWER}`;

/** @param {string} command @param {string[]} args @param {string} [cwd] */
function run(command, args, cwd = FOLDER) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** @param {string} tool @param {string[]} args */
function use(tool, ...args) {
  return run(join(FOLDER, "node_modules", ".bin", tool), args);
}

let failures = 0;

/** @param {string} name @param {() => string | Promise<string>} work @param {string} expected */
async function check(name, work, expected) {
  let found;
  try {
    found = (await work()).trim();
  } catch (error) {
    found = `${error}\n${Reflect.get(Object(error), "stdout")}\n${Reflect.get(Object(error), "stderr")}`;
  }
  failures += found === expected ? 0 : 1;
  console.log(found === expected ? `ok - ${name}` : `not ok - ${name}\nexpected: ${expected}\nfound: ${found}`);
}

/** The title that a page gets, or its errors. @param {string} address */
async function title(address) {
  const tab = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on("pageerror", (error) => problems.push(String(error)));
  tab.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await tab.goto(address);
  await tab.waitForFunction(() => document.title !== "").catch(() => {});
  const found = [await tab.title(), ...problems].join("\n");
  await tab.close();
  return found;
}

/** The title that a page of a folder gets. @param {string} folder */
async function titleIn(folder) {
  const { address, close } = await serve(join(FOLDER, folder));
  const found = await title(address);
  close();
  return found;
}

/** The title of the page in the development server of vite. */
async function titleInServer() {
  const server = spawn(join(FOLDER, "node_modules", ".bin", "vite"), ["--port", "0"], {
    cwd: FOLDER,
    env: { ...process.env, NO_COLOR: "1" },
  });
  try {
    const address = await new Promise((found, failed) => {
      let text = "";
      server.stdout.on("data", (data) => {
        text += data;
        const match = /http:\/\/localhost:\d+\//.exec(text);
        if (match) found(match[0]);
      });
      server.on("exit", () => failed(new Error(text)));
    });
    return await title(address);
  } finally {
    server.kill();
  }
}

if (!existsSync(CHROMIUM)) {
  console.error(`make test-wasm needs Chromium to run the bundles: ${CHROMIUM} does not exist; skipped`);
  process.exit(process.env.CI === "true" ? 1 : 0);
}
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
cpSync(import.meta.dirname, FOLDER, { recursive: true });
const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", FOLDER], join(ROOT, "target", "npm")));
run("npm", ["ci", "--no-audit", "--no-fund"]);
run("npm", ["install", "--no-audit", "--no-fund", "--no-save", packed.filename]);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });

await check("require in Node", () => run(process.execPath, ["common.cjs"]), "32 false");
await check("tsx", () => use("tsx", "program.ts"), ANSWER);
await check(
  "jest",
  () => use("jest", "jest.test.cjs", "--ci", "--silent", "--json").replace(/^.*"success":(\w+).*$/s, "$1"),
  "true",
);
await check(
  "vitest",
  () => String(/^ *ok .*in vitest/m.test(use("vitest", "run", "vitest.test.js", "--reporter=tap"))),
  "true",
);

for (const [format, name] of [
  ["esm", "bundle.mjs"],
  ["cjs", "bundle.cjs"],
]) {
  const made = ["--bundle", "--platform=node", `--format=${format}`, `--outfile=${name}`, "--log-level=warning"];
  await check(
    `esbuild for Node, ${format}`,
    () => use("esbuild", "inline.js", ...made) + run(process.execPath, [String(name)]),
    ANSWER,
  );
}
await check(
  "esbuild for a page, iife",
  () => {
    use("esbuild", "inline.js", "--bundle", "--format=iife", "--outfile=iife/bundle.js", "--log-level=warning");
    writeFileSync(
      join(FOLDER, "iife", "index.html"),
      '<!doctype html><link rel="icon" href="data:,"><script src="bundle.js"></script>',
    );
    return titleIn("iife");
  },
  ANSWER,
);
await check(
  "webpack",
  () => {
    run(process.execPath, ["webpack.mjs"]);
    writeFileSync(
      join(FOLDER, "webpack", "index.html"),
      '<!doctype html><link rel="icon" href="data:,"><script src="main.js"></script>',
    );
    return titleIn("webpack");
  },
  BOTH,
);
await check(
  "vite build",
  () => {
    use("vite", "build", "--logLevel", "warn");
    return titleIn("dist");
  },
  BOTH,
);
await check("vite, its server", titleInServer, BOTH);

await browser.close();
console.log(failures === 0 ? "all projects passed" : `${failures} projects failed`);
process.exit(failures === 0 ? 0 : 1);

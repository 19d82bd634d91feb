// Runs the JavaScript examples of a page as one program: `node run_examples.mjs PAGE PACKAGE`. The comment after each
// call of console.log is the line that it must print.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const [page = "", folder = ""] = process.argv.slice(2);
const blocks = [...readFileSync(page, "utf8").matchAll(/^```js\n(.*?)^```$/gms)];
const program = blocks.map((block) => block[1]).join("");
const expected = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((line) => `${line[1]}\n`).join("");

const place = mkdtempSync(join(tmpdir(), "volo-"));
mkdirSync(join(place, "node_modules"));
symlinkSync(resolve(folder), join(place, "node_modules", "volo-rules"), "junction");
writeFileSync(join(place, "example.mjs"), program);
const run = spawnSync(process.execPath, ["example.mjs"], { cwd: place, encoding: "utf8" });
rmSync(place, { recursive: true });

if (expected === "" || run.status !== 0 || run.stdout !== expected) {
  console.error(`${page}: the examples printed\n${run.stdout}${run.stderr}\nbut the page has\n${expected}`);
  process.exitCode = 1;
}

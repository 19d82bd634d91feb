// Packs the package, installs the tarball in a new folder, and uses it there: the examples of the README, and what needs a
// process of its own. tests/programs/javascript has bundlers, other runtimes and types.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { examples } from "./examples.js";

const ROOT = resolve(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "target", "wasm", "installed");

/** @param {string} command @param {string[]} args @param {string} cwd */
function run(command, args, cwd = FOLDER) {
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** @param {string} name @param {string} found @param {string} expected */
function check(name, found, expected) {
  if (found !== expected) {
    console.log(`not ok - ${name}\nexpected:\n${expected}\nfound:\n${found}`);
    process.exit(1);
  }
  console.log(`ok - ${name}`);
}

/** Checks what a program prints. @param {string} name @param {string} code @param {string} expected @param {string[]} options */
function checkProgram(name, code, expected, ...options) {
  writeFileSync(join(FOLDER, "program.js"), code);
  check(name, run(process.execPath, [...options, "program.js"]), expected);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", FOLDER], join(ROOT, "js", "package")));
/** @type {string[]} */
const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
const others = files.filter(
  (path) => !/^(package\.json|README\.md|LICENSE|dist\/(engine\/)?[\w-]+(\.d\.c?ts|\.c?js|\.wasm))$/.test(path),
);
check("the tarball has only the package", others.join(" "), "");
check(
  "the version is that of the crate",
  packed.version,
  /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))?.[1] ?? "",
);

writeFileSync(join(FOLDER, "package.json"), '{ "private": true, "type": "module" }\n');
run("npm", ["install", "--no-audit", "--no-fund", "--offline", packed.filename]);
const { node } = examples(readFileSync(join(FOLDER, "node_modules", "volo-rules", "README.md"), "utf8"));
for (const [i, { code, output }] of node.entries()) {
  checkProgram(`example ${i + 1} of the README`, code, output.map((line) => `${line}\n`).join(""));
}

checkProgram(
  "a call before init is refused, and init works after it",
  `import { init, Position, VoloError } from "volo-rules/init";
  import { readFileSync } from "node:fs";
  try {
    new Position();
  } catch (error) {
    console.log(error instanceof VoloError, error.message);
  }
  await init(readFileSync("node_modules/volo-rules/dist/volo_bg.wasm"));
  console.log(new Position("standard-4").legalMoves().length);`,
  "true the module cannot start: call init first, or there is not enough memory\n9\n",
);

// Node has vectors on x86-64 only where the processor has SSE4.1.
if (process.arch === "x64") {
  const code = 'import("volo-rules").catch((error) => console.log(error.name, error.message.includes("simd128")));';
  checkProgram("no vectors", code, "VoloError true\n", "--no-enable-sse4-1");
}

const shown = 'Position("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4")';
checkProgram(
  "positions, games and results are compared and shown by their values, and errors are those of all modules",
  `import assert from "node:assert/strict";
  import { Game, IllegalMoveError, Position, playRandom, StoppedError, VoloError } from "volo-rules";
  import * as engine from "volo-rules/engine";
  const made = [
    ...["standard-4", "abstract-play-4", "standard-5"].map((start) => () => new Position(start)),
    ...["standard-4", "standard-5"].map((start) => () => new Game(start)),
    ...["a3", "c4"].flatMap((move) => [() => new Game("standard-4", [move]), () => new Position("standard-4").play(move)]),
    ...[1, 2].map((seed) => () => playRandom(2, { seed, record: true })),
    ...[1, 2].map((level) => () => new engine.Engine({ level })),
  ];
  for (const one of made)
    for (const other of made) assert[one === other ? "deepEqual" : "notDeepEqual"]([one()], [other()]);
  console.log(made[0](), made[3]());
  class Mine extends VoloError {}
  for (const work of [() => new engine.Position().play("b3"), () => new engine.Engine({ level: 0 })]) {
    assert.throws(work, (error) => {
      console.log([Mine, VoloError, IllegalMoveError, StoppedError].map((each) => error instanceof each).join(" "));
      return true;
    });
  }`,
  `${shown} Game {\n  start: ${shown},\n  moves: [],\n  tags: Map(0) {},\n  comments: Map(0) {}\n}\n` +
    "false true true false\nfalse true false false\n",
);

const entries = ["", "/inline", "/init"].flatMap((name) => [
  `import "volo-rules${name}"`,
  `import "volo-rules/engine${name}"`,
]);
const client = 'import { EngineClient } from "volo-rules/engine/client";';
const withNode = ["--types", "node", "--typeRoots", join(ROOT, "js/node_modules/@types")];
const ofNode = `import { Worker } from "node:worker_threads"; new EngineClient({ worker: () => new Worker("worker.js") });`;
for (const [program, lib, ...options] of [
  [`${entries.join("; ")}; new EngineClient({ worker: () => ({ postMessage() {}, terminate() {} }) });`, "es2022"],
  [ofNode, "es2022", ...withNode],
  [ofNode, "es2022,dom", ...withNode],
  ['import "volo-rules/board";', "es2022,dom"],
]) {
  writeFileSync(join(FOLDER, "types.ts"), `${client} ${program}`);
  const strict = ["--ignoreConfig", "--noEmit", "--strict", "--module", "nodenext", "--lib", lib ?? "", ...options];
  check(`TypeScript: ${program}`, run(join(ROOT, "js/node_modules/.bin/tsc"), [...strict, "types.ts"]), "");
}

// The last engine of a loop finds room in 64 MB, because the others lose their tables.
checkProgram(
  "a loop that makes engines, in little memory",
  `import { Engine } from "volo-rules/engine";
  for (let i = 0; i < 10; i += 1) new Engine({ hashMb: 16 }).play("standard-4", { depth: 1 });
  try {
    new Engine({ hashMb: 128 }).play("standard-4", { depth: 1 });
  } catch (error) {
    console.log(error.name, error.message);
  }`,
  "VoloError not enough memory for the table of the engine\n",
  "--wasm-max-mem-pages=1024",
);

// Builds the npm package in js/package/dist: `node js/package/build.mjs`. `make npm` installs the tools first.

import { spawnSync } from "node:child_process";
import {
  accessSync,
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const PACKAGE = import.meta.dirname;
const ROOT = resolve(PACKAGE, "../..");
const BIN = join(ROOT, "js", "node_modules", ".bin");
const TARGET = join(ROOT, "target", "wasm");
const BINDINGS = join(TARGET, "bindings");
/** The types of all scripts, in the folders of their sources. */
const TYPES = join(TARGET, "types");
const DIST = join(PACKAGE, "dist");
const TRIPLE = "wasm32-unknown-unknown";
/** Where a toolchain has the sources of the standard library. */
const LIBRARY = "lib/rustlib/src/rust/library";

/**
 * How large a function may be that the compiler inlines by itself. What makes lists and games fast is inlined because the
 * sources say so; the rest would only be larger.
 */
const INLINED = 10;

/** Scripts that a page does not load with the module. */
const OTHERS = /^(board|bytes|client|init|inline|script|serve|start|worker)(-node)?\.c?js$/;

/** The scripts that only one kind has. */
const ONLY_RULES = ["board"];
const ONLY_ENGINE = ["client", "engine", "reader", "search", "serve", "start", "start-node", "worker"];

/** The scripts that CommonJS cannot use. */
const ONLY_MODULES = ["board", "client", "init", "serve", "start", "start-node", "web", "worker"];

/** How scripts are made short. The names stay as they are and lines are not long, so that stack traces can be read. */
const SHORTER = [
  "--minify-whitespace",
  "--minify-syntax",
  "--line-limit=160",
  "--target=es2022",
  "--log-level=warning",
  "--tsconfig-raw={}",
];

/**
 * The package has two kinds: the rules alone, and the rules with the engine. Each has its own module and its own copy of the
 * JavaScript. The modules have different names, because a bundle may have both in one folder.
 *
 * @typedef {typeof RULES} Kind
 */
const RULES = {
  name: "volo-rules",
  hasEngine: false,
  features: /** @type {string[]} */ ([]),
  module: "volo_bg.wasm",
  bindings: join(BINDINGS, "rules"),
  dist: DIST,
  /** The most bytes of the module and its JavaScript, compressed. */
  mostBytes: 152_000,
};
const ENGINE = {
  name: "volo-rules/engine",
  hasEngine: true,
  features: ["--features", "engine"],
  module: "volo_engine_bg.wasm",
  bindings: join(BINDINGS, "engine"),
  dist: join(DIST, "engine"),
  mostBytes: 300_000,
};

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: PACKAGE,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) fail(error?.message ?? `${command} ${args.join(" ")}: exit status ${status}`);
}

/** The linker for WebAssembly, `wasm-ld` or Debian's `wasm-ld-19`; the newest if there are several. */
function linker() {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => existsSync(folder));
  const found = folders.flatMap((folder) => readdirSync(folder)).filter((name) => /^wasm-ld(-\d+)?$/.test(name));
  return found.sort((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1);
}

/**
 * The toolchain that compiles the module: the one on the PATH if it has the sources of the standard library, else
 * Debian's. The standard library is compiled too, because the compiled one is larger.
 */
function toolchain() {
  const sysroot = spawnSync("rustc", ["--print", "sysroot"], { encoding: "utf8" });
  const library = join(sysroot.stdout?.trim() ?? "", LIBRARY);
  if (sysroot.status === 0 && existsSync(library) && !library.startsWith("/usr/")) {
    return { cargo: "cargo", library, env: {} };
  }
  const ld = linker();
  if (
    !existsSync("/usr/bin/rustc") ||
    !existsSync("/usr/bin/cargo") ||
    !existsSync(join("/usr", LIBRARY)) ||
    ld === undefined
  ) {
    fail(
      'make npm needs the sources of the standard library of Rust: run "rustup component add rust-src", or install ' +
        "Debian's packages rustc-web, cargo-web, rust-web-src and lld",
    );
  }
  const env = { RUSTC: "/usr/bin/rustc", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: ld };
  return { cargo: "/usr/bin/cargo", library: join("/usr", LIBRARY), env };
}

/** Compiles the module of a kind, and generates its JavaScript and types. @param {Kind} kind */
async function compile({ bindings, features, hasEngine }) {
  const { cargo, library, env } = toolchain();
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  // The module contains no path of this machine.
  const paths = [`${ROOT}=.`, `${home}=cargo`, `${library}=library`].map((pair) => `--remap-path-prefix=${pair}`);
  // A panic ends in a trap without a message: ts/core.ts replaces the instance, whatever the message.
  const small = ["-Zunstable-options", "-Cpanic=immediate-abort", `-Cllvm-args=-inline-threshold=${INLINED}`];
  const flags = [...paths, ...small, "-Ctarget-feature=+simd128"].join(" ");
  const module = ["--package", "volo-wasm", "--target", TRIPLE, "-Zbuild-std=std,panic_abort", ...features];
  run(cargo, ["build", "--release", "--locked", "--target-dir", TARGET, ...module], {
    ...env,
    RUSTC_BOOTSTRAP: "1",
    RUSTFLAGS: flags,
  });
  // The generator runs only for a moment, so it is not worth the time to optimize it.
  run("cargo", ["build", "--locked", "--target-dir", TARGET, "--package", "volo-bindgen"]);
  run(join(TARGET, "debug", "volo-bindgen"), [join(TARGET, TRIPLE, "release", "volo_wasm.wasm"), bindings]);
  if (hasEngine) await writeLists(bindings);
  const bytes = readFileSync(join(bindings, "volo_bg.wasm"), "base64");
  writeFileSync(join(bindings, "bytes.js"), `export const MODULE_BYTES = "${bytes}";\n`);
  writeFileSync(join(bindings, "bytes.d.ts"), "export declare const MODULE_BYTES: string;\n");
  writeFileSync(join(bindings, "script.d.ts"), "export declare const SCRIPT: string;\n");
}

/** The lists of the core: the type of TypeScript and the constant. @type {Record<string, [string, string]>} */
const LISTS = {
  RuleSet: ["RuleSet", "RULE_SETS"],
  Passing: ["Passing", "PASSING"],
  Stuck: ["Stuck", "STUCK"],
  Ending: ["Reason", "REASONS"],
  Direction: ["Direction", "DIRECTIONS"],
  Symmetry: ["Symmetry", "SYMMETRIES"],
  Policy: ["Policy", "POLICIES"],
  Format: ["Format", "FORMATS"],
  GameResult: ["GameResult", "RESULTS"],
  Termination: ["Termination", "TERMINATIONS"],
  Edge: ["Edge", "EDGES"],
  Level: ["Level", "LEVELS"],
};

/** Writes the names that the core lists, as constants and as types, for both kinds. @param {string} bindings */
async function writeLists(bindings) {
  const errors = join(bindings, "errors.js");
  run(join(BIN, "esbuild"), ["ts/errors.ts", `--outfile=${errors}`, "--log-level=warning"]);
  const core = await import(join(bindings, "volo.js"));
  rmSync(errors); // The sources have the one with types.
  core.initSync({ module: readFileSync(join(bindings, "volo_bg.wasm")) });
  let [script, types] = ["", ""];
  for (const line of /** @type {string} */ (core.lists()).trim().split("\n")) {
    const [list = "", ...parts] = line.split("\t");
    const [type, constant] = LISTS[list] ?? [];
    if (type === undefined) throw new Error(`LISTS lacks ${list}`);
    const entries = parts.flatMap((_, i) => (i % 3 === 0 ? [parts.slice(i, i + 3)] : []));
    const names = entries.map(([name = ""]) => (/^\d+$/.test(name) ? name : `"${name}"`));
    const object = (/** @type {string[]} */ [name, description, suffix]) =>
      JSON.stringify({ name, suffix, description });
    const values = list === "Format" ? entries.map((entry) => `Object.freeze(${object(entry)})`) : names;
    script += `export const ${constant} = Object.freeze([${values.join(", ")}]);\n`;
    const explained = entries.map(([, text], i) => ` * - \`${names[i]}\`${text && `: ${text}`}\n`);
    types += `/**\n${explained.join("").replaceAll("\\", "")} */\nexport type ${type} = ${names.join(" | ")};\n`;
    const rest = "readonly suffix: string; readonly description: string";
    const each = list === "Format" ? `{ readonly name: ${type}; ${rest} }` : type;
    types += `/** All values of {@link ${type}}. */\nexport declare const ${constant}: readonly ${each}[];\n`;
  }
  writeFileSync(join(bindings, "lists.js"), script);
  writeFileSync(join(bindings, "lists.d.ts"), types);
}

/** Writes the folder of a kind. @param {Kind} kind */
function assemble({ name: kind, bindings, dist, module, hasEngine }) {
  mkdirSync(dist, { recursive: true });
  const others = hasEngine ? ONLY_RULES : ONLY_ENGINE;
  const names = readdirSync(join(PACKAGE, "ts"))
    .map((file) => file.replace(".ts", ""))
    .filter((name) => !others.includes(name));
  const esbuild = (/** @type {string[]} */ ...args) =>
    run(join(BIN, "esbuild"), [...args, `--define:MODULE="${kind}"`, ...SHORTER]);
  const generated = [join(bindings, "volo.js"), join(bindings, "bytes.js"), join(ENGINE.bindings, "lists.js")];
  const scripts = names.filter((name) => !ONLY_RULES.includes(name)).map((name) => `ts/${name}.ts`);
  esbuild(...scripts, ...generated.map((path) => relative(PACKAGE, path)), `--outdir=${dist}`, "--entry-names=[name]");
  if (!hasEngine) esbuild("ts/board.ts", "--bundle", "--format=esm", `--outfile=${join(dist, "board.js")}`);
  cpSync(join(bindings, "volo_bg.wasm"), join(dist, module));

  const types = ["lists", ...names];
  for (const name of types) {
    const place = name === "lists" ? ENGINE.bindings : join(TYPES, "package", "ts");
    cpSync(join(place, `${name}.d.ts`), join(dist, `${name}.d.ts`));
  }
  if (hasEngine) {
    for (const ending of ["js", "d.ts"])
      appendFileSync(join(dist, `index.${ending}`), 'export * from "./engine.js";\n');
  }
  for (const name of ["init.js", "init.d.ts", "web.js", "volo.js"]) {
    const path = join(dist, name);
    writeFileSync(path, readFileSync(path, "utf8").replaceAll("volo_bg.wasm", module));
  }
  if (hasEngine) {
    // The client of Node has the script of its Worker inside, which gets the bytes of the module from it.
    const script = join(dist, "script.js");
    esbuild(join(dist, "worker.js"), "--bundle", "--format=iife", `--outfile=${script}`);
    const received = 'process.getBuiltinModule("node:worker_threads").workerData';
    const text = readFileSync(script, "utf8").replace(/(?<=MODULE_BYTES *= *)"[^"]+"/, received);
    writeFileSync(script, `export const SCRIPT = ${JSON.stringify(text)};\n`);
    const client = readFileSync(join(dist, "client.js"), "utf8");
    writeFileSync(join(dist, "client-node.js"), client.replace("./start.js", "./start-node.js"));
  }
  // CommonJS has one script, and types with other names.
  esbuild(join(dist, "inline.js"), "--bundle", "--format=cjs", `--outfile=${join(dist, "inline.cjs")}`);
  for (const name of types.filter((name) => !ONLY_MODULES.includes(name))) {
    const text = readFileSync(join(dist, `${name}.d.ts`), "utf8");
    writeFileSync(join(dist, `${name}.d.cts`), text.replace(/(?<=\bfrom "\.\/\w+)\.js(?=")/g, ".cjs"));
  }
}

/** Checks that a kind is small and has no path of this machine. @param {Kind} kind */
function check({ dist, module, mostBytes }) {
  const files = readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name) && !OTHERS.test(name));
  const bytes = files.map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length);
  const total = bytes.reduce((sum, count) => sum + count, 0);
  console.log(`${module}: ${statSync(join(dist, module)).size} bytes; with its JavaScript ${total} bytes compressed`);
  if (total > mostBytes) fail(`a page may load at most ${mostBytes} bytes, compressed`);
  const text = readFileSync(join(dist, module), "latin1");
  const leaked = [ROOT, homedir(), "/rustlib/"].find((path) => text.includes(path));
  if (leaked !== undefined) fail(`${module} contains the path ${leaked}`);
}

accessSync(BIN);
for (const folder of [BINDINGS, DIST, TYPES]) rmSync(folder, { recursive: true, force: true });
// The module of the engine is the first, because the sources are compiled with the types of its functions.
await compile(ENGINE);
run(join(BIN, "tsc"), ["--project", "tsconfig.json"]);
await compile(RULES);
for (const kind of [ENGINE, RULES]) {
  assemble(kind);
  check(kind);
}
// The tests import the package by its name: as it was installed from its tarball by tests/package/tarball.mjs.
const modules = join(ROOT, "js", "tests", "node_modules");
mkdirSync(modules, { recursive: true });
rmSync(join(modules, "volo-rules"), { force: true });
symlinkSync(join(TARGET, "installed", "node_modules", "volo-rules"), join(modules, "volo-rules"));
cpSync(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));

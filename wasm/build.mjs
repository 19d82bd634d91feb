// Builds the npm package in target/npm: `node wasm/build.mjs`. `make wasm` installs the tools first.

import { spawnSync } from "node:child_process";
import {
  accessSync,
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
import { delimiter, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "..");
const WASM = join(ROOT, "wasm");
const TARGET = join(ROOT, "target", "wasm");
const BINDINGS = join(TARGET, "bindings");
const PACKAGE = join(ROOT, "target", "npm");
const TRIPLE = "wasm32-unknown-unknown";
/** Where a toolchain has the sources of the standard library. */
const LIBRARY = "lib/rustlib/src/rust/library";

/**
 * How large a function may be that the compiler inlines by itself. What makes lists and games fast is inlined because the
 * sources say so; the rest would only be larger.
 */
const INLINED = 10;

/** Files that a page does not load with the module. */
const OTHERS = ["bytes.js", "init.js", "inline.cjs", "inline.js", "node.js"];

/** The most bytes of the module and its JavaScript, compressed. */
const MOST_BYTES = 150_000;

/** @param {string} message @returns {never} */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function run(command, args, env = {}) {
  const { status, error } = spawnSync(command, args, { cwd: WASM, stdio: "inherit", env: { ...process.env, ...env } });
  if (status !== 0) {
    fail(error?.message ?? `${command} ${args.join(" ")}: exit status ${status}`);
  }
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
      'make wasm needs the sources of the standard library of Rust: run "rustup component add rust-src", or install ' +
        "Debian's packages rustc-web, cargo-web, rust-web-src and lld",
    );
  }
  const env = { RUSTC: "/usr/bin/rustc", CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: ld };
  return { cargo: "/usr/bin/cargo", library: join("/usr", LIBRARY), env };
}

function compile() {
  const { cargo, library, env } = toolchain();
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  // The module contains no path of this machine.
  const paths = [`${ROOT}=.`, `${home}=cargo`, `${library}=library`].map((pair) => `--remap-path-prefix=${pair}`);
  // A panic ends in a trap without a message: js/core.ts replaces the instance, whatever the message.
  const small = ["-Zunstable-options", "-Cpanic=immediate-abort", `-Cllvm-args=-inline-threshold=${INLINED}`];
  const flags = [...paths, ...small, "-Ctarget-feature=+simd128"].join(" ");
  const module = ["--package", "volo-wasm", "--target", TRIPLE, "-Zbuild-std=std,panic_abort"];
  run(cargo, ["build", "--release", "--locked", "--target-dir", TARGET, ...module], {
    ...env,
    RUSTC_BOOTSTRAP: "1",
    RUSTFLAGS: flags,
  });
  // The generator runs once, so it is not worth the time to optimise it.
  run("cargo", ["build", "--locked", "--target-dir", TARGET, "--package", "volo-bindgen"]);
}

function generate() {
  rmSync(BINDINGS, { recursive: true, force: true });
  run(join(TARGET, "debug", "volo-bindgen"), [join(TARGET, TRIPLE, "release", "volo_wasm.wasm"), BINDINGS]);
  const module = readFileSync(join(BINDINGS, "volo_bg.wasm"), "base64");
  writeFileSync(join(BINDINGS, "bytes.js"), `export const MODULE = "${module}";\n`);
  writeFileSync(join(BINDINGS, "bytes.d.ts"), "export declare const MODULE: string;\n");
}

function assemble() {
  const dist = join(PACKAGE, "dist");
  rmSync(PACKAGE, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  run(join(WASM, "node_modules", ".bin", "tsc"), ["--project", "tsconfig.json"]);
  for (const name of ["bytes.js", "volo.js", "volo_bg.wasm"]) {
    cpSync(join(BINDINGS, name), join(dist, name));
  }
  // The names stay as they are, so that stack traces can be read.
  const scripts = readdirSync(dist).filter((name) => name.endsWith(".js"));
  const shorter = ["--minify-whitespace", "--minify-syntax", "--target=es2022", "--log-level=warning"];
  const written = [`--outdir=${dist}`, "--allow-overwrite"];
  const esbuild = join(WASM, "node_modules", ".bin", "esbuild");
  run(esbuild, [...scripts.map((name) => join(dist, name)), ...shorter, ...written]);
  const common = ["--bundle", "--format=cjs", `--outfile=${join(dist, "inline.cjs")}`];
  run(esbuild, [join(dist, "inline.js"), ...shorter, ...common]);
  cpSync(join(WASM, "npm", "package.json"), join(PACKAGE, "package.json"));
  cpSync(join(WASM, "README.md"), join(PACKAGE, "README.md"));
  cpSync(join(ROOT, "LICENSE"), join(PACKAGE, "LICENSE"));
  // The tests and the benchmark import the package by its name.
  const link = join(WASM, "node_modules", "volo-rules");
  rmSync(link, { force: true });
  symlinkSync(PACKAGE, link);
}

/** Checks that the package is small and has no path of this machine. */
function check() {
  const dist = join(PACKAGE, "dist");
  const files = readdirSync(dist).filter((name) => /\.(js|wasm)$/.test(name) && !OTHERS.includes(name));
  const bytes = files.map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length);
  const total = bytes.reduce((sum, count) => sum + count, 0);
  const module = statSync(join(dist, "volo_bg.wasm")).size;
  console.log(`target/npm: a page loads ${total} bytes, compressed; the module has ${module} bytes`);
  if (total > MOST_BYTES) {
    fail(`a page may load at most ${MOST_BYTES} bytes, compressed`);
  }
  const text = readFileSync(join(dist, "volo_bg.wasm"), "latin1");
  const leaked = [ROOT, homedir(), "/rustlib/"].find((path) => text.includes(path));
  if (leaked !== undefined) {
    fail(`volo_bg.wasm contains the path ${leaked}`);
  }
}

accessSync(join(WASM, "node_modules"));
compile();
generate();
assemble();
check();

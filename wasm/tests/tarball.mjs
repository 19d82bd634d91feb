// Packs the package, installs the tarball in a new folder, and uses it there: the examples of the README, CommonJS, and
// the types.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { examples, joined } from "./examples.js";

const ROOT = resolve(import.meta.dirname, "../..");
const WASM = join(ROOT, "wasm");
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

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
const [packed] = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", FOLDER], join(ROOT, "target", "npm")));
/** @type {string[]} */
const files = packed.files.map((/** @type {{ path: string }} */ { path }) => path);
const others = files.filter(
  (path) => !/^(package\.json|README\.md|LICENSE|dist\/(engine\/)?\w+(\.d\.ts|\.js|\.cjs|\.wasm))$/.test(path),
);
check("the tarball has only the package", others.join(" "), "");
check("the tarball has the module", String(files.includes("dist/volo_bg.wasm")), "true");
check(
  "the version is that of the crate",
  packed.version,
  /^version = "(.*)"$/m.exec(readFileSync(join(ROOT, "Cargo.toml"), "utf8"))?.[1] ?? "",
);

writeFileSync(join(FOLDER, "package.json"), '{ "private": true, "type": "module" }\n');
run("npm", ["install", "--no-audit", "--no-fund", "--offline", packed.filename]);
const { node } = examples(readFileSync(join(FOLDER, "node_modules", "volo-rules", "README.md"), "utf8"));
const page = joined(readFileSync(join(ROOT, "docs", "cookbook", "web-page.md"), "utf8"));
for (const [i, { code, output }] of [...node, page].entries()) {
  writeFileSync(join(FOLDER, `example${i}.js`), code);
  const name = i < node.length ? `example ${i + 1} of the README` : "the examples of docs/cookbook/web-page.md";
  check(name, run(process.execPath, [`example${i}.js`]).trimEnd(), output.join("\n"));
}

const COMMON = `const { Position } = require("volo-rules");
  const { Engine } = require("volo-rules/engine/inline");
  console.log(new Position("standard-4").perft(2), new Engine().play("standard-4", { depth: 1 }).info.depth);`;
writeFileSync(join(FOLDER, "common.cjs"), COMMON);
check("require in Node", run(process.execPath, ["common.cjs"]), "81 1\n");
// In a bundle, the module must be inside.
writeFileSync(join(FOLDER, "bundled.cjs"), COMMON.replace('"volo-rules"', '"volo-rules/inline"'));
run(join(WASM, "node_modules", ".bin", "esbuild"), [
  "bundled.cjs",
  "--bundle",
  "--platform=node",
  "--outfile=one.cjs",
  "--log-level=warning",
]);
check("a CommonJS bundle", run(process.execPath, ["one.cjs"]), "81 1\n");

writeFileSync(
  join(FOLDER, "early.js"),
  `import { init, Position, VoloError } from "volo-rules/init";
  import { readFileSync } from "node:fs";
  try {
    new Position();
  } catch (error) {
    console.log(error instanceof VoloError, error.message);
  }
  await init(readFileSync("node_modules/volo-rules/dist/volo_bg.wasm"));
  console.log(new Position("standard-4").legalMoves().length);`,
);
check(
  "a call before init is refused, and init works after it",
  run(process.execPath, ["early.js"]),
  "true the module cannot start: call init first, or there is not enough memory\n9\n",
);

writeFileSync(
  join(FOLDER, "old.js"),
  'import("volo-rules").catch((error) => console.log(error.name, error.message.includes("simd128")));\n',
);
// Node has vectors on x86-64 only where the processor has SSE4.1.
if (process.arch === "x64") {
  check("no vectors", run(process.execPath, ["--no-enable-sse4-1", "old.js"]), "VoloError true\n");
}

writeFileSync(join(FOLDER, "sample.ts"), readFileSync(join(WASM, "tests", "sample", "sample.ts")));
const options = [
  "--ignoreConfig",
  "--strict",
  "--exactOptionalPropertyTypes",
  "--target",
  "es2022",
  "--lib",
  "es2022,dom",
];
for (const resolution of ["nodenext", "bundler"]) {
  const module = resolution === "bundler" ? "esnext" : "nodenext";
  const tsc = join(WASM, "node_modules", ".bin", "tsc");
  run(tsc, [...options, "--module", module, "--moduleResolution", resolution, "sample.ts"]);
  check(
    `a program in TypeScript, with moduleResolution ${resolution}`,
    run(process.execPath, ["sample.js"]),
    "R6\nblue 9 9 129 null 12 2 true\nfunction function\n",
  );
}

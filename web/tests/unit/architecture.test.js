import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/**
 * The modules that each module in a folder of web imports, with their folder unless it is the same.
 * @param {string} folder
 * @returns {Map<string, string[]>}
 */
function importsOf(folder) {
  const place = new URL(`../../${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((file) => file.endsWith(".js"));
  return new Map(
    files.map((file) => {
      const source = readFileSync(new URL(file, place), "utf8");
      const found = source.matchAll(/^(?:(?:import|export) [^;]*? from|import) "([^"]*)";$/gm);
      return [file.replace(/\.js$/, ""), Array.from(found, ([, name = ""]) => name.replace(/^\.\/|\.js$/g, ""))];
    }),
  );
}

for (const [folder, others] of /** @type {const} */ ([
  ["board", /^$/],
  ["page", /^\.\.\/board\/[\w-]+$/],
  ["page/worker", /^(\.\.\/\.\.\/board\/[\w-]+|volo-rules\/engine\/init|.*\.(csv|json|md))$/],
  ["replay", /^\.\.\/board\/[\w-]+$/],
  ["widget", /^\.\.\/board\/[\w-]+$/],
])) {
  test(`the modules of web/${folder} import each other without circles, and else only from the board`, () => {
    const imports = importsOf(folder);
    /** @type {Set<string>} */
    const done = new Set();
    /** @param {string[]} path */
    const visit = (path) => {
      const module = path.at(-1) ?? "";
      if (done.has(module) || others.test(module)) return;
      assert.ok(imports.has(module), `${path.join(" imports ")}, which is not in web/${folder}`);
      assert.equal(path.indexOf(module), path.length - 1, `a circle: ${path.join(" imports ")}`);
      for (const name of imports.get(module) ?? []) visit([...path, name]);
      done.add(module);
    };
    for (const module of imports.keys()) visit([module]);
  });
}

test("only one module of the page knows its workers", () => {
  const place = new URL("../../page/", import.meta.url);
  const files = readdirSync(place).filter((file) => file.endsWith(".js") && file !== "service-worker.js");
  const found = files.filter((file) => /\bfetch\(|new Worker/.test(readFileSync(new URL(file, place), "utf8")));
  assert.deepEqual(found, ["host.js"]);
});

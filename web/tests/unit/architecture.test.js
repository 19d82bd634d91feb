import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const PAGE = readFileSync(new URL("../../../docs/ARCHITECTURE.md", import.meta.url), "utf8");

for (const folder of ["board", "app"]) {
  test(`the modules of web/${folder} import in the order that docs/ARCHITECTURE.md has`, () => {
    const sources = new URL(`../../${folder}/`, import.meta.url);
    const [, order = ""] = new RegExp(`In \`web/${folder}\`[^:]*: \`([^\`]*)\``).exec(PAGE) ?? [];
    const ranks = new Map(
      order
        .split("<-")
        .flatMap((group, rank) => (group.match(/[\w-]+/g) ?? []).map((name) => /** @type {const} */ ([name, rank]))),
    );
    const modules = readdirSync(sources)
      .filter((file) => file.endsWith(".js"))
      .map((file) => file.replace(/\.js$/, ""));
    assert.deepEqual([...ranks.keys()].sort(), modules.sort());
    for (const module of modules) {
      const source = readFileSync(new URL(`${module}.js`, sources), "utf8");
      for (const [, imported = ""] of source.matchAll(/^(?:import|export) [^;]*? from "([^"]*)";$/gm)) {
        if (folder === "app" && imported.startsWith("../board/")) continue;
        const name = /^\.\/([\w-]+)\.js$/.exec(imported)?.[1] ?? "";
        assert.ok((ranks.get(name) ?? Infinity) < (ranks.get(module) ?? 0), `${module} imports ${imported}`);
      }
    }
  });
}

for (const folder of ["replay", "widget"]) {
  test(`the modules of ${folder} import each other, the board, and nothing else`, () => {
    const place = new URL(`../../${folder}/`, import.meta.url);
    for (const file of readdirSync(place).filter((name) => name.endsWith(".js"))) {
      const source = readFileSync(new URL(file, place), "utf8");
      for (const [, imported = ""] of source.matchAll(/^import [^;]*? from "([^"]*)";$/gm)) {
        assert.match(imported, /^(\.|\.\.\/board)\/\w+\.js$/, `${file} imports ${imported}`);
      }
    }
  });
}

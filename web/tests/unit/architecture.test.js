import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const BOARD = new URL("../../board/", import.meta.url);
const PAGE = new URL("../../../docs/ARCHITECTURE.md", import.meta.url);

test("the modules of the board import in the order that docs/ARCHITECTURE.md has", () => {
  const [, order = ""] = /In `web\/board`: `([^`]*)`/.exec(readFileSync(PAGE, "utf8")) ?? [];
  const ranks = new Map(
    order
      .split("<-")
      .flatMap((group, rank) => (group.match(/\w+/g) ?? []).map((name) => /** @type {const} */ ([name, rank]))),
  );
  const modules = readdirSync(BOARD).map((file) => file.replace(/\.js$/, ""));
  assert.deepEqual([...ranks.keys()].sort(), modules.sort());
  for (const module of modules) {
    const source = readFileSync(new URL(`${module}.js`, BOARD), "utf8");
    for (const [, imported = ""] of source.matchAll(/^(?:import|export) [^;]*? from "([^"]*)";$/gm)) {
      const name = /^\.\/(\w+)\.js$/.exec(imported)?.[1] ?? "";
      assert.ok((ranks.get(name) ?? Infinity) < (ranks.get(module) ?? 0), `${module} imports ${imported}`);
    }
  }
});

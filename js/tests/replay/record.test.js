import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PLAYERS } from "../../board/view.js";
import { GameRecord } from "../../page/replay/record.js";

/** @import { Data } from "../../page/replay/record.js" */

/** @type {{ view: import("../../board/index.js").View }[]} */
const VIEWS = JSON.parse(readFileSync(new URL("../../../tests/data/web/views.json", import.meta.url), "utf8"));
const PAGE = readFileSync(new URL("../../../tests/data/web/game.html", import.meta.url), "utf8");
/** @type {Data} */
const DATA = JSON.parse(/id="game">(.*?)<\/script>/.exec(PAGE)?.[1] ?? "");

/** Spaces in any order, in flocks in any order. @param {string[][]} flocks */
const sorted = (flocks) => flocks.map((flock) => flock.toSorted().join(" ")).toSorted();

test("every position has the birds, the flocks and the player to move that the rules give", () => {
  const record = new GameRecord(DATA);
  assert.equal(VIEWS.length, record.plies + 1);
  for (const [ply, { view: expected }] of VIEWS.entries()) {
    const found = record.view(ply);
    assert.equal(found.turn, expected.turn);
    assert.equal(found.edge, expected.edge);
    for (const player of PLAYERS) assert.deepEqual(sorted(found[player].flocks), sorted(expected[player].flocks));
  }
});

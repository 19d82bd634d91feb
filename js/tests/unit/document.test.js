import assert from "node:assert/strict";
import { test } from "node:test";
import { checkVersion } from "../../page/worker/document.js";

const node = { parent: -1, move: "b5" };
/** @type {any} */
const game = { version: 1, start: "standard-4", nodes: [node], current: 0, tags: {}, settings: {} };

test("a game is read if it has the members of version 1, whatever its settings are", () => {
  checkVersion({ ...game, nodes: [{ ...node, comment: "good" }], settings: { newer: 5 } });
  for (const [wrong, message] of /** @type {const} */ ([
    [{ version: 2 }, /of version 2, from a newer page; this page reads version 1/],
    [{ variations: [] }, /with the unknown member variations, from a newer page/],
    [{ nodes: [{ ...node, glyph: "!" }] }, /with the unknown member glyph, from a newer page/],
    [{ nodes: [node, { parent: "0", move: "c6" }] }, /^VoloError: nodes /],
    [{ nodes: [{ ...node, comment: null }] }, /^VoloError: nodes /],
    [{ tags: { Round: 5 } }, /^VoloError: tags /],
    [{ settings: "" }, /^VoloError: settings /],
    [{ start: null }, /^VoloError: start /],
  ])) {
    assert.throws(() => checkVersion({ ...game, ...wrong }), message, JSON.stringify(wrong));
  }
});

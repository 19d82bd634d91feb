// Small modules of the board and the page: texts, names, keys, files and saved documents.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isolated, visible } from "../../board/names.js";
import { resultText } from "../../board/words.js";
import { textOf } from "../../page/files.js";
import { actionOf } from "../../page/keys.js";
import { checkVersion } from "../../page/worker/document.js";

test("the ends of games have the sentences that the Python package has", () => {
  const lines = readFileSync(new URL("../../../tests/data/endings.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const { winner, reason, text } of lines.map((line) => JSON.parse(line))) {
    assert.equal(resultText({ winner, reason }), text);
  }
});

test("controls and invisible characters are left out of names", () => {
  assert.equal(visible("Anna\u202e\tKarenina\u0007"), "Anna Karenina");
  assert.equal(visible("\u200b\u2060\ufeff\u3164\u200d"), "");
  assert.equal(
    visible("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  );
});

test("a name ends its own direction", () => {
  assert.equal(isolated("\u05d0\u2069\u202e"), "\u2068\u05d0\u2069");
});

test("a file is UTF-8, and a line that is not is Windows-1252, as old programs write", async () => {
  const name = '[Orange "J\u00fcrgen"]\n';
  const old = Buffer.from(name, "latin1");
  for (const [parts, text, isGuessed] of /** @type {const} */ ([
    [[name], name, false],
    [[old], name, true],
    // A file that was joined has lines of both kinds.
    [[name, old, name], name.repeat(3), true],
  ])) {
    assert.deepEqual(await textOf(new File([...parts], "games")), { text, isGuessed });
  }
});

const plain = { code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test("keys have actions", () => {
  for (const [event, action] of /** @type {const} */ ([
    [{ key: "ArrowLeft" }, "back"],
    [{ key: "ArrowLeft", shiftKey: true }, "previousBranch"],
    [{ key: "?", shiftKey: true }, "help"],
    [{ key: "q" }, null],
    // Caps Lock, and a keyboard with letters of another script.
    [{ key: "F", code: "KeyF" }, "flip"],
    [{ key: "\u0430", code: "KeyF" }, "flip"],
    // On a keyboard of another order, the letter that is written on the key counts.
    [{ key: "u", code: "KeyF" }, "undo"],
    // Keys of the browser.
    [{ key: "f", ctrlKey: true }, null],
    [{ key: "ArrowLeft", altKey: true }, null],
  ])) {
    assert.equal(actionOf({ ...plain, ...event }), action, JSON.stringify(event));
  }
});

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

// Small modules of the board and the page: texts, names, keys, files, saved documents, clocks and scores.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { isolated, visible } from "../../board/names.js";
import { otherPlayer } from "../../board/view.js";
import { resultText } from "../../board/words.js";
import { timeText } from "../../page/clock.js";
import { textOf } from "../../page/files.js";
import { actionOf } from "../../page/keys.js";
import { costOf, fromScore, markOf, short, words, worth } from "../../page/score.js";
import { checkVersion } from "../../page/worker/document.js";

/** @import { Judged } from "../../page/score.js" */

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

test("times are written with tenths when little is left", () => {
  const texts = [600_000, 65_900, 10_000, 9_990, 300, 0].map(timeText);
  assert.equal(texts.join(" "), "10:00 1:05 0:10 0:09.9 0:00.3 0:00.0");
});

/** @param {number} expected @param {number | null} win @param {number | null} loss */
const score = (expected, win = null, loss = null) => ({ expected, win, loss });

test("a proven win names the winner and its length", () => {
  assert.equal(words(fromScore(score(1, 5), "orange")), "Orange wins in 3 moves");
  assert.equal(words(fromScore(score(1, 5), "blue")), "Blue wins in 3 moves");
  assert.equal(words(fromScore(score(-1, null, 4), "orange")), "Blue wins in 2 moves");
  assert.equal(short(fromScore(score(-1, null, 4), "blue")), "O in 2");
  assert.equal(fromScore(score(-1, null, 4), "orange").value, -1);
});

test("estimates have a sign and two decimals", () => {
  assert.equal(words(fromScore(score(0.251), "orange")), "Orange is ahead, +0.25");
  assert.equal(words(fromScore(score(0.251), "blue")), "Blue is ahead, \u22120.25");
  assert.equal(words(fromScore(score(-0.001), "blue")), "Even");
  assert.equal(short(fromScore(score(-0.001), "orange")), "0.00");
});

test("a move is a mistake if it costs much, and a blunder if it gives a win away or runs into a loss", () => {
  /** @param {ReturnType<typeof fromScore>} value @returns {Judged} */
  const judged = (value) => ({ ...value, best: "c4", depth: 2, worths: [worth(value), worth(value)] });
  const at = (/** @type {number} */ expected) => judged(fromScore(score(expected), "orange"));
  const won = (/** @type {number} */ plies) => judged(fromScore(score(1, plies), "orange"));
  const lost = (/** @type {number} */ plies) => judged(fromScore(score(-1, null, plies), "orange"));
  // The position after a move was searched to depth 2, so that before it counts to depth 3.
  const deep = (/** @type {number[]} */ ...worths) => ({ ...at(0.9), depth: worths.length, worths });
  for (const [before, after, mark] of /** @type {const} */ ([
    [at(0.4), at(0.02), ""],
    [at(0.4), at(-0.02), "?"],
    [deep(-0.1, -0.1, -0.1, 0.7), at(-0.4), ""],
    [deep(-0.1, -0.1, 0.3, -0.1), at(-0.4), "?"],
    [deep(-0.1, 0.3, -0.1, -0.1), at(-0.4), "?"],
    [at(-0.9), at(0.9), ""],
    [won(3), at(0.2), "?"],
    [won(3), at(0), "??"],
    // A win that is far away is worth no more than a large advantage.
    [won(11), at(0.7), ""],
    [at(0), lost(4), "??"],
    [won(11), lost(11), "??"],
    [lost(6), lost(5), ""],
  ])) {
    assert.equal(markOf(costOf(before, after, "orange")), mark, JSON.stringify([before, after]));
    const [mirrored, answered] = [before, after].map((each) => ({
      ...each,
      value: -each.value,
      worths: each.worths.map((value) => -value),
      winner: each.winner === null ? null : otherPlayer(each.winner),
    }));
    assert.equal(markOf(costOf(/** @type {Judged} */ (mirrored), /** @type {Judged} */ (answered), "blue")), mark);
  }
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromScore, judge, short, words } from "../../page/score.js";

/** @param {number} expected @param {number | null} win @param {number | null} loss */
const score = (expected, win = null, loss = null) => ({ expected, win, loss });

test("a score for the player to move is shown from Orange's side", () => {
  assert.equal(fromScore(score(0.25), "orange").value, 0.25);
  assert.equal(fromScore(score(0.25), "blue").value, -0.25);
});

test("a proven win names the winner and its length", () => {
  assert.equal(words(fromScore(score(1, 5), "orange")), "Orange wins in 5");
  assert.equal(words(fromScore(score(1, 5), "blue")), "Blue wins in 5");
  assert.equal(words(fromScore(score(-1, null, 4), "orange")), "Blue wins in 4");
  assert.equal(short(fromScore(score(-1, null, 4), "blue")), "O in 4");
  assert.equal(fromScore(score(-1, null, 4), "orange").value, -1);
});

test("estimates have a sign and two decimals", () => {
  assert.equal(words(fromScore(score(0.251), "orange")), "Orange is ahead, +0.25");
  assert.equal(words(fromScore(score(0.251), "blue")), "Blue is ahead, \u22120.25");
  assert.equal(words(fromScore(score(-0.001), "blue")), "Even");
  assert.equal(short(fromScore(score(-0.001), "orange")), "0.00");
});

test("a move is a mistake if it costs much, and a bad one if it gives a win away or runs into a loss", () => {
  const [won, lost] = [fromScore(score(1, 3), "orange"), fromScore(score(-1, null, 4), "orange")];
  const at = (/** @type {number} */ expected) => fromScore(score(expected), "orange");
  for (const [before, after, mark] of /** @type {const} */ ([
    [at(0.5), at(0.21), ""],
    [at(0.5), at(0.19), "?"],
    [at(-0.9), at(0.9), ""],
    [won, at(0.99), "??"],
    [at(-0.9), lost, "??"],
    [won, lost, "??"],
    [lost, lost, ""],
  ])) {
    assert.equal(judge(before, after, "orange"), mark, JSON.stringify([before, after]));
    const [mirrored, answered] = [before, after].map((each) => ({
      ...each,
      value: -each.value,
      winner: each.winner === null ? null : each.winner === "orange" ? "blue" : "orange",
    }));
    assert.equal(judge(/** @type {any} */ (mirrored), /** @type {any} */ (answered), "blue"), mark);
  }
});

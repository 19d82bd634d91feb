import assert from "node:assert/strict";
import { test } from "node:test";
import { fromScore, short, words } from "../../page/score.js";

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

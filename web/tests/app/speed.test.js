// How fast the page is. volo promises 300 ms to the first paint and 50 ms to a move. The limits here are five times as long,
// for a loaded machine. `benches/python/page.py` reads the times that are printed, and compares their medians with the
// promised times.

import assert from "node:assert/strict";
import { moveTimes, paintTimes } from "./speed.js";
import { DESKTOP, testApp } from "./support.js";

const PATIENCE = 5;

/**
 * Print some times, and check their median.
 * @param {string} name
 * @param {number[]} times
 * @param {number} promised
 */
function report(name, times, promised) {
  console.log(JSON.stringify({ [name]: times }));
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Infinity;
  assert.ok(median <= PATIENCE * promised, `${times}`);
}

testApp("the page is painted soon", DESKTOP, async ({ page, server }) => {
  report("paint", await paintTimes(page, server.address, 5), 300);
});

testApp("a move is on the screen soon after the tap, also while the engine analyses", DESKTOP, async ({ page }) => {
  report("move", await moveTimes(page, false), 50);
  report("analysed", await moveTimes(page, true), 50);
});

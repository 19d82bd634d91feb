// How fast the page is. A time that other work on the machine disturbed does not count. `benches/python/page.py` reads the
// times that are printed, and writes their medians into benches/RESULTS.md.

import assert from "node:assert/strict";
import { moveTimes, paintTimes } from "./speed.js";
import { DESKTOP, testApp } from "./support.js";

/**
 * Print some times, and check the second best of them.
 * @param {string} name
 * @param {number[]} times
 * @param {number} most
 */
function report(name, times, most) {
  console.log(JSON.stringify({ [name]: times }));
  assert.ok((times.toSorted((a, b) => a - b)[1] ?? Infinity) <= most, `${times}`);
}

testApp("the page is painted within 300 ms", DESKTOP, async ({ page, server }) => {
  report("paint", await paintTimes(page, server.address, 5), 300);
});

testApp(
  "a move is on the screen within 50 ms after the tap, also while the engine analyses",
  DESKTOP,
  async ({ page }) => {
    report("move", await moveTimes(page, false), 50);
    report("analysed", await moveTimes(page, true), 50);
  },
);

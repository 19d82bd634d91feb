// Prints times of the page in milliseconds: `node --test js/tests/page/speed.bench.js`.

import assert from "node:assert/strict";
import { moveTimes, paintTimes } from "./speed.js";
import { DESKTOP, testPage } from "./support.js";

/**
 * Print some times, and check that they were measured.
 * @param {string} name
 * @param {number[]} times
 */
function report(name, times) {
  console.log(JSON.stringify({ [name]: times }));
  assert.ok(times.every(Number.isFinite), `${times}`);
}

testPage("the page is painted soon", DESKTOP, async ({ page, home }) => {
  report("paint", await paintTimes(page, home.address, 5));
});

testPage("a move is on the screen soon after the tap, also while the engine analyses", DESKTOP, async ({ page }) => {
  report("move", await moveTimes(page, false));
  report("analysed", await moveTimes(page, true));
});

// Prints times of the page in milliseconds: `node --test js/tests/page/speed.bench.js`.

import assert from "node:assert/strict";
import { begin, DESKTOP, open, space, testPage } from "./support.js";

/** @import { Page } from "playwright-core" */

/** The moves whose times are measured. The first one counts too. */
const MOVES = ["d4", "d8", "j4", "j9", "f6", "h9", "e10"];

/**
 * The times from the request for the page to its first paint with content, in milliseconds.
 * @param {Page} page
 * @param {string} address
 * @param {number} runs
 */
async function paintTimes(page, address, runs) {
  const times = [];
  for (let count = 0; count < runs; count++) {
    await open(page, address);
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    times.push(
      await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity),
    );
  }
  return times;
}

/**
 * The times from a tap on a space to the frame with the bird on it, in a new game on edge 7, in milliseconds.
 * @param {Page} page
 * @param {boolean} isAnalysed whether the engine analyses meanwhile
 */
async function moveTimes(page, isAnalysed) {
  await begin(page, { rules: "standard" });
  const analysis = page.getByRole("switch", { name: "Analysis" });
  await analysis.setChecked(isAnalysed);
  const times = [];
  for (const move of MOVES) {
    await space(page, move).scrollIntoViewIfNeeded();
    times.push(
      await page.evaluate(async (name) => {
        const root = /** @type {ShadowRoot} */ (document.querySelector(".board")?.shadowRoot);
        const button = /** @type {HTMLElement} */ (root.querySelector(`[data-space="${name}"]`));
        const start = performance.now();
        button.click();
        while (!button.ariaLabel?.includes("bird")) {
          if (performance.now() - start > 60_000) throw new Error(`${name} was not played`);
          await new Promise((resolve) => setTimeout(resolve, 0));
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return performance.now() - start;
      }, move),
    );
  }
  return times;
}

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

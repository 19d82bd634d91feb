// The views of the page in axe-core, light and dark, on a desktop and on a phone.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { begin, DESKTOP, PHONE, setUp, space, testPage } from "./support.js";

/** @import { Page } from "playwright-core" */

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** @type {Record<string, (page: Page) => Promise<void>>} */
const VIEWS = {
  "the start": (page) => begin(page, "standard"),
  "a chosen bird": async (page) => {
    await begin(page, "standard-5");
    await space(page, "b2").click();
  },
  "a refused move": async (page) => {
    await begin(page, "standard");
    await space(page, "b3").click();
    await page.getByLabel("Position (fen)").fill("x");
    await page.getByRole("button", { name: "Set up" }).click();
  },
  "the choice of a region": async (page) => {
    await setUp(page, "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4");
    await space(page, "f3").click();
    await space(page, "d5").click();
    await space(page, "a2").focus();
  },
  "the end": async (page) => {
    await setUp(page, "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4");
    await page.getByLabel("Move", { exact: true }).fill("f3-SW1");
    await page.getByRole("button", { name: "Play" }).click();
  },
};

for (const [view, show] of Object.entries(VIEWS)) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const device of [DESKTOP, PHONE]) {
      testPage(
        `axe-core finds no violation: ${view}, ${colorScheme}, ${device.viewport.width} pixels`,
        { ...device, colorScheme },
        async (page) => {
          await show(page);
          await page.addScriptTag({ path: AXE });
          /** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }[]} */
          const violations = await page.evaluate("axe.run().then((result) => result.violations)");
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
          assert.deepEqual(found, []);
        },
      );
    }
  }
}

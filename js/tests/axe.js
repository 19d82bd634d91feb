// axe-core, which checks the accessibility of a page.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { DESKTOP, PHONE } from "./chromium.js";

/** @import { Page } from "playwright-core" */
/** @import { PageTest } from "./chromium.js" */

/** The script, which the policy of a page refuses without `bypassCSP`. */
export const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A view has the same colors in any width, and the same layout in any colors. */
const LOOKS = /** @type {const} */ ([
  ["light", DESKTOP],
  ["dark", PHONE],
]);

/**
 * Test a page in axe-core, light on a desktop and dark on a phone.
 * @param {PageTest} testHere
 * @param {(page: Page) => Promise<void>} body checks what it shows with `assertAccessible`
 */
export function axeTests(testHere, body) {
  for (const [colorScheme, device] of LOOKS) {
    const name = `axe-core finds no violation: ${colorScheme}, ${device.viewport.width} pixels`;
    testHere(name, { ...device, colorScheme, bypassCSP: true }, async (page) => {
      await page.addScriptTag({ path: AXE });
      await body(page);
    });
  }
}

/** Check that axe-core finds no violation. @param {Page} page @param {string} [message] */
export async function assertAccessible(page, message) {
  /** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }[]} */
  const violations = await page.evaluate("axe.run().then((result) => result.violations)");
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  assert.deepEqual(found, [], message);
}

// axe-core, which checks the accessibility of a page.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { DESKTOP, PHONE } from "./chromium.js";

/** @import { Page } from "playwright-core" */

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** A view has the same colors in any width, and the same layout in any colors. */
export const LOOKS = /** @type {const} */ ([
  ["light", DESKTOP],
  ["dark", PHONE],
]);

/**
 * Load axe-core. It is a script that the policy of a page would refuse, so the test needs `bypassCSP`.
 * @param {Page} page
 */
export async function loadAxe(page) {
  await page.addScriptTag({ path: AXE });
}

/**
 * Check that axe-core finds no violation.
 * @param {Page} page
 * @param {string} [message]
 */
export async function assertAccessible(page, message) {
  /** @type {{ id: string, nodes: { html: string, failureSummary: string }[] }[]} */
  const violations = await page.evaluate("axe.run().then((result) => result.violations)");
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
  assert.deepEqual(found, [], message);
}

// A person who has only a keyboard.

import assert from "node:assert/strict";
import { choices, focused } from "./moves.js";

/** @import { Page } from "playwright-core" */
/** @import { Sky } from "../board/sky.js" */

/** More presses of a key than any of the pages needs. */
const MOST_PRESSES = 120;

/**
 * Press Tab until the element with a name has the focus.
 * @param {Page} page
 * @param {string} label the beginning of the name
 */
export async function tabTo(page, label) {
  for (let count = 0; count < MOST_PRESSES; count++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      let element = document.activeElement;
      if (element?.shadowRoot) element = element.shadowRoot.activeElement;
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      return element?.ariaLabel ?? labels?.[0]?.textContent ?? element?.textContent ?? "";
    });
    if (name.startsWith(label)) return;
  }
  assert.fail(`Tab does not reach ${label}`);
}

/**
 * Make a move with the arrow keys and Enter, or with the button for a pass.
 * @param {Page} page
 * @param {Sky} sky
 * @param {string} move
 */
export async function moveByKeyboard(page, sky, move) {
  if (move === "pass") {
    await tabTo(page, "Pass");
    await page.keyboard.press("Enter");
    return;
  }
  for (let count = 0; count < MOST_PRESSES && (await focused(page)) === ""; count++) await page.keyboard.press("Tab");
  for (const to of choices(move, sky.edge)) await walk(page, sky, to);
}

/**
 * Walk over the board to a space, and choose it.
 * @param {Page} page
 * @param {Sky} sky
 * @param {string} to
 */
async function walk(page, sky, to) {
  const { x, y } = sky.place(to);
  for (let at = sky.place(await focused(page)); at.y !== y; at = sky.place(await focused(page))) {
    await page.keyboard.press(at.y < y ? "ArrowUp" : "ArrowDown");
  }
  for (let at = sky.place(await focused(page)); at.x !== x; at = sky.place(await focused(page))) {
    await page.keyboard.press(at.x < x ? "ArrowRight" : "ArrowLeft");
  }
  assert.equal(await focused(page), to);
  await page.keyboard.press("Enter");
}

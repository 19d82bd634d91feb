// Headless Chromium for tests.

import { after, test } from "node:test";
import { chromium } from "playwright-core";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const browser = await chromium.launch({ executablePath });
after(() => browser.close());

/** A desktop, and a small phone. */
export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/**
 * A test in a page of its own. It fails if there is an error in the page.
 * @param {string} name
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<void>} body
 */
export function pageTest(name, options, body) {
  test(name, async () => {
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(60_000);
    const page = await context.newPage();
    /** @type {Error[]} */
    const errors = [];
    page.on("pageerror", (error) => errors.push(error));
    try {
      await body(page);
    } finally {
      await context.close();
    }
    if (errors.length > 0) throw new AggregateError(errors, `errors in the page: ${errors.join("; ")}`);
  });
}

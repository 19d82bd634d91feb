// Headless Chromium for tests.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

/** @import { BrowserContextOptions, Page } from "playwright-core" */

const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const browser = await chromium.launch({ executablePath });
after(() => browser.close());

/** A desktop, and a small phone. */
export const DESKTOP = { viewport: { width: 1280, height: 900 } };
export const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

/** @typedef {(name: string, options: BrowserContextOptions, body: (page: Page) => Promise<void>) => void} PageTest */

/** A test in a page of its own. It fails if there is an error in the page. @type {PageTest} */
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

/**
 * Tests on a page that is opened as a file. They fail if the page loads anything from elsewhere, or if Chromium reports
 * that the policy of the page refused something.
 * @param {string} file
 * @returns {PageTest}
 */
export const testOn = (file) => (name, options, body) =>
  pageTest(name, options, async (page) => {
    page.on("console", (message) => assert.notEqual(message.type(), "error", message.text()));
    page.on("request", (request) => assert.match(request.url(), /^(file|data):/));
    await page.goto(pathToFileURL(file).href);
    await body(page);
  });

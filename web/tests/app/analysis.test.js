// Analysis, hints and proven wins.

import assert from "node:assert/strict";
import { begin, DESKTOP, FILES, hear, moves, testApp, type } from "./support.js";

/** Orange wins with one move. */
const WON = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

testApp(
  "analysis shows lines, arrows and a graph, follows the position, and is turned off",
  DESKTOP,
  async ({ page }) => {
    await begin(page, { rules: "standard-4" });
    for (const move of ["b5", "c6"]) await type(page, move);
    await page.locator("h1").click();
    await page.keyboard.press("l");
    await page.getByLabel("Lines", { exact: true }).selectOption("3");
    const lines = page.getByRole("list", { name: "Best lines" }).getByRole("listitem");
    await lines.nth(2).waitFor();
    assert.ok((await page.locator("g.tag").count()) >= 1);
    await page.getByRole("meter", { name: "Evaluation" }).waitFor();
    await page.getByRole("button", { name: "Evaluate the whole game" }).click();
    await page.getByRole("img", { name: /of 3 evaluated/ }).waitFor();

    const requests = /** @type {string[]} */ ([]);
    page.on("request", (request) => requests.push(request.url()));
    // Without a server, the page ends a worker instead, which is not seen from outside.
    const isServed = FILES === undefined;
    const ended = isServed && page.waitForEvent("requestfailed", (request) => request.url().includes("api/analysis"));
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    // The search of the position before is stopped at once.
    await ended;
    await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
    assert.equal(
      requests.some((url) => url.includes("api/analysis")),
      isServed,
    );

    await lines.first().getByRole("button").nth(1).click();
    await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
    await page.getByRole("switch", { name: "Analysis" }).uncheck();
    assert.equal(await page.locator("g.tag").count(), 0);
    assert.equal(await page.getByRole("meter").count(), 0);
    requests.length = 0;
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    await hear(page, /^Orange to move/);
    assert.ok(requests.every((url) => !url.includes("api/analysis")));
  },
);

testApp(
  "a proven win is shown as such, and Space plays its move",
  DESKTOP,
  async ({ page }) => {
    await page.keyboard.press("l");
    await page.locator(".verdict", { hasText: "Orange wins in 1" }).waitFor();
    await page.keyboard.press(" ");
    await hear(page, /Orange wins: all birds/);
    await page.locator(".verdict", { hasText: "Orange has won" }).waitFor();
  },
  [WON],
);

testApp(
  "a hint shows the move without playing it",
  DESKTOP,
  async ({ page }) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await hear(page, /^Hint: \S+\./);
    assert.ok((await page.locator("path.arrow, circle.arrow").count()) >= 1);
    assert.deepEqual(await moves(page), []);
  },
  [WON],
);

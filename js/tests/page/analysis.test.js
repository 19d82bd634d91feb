// Analysis, hints and proven wins.

import assert from "node:assert/strict";
import { begin, DESKTOP, GAMES, hear, importGame, more, moves, PHONE, testPage, type, WON } from "./support.js";

const AT_WON = { ...DESKTOP, hash: `#fen=${encodeURIComponent(WON)}` };

testPage("analysis shows lines, arrows and a graph, and follows the position", DESKTOP, async ({ page }) => {
  await begin(page, { rules: "standard-4" }, ["b5", "c6"]);
  await page.locator("h1").click();
  await page.keyboard.press("l");
  await page.getByLabel("Lines", { exact: true }).selectOption("3");
  const lines = page.getByRole("list", { name: "Best lines" }).getByRole("listitem");
  await lines.nth(2).waitFor();
  assert.ok((await page.locator("g.tag").count()) >= 1);
  await page.getByRole("meter", { name: "Evaluation" }).waitFor();
  const ended = Promise.race(page.workers().map((worker) => worker.waitForEvent("close")));
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  // The search of the position before is stopped at once.
  await ended;
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 3);
  await page.getByRole("button", { name: "Evaluate the whole game" }).click();
  await page.getByRole("img", { name: /of 3 evaluated/ }).waitFor();

  await lines.first().getByRole("button").nth(1).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
  await page.getByRole("switch", { name: "Analysis" }).uncheck();
  assert.equal(await page.locator("g.tag").count(), 0);
  assert.equal(await page.getByRole("meter").count(), 0);
  const count = page.workers().length;
  await page.locator("h1").click();
  await page.keyboard.press("Home");
  await hear(page, /^Orange to move/);
  assert.ok(page.workers().length <= count);
});

testPage(
  "analysis stops by itself, goes on by a button, and leaves the current move in sight",
  DESKTOP,
  async ({ page }) => {
    const game = GAMES.find(({ rules }) => rules === "abstract-play-5");
    await importGame(page, game?.rules ?? "", game?.moves ?? []);
    // Forwards, so that the current move is at the lower end of the list.
    await page.locator("h1").click();
    await page.keyboard.press("Home");
    for (const move of game?.moves.slice(0, 34) ?? []) {
      await page.keyboard.press("ArrowRight");
      await page.locator(".moves [aria-current]", { hasText: move }).waitFor();
    }
    await page.getByRole("switch", { name: "Analysis" }).check();
    await page.getByRole("list", { name: "Best lines" }).getByRole("listitem").first().waitFor();
    await page.waitForFunction(() => {
      const [list, current] = [".moves", ".moves [aria-current]"].map((name) =>
        document.querySelector(name)?.getBoundingClientRect(),
      );
      return list && current && current.top >= list.top && current.bottom <= list.bottom;
    });
    await more(page, "First position");
    const goOn = page.getByRole("button", { name: "Go on" });
    await goOn.waitFor();
    const count = page.workers().length;
    await goOn.click();
    await goOn.waitFor({ state: "hidden" });
    while (page.workers().length <= count) await page.waitForEvent("worker");
  },
);

testPage("a proven win is shown as such, and Space plays its move", AT_WON, async ({ page }) => {
  await page.keyboard.press("l");
  await page.locator(".verdict", { hasText: "Orange wins in 1 move" }).waitFor();
  await page.keyboard.press(" ");
  await hear(page, /Orange wins: all birds/);
  await page.locator(".verdict", { hasText: "Orange has won" }).waitFor();
});

testPage("the whole game is evaluated, and a mistake can be found", { ...AT_WON, ...PHONE }, async ({ page }) => {
  await type(page, "e3");
  await type(page, "b4:c4-W3");
  await page.getByRole("switch", { name: "Analysis" }).check();
  assert.equal(await page.locator(".analysis .graph").isVisible(), false);
  await page.getByRole("button", { name: "Evaluate the whole game" }).click();
  await page.getByRole("img", { name: /of 3 evaluated; 1 mistake$/ }).waitFor();
  await page.locator('.moves [data-mark="??"]', { hasText: "e3" }).waitFor();
  assert.equal(await page.locator(".moves [data-mark]").count(), 1);
  await page.getByRole("button", { name: "Next mistake" }).click();
  await hear(page, /^Orange adds e3/);
  // A mistake is red, and not green as the best move.
  await page.locator("g.bad", { hasText: "??" }).waitFor();
  // The analysis draws the arrows anew again and again.
  const stroke = await page.locator("[data-layer=arrows]").evaluate((layer) => {
    const ring = layer.querySelector(".bad .ring");
    return ring && getComputedStyle(ring).stroke;
  });
  assert.equal(stroke, "rgb(180, 35, 24)");
  assert.match((await page.locator(".mistake").textContent()) ?? "", /^e3 \?\?Better: (f5-S|c5:d6-N)/);
});

testPage("a hint shows a move, and says what is good about it", AT_WON, async ({ page }) => {
  await page.getByRole("button", { name: "Hint" }).click();
  await hear(page, /^Hint: \S+\. It wins at once\./);
  assert.ok((await page.locator("path.arrow, circle.arrow").count()) >= 1);
  assert.deepEqual(await moves(page), []);
  await type(page, "c3");
  await page.getByRole("button", { name: "Hint" }).click();
  await hear(page, /^Hint: \S+\. It stops Orange from winning with \S+\./);
});

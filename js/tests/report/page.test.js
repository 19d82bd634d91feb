// The page of a report, which `volo report` made, opened as a file.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, axeTests } from "../axe.js";
import { DESKTOP, testOn } from "../chromium.js";

const VOLO = process.env.VOLO ?? fileURLToPath(new URL("../../../.venv/bin/volo", import.meta.url));

const folder = mkdtempSync(join(tmpdir(), "volo-report-"));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, "report.html");
const rules = ["standard-4", "french-5"].flatMap((each) => ["--rules", each]);
execFileSync(VOLO, ["report", ...rules, "--games", "12", "--nodes", "20", "--out", file], { stdio: "ignore" });

const reportTest = testOn(file);

reportTest("each sample game steps for itself", DESKTOP, async (page) => {
  const games = page.locator("section > details");
  assert.equal(await games.count(), 6);
  const [one, other] = [games.nth(0), games.nth(1)];
  for (const game of [one, other]) await game.locator("summary").click();
  await one.getByRole("button", { name: "Forward" }).click();
  await page.keyboard.press("ArrowRight");
  assert.match((await one.locator(".count").textContent()) ?? "", /^2 of /);
  assert.match((await other.locator(".count").textContent()) ?? "", /^0 of /);
  // The keys scroll the page where no game has the focus.
  await page.locator("h1").click();
  await page.keyboard.press("End");
  assert.match((await one.locator(".count").textContent()) ?? "", /^2 of /);
});

reportTest("on paper, tables are whole, and no board is there", DESKTOP, async (page) => {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".replay").first().isVisible(), false);
  for (const region of await page.locator(".scroll").all()) {
    assert.ok(await region.evaluate((element) => element.scrollHeight <= element.clientHeight + 1));
  }
});

reportTest(
  "without JavaScript, everything but the boards is there",
  { ...DESKTOP, javaScriptEnabled: false },
  async (page) => {
    assert.equal(await page.locator("table").first().isVisible(), true);
    await page.locator("summary").first().click();
    assert.match((await page.locator("details").first().textContent()) ?? "", /after \d+ plies.*The moves/s);
  },
);

axeTests(reportTest, async (page) => {
  for (const game of await page.locator("summary").all()) await game.click();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), page.viewportSize()?.width);
  await assertAccessible(page);
});

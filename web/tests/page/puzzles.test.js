// Puzzles with their streaks, and the views of kept games.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { DESKTOP, hear, open, simulate, space, testPage, testPlay, untilSaved, waitForMoves } from "./support.js";

/** @import { Page } from "playwright-core" */

const [, ...PUZZLES] = readFileSync(
  new URL("../../../python/volo/puzzles/half-moves.csv", import.meta.url),
  "utf8",
).split("\n");

/** @param {Page} page @param {string} name */
const figure = (page, name) => page.locator(".streak div", { hasText: name }).locator("dd").textContent();

/**
 * The solution of the puzzle that is shown.
 * @param {Page} page
 * @returns {Promise<string>}
 */
async function solution(page) {
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  const heading = (await page.getByRole("heading", { name: /^Puzzle/ }).textContent()) ?? "";
  const number = Number(/\d+/.exec(heading)?.[0]) - 1;
  return PUZZLES[number]?.split(",")[1] ?? "";
}

testPage("puzzles are solved one after the other, and the streak is kept", DESKTOP, async ({ page }) => {
  await page.getByRole("button", { name: "Puzzles" }).click();
  const input = page.getByLabel("Move", { exact: true });
  for (const streak of ["1", "2"]) {
    await input.fill(await solution(page));
    await input.press("Enter");
    await page.locator(".verdict.right").waitFor();
    assert.equal(await figure(page, "Streak"), streak);
    const heading = await page.getByRole("heading", { name: /^Puzzle/ }).textContent();
    await page.getByRole("button", { name: "Next puzzle" }).click();
    await page.waitForFunction((text) => document.querySelector(".puzzle h2")?.textContent !== text, heading);
  }
  // A puzzle that is skipped ends the streak, and one that is solved again does not count again.
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("heading", { name: /^Puzzle 2 / }).waitFor();
  await input.fill(await solution(page));
  await input.press("Enter");
  await page.locator(".verdict.right").waitFor();
  assert.equal(await figure(page, "Solved"), "2");
  await page.getByRole("button", { name: "Next puzzle" }).click();
  await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
  await untilSaved(page);
  await page.reload();
  await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
  // It was 0 after the puzzle that was skipped.
  assert.equal(await figure(page, "Streak"), "1");
  assert.equal(await figure(page, "Best"), "2");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator(".verdict", { hasText: await solution(page) }).waitFor();
});

testPage(
  "a move that does not win is not the solution, and the engine's answers can be played on",
  DESKTOP,
  async ({ page }) => {
    await page.getByRole("button", { name: "Puzzles" }).click();
    const right = await solution(page);
    const wrong = await page
      .getByRole("button", { name: /add here/ })
      .evaluateAll(
        (buttons, move) =>
          buttons.map((button) => button.getAttribute("data-space")).find((space) => space !== move) ?? "",
        right,
      );
    const input = page.getByLabel("Move", { exact: true });
    await input.fill(wrong);
    await input.press("Enter");
    await page.locator(".verdict.wrong", { hasText: /does not win: (Orange|Blue) (answers|wins)/ }).waitFor();
    await input.fill(right);
    await input.press("Enter");
    await page.locator(".verdict.right").waitFor();
    assert.equal(await figure(page, "Streak"), "0");
    await page.getByRole("button", { name: "Play on" }).click();
    await hear(page, /(Orange|Blue) (adds|flies|passes).*(Orange|Blue) to move/);
  },
);

testPage("two pages share the progress", DESKTOP, async ({ page, context, home }) => {
  const other = await context.newPage();
  await open(other, home.address);
  for (const each of [page, other]) {
    await each.getByRole("button", { name: "Puzzles" }).click();
    await each.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  }
  const input = page.getByLabel("Move", { exact: true });
  await input.fill(await solution(page));
  await input.press("Enter");
  await page.locator(".verdict.right").waitFor();
  await untilSaved(page);
  await other.locator(".streak div", { hasText: "Solved" }).locator("dd", { hasText: "1" }).waitFor();
  await other.getByRole("button", { name: "Next puzzle" }).click();
  await untilSaved(other);
  await page.reload();
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  assert.equal(await figure(page, "Solved"), "1");
});

testPage("the engine moves when one comes back to a puzzle that is played on", DESKTOP, async ({ page }) => {
  await page.getByRole("button", { name: "Puzzles" }).click();
  const input = page.getByLabel("Move", { exact: true });
  await input.fill(await solution(page));
  await input.press("Enter");
  await page.locator(".verdict.right").waitFor();
  await page.getByRole("button", { name: "Play on" }).click();
  await page.getByRole("button", { name: "Game", exact: true }).click();
  await page.getByRole("button", { name: "Puzzles" }).click();
  await hear(page, /(Orange|Blue) (adds|flies|passes).*(Orange|Blue) to move/);
});

testPage("puzzles are filtered by edge and length", DESKTOP, async ({ page }) => {
  await page.getByRole("button", { name: "Puzzles" }).click();
  await page.getByRole("heading", { name: /of \d+/ }).waitFor();
  await page.getByLabel("Edge of the sky").selectOption("6");
  await page.locator('[data-space="k2"]').waitFor();
  await page.getByLabel("Plies to the win").selectOption("5");
  await page.getByText(/wins in 5\./).waitFor();
  await page.getByLabel("Plies to the win").selectOption("11");
  await page.getByRole("heading", { name: "No puzzle" }).waitFor();
  assert.match((await space(page, "k2").getAttribute("aria-label")) ?? "", /vacant/);
});

testPlay(
  "the explorer shows what the kept games do, with a heat map, and statistics show their figures",
  DESKTOP,
  async ({ page }) => {
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Two people" }).check();
    await dialog.getByLabel("Edge of the sky").selectOption("5");
    await dialog.getByRole("button", { name: "Start" }).click();
    await page.getByRole("switch", { name: "Explorer" }).check();
    await page.getByText("300 games").waitFor();
    assert.ok((await page.locator("circle.glow").count()) > 5);
    await page.getByLabel("Heat map").uncheck();
    assert.equal(await page.locator("circle.glow").count(), 0);
    await page.getByRole("table").getByRole("button").first().click();
    await waitForMoves(page, 1);
    await page.getByRole("button", { name: "Statistics" }).click();
    await page.getByRole("heading", { name: "300 games" }).waitFor();
    assert.equal(await page.locator("circle.glow").count(), 54);
    await page.locator('[data-space="c4"]').click();
    await hear(page, /^c4: \d+ birds? added/);
  },
  ["--games", simulate(300)],
);

// Puzzles with their streaks, and the views of kept games.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Engine, Position } from "../../package/dist/engine/inline.js";
import {
  another,
  begin,
  DESKTOP,
  enter,
  hear,
  press,
  shared,
  simulate,
  space,
  testPage,
  testPlay,
  tool,
  untilSaved,
  waitForMoves,
} from "./support.js";

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

/**
 * Play the puzzle that is shown, which has two moves, to its end.
 * @param {Page} page
 */
async function solve(page) {
  const who = /^\w+/.exec((await page.locator(".puzzle p").first().textContent()) ?? "")?.[0];
  await enter(page, await solution(page));
  await page.locator(".verdict.right", { hasText: "Go on" }).waitFor();
  await hear(page, new RegExp(`${who} to move`));
  const position = new Position(await shared(page, "fen"));
  const move = position.legalMoves().find((each) => position.play(each).outcome()?.winner === position.turn);
  await enter(page, String(move));
  await page.locator(".verdict.right", { hasText: "Solved" }).waitFor();
}

testPage("puzzles are played to their end, count then, and the streak is kept", DESKTOP, async ({ page }) => {
  await press(page, "Puzzles");
  const next = page.getByRole("button", { name: "Next puzzle" });
  for (const streak of ["1", "2"]) {
    const heading = await page.getByRole("heading", { name: /^Puzzle \d+ of \d+, easy$/ }).textContent();
    await page.getByText(/ to move wins in 2 moves\./).waitFor();
    assert.doesNotMatch((await next.getAttribute("class")) ?? "", /primary/);
    await solve(page);
    assert.equal(await figure(page, "Streak"), streak);
    assert.match((await next.getAttribute("class")) ?? "", /primary/);
    await next.click();
    await page.waitForFunction((text) => document.querySelector(".puzzle h2")?.textContent !== text, heading);
  }
  // Leaving a puzzle ends the streak only after a warning, and one that is solved again does not count again.
  for (const way of ["Previous", "Next puzzle"]) {
    await page.getByRole("button", { name: way }).click();
    await page.locator(".verdict", { hasText: "your streak of 2 would end" }).waitFor();
    await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
    if (way === "Next puzzle") break;
    await page.reload();
    await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
  }
  assert.equal(await figure(page, "Streak"), "2");
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByRole("heading", { name: /^Puzzle 2 / }).waitFor();
  await solve(page);
  assert.equal(await figure(page, "Solved"), "2");
  await next.click();
  await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
  await untilSaved(page);
  await page.reload();
  await page.getByRole("heading", { name: /^Puzzle 3 / }).waitFor();
  // It was 0 after the puzzle that was left.
  assert.equal(await figure(page, "Streak"), "1");
  assert.equal(await figure(page, "Best"), "2");
  await page.getByRole("button", { name: "Show the solution" }).click();
  await page.locator(".verdict", { hasText: await solution(page) }).waitFor();
  assert.equal(await figure(page, "Streak"), "0");
  await next.click();
  await page.getByRole("heading", { name: /^Puzzle 4 / }).waitFor();
  const right = await solution(page);
  const wrong = new Position(await shared(page, "fen")).legalMoves().find((move) => move !== right);
  await enter(page, wrong ?? "");
  await page.locator(".verdict.wrong", { hasText: /does not win: \w+ (answers|wins)/ }).waitFor();
  // The wrong move and the answer to it are on the board.
  await hear(page, /^(Orange|Blue) (adds|flies|passes).*(Orange|Blue) to move/);
  await press(page, "Try again");
  await solve(page);
  assert.deepEqual([await figure(page, "Streak"), await figure(page, "Solved")], ["0", "2"]);
});

/** Open the puzzle of a day, and play it to its end, first with a wrong move if there shall be one. @param {Page} page @param {string} day @param {boolean} isWrong */
async function solveDaily(page, day, isWrong = false) {
  await page.clock.setFixedTime(new Date(`${day}T12:00`));
  await page.reload();
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  await press(page, "Puzzle of the day");
  await page.getByRole("heading", { name: /^Puzzle of the day, / }).waitFor();
  const engine = new Engine();
  const first = new Position(await shared(page, "fen"));
  if (isWrong) {
    const { move } = engine.play(first, { nodes: 50_000 });
    await enter(page, first.legalMoves().find((each) => each !== move) ?? "");
    await page.locator(".verdict.wrong", { hasText: /does not win: \w+ (answers|wins)/ }).waitFor();
    await press(page, "Try again");
  }
  let fen = "";
  while (!(await page.locator(".verdict.right", { hasText: "Solved" }).isVisible())) {
    const position = new Position(await shared(page, "fen"));
    if (position.turn !== first.turn || position.outcome() !== null || position.fen() === fen) continue;
    fen = position.fen();
    await enter(page, engine.play(position, { nodes: 50_000 }).move);
  }
  engine.close();
  return first.fen();
}

testPage(
  "the puzzle of the day is the same for everybody, and days in a row count",
  DESKTOP,
  async ({ page, context, home }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await press(page, "Puzzles");
    const first = await solveDaily(page, "2026-11-29");
    assert.deepEqual([await figure(page, "Days"), await figure(page, "Streak")], ["1", "0"]);
    assert.notEqual(await solveDaily(page, "2026-11-30", true), first);
    assert.equal(await figure(page, "Days"), "2");
    await press(page, "Share the result");
    await page.locator(".verdict", { hasText: "Copied." }).waitFor();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    const address = `${home.address}#puzzle=day`;
    assert.equal(line, `Volo, puzzle of November 30: solved in 2 tries, 2 days in a row. ${address}`);
    await untilSaved(page);
    // After a day without one, the days begin again. The address leads to the puzzle of this day.
    await page.clock.setFixedTime(new Date("2026-11-29T23:00"));
    const other = await another(context, address);
    await other.getByRole("heading", { name: /^Puzzle of the day, November 29, / }).waitFor();
    assert.equal(await shared(other, "fen"), first);
    await solveDaily(page, "2026-12-02");
    assert.equal(await figure(page, "Days"), "1");
  },
);

testPage("a link leads to a puzzle, which Share shares first", DESKTOP, async ({ page, home }) => {
  for (const number of [700, 12]) {
    await page.evaluate((hash) => Object.assign(location, { hash }), `#puzzle=${number}`);
    await page
      .getByRole("heading", { name: new RegExp(`^Puzzle ${number} of \\d+, (easy|medium|hard|very hard)$`) })
      .waitFor();
    await tool(page, "Share");
    await page.getByRole("button", { name: "Copy", disabled: false }).waitFor();
    assert.equal(await page.getByLabel("Text").inputValue(), `${home.address}#puzzle=${number}`);
    await page.keyboard.press("Escape");
  }
});

testPage("two pages share the progress", DESKTOP, async ({ page, context, home }) => {
  const other = await another(context, home.address);
  for (const each of [page, other]) {
    await press(each, "Puzzles");
    await each.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  }
  await solve(page);
  await untilSaved(page);
  await other.locator(".streak div", { hasText: "Solved" }).locator("dd", { hasText: "1" }).waitFor();
  await other.getByRole("button", { name: "Next puzzle" }).click();
  await untilSaved(other);
  await page.reload();
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  assert.equal(await figure(page, "Solved"), "1");
});

testPage("the engine moves when one comes back to a puzzle", DESKTOP, async ({ page }) => {
  await press(page, "Puzzles");
  await enter(page, await solution(page));
  await press(page, "Game");
  await press(page, "Puzzles");
  await hear(page, /(adds|flies|passes).*(Orange|Blue) to move/);
});

testPage("puzzles are filtered by edge, length and difficulty", DESKTOP, async ({ page }) => {
  await press(page, "Puzzles");
  await page.getByRole("heading", { name: /of \d+/ }).waitFor();
  await page.getByLabel("Edge of the sky").selectOption("6");
  await page.locator('[data-space="k2"]').waitFor();
  await page.getByLabel("Difficulty").selectOption("Hard");
  await page.getByRole("heading", { name: /^Puzzle 1 of \d+, hard$/ }).waitFor();
  await page.getByLabel("Your moves to the win").selectOption("6");
  await page.getByRole("heading", { name: "No puzzle" }).waitFor();
  assert.match((await space(page, "k2").getAttribute("aria-label")) ?? "", /vacant/);
});

testPlay(
  "the explorer shows what the kept games do, and statistics their figures",
  DESKTOP,
  async ({ page }) => {
    await begin(page);
    await page.getByRole("switch", { name: "Explorer" }).check();
    await page.getByText("300 games").waitFor();
    assert.ok((await page.locator("circle.glow").count()) > 5);
    await page.getByLabel("Heat map").uncheck();
    assert.equal(await page.locator("circle.glow").count(), 0);
    await page.getByRole("table").getByRole("button").first().click();
    await waitForMoves(page, 1);
    await press(page, "Statistics");
    await page.getByRole("heading", { name: "300 games" }).waitFor();
    assert.equal(await page.locator("circle.glow").count(), 54);
    await page.locator('[data-space="c4"]').click();
    await hear(page, /^c4: \d+ birds? added/);
  },
  ["--games", simulate(300)],
);

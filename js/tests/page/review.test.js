// Learning from the mistakes of a game, and the marks that are kept with it.

import assert from "node:assert/strict";
import { AXE, assertAccessible } from "../axe.js";
import {
  another,
  DESKTOP,
  enter,
  GAMES,
  hear,
  importGame,
  moves,
  press,
  testPage,
  untilSaved,
  WON,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

/** A phone with the bars of its browser. */
const LOW = { viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true, bypassCSP: true };

/** @param {Page} page */
const learn = (page) => press(page, "Learn from your mistakes");

/** @param {Page} page @param {string | RegExp} name */
const heading = (page, name) => page.getByRole("heading", { name }).waitFor();

/** @param {Page} page @param {RegExp} text */
const verdict = (page, text) => page.locator(".below .verdict", { hasText: text }).waitFor();

/** The marked moves of the list. @param {Page} page */
const marks = (page) =>
  page
    .locator(".moves button")
    .evaluateAll((buttons) => buttons.map((each, index) => `${index} ${each.getAttribute("data-mark") ?? ""}`));

/** Whether the page shows anything of the analysis. @param {Page} page */
async function isHidden(page) {
  const shown = page.locator("path.arrow, circle.arrow, g.tag, .gauge, ol.lines, .graph");
  return (await shown.count()) === 0;
}

testPage("a person learns from a lost game, without its analysis", LOW, async ({ page }) => {
  await page.addScriptTag({ path: AXE });
  await importGame(page, WON, ["e3", "b4:c4-W3"], { Blue: "Engine, level 1" });
  await page.getByRole("switch", { name: "Analysis" }).check();
  await learn(page);
  await heading(page, "Your mistake 1 of 1");
  await page.getByText("In move 1, you played e3. Find a better move for Orange.").waitFor();
  await hear(page, /^Orange to move/);
  assert.ok(await isHidden(page));
  await assertAccessible(page, "a mistake");
  // All that is needed is seen at once.
  const assertSeen = async (/** @type {string} */ name) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    // The tabs of the views are below.
    assert.ok(box !== null && box.y + box.height <= 664 - 48, JSON.stringify(box));
  };
  await assertSeen("Next");

  for (const [move, text, answer] of /** @type {const} */ ([
    ["g2", /^No: Blue answers b4:c4-W3 and wins\.$/, /^Blue flies b4 to c4 3 steps west/],
    ["e3", /^No: Blue answers b4:c4-W3 and wins\.$/, /^Blue flies b4 to c4 3 steps west/],
    ["c3", /^Better than e3, but Blue answers \S+\. (Even|Blue is ahead.*|Orange is ahead.*)\.$/, /^Blue adds/],
  ])) {
    await enter(page, move);
    await verdict(page, text);
    await hear(page, answer);
    await assertAccessible(page, "a wrong try");
    await press(page, "Try again");
    await hear(page, /^Orange to move/);
  }
  const back = page.getByRole("button", { name: "Back to the game" });
  await back.focus();
  await page.keyboard.press("h");
  await verdict(page, /^Fly: it wins at once\.$/);
  assert.ok(await back.evaluate((each) => each === document.activeElement));
  assert.ok(await isHidden(page));
  await press(page, "Show the answer");
  await verdict(page, /^\S+ wins at once\.$/);
  assert.ok(!(await isHidden(page)));
  await press(page, "Try again");
  await enter(page, "f5-SW1");
  await verdict(page, /^f5-SW1 wins at once\.$/);
  await press(page, "Next");
  await verdict(page, /^What it was about: a win in one overlooked \(move 1\)\.$/);
  await assertAccessible(page, "the end");
  await assertSeen("Back to the game");
  await press(page, "Back to the game");
  assert.deepEqual(await moves(page), ["e3", "b4:c4-W3"]);
});

testPage("in a game of two people, the mistakes of each are shown", DESKTOP, async ({ page }) => {
  await importGame(page, WON, ["e3", "b4:c4-W3"]);
  await learn(page);
  await heading(page, "Orange's mistake 1 of 1");
  await press(page, "Blue's mistakes");
  await page.getByText("No move cost much.").waitFor();
  await press(page, "Orange's mistakes");
  await heading(page, "Orange's mistake 1 of 1");
  // The address leads here.
  await untilSaved(page);
  await page.reload();
  await heading(page, "Orange's mistake 1 of 1");
});

testPage("the marks of a long game are the same with and without analysis, and stay", DESKTOP, async (place) => {
  const { page, context, home } = place;
  const game = GAMES.find(({ rules, moves }) => rules === "abstract-play-5" && moves.length >= 50);
  const other = await another(context, home.address);
  for (const each of [page, other]) {
    each.setDefaultTimeout(300_000);
    await importGame(each, game?.rules ?? "", game?.moves ?? []);
  }
  await other.getByRole("switch", { name: "Analysis" }).check();
  await press(other, "Evaluate the whole game");
  await learn(page);
  await heading(page, /mistake 1 of 3$/);
  await press(page, "Back to the game");
  assert.ok((await marks(page)).every((mark) => mark.endsWith(" ")));
  await page.getByRole("switch", { name: "Analysis" }).check();
  const made = await marks(page);
  const count = made.filter((mark) => mark.endsWith("?")).length;
  assert.ok(count >= 3 && count <= made.length / 3, made.join());
  await page.getByRole("img", { name: /of 53 evaluated/ }).waitFor();

  await other.getByRole("img", { name: /of 53 evaluated/ }).waitFor();
  assert.deepEqual(await marks(other), made);
  // The analysis of a position does not change its mark.
  for (const number of [1, 2]) {
    await press(page, "Next mistake");
    await page.locator(".speed", { hasText: /depth/ }).waitFor();
    assert.deepEqual(await marks(page), made, String(number));
  }
  await untilSaved(page);
  await page.reload();
  await waitForMoves(page, made.length);
  await page.getByRole("switch", { name: "Analysis" }).check();
  assert.deepEqual(await marks(page), made);
});

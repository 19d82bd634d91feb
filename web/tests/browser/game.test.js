// Whole games on the page, each by one means of input.

import assert from "node:assert/strict";
import { Sky } from "../../board/sky.js";
import { moveByKeyboard, tabTo } from "./keyboard.js";
import { begin, choices, DESKTOP, edgeOf, GAMES, moves, PHONE, space, status, testPage } from "./support.js";

/** @import { Page } from "playwright-core" */
/** @import { Recorded } from "./support.js" */

/**
 * @param {number} index
 * @returns {Recorded}
 */
function recorded(index) {
  const game = GAMES[index];
  assert.ok(game !== undefined);
  return game;
}

/**
 * Check that a recorded game is on the page, and over.
 * @param {Page} page
 * @param {Recorded} game
 */
async function checkEnd(page, game) {
  assert.deepEqual(await moves(page), game.moves);
  const winner = game.winner === "orange" ? "Orange" : "Blue";
  assert.match((await status(page).textContent()) ?? "", new RegExp(`${winner} wins: all birds in one flock`));
  assert.equal(await space(page, "b2").getAttribute("aria-disabled"), "true");
}

testPage("a whole game by keyboard alone, with region choices and passes", DESKTOP, async (page) => {
  const game = recorded(10);
  const sky = new Sky(edgeOf(game.rules));
  await tabTo(page, "Players");
  await page.keyboard.press("End");
  await tabTo(page, "Rule set");
  await page.keyboard.type("Abstract");
  await tabTo(page, "Edge");
  await page.keyboard.press("Home");
  await tabTo(page, "Start");
  await page.keyboard.press("Enter");
  for (const move of game.moves) await moveByKeyboard(page, sky, move);
  await checkEnd(page, game);
});

testPage("a whole game by mouse, in which birds and lines are dragged", DESKTOP, async (page) => {
  const game = recorded(42);
  await begin(page, game.rules);

  /** @param {string} from @param {string} to */
  const drag = async (from, to) => {
    await space(page, from).hover();
    await page.mouse.down();
    await space(page, to).hover();
    await page.mouse.up();
  };
  for (const move of game.moves) {
    const [first = "", second, third, fourth] = choices(move, edgeOf(game.rules));
    const isLine = move.includes(":");
    if (second === undefined) await space(page, first).click();
    else await drag(first, second);
    const target = isLine ? third : undefined;
    if (target !== undefined) {
      // The line is dragged by the bird that reaches the target; see choices().
      const grips = [first, second].filter((end = "") => {
        const way = new Sky(7).way(end, target);
        return way !== null && move.includes(`-${way.direction}${way.distance}`);
      });
      await drag(grips[0] ?? "", target);
    }
    const kept = isLine ? fourth : third;
    if (kept !== undefined) await space(page, kept).click();
  }
  await checkEnd(page, game);
});

testPage("a whole game by touch on a phone of 360 pixels", PHONE, async (page) => {
  const game = recorded(42);
  await begin(page, game.rules);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `the page is ${width} pixels wide`);
  for (const move of game.moves) {
    for (const each of choices(move, edgeOf(game.rules))) await space(page, each).tap();
  }
  await checkEnd(page, game);
});

testPage("a game typed in notation", DESKTOP, async (page) => {
  const game = recorded(6);
  await begin(page, game.rules);
  const input = page.getByLabel("Move", { exact: true });
  for (const move of game.moves) {
    await input.fill(move);
    await input.press("Enter");
  }
  await checkEnd(page, game);
});

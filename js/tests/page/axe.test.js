// Every view of the page in axe-core, light on a desktop, and dark on a phone.

import assert from "node:assert/strict";
import { assertAccessible, axeTests } from "../axe.js";
import {
  begin,
  DIVISION,
  more,
  press,
  resign,
  simulate,
  space,
  testPage,
  testPlay,
  tool,
  type,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

/** @type {Record<string, (page: Page) => Promise<void>>} */
const VIEWS = {
  "a game with branches and a refused move": async (page) => {
    await begin(page, {}, ["d5", "c4", "h4"]);
    await press(page, "Back");
    await type(page, "f4");
    await page.getByLabel("Move", { exact: true }).fill("c3");
    await page.keyboard.press("Enter");
    await page.locator(".board .refused").waitFor();
  },
  analysis: async (page) => {
    await page.getByRole("switch", { name: "Analysis" }).check();
    await page.getByLabel("Lines", { exact: true }).selectOption("2");
    await page.getByRole("list", { name: "Best lines" }).getByRole("listitem").nth(1).waitFor();
  },
  "a new game": async (page) => {
    await page.getByRole("switch", { name: "Analysis" }).uncheck();
    await tool(page, "New game");
    await page.getByLabel("Rule set").selectOption("by-hand");
    await page.getByLabel("Clock", { exact: true }).selectOption("own");
  },
  "a game with a clock": async (page) => {
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Two people" }).check();
    await press(dialog, "Start");
    await page.getByRole("timer").first().waitFor();
  },
  "an offer of a draw": async (page) => {
    await type(page, "d5");
    await more(page, "Offer a draw");
    await page.getByRole("button", { name: "Accept the draw" }).click();
    await page.locator(".result", { hasText: "Draw: agreed by both players." }).waitFor();
  },
  "a game by link": async (page) => {
    await begin(page, { players: "By link", color: "Orange" }, ["d5"]);
    await page.getByRole("button", { name: "Copy the link" }).waitFor();
  },
  "a lesson": async (page) => {
    await press(page, "Learn");
    await page.getByRole("heading", { name: /^Step 1/ }).waitFor();
    await page.goBack();
  },
  "saved games": async (page) => {
    await begin(page, { players: "The engine", color: "Orange", level: "1", rules: "standard-4" }, ["b5"]);
    await waitForMoves(page, 2);
    await resign(page);
    await tool(page, "Saved games");
    await page.getByRole("img", { name: /^Edge 4: levels beaten: none/ }).waitFor();
  },
  import: async (page) => {
    await tool(page, "Import");
    await page.getByLabel("Text").fill("neither");
    await page.getByRole("button", { name: "Read" }).click();
    await page.getByRole("dialog").getByRole("alert").filter({ hasText: /\w/ }).waitFor();
  },
  share: async (page) => {
    await tool(page, "Share");
  },
  help: async (page) => {
    await tool(page, "Help");
  },
  "the set-up": async (page) => {
    await press(page, "Set up");
    await press(page, "Clear");
    await space(page, "c4").click();
    await page.locator(".reasons li").first().waitFor();
  },
  puzzles: async (page) => {
    await press(page, "Puzzles");
    await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
    await page.getByRole("button", { name: "Show the solution" }).click();
    await page.locator(".verdict", { hasText: "The move is" }).waitFor();
  },
  paper: async (page) => {
    await tool(page, "Board");
    await page.getByLabel("Like paper").check();
    await page.keyboard.press("Escape");
    await press(page, "Game");
  },
};

/**
 * Views that need a first position with a division, and kept games.
 * @type {Record<string, (page: Page) => Promise<void>>}
 */
const MORE_VIEWS = {
  "a region to choose": async (page) => {
    await space(page, "f3").click();
    await space(page, "d5").click();
    await page.getByRole("group", { name: "Regions to keep" }).getByRole("button").first().waitFor();
  },
  "the board dialog": async (page) => {
    await tool(page, "Board");
    await page.getByLabel("Outline flocks").check();
    await page.getByLabel("Tinted regions").selectOption("blue");
  },
  "a result": async (page) => {
    for (const move of ["f3-SE2/a2", "b1-E3"]) await type(page, move);
    await page.locator(".result").waitFor();
  },
  "an evaluated game": async (page) => {
    await page.getByRole("switch", { name: "Analysis" }).check();
    await page.getByRole("button", { name: "Evaluate the whole game" }).click();
    await page.getByRole("img", { name: /of 3 evaluated; \d mistakes?$/ }).waitFor();
    await page.getByRole("button", { name: "Evaluate the whole game" }).waitFor();
  },
  "the explorer": async (page) => {
    await page.getByRole("switch", { name: "Analysis" }).uncheck();
    await begin(page);
    await page.getByRole("switch", { name: "Explorer" }).check();
    await page.getByText("300 games").waitFor();
  },
  statistics: async (page) => {
    await press(page, "Statistics");
    await page.getByRole("heading", { name: "300 games" }).waitFor();
  },
};

/**
 * Test some views, one after the other, in axe-core.
 * @param {string} name
 * @param {Record<string, (page: Page) => Promise<void>>} views
 * @param {string[]} given options of `volo play`
 */
function testViews(name, views, given = []) {
  axeTests(
    (look, options, body) => {
      const each = `${name}: ${look}`;
      if (given.length === 0) testPage(each, options, ({ page }) => body(page));
      else testPlay(each, options, ({ page }) => body(page), given);
    },
    async (page) => {
      for (const [view, show] of Object.entries(views)) {
        if (view !== "a game with a clock") await page.keyboard.press("Escape");
        await show(page);
        await assertAccessible(page, view);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(width <= (page.viewportSize()?.width ?? 0), `${view} is ${width} pixels wide`);
      }
    },
  );
}

testViews("the views of a game, its dialogs, the set-up and the puzzles", VIEWS);
testViews("a choice of region, a result, the explorer and the statistics", MORE_VIEWS, [
  DIVISION,
  "--games",
  simulate(300),
]);

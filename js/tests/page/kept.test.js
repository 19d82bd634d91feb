// Games survive a reload, two pages at once, cleared storage, and the move to another browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { browser } from "../chromium.js";
import {
  another,
  begin,
  copy,
  DESKTOP,
  free,
  moves,
  open,
  press,
  resign,
  space,
  testPage,
  tool,
  type,
  untilSaved,
  WON,
  waitForMoves,
} from "./support.js";

/** @import { Locator, Page } from "playwright-core" */

testPage("a page that is left at once loses no move of two games", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5", "c4"]);
  await begin(page, { rules: "standard-4" }, ["b5"]);
  await page.goto("about:blank");
  await page.goBack();
  await waitForMoves(page, 1);
  assert.deepEqual(await moves(page), ["b5"]);
  await tool(page, "Saved games");
  const items = page.getByRole("dialog").getByRole("listitem");
  await items.filter({ hasText: "standard-5" }).getByRole("button").first().click();
  await waitForMoves(page, 2);
  assert.deepEqual(await moves(page), ["d5", "c4"]);
});

testPage("two pages at once: two games, and one game in two pages", DESKTOP, async ({ page, context, home }) => {
  await begin(page, {}, ["d5"]);
  await untilSaved(page);
  const other = await another(context, `${home.address}index.html`);
  await waitForMoves(other, 1);
  await type(other, "c4");
  await waitForMoves(page, 2);
  await type(page, "h4");
  await waitForMoves(other, 3);

  await begin(other, { rules: "standard-4" }, ["b5"]);
  assert.deepEqual(await moves(page), ["d5", "c4", "h4"]);
  await type(page, "g4");
  await Promise.all([untilSaved(page), untilSaved(other)]);
  await page.reload();
  await waitForMoves(page, 4);
  await other.reload();
  await waitForMoves(other, 1);
  assert.deepEqual(await moves(other), ["b5"]);
});

testPage("of two pages with one game, one lets the engine move", DESKTOP, async ({ page, context, home }) => {
  await begin(page, { players: "The engine", color: "Orange", level: "1", rules: "standard-4" });
  await space(page, "b5").click();
  await waitForMoves(page, 2);
  await untilSaved(page);
  const other = await another(context, home.address);
  await waitForMoves(other, 2);
  await free(other).first().click();
  await waitForMoves(other, 4);
  await waitForMoves(page, 4);
  assert.deepEqual(await moves(page), await moves(other));
  // The engine moves on where the first page has gone.
  await page.close();
  await free(other).first().click();
  await waitForMoves(other, 6);
});

testPage("saved games are deleted, and brought back", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5"]);
  await begin(page, { rules: "standard-4" }, ["b5"]);
  await untilSaved(page);
  await tool(page, "Saved games");
  const items = page.getByRole("dialog").getByRole("listitem");
  await items.nth(1).waitFor();
  const remove = items.filter({ hasText: "standard-5" }).getByRole("button", { name: /^Delete/ });
  await remove.click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await remove.click();
  await page.getByRole("button", { name: "Bring it back" }).waitFor();
  await page.keyboard.press("Escape");
  await tool(page, "Saved games");
  await items.first().waitFor();
  assert.equal(await items.count(), 1);
});

testPage("saved games show their players, result, rules and last position", DESKTOP, async ({ page }) => {
  await begin(page, { players: "The engine", color: "Orange", level: "1", rules: "standard-4" }, ["b5"]);
  await waitForMoves(page, 2);
  await resign(page);
  await untilSaved(page);
  await tool(page, "Saved games");
  const item = page.getByRole("dialog").getByRole("listitem").first();
  await item
    .filter({ hasText: /You \u2013 Engine, level 1.*Blue wins, 2 moves, Standard \(2010\), edge 4, / })
    .waitFor();
  const birds = () =>
    item
      .locator(".thumbnail path")
      .evaluateAll((paths) => paths.map((path) => path.getAttribute("d")?.match(/M/g)?.length));
  assert.deepEqual(await birds(), [4, 4]);
  // A game that an earlier page saved has no such facts beside it.
  await page.evaluate(async () => {
    const opening = indexedDB.open("volo");
    const database = await new Promise((done) => {
      opening.onsuccess = () => done(opening.result);
    });
    const games = /** @type {IDBDatabase} */ (database).transaction("games", "readwrite").objectStore("games");
    const all = games.getAll();
    await new Promise((done) => {
      all.onsuccess = () => {
        for (const { birds, rules, result, ...rest } of all.result) games.put(rest);
        games.transaction.oncomplete = done;
      };
    });
  });
  await page.keyboard.press("Escape");
  await tool(page, "Saved games");
  await item.filter({ hasText: "Blue wins, 2 moves" }).waitFor();
  assert.deepEqual(await birds(), [4, 4]);
});

testPage("what the board marks is kept with the game, which the puzzles are not", DESKTOP, async ({ page, home }) => {
  await begin(page, {}, ["d5"]);
  await tool(page, "Board");
  await page.getByLabel("Outline flocks").check();
  await page.getByLabel("Tinted regions").selectOption("blue");
  await page.getByLabel("Mark the spaces").uncheck();
  await page.getByLabel("Confirm each move").check();
  await page.getByLabel("Like paper").check();
  await page.keyboard.press("Escape");
  await untilSaved(page);
  await page.reload();
  await page.locator("g.flocks").first().waitFor();
  // On paper, the sky is white, and the birds differ in brightness.
  const fills = page.locator(".near, .far, .blue .disc, .orange .disc");
  const colors = await fills.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each)).map(({ stopColor, fill }) => `${stopColor} ${fill}`),
  );
  assert.deepEqual(
    new Set(colors),
    new Set(["rgb(255, 255, 255) rgb(0, 0, 0)", "rgb(0, 0, 0) rgb(18, 48, 94)", "rgb(0, 0, 0) rgb(255, 217, 160)"]),
  );
  assert.equal(await page.locator("g.flocks").count(), 2);
  assert.ok((await page.locator("path.region.blue").count()) > 0);
  assert.equal(await page.locator("circle.add").count(), 0);
  // Another space is chosen instead, and no move is played before the confirmation.
  for (const name of ["h4", "c4"]) await space(page, name).click();
  await page.getByRole("button", { name: "Play c4" }).click();
  await waitForMoves(page, 2);
  await press(page, "Puzzles");
  await page.getByText(/Find the only move that wins/).waitFor();
  await untilSaved(page);
  await page.goto("about:blank");
  await open(page, `${home.address}#puzzles`);
  assert.deepEqual(await moves(page), ["d5", "c4"]);
});

/** Make a page deaf to the others, as if it were asleep. @param {Page} page */
async function deafen(page) {
  await page.evaluate(() => Object.assign(BroadcastChannel.prototype, { postMessage: () => {} }));
}

testPage("two pages that do not hear each other keep the moves of both", DESKTOP, async ({ page, context, home }) => {
  await begin(page, { rules: "standard-4" }, ["b5"]);
  await untilSaved(page);
  const other = await another(context, home.address);
  await waitForMoves(other, 1);
  await Promise.all([deafen(page), deafen(other)]);
  await type(page, "c6");
  await untilSaved(page);
  assert.deepEqual(await moves(other), ["b5"]);
  await type(other, "e3");
  await untilSaved(other);
  await waitForMoves(other, 3);
  assert.deepEqual((await moves(other)).sort(), ["b5", "c6", "e3"]);
  // The page that is behind loads the game again as soon as it is looked at.
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await waitForMoves(page, 3);
  await page.reload();
  await waitForMoves(page, 3);
});

testPage("a page whose saved games were cleared saves them again", DESKTOP, async ({ page, context }) => {
  await begin(page, { rules: "standard-4" }, ["b5"]);
  await untilSaved(page);
  const session = await context.newCDPSession(page);
  const origin = await page.evaluate(() => location.origin);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
  await type(page, "c6");
  await untilSaved(page);
  await page.reload();
  await waitForMoves(page, 2);
  assert.deepEqual(await moves(page), ["b5", "c6"]);
});

/** Import a file with saved games. @param {Locator} dialog @param {string} text */
function bring(dialog, text) {
  const file = { name: "x.json", mimeType: "application/json", buffer: Buffer.from(text) };
  return dialog.getByLabel("A file with saved games").setInputFiles(file);
}

/** A file with saved games. @param {Record<string, object>} documents by the names of the games */
function fileOf(documents) {
  const games = Object.entries(documents).map(([id, document]) => ({ id, document }));
  return JSON.stringify({ format: "volo saved games", version: 1, games });
}

const FIRST = "2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4";

/** A game that Orange has won. */
const LINE = ["d3", "g2", "e4", "b1", "f2-SE1", "c3", "b2-NW1", "b1-NW1", "d6-W1"];

/** @param {object} players @param {{ start?: string, line?: string[], tags?: object }} game */
function won(players, { start = FIRST, line = LINE, tags = {} } = {}) {
  const nodes = line.map((move, index) => ({ parent: index - 1, move }));
  return { version: 1, start, nodes, current: nodes.length - 1, tags, settings: { players } };
}

testPage("the ladder has the levels that were beaten, and the next one is proposed", DESKTOP, async ({ page }) => {
  const beaten = (/** @type {number} */ level, more = {}) => won({ orange: "person", blue: "engine", level }, more);
  const lost = won({ orange: "engine", blue: "person", level: 3 });
  const start = "3/1o2b1/7/8/b4o/8/7/1o2b1/3 o 0 standard-5";
  const larger = beaten(9, { start, line: [] });
  Object.assign(larger.settings, { ended: { winner: "orange", reason: "resignation", fen: start } });
  // Somebody else may have won it.
  const imported = beaten(12);
  Object.assign(imported.settings, { end: FIRST });
  await tool(page, "Saved games");
  const dialog = page.getByRole("dialog");
  // A game from a position in which much is decided proves nothing about a level, but leads to the next one.
  const steps = /** @type {const} */ ([
    [beaten(1), "1. Next: 2"],
    [beaten(7, { start: WON, line: ["f5-SW1"] }), "1. Next: 8"],
    [beaten(2), "1, 2. Next: 3"],
    [lost, "1, 2. Next: 3"],
    [lost, "1, 2. Next: 3"],
    [lost, "1, 2. Next: 2"],
    [larger, "1, 2. Next: 2"],
    [imported, "1, 2. Next: 2"],
  ]);
  for (const [index, [game, text]] of steps.entries()) {
    await bring(dialog, fileOf({ [`game${index}`]: game }));
    await dialog.getByRole("listitem").nth(index).waitFor();
    await dialog.getByRole("img", { name: `Edge 4: levels beaten: ${text}.` }).waitFor();
  }
  // To look at an old win does not make it the latest game.
  await dialog.getByRole("listitem").nth(-3).getByRole("button").first().click();
  await waitForMoves(page, LINE.length);
  await page.keyboard.press("Home");
  await page.locator(".moves:not(:has([aria-current]))").waitFor();
  await untilSaved(page);
  await tool(page, "Saved games");
  await dialog.getByRole("img", { name: "Edge 4: levels beaten: 1, 2. Next: 2." }).waitFor();
  await page.keyboard.press("Escape");
  await tool(page, "New game");
  await dialog.getByLabel("Edge of the sky").selectOption("4");
  await dialog.getByRole("option", { name: "2, Learner \u2713", selected: true }).waitFor({ state: "attached" });
  assert.equal(await dialog.getByLabel("Level").inputValue(), "2");
  // A level that a person has chosen stays.
  await dialog.getByLabel("Level").selectOption("5");
  await dialog.getByLabel("Edge of the sky").selectOption("5");
  await dialog.getByLabel("Edge of the sky").selectOption("4");
  assert.equal(await dialog.getByLabel("Level").inputValue(), "5");
  await press(page, "Start");
  await type(page, "b5");
  await waitForMoves(page, 2);
  for (const name of ["Rematch", "Rematch", ""]) {
    await resign(page);
    if (name === "") continue;
    await press(page, name);
    await type(page, "b5");
    await waitForMoves(page, 2);
  }
  await press(page, "Easier level");
  await page.locator(".player.blue", { hasText: "Level 4" }).waitFor();
});

testPage("the score against a friend is kept, by the name of the friend", DESKTOP, async ({ page }) => {
  const by = (/** @type {string} */ Blue) => won({ orange: "person", blue: "elsewhere" }, { tags: { Blue } });
  const lost = won({ orange: "elsewhere", blue: "person" }, { tags: { Orange: "Boris" } });
  const drawn = { ...by("Boris"), nodes: [], current: -1 };
  const ended = { winner: null, reason: "agreement", fen: FIRST };
  Object.assign(drawn.settings, { ended });
  await tool(page, "Saved games");
  const dialog = page.getByRole("dialog");
  await bring(dialog, fileOf({ a: by("Clara"), b: by("Boris"), c: by("Boris"), d: lost, e: drawn }));
  const item = dialog.getByRole("listitem").filter({ hasText: /You \u2013 Boris.*9 moves/ });
  await item.first().getByRole("button").first().click();
  await page.locator(".player.orange .name", { hasText: /^You, 2.5 points$/ }).waitFor();
  for (const key of ["Home", "ArrowRight"]) await page.keyboard.press(key);
  await page.locator(".moves button[aria-current]", { hasText: "d3" }).waitFor();
  await page.locator(".player.orange .name", { hasText: /^You, 2.5 points$/ }).waitFor();
  await page.locator(".player.blue .name", { hasText: /^Boris, 1.5 points$/ }).waitFor();
  await begin(page);
  await page.locator(".player.orange .name", { hasText: /^$/ }).waitFor({ state: "attached" });
});

testPage("all saved games move to another browser as one file", DESKTOP, async ({ page, home }) => {
  await begin(page, { rules: "standard-4" }, ["b5"]);
  await begin(page, {}, ["d5", "c4"]);
  await untilSaved(page);
  await tool(page, "Saved games");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("The browser may delete the saved games when it needs room.").waitFor();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export all" }).click();
  const path = await (await download).path();
  assert.match(await readFile(path, "utf8"), /^\{"format":"volo saved games","version":1,/);

  const context = await browser.newContext();
  const other = await another(context, home.address);
  await tool(other, "Saved games");
  const there = other.getByRole("dialog");
  const give = (/** @type {string} */ text) => bring(there, text);
  const game = { version: 1, start: "standard-4", nodes: [{ parent: -1, move: "b5" }], current: 99, tags: {} };
  const whole = (/** @type {object} */ document, puzzles = {}) =>
    fileOf({ a: document, puzzles: { ...game, nodes: [], settings: puzzles } });
  for (const text of ["{", '{"format":"volo saved games","version":1,"games":[5]}', whole({ version: 2 })]) {
    await give(text);
    const alert = there.getByRole("alert");
    await alert.filter({ hasText: /JSON|version 2|games\[0\]/ }).waitFor();
  }
  // What is not part of the moves is replaced.
  const settings = { look: { regions: "green" }, players: null };
  const progress = { number: 1.5, edge: "99", done: null };
  await give(whole({ ...game, settings }, progress));
  await there.getByRole("listitem").filter({ hasText: "not over, 1 move" }).getByRole("button").first().click();
  await waitForMoves(other, 1);
  await press(other, "Puzzles");
  await other.getByText(/Find the only move that wins/).waitFor();
  await tool(other, "Saved games");
  await there.getByLabel("A file with saved games").setInputFiles(path);
  await there.getByText("Imported 2 games.").waitFor();
  await there.getByRole("listitem").filter({ hasText: "standard-4" }).getByRole("button").first().click();
  await waitForMoves(other, 1);
  assert.deepEqual(await moves(other), ["b5"]);
  await context.close();
});

testPage("a page that may not keep games works, and says so", DESKTOP, async ({ page, home, server }) => {
  const broken = `indexedDB.open = () => { throw new Error("no"); };`;
  server.folder = copy((name, text) => (name.startsWith("worker-") ? broken + text : text));
  // This copy of the page has not kept its files yet.
  await page.goto(home.address.replace("/play/", "/copy/"));
  const notice = page.getByRole("alert");
  await notice.filter({ hasText: "The saved games cannot be read." }).waitFor();
  await begin(page, {}, ["d5"]);
  await notice
    .filter({ hasText: /^The game is not saved\. the browser does not keep games for this page: Error: no/ })
    .waitFor();
  // The page tries every two seconds. A problem that was closed is shown again only after a change.
  await page.waitForTimeout(4500);
  await page.getByRole("button", { name: "Close" }).click();
  await page.waitForTimeout(2500);
  assert.equal(await notice.isHidden(), true);
});

// The page in headless Chromium: as the site has it, or as `volo play` serves it.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "../chromium.js";
import { serve } from "../files.js";

/** @import { BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core" */
/** @import { Behavior } from "../files.js" */

/** The page, as `make page` builds it. */
export const FILES = fileURLToPath(new URL("../../../python/volo/play/page", import.meta.url));
assert.ok(existsSync(FILES), `${FILES} does not exist: run make page`);

const VOLO = process.env.VOLO ?? fileURLToPath(new URL("../../../.venv/bin/volo", import.meta.url));

/** Orange's flight f3-SE2 divides Blue's birds: one is in the region of f1, two are in that of a2. */
export const DIVISION = "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4";

/** Orange wins with one move, such as f5-SW1. */
export const WON = "2/b3o/b5/b2o/3bo1/3b1/2 o 0 standard-4";

/** Simulate games on edge 5, and return the folder that has them. @param {number} games */
export function simulate(games) {
  const parent = mkdtempSync(join(tmpdir(), "volo-games-"));
  after(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "games");
  const options = ["--rules", "standard-5", "--games", String(games), "--out", folder];
  execFileSync(VOLO, ["simulate", ...options], { stdio: "ignore" });
  return folder;
}

/** @typedef {{ address: string, close: () => Promise<void> }} Home an address of the page, and what ends it */

/** Start `volo play`. @param {string[]} options @returns {Promise<Home>} */
async function play(options) {
  assert.ok(existsSync(VOLO), `${VOLO} does not exist: run make simulate, or name another with VOLO=...`);
  const child = spawn(VOLO, ["play", "--no-browser", "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await ended;
  };
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    const address = /http:\S+(?=\n)/.exec(said)?.[0];
    if (address !== undefined) return { address, close };
  }
  throw new Error(`volo play ended without an address: ${said}`);
}

/** @typedef {BrowserContextOptions & { hash?: string }} Options how the page is shown, and what its address ends with */

/**
 * The arguments of a test.
 * @typedef {object} Place
 * @property {Page} page
 * @property {BrowserContext} context
 * @property {Home} home
 * @property {Behavior & { folder: string }} server how the files are served, which a test may change
 */

/** @typedef {(place: Place) => Promise<void>} Body */

/**
 * A test on the page of the site, in a browser without saved games. It fails if there is an error in the page.
 * @param {string} name @param {Options} options @param {Body} body
 */
export function testPage(name, options, body) {
  const server = { folder: FILES };
  testIn(name, options, body, server, () => serve(server));
}

/**
 * A test on the page that `volo play` serves, with some options of it.
 * @param {string} name @param {Options} options @param {Body} body @param {string[]} given
 */
export function testPlay(name, options, body, given = []) {
  testIn(name, options, body, { folder: FILES }, () => play(given));
}

/** @param {string} name @param {Options} options @param {Body} body @param {Place["server"]} server @param {() => Promise<Home>} start */
function testIn(name, { hash = "", ...options }, body, server, start) {
  test(name, async () => {
    const home = await start();
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(60_000);
    /** @type {string[]} */
    const errors = [];
    context.on("weberror", (error) => errors.push(String(error.error())));
    context.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    try {
      const page = await context.newPage();
      await open(page, home.address + hash);
      await body({ page, context, home, server });
    } finally {
      await context.close();
      await home.close();
    }
    assert.deepEqual(errors, []);
  });
}

/** @param {Page} page @param {string} address */
export async function open(page, address) {
  await page.goto(address);
  await page.locator('[data-space="b2"]').waitFor();
}

/** @param {BrowserContext} context @param {string} address */
export async function another(context, address) {
  const page = await context.newPage();
  await open(page, address);
  return page;
}

/** @param {Page | Locator} place @param {string} name */
export const press = (place, name) => place.getByRole("button", { name, exact: true }).click();

/** Press a button of the menu beside the board. @param {Page} page @param {string} name */
export async function more(page, name) {
  await press(page, "More");
  await press(page, name);
}

/** The spaces where the player to move may add a bird. @param {Page} page */
export const free = (page) => page.getByRole("button", { name: /add here/ });

/** The player to move, or the person who plays the engine, resigns. @param {Page} page */
export async function resign(page) {
  await more(page, "Resign");
  await page.getByRole("button", { name: /^Yes, \w+ resigns$/ }).click();
}

/** Import a text. @param {Page} page @param {string} text */
export async function paste(page, text) {
  await tool(page, "Import");
  const dialog = page.getByRole("dialog", { name: "Import" });
  await dialog.getByLabel("Text").fill(text);
  await press(page, "Read");
  return dialog;
}

/**
 * Import a game, with tags that name the engine or nobody.
 * @param {Page} page
 * @param {string} start
 * @param {string[]} line
 * @param {Record<string, string>} tags
 */
export async function importGame(page, start, line, tags = {}) {
  const nodes = line.map((move, index) => ({ parent: index - 1, move }));
  await paste(page, JSON.stringify({ version: 1, start, nodes, current: nodes.length - 1, tags }));
  await waitForMoves(page, line.length);
}

/** Import a file. @param {Page} page @param {string} name @param {string | Buffer} content */
export async function pick(page, name, content) {
  await tool(page, "Import");
  const dialog = page.getByRole("dialog", { name: "Import" });
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
  await dialog.getByLabel("File").setInputFiles(file);
  return dialog;
}

/** The game in one of the formats of Share. @param {Page} page @param {string} format */
export async function shared(page, format) {
  await tool(page, "Share");
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByLabel("Format").selectOption(format);
  await dialog.getByRole("button", { name: "Copy", disabled: false }).waitFor();
  const text = await dialog.getByLabel("Text").inputValue();
  await page.keyboard.press("Escape");
  return text;
}

/** Let the browser send texts to another program, and give what was sent last. @param {Page} page */
export async function sharing(page) {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: async (/** @type {ShareData} */ data) => Object.assign(window, { sent: data }) });
  });
  await page.reload();
  await space(page, "b2").waitFor();
  return async () => decodeURIComponent(await page.evaluate(() => Reflect.get(window, "sent").url));
}

/**
 * A copy of the page with other texts, which is deleted after the tests.
 * @param {(name: string, text: string) => string} change gives the text of a file
 */
export function copy(change) {
  const folder = mkdtempSync(join(tmpdir(), "volo-page-"));
  after(() => rmSync(folder, { recursive: true }));
  cpSync(FILES, folder, { recursive: true });
  for (const name of readdirSync(folder).filter((each) => /\.(js|html)$/.test(each))) {
    writeFileSync(join(folder, name), change(name, readFileSync(join(folder, name), "utf8")));
  }
  return folder;
}

/** Press a button of the head of the page, which is in a menu on a phone. @param {Page} page @param {string} name */
export async function tool(page, name) {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name, exact: true }).first().click();
}

/**
 * Begin a game, and make its first moves.
 * @param {Page} page
 * @param {{ rules?: string, players?: string, color?: string, level?: string }} choice
 * @param {string[]} first
 */
export async function begin(page, { rules = "standard-5", players = "Two people", color, level } = {}, first = []) {
  const [, name = "", edge = "7"] = /^(.*?)(?:-(\d))?$/.exec(rules) ?? [];
  const before = await page.evaluate(() => location.hash);
  await tool(page, "New game");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: players, exact: true }).check();
  if (color) await dialog.getByRole("radio", { name: color, exact: true }).check();
  if (level) await dialog.getByLabel("Level").selectOption(level);
  await dialog.getByLabel("Rule set").selectOption(name);
  await dialog.getByLabel("Edge of the sky").selectOption(edge);
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  // An engine may have moved already.
  await page.waitForFunction((hash) => location.hash !== hash, before);
  for (const move of first) await type(page, move);
}

/** @param {Page} page */
export function moveButtons(page) {
  return page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
}

/** @param {Page} page */
export const moves = (page) => moveButtons(page).allTextContents();

/** Wait until the list has this number of moves. @param {Page} page @param {number} count */
export const waitForMoves = (page, count) =>
  moveButtons(page)
    .nth(count - 1)
    .waitFor();

/** Wait until the latest state of all games is saved. @param {Page} page */
export const untilSaved = (page) => page.locator("html:not([data-saving])").waitFor();

/** @param {Page} page @param {string} text */
export async function enter(page, text) {
  const input = page.getByLabel("Move", { exact: true });
  await input.fill(text);
  await input.press("Enter");
}

/** Type a move in notation, and wait until it is played. @param {Page} page @param {string} move */
export async function type(page, move) {
  await enter(page, move);
  await page.waitForFunction((text) => document.querySelector(".moves [aria-current]")?.textContent === text, move);
}

/** Wait until the board shows a text. @param {Page} page @param {RegExp} text */
export const hear = (page, text) => page.locator(".board").getByRole("status").filter({ hasText: text }).waitFor();

export { DESKTOP, PHONE } from "../chromium.js";

import { space } from "../moves.js";

export { choices, GAMES, space } from "../moves.js";

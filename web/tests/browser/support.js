// A page in headless Chromium, and how a person makes moves on it.

import { readFileSync } from "node:fs";
import { parse } from "../../board/notation.js";
import { Sky } from "../../board/sky.js";
import { pageTest } from "../chromium.js";

export { DESKTOP, PHONE } from "../chromium.js";

/** @import { BrowserContextOptions, Locator, Page } from "playwright-core" */

/** @typedef {{ rules: string, moves: string[], winner: "orange" | "blue" | "draw" }} Recorded */

const PAGE = new URL("page.html", import.meta.url).href;
const DATA = new URL("../../../tests/data/abstract-play.jsonl", import.meta.url);

/**
 * The games that an independent implementation recorded.
 * @type {Recorded[]}
 */
export const GAMES = readFileSync(DATA, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

/**
 * A test on the page. It fails if there is an error in the page.
 * @param {string} name
 * @param {BrowserContextOptions} options
 * @param {(page: Page) => Promise<void>} body
 */
export function testPage(name, options, body) {
  pageTest(name, options, async (page) => {
    await page.goto(PAGE);
    await space(page, "b2").waitFor();
    await body(page);
  });
}

/**
 * The button of a space.
 * @param {Page} page
 * @param {string} name
 * @returns {Locator}
 */
export function space(page, name) {
  return page.locator(`[data-space="${name}"]`);
}

/**
 * The text of the board: the news and the advice.
 * @param {Page} page
 */
export function status(page) {
  return page.getByRole("status");
}

/**
 * Begin a game of two people.
 * @param {Page} page
 * @param {string} rules a rule set with an edge, such as `standard-5`
 */
export async function begin(page, rules) {
  const [, name = "", edge = "7"] = /^(.*?)(?:-(\d))?$/.exec(rules) ?? [];
  await page.getByLabel("Players").selectOption("");
  await page.getByLabel("Rule set").selectOption(name);
  await page.getByLabel("Edge of the sky").selectOption(edge);
  await page.getByRole("button", { name: "Start" }).click();
}

/**
 * Begin a game of two people from a position.
 * @param {Page} page
 * @param {string} fen
 */
export async function setUp(page, fen) {
  await page.getByLabel("Players").selectOption("");
  await page.getByLabel("Position (fen)").fill(fen);
  await page.getByRole("button", { name: "Set up" }).click();
}

/**
 * The position that is shown.
 * @param {Page} page
 */
export function fen(page) {
  return page.getByLabel("Position (fen)").inputValue();
}

/**
 * The moves in the list of moves.
 * @param {Page} page
 */
export function moves(page) {
  return page.getByRole("list", { name: "Moves" }).locator("span").allTextContents();
}

/**
 * The spaces that a person chooses for a move, one after the other. Empty for a pass.
 * @param {string} text
 * @param {number} edge
 * @returns {string[]}
 */
export function choices(text, edge) {
  const sky = new Sky(edge);
  const move = parse(text, sky);
  if (move.kind === "pass") return [];
  if (move.kind === "add") return [move.space];
  const first = /** @type {string} */ (move.line[0]);
  const last = /** @type {string} */ (move.line.at(-1));
  // In file to the side of the first end, the bird that leads is that one. Otherwise the one that is chosen last.
  const leads = sky.way(last, first)?.direction === move.direction ? 0 : move.line.length - 1;
  const target = /** @type {string} */ (move.landing[leads]);
  return [...new Set([first, last]), target, ...(move.keep === null ? [] : [move.keep])];
}

/**
 * The edge of the sky of a rule set.
 * @param {string} rules
 */
export function edgeOf(rules) {
  return Number(/-(\d)$/.exec(rules)?.[1] ?? 7);
}

/**
 * The space that has the focus.
 * @param {Page} page
 * @returns {Promise<string>}
 */
export function focused(page) {
  return page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement;
    return inside?.getAttribute("data-space") ?? "";
  });
}

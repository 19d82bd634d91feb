// The page in headless Chromium, in one of its two homes: served by `volo play`; or with PAGE=target/site/play, a folder of
// files, in which the browser is the host.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser } from "../chromium.js";

/** @import { ChildProcess } from "node:child_process" */
/** @import { BrowserContext, BrowserContextOptions, Page } from "playwright-core" */

/** The folder of the page that needs no server. Without it, `volo play` serves the page. */
export const FILES = process.env.PAGE;

const VOLO = process.env.VOLO ?? fileURLToPath(new URL("../../../.venv/bin/volo", import.meta.url));

/** Orange's flight f3-SE2 divides Blue's birds: one is in the region of f1, two are in that of a2. */
export const DIVISION = "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4";

/** @type {ChildProcess[]} */
const servers = [];
after(() => {
  for (const server of servers) server.kill("SIGKILL");
});

/**
 * Simulate games on edge 5, and return the folder that has them.
 * @param {number} games
 */
export function simulate(games) {
  const parent = mkdtempSync(join(tmpdir(), "volo-games-"));
  after(() => rmSync(parent, { recursive: true }));
  const folder = join(parent, "games");
  const options = ["--rules", "standard-5", "--games", String(games), "--out", folder];
  execFileSync(VOLO, ["simulate", ...options], { stdio: "ignore" });
  return folder;
}

/** A server, the address of its page, and how to kill it. */
export class Server {
  /**
   * @param {ChildProcess} child
   * @param {string} address
   */
  constructor(child, address) {
    this.child = child;
    this.address = address;
  }

  /**
   * @param {string} state the folder of the kept games
   * @param {string[]} options
   */
  static async start(state, options = []) {
    return FILES === undefined ? Server.play(state, options) : Server.files(FILES);
  }

  /**
   * Start `volo play`.
   * @param {string} state the folder of the kept games
   * @param {string[]} options
   */
  static async play(state, options = []) {
    assert.ok(existsSync(VOLO), `${VOLO} does not exist: run make simulate, or name another with VOLO=...`);
    const child = spawn(VOLO, ["play", "--no-browser", "--port", "0", "--state", state, ...options], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    return Server.of(child);
  }

  /** The server of a process, when it has printed its address. @param {ChildProcess} child */
  static async of(child) {
    servers.push(child);
    let said = "";
    for await (const part of /** @type {import("node:stream").Readable} */ (child.stdout)) {
      said += part;
      const address = /http:\S+\//.exec(said)?.[0];
      if (address !== undefined) return new Server(child, address);
    }
    throw new Error(`the server ended without an address: ${said}`);
  }

  /** Serve the files of a folder. @param {string} folder */
  static async files(folder) {
    const script = fileURLToPath(new URL("../files.js", import.meta.url));
    const child = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] });
    return Server.of(child);
  }

  /** Kill the server without a warning. */
  async kill() {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await ended;
  }
}

/**
 * The arguments of a test.
 * @typedef {object} Place
 * @property {Page} page
 * @property {BrowserContext} context
 * @property {Server} server
 * @property {string} state
 */

/**
 * A test on the page of a new server without games. It fails if there is an error in the page.
 * @param {string} name
 * @param {BrowserContextOptions} options
 * @param {(place: Place) => Promise<void>} body
 * @param {string[]} given options of `volo play`
 */
export function testApp(name, options, body, given = []) {
  // A position is an argument of volo, or part of the address. Other arguments are for the server.
  const isPosition = given.length === 1 && given[0]?.includes("/");
  testHome(name, options, body, given, FILES !== undefined && given.length > 0 && !isPosition);
}

/**
 * Like {@link testApp}, for what only the server does.
 * @param {string} name
 * @param {BrowserContextOptions} options
 * @param {(place: Place) => Promise<void>} body
 * @param {string[]} given options of `volo play`
 */
export function testServer(name, options, body, given = []) {
  testHome(name, options, body, given, FILES !== undefined);
}

/**
 * @param {string} name
 * @param {BrowserContextOptions} options
 * @param {(place: Place) => Promise<void>} body
 * @param {string[]} given
 * @param {boolean} skip
 */
function testHome(name, options, body, given, skip) {
  test(name, { skip }, async () => {
    const state = await mkdtemp(join(tmpdir(), "volo-play-"));
    const server = await Server.start(state, given);
    const context = await browser.newContext({ reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(60_000);
    /** @type {string[]} */
    const errors = [];
    context.on("weberror", (error) => errors.push(String(error.error())));
    context.on("console", (message) => {
      // A refusal is no error. Some tests end the server.
      if (message.type() === "error" && !/net::ERR_|404/.test(message.text())) errors.push(message.text());
    });
    try {
      const page = await context.newPage();
      const [fen] = FILES === undefined ? [] : given;
      await open(page, server.address + (fen === undefined ? "" : `#fen=${encodeURIComponent(fen)}`));
      await body({ page, context, server, state });
    } finally {
      await context.close();
      await server.kill();
      await rm(state, { recursive: true, force: true });
    }
    assert.deepEqual(errors, []);
  });
}

/**
 * @param {Page} page
 * @param {string} address
 */
export async function open(page, address) {
  await page.goto(address);
  await page.locator('[data-space="b2"]').waitFor();
}

/**
 * Press a button of the head of the page, which is in a menu on a phone.
 * @param {Page} page
 * @param {string} name
 */
export async function tool(page, name) {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole("button", { name, exact: true }).first().click();
}

/**
 * Begin a game.
 * @param {Page} page
 * @param {{ rules?: string, players?: string, colour?: string, seconds?: string, level?: string }} choice
 */
export async function begin(page, { rules = "standard-5", players = "Two people", colour, seconds, level } = {}) {
  const [, name = "", edge = "7"] = /^(.*?)(?:-(\d))?$/.exec(rules) ?? [];
  const before = await page.evaluate(() => location.hash);
  await tool(page, "New game");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: players, exact: true }).check();
  if (colour) await dialog.getByRole("radio", { name: colour, exact: true }).check();
  if (seconds) await dialog.getByLabel("Seconds for a move").fill(seconds);
  if (level) await dialog.getByLabel("Level").selectOption(level);
  await dialog.getByLabel("Rule set").selectOption(name);
  await dialog.getByLabel("Edge of the sky").selectOption(edge);
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  // An engine may have moved already.
  await page.waitForFunction((hash) => location.hash !== hash, before);
}

/**
 * The move buttons of the list of moves.
 * @param {Page} page
 */
export function moveButtons(page) {
  return page.getByRole("group", { name: "Moves", exact: true }).getByRole("button");
}

/**
 * The moves in the list of moves.
 * @param {Page} page
 */
export function moves(page) {
  return moveButtons(page).allTextContents();
}

/**
 * Wait until the list has this number of moves.
 * @param {Page} page
 * @param {number} count
 */
export async function waitForMoves(page, count) {
  await moveButtons(page)
    .nth(count - 1)
    .waitFor();
}

/**
 * Wait until the server has the latest state of all games.
 * @param {Page} page
 */
export async function untilSaved(page) {
  await page.locator("html:not([data-saving])").waitFor();
}

/**
 * Type a move in notation, and wait until it is played.
 * @param {Page} page
 * @param {string} move
 */
export async function type(page, move) {
  const input = page.getByLabel("Move", { exact: true });
  await input.fill(move);
  await input.press("Enter");
  await page.waitForFunction((text) => document.querySelector(".moves [aria-current]")?.textContent === text, move);
}

/**
 * The text of the board.
 * @param {Page} page
 */
export async function said(page) {
  return (await page.locator(".board").getByRole("status").textContent()) ?? "";
}

/**
 * Wait until the board shows a text.
 * @param {Page} page
 * @param {RegExp} text
 */
export async function hear(page, text) {
  await page.locator(".board").getByRole("status").filter({ hasText: text }).waitFor();
}

export { DESKTOP, PHONE } from "../chromium.js";
export { choices, edgeOf, focused, GAMES, space } from "../moves.js";

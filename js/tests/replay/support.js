// Pages that `volo.render.html.replay` made, opened as files.

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { testOn } from "../chromium.js";

/** @import { Page } from "playwright-core" */

const DATA = new URL("../../../tests/data/web/", import.meta.url);
const PARTS = new URL("../../../python/volo/render/html/", import.meta.url);

const folder = mkdtempSync(join(tmpdir(), "volo-replay-"));
after(() => rmSync(folder, { recursive: true }));

/** @param {"replay.js" | "replay.css"} name */
function part(name) {
  const text = readFileSync(new URL(name, PARTS), "utf8").trim();
  return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
}

/** A page as Python makes it: with the script, the style sheet and their hashes. @param {"game" | "hostile"} name */
function pageOf(name) {
  const [script, style] = [part("replay.js"), part("replay.css")];
  return readFileSync(new URL(`${name}.html`, DATA), "utf8")
    .replace("sha256-script", () => script.hash)
    .replace("sha256-style", () => style.hash)
    .replace("<script></script>", () => `<script>${script.text}</script>`)
    .replace("<style></style>", () => `<style>${style.text}</style>`);
}

/**
 * The data in a page.
 * @param {"game" | "hostile"} name
 * @returns {import("../../page/replay/record.js").Data}
 */
export function dataOf(name) {
  const [, data = ""] = /<script type="application\/json" id="game">(.*?)<\/script>/.exec(pageOf(name)) ?? [];
  return JSON.parse(data);
}

/** Tests on the page of a game. @param {"game" | "hostile"} name */
export function replayTests(name) {
  const file = join(folder, `${name}.html`);
  writeFileSync(file, pageOf(name));
  return testOn(file);
}

/** The number of moves before the position that is shown. @param {Page} page */
export async function ply(page) {
  return Number.parseInt((await page.locator(".count").textContent()) ?? "", 10);
}

/** The text of the board. @param {Page} page */
export const news = (page) => page.getByRole("status").textContent();

/** Press a button, even if it cannot be used now. @param {Page} page @param {string} name */
export const press = (page, name) => page.getByRole("button", { name, exact: true }).click({ force: true });

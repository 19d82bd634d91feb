// The two homes of the page for tests that compare their answers: the browser, and the server of `volo play`.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browser } from "../chromium.js";

/** @import { Page } from "playwright-core" */

process.env.PAGE ??= "target/site/play";
const { Server } = await import("../app/support.js");

/** @typedef {[name: string, request: object]} Call */

/**
 * An answer without the message of an error, in which each language quotes texts in its own way.
 * @param {any} answer
 */
function comparable(answer) {
  if (answer?.error === undefined) return answer;
  const { message, offset, ...rest } = answer.error;
  assert.ok(message.length > 5);
  return rest;
}

/** The answers of the browser. @param {Page} page @param {Call[]} calls @returns {Promise<any[]>} */
export function inBrowser(page, calls) {
  return page.evaluate(async (all) => {
    const worker = new Worker("worker.js");
    worker.postMessage({ module: await WebAssembly.compileStreaming(fetch("volo_engine_bg.wasm")) });
    /** @type {any[]} */
    const answers = [];
    const done = new Promise((resolve) => {
      worker.onmessage = ({ data: { id, event, answer } }) => {
        answers[id] = event === "answer" ? answer : { error: answer };
        if (id === all.length - 1) resolve(answers);
      };
    });
    for (const [id, [name, request]] of all.entries()) worker.postMessage({ id, name, request });
    return done;
  }, calls);
}

/** The answers of the server. @param {Page} page @param {Call[]} calls @returns {Promise<any[]>} */
export function inServer(page, calls) {
  return page.evaluate(async (all) => {
    const answers = [];
    for (const [name, request] of all) {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(`api/${name}`, { method: "POST", headers, body: JSON.stringify(request) });
      answers.push(await response.json());
    }
    return answers;
  }, calls);
}

/** The pages of both homes. @param {(browser: Page, server: Page) => Promise<void>} work */
export async function withHomes(work) {
  const state = await mkdtemp(join(tmpdir(), "volo-play-"));
  const homes = [await Server.files(String(process.env.PAGE)), await Server.play(state)];
  const [one, other] = await Promise.all(
    homes.map(async ({ address }) => {
      const page = await browser.newPage();
      await page.goto(address);
      return page;
    }),
  );
  try {
    await work(/** @type {Page} */ (one), /** @type {Page} */ (other));
  } finally {
    for (const page of [one, other]) await page?.close();
    for (const home of homes) await home.kill();
    await rm(state, { recursive: true, force: true });
  }
}

/** @param {Call[]} calls */
export async function compare(calls) {
  await withHomes((one, other) => compareIn(one, other, calls));
}

/** @param {Page} one @param {Page} other @param {Call[]} calls */
export async function compareIn(one, other, calls) {
  const [found, expected] = [await inBrowser(one, calls), await inServer(other, calls)];
  for (const [i, call] of calls.entries()) {
    assert.deepEqual(comparable(found[i]), comparable(expected[i]), JSON.stringify(call).slice(0, 500));
  }
}

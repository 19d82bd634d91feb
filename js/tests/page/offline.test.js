// The page without a network, with a new release, and from servers that are set up badly.

import assert from "node:assert/strict";
import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { browser } from "../chromium.js";
import { another, begin, copy, DESKTOP, open, PHONE, testPage, testPlay, untilSaved, waitForMoves } from "./support.js";

/** @import { Page } from "playwright-core" */

/** Play against the engine. @param {Page} page */
async function playTheEngine(page) {
  await begin(page, { players: "The engine", level: "1" }, ["d5"]);
  await waitForMoves(page, 2);
}

testPage("a second visit needs no network, and has the games of the first", PHONE, async ({ page, context, home }) => {
  /** @type {string[]} */
  const addresses = [];
  page.on("request", (request) => addresses.push(request.url()));
  await open(page, `${home.address}?again`);
  assert.ok(addresses.length >= 4 && addresses.every((address) => address.startsWith(home.address)), `${addresses}`);
  await begin(page, { rules: "standard-4" }, ["a3"]);
  await untilSaved(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await home.close();
  await context.setOffline(true);
  for (const name of ["", "index.html", "?from=a-shortcut", "#rules=standard-5"]) {
    await page.goto("about:blank");
    await open(page, home.address + name);
  }
  await page.goto("about:blank");
  await open(page, home.address);
  await playTheEngine(page);
  await page.goto(`${home.address}rules.html`);
  await page.getByRole("heading", { level: 1 }).first().waitFor();
});

testPlay("volo play leaves nothing behind that another program of its port would get", DESKTOP, async ({ page }) => {
  await page.waitForTimeout(500);
  assert.deepEqual(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.deepEqual(await page.evaluate(() => caches.keys()), []);
});

/** A release with the same files under other names, and a sign of itself in its title. @param {string} sign */
function release(sign) {
  const renamed = (/** @type {string} */ text) => text.replaceAll(/-[0-9a-f]{10}\./g, `-${sign}.`);
  const folder = copy((name, text) => {
    const own = name === "service-worker.js" ? text.replace(/"?name"?:"[0-9a-f]{16}"/, `name:"${sign}"`) : text;
    return renamed(own).replace("<title>Volo", `<title>Volo ${sign}`);
  });
  for (const name of readdirSync(folder)) renameSync(join(folder, name), join(folder, renamed(name)));
  return folder;
}

testPage(
  "an open page keeps its release, and the next visit has the new one",
  DESKTOP,
  async ({ page, home, server }) => {
    // The host of the site lets browsers keep files for ten minutes.
    server.headers = { "Cache-Control": "max-age=600" };
    await page.evaluate(() => navigator.serviceWorker.ready);
    server.folder = release("new");
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const changed = new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
      await registration.update();
      await changed;
    });
    // The page is still the old one, and needs a worker of its own release for each search.
    await playTheEngine(page);
    await page.getByRole("switch", { name: "Analysis" }).check();
    await page.getByRole("list", { name: "Best lines" }).getByRole("listitem").first().waitFor();
    await page.goto("about:blank");
    await open(page, home.address);
    await page.waitForFunction(() => document.querySelector('script[src="app-new.js"]') !== null);
    await playTheEngine(page);
  },
);

testPage("two copies of the page on one origin keep their own files", DESKTOP, async ({ page, context, home }) => {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const copy = home.address.replace("/play/", "/copy/");
  await open(page, copy);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 2);
  await home.close();
  await context.setOffline(true);
  for (const address of [home.address, copy]) {
    await page.goto("about:blank");
    await open(page, address);
  }
});

testPage("a page that cannot load its rules says why", DESKTOP, async ({ home, server }) => {
  /** @type {[object, RegExp][]} */
  const faults = [
    [{ statuses: { ".wasm": 503 } }, /The rules could not be loaded: volo-\w+\.wasm: 503 Service Unavailable/],
    [
      { headers: { "Content-Security-Policy": "script-src 'self'" } },
      /The rules could not be loaded: .*(unsafe-eval|WebAssembly)/,
    ],
  ];
  for (const [fault, message] of faults) {
    Object.assign(server, { statuses: {}, headers: {} }, fault);
    const context = await browser.newContext();
    const fresh = await context.newPage();
    /** @type {string[]} */
    const told = [];
    fresh.on("console", (each) => told.push(each.text()));
    await fresh.goto(home.address);
    await fresh.locator("#volo", { hasText: message }).waitFor();
    assert.ok(told.some((text) => /503|WebAssembly|unsafe-eval/.test(text)));
    await context.close();
  }
  // A server that does not know WebAssembly serves the page all the same.
  Object.assign(server, { statuses: {}, headers: {}, types: { ".wasm": "application/octet-stream" } });
  const context = await browser.newContext();
  await another(context, home.address);
  await context.close();
});

// The page without a server: without a network, and after its files have changed.

import assert from "node:assert/strict";
import { begin, DESKTOP, open, PHONE, testApp, type, untilSaved, waitForMoves } from "../app/support.js";

testApp("a second visit needs no network, and has the games of the first", PHONE, async ({ page, context, server }) => {
  await begin(page, { rules: "standard-4" });
  await type(page, "a3");
  await untilSaved(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await server.kill();
  await context.setOffline(true);
  await open(page, server.address);
  await page.getByRole("button", { name: "a3", exact: true }).waitFor();
  await type(page, "d5");
  // The engine is there, too.
  await begin(page, { players: "The engine", level: "1", seconds: "1" });
  const input = page.getByLabel("Move", { exact: true });
  await input.fill("d5");
  await input.press("Enter");
  await waitForMoves(page, 2);
});

testApp("nothing is loaded from elsewhere", DESKTOP, async ({ page, server }) => {
  /** @type {string[]} */
  const addresses = [];
  page.on("request", (request) => addresses.push(request.url()));
  await open(page, `${server.address}?again`);
  assert.ok(addresses.length >= 4);
  assert.deepEqual(
    addresses.filter((address) => !address.startsWith(server.address)),
    [],
  );
});

testApp("a phone can install the page", PHONE, async ({ page, context, server }) => {
  const link = await page.locator('link[rel="apple-touch-icon"]').getAttribute("href");
  const manifest = await (await context.request.get(`${server.address}app.webmanifest`)).json();
  for (const { src, sizes } of [...manifest.icons.slice(1), { src: link, sizes: "180x180" }]) {
    const size = await page.evaluate(async (address) => {
      const image = await createImageBitmap(await (await fetch(address)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    assert.equal(size, sizes);
  }
});

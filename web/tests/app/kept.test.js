// Games survive a reload, a killed server, and two pages at once.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, rmdir, symlink, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  begin,
  DESKTOP,
  hear,
  moves,
  open,
  Server,
  space,
  testApp,
  testServer,
  tool,
  type,
  untilSaved,
  waitForMoves,
} from "./support.js";

testApp("a game in progress is there again after a reload", DESKTOP, async ({ page }) => {
  await begin(page);
  for (const move of ["d5", "c4", "h4"]) await type(page, move);
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await hear(page, /^Blue adds c4/);
  await untilSaved(page);
  await page.reload();
  await waitForMoves(page, 3);
  await hear(page, /^Blue adds c4/);
});

testApp("a page that is left at once loses no move of two games", DESKTOP, async ({ page }) => {
  // The first request gets no answer, so all later states have to wait.
  await page.route("**/api/save", () => {}, { times: 1 });
  await begin(page);
  for (const move of ["d5", "c4"]) await type(page, move);
  await begin(page, { rules: "standard-4" });
  await type(page, "b5");
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

testServer(
  "a game in progress is there again after the server was killed",
  DESKTOP,
  async ({ page, server, state }) => {
    await begin(page);
    await type(page, "d5");
    await untilSaved(page);
    await server.kill();
    // The page reports that its server has gone.
    await page.getByLabel("Move", { exact: true }).fill("c4");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor();
    const { port } = new URL(server.address);
    const again = await Server.start(state, ["--port", port]);
    await page.getByLabel("Move", { exact: true }).press("Enter");
    await page.getByRole("alert").filter({ hasText: "address of an earlier start of volo play" }).waitFor();
    await page.goto(server.address);
    await page.getByText("Open the address that volo printed last").waitFor();
    assert.notEqual(new URL(again.address).pathname, new URL(server.address).pathname);
    await open(page, again.address);
    await waitForMoves(page, 1);
    assert.deepEqual(await moves(page), ["d5"]);
    await type(page, "c4");
    await untilSaved(page);
    await again.kill();
  },
);

testApp("two pages at once: two games, and one game in two pages", DESKTOP, async ({ page, context, server }) => {
  await begin(page);
  await type(page, "d5");
  await untilSaved(page);
  const other = await context.newPage();
  await open(other, server.address);
  await waitForMoves(other, 1);
  await type(other, "c4");
  await waitForMoves(page, 2);
  await type(page, "h4");
  await waitForMoves(other, 3);

  await begin(other, { rules: "standard-4" });
  await type(other, "b5");
  assert.deepEqual(await moves(page), ["d5", "c4", "h4"]);
  await type(page, "g4");
  await Promise.all([untilSaved(page), untilSaved(other)]);
  await page.reload();
  await waitForMoves(page, 4);
  await other.reload();
  await waitForMoves(other, 1);
  assert.deepEqual(await moves(other), ["b5"]);
});

testApp("of two pages with one game, one lets the engine move", DESKTOP, async ({ page, context, server }) => {
  await begin(page, { players: "The engine", colour: "Orange", seconds: "0.1", level: "1", rules: "standard-4" });
  await space(page, "b5").click();
  await waitForMoves(page, 2);
  await untilSaved(page);
  const other = await context.newPage();
  await open(other, server.address);
  await waitForMoves(other, 2);
  await other
    .getByRole("button", { name: /add here/ })
    .first()
    .click();
  await waitForMoves(other, 4);
  await waitForMoves(page, 4);
  assert.deepEqual(await moves(page), await moves(other));
  // The engine moves on where the first page has gone.
  await page.close();
  await other
    .getByRole("button", { name: /add here/ })
    .first()
    .click();
  await waitForMoves(other, 6);
});

testApp("saved games are opened and deleted", DESKTOP, async ({ page }) => {
  await begin(page);
  await type(page, "d5");
  await begin(page, { rules: "standard-4" });
  await type(page, "b5");
  await untilSaved(page);
  await tool(page, "Saved games");
  const items = page.getByRole("dialog").getByRole("listitem");
  await items.nth(1).waitFor();
  await items.filter({ hasText: "standard-5" }).getByRole("button").first().click();
  await page.locator('[data-space="i2"]').waitFor();
  assert.deepEqual(await moves(page), ["d5"]);
  await tool(page, "Saved games");
  const remove = items.filter({ hasText: "standard-4" }).getByRole("button", { name: /^Delete/ });
  await remove.click();
  await page.getByRole("button", { name: "Bring it back" }).click();
  await remove.click();
  await page.getByRole("button", { name: "Bring it back" }).waitFor();
  await page.keyboard.press("Escape");
  await tool(page, "Saved games");
  await items.first().waitFor();
  assert.equal(await items.count(), 1);
});

/**
 * Write a file as the server does.
 * @param {string} state the folder of the kept games
 * @param {string} id
 * @param {object} document
 */
async function keep(state, id, document) {
  const heading = { changed: Date.now() / 1000 + 60, title: id, plies: 0 };
  const content = `${JSON.stringify(heading)}\n${JSON.stringify(document)}\n`;
  const sum = createHash("sha256").update(content).digest("hex");
  await writeFile(join(state, `game-${id}.saved`), `volo saved game 1 ${sum}\n${content}`);
}

testServer("a game that cannot be loaded is skipped, and a damaged one can be deleted", DESKTOP, async (place) => {
  const { page, server, state } = place;
  await begin(page);
  await type(page, "d5");
  await untilSaved(page);
  await keep(state, "later", { version: 2 });
  await writeFile(join(state, "game-broken.saved"), "volo saved game 1 ?");
  await page.goto("about:blank");
  await open(page, server.address);
  assert.deepEqual(await moves(page), ["d5"]);
  await tool(page, "Saved games");
  const items = page.getByRole("dialog").getByRole("listitem");
  assert.match((await items.filter({ hasText: "later" }).textContent()) ?? "", /0 moves/);
  await items.filter({ hasText: "The file is damaged" }).getByRole("button", { name: "Delete broken" }).click();
  await page.getByRole("button", { name: "Delete it for good" }).click();
  await page.waitForFunction(() => document.querySelectorAll("dialog li").length === 2);
  await assert.rejects(readFile(join(state, "game-broken.saved")));
});

testApp("the document of the puzzles is not opened as a game", DESKTOP, async ({ page, server }) => {
  await begin(page);
  await type(page, "d5");
  await page.getByRole("button", { name: "Puzzles" }).click();
  await page.getByText(/Find the only move that wins/).waitFor();
  await untilSaved(page);
  await page.goto("about:blank");
  await open(page, `${server.address}#puzzles`);
  assert.deepEqual(await moves(page), ["d5"]);
});

testApp("what the board marks is chosen, and kept with the game", DESKTOP, async ({ page }) => {
  await begin(page);
  await type(page, "d5");
  await tool(page, "Board");
  await page.getByLabel("Outline flocks").check();
  await page.getByLabel("Tinted regions").selectOption("blue");
  await page.getByLabel("Mark the spaces").uncheck();
  await page.getByLabel("Confirm each move").check();
  await page.keyboard.press("Escape");
  await untilSaved(page);
  await page.reload();
  await page.locator("g.flocks").first().waitFor();
  assert.equal(await page.locator("g.flocks").count(), 2);
  assert.ok((await page.locator("path.region.blue").count()) > 0);
  assert.equal(await page.locator("circle.add").count(), 0);
  await space(page, "c4").click();
  await page.getByRole("button", { name: "Play c4" }).click();
  await waitForMoves(page, 2);
});

testServer("a page without a folder for saved games works, and says what is not saved", DESKTOP, async (place) => {
  const { page, server, state } = place;
  // A link to itself can neither be read nor written, whoever the user is.
  await rmdir(state);
  await symlink(state, state);
  await page.goto("about:blank");
  await open(page, server.address);
  const notice = page.getByRole("alert");
  await notice.filter({ hasText: "The saved games cannot be read." }).waitFor();
  await begin(page);
  await type(page, "d5");
  await type(page, "c4");
  await waitForMoves(page, 2);
  await notice.filter({ hasText: /^The game is not saved\. \/.*: / }).waitFor();
  // After two more attempts to save, the page has handled the failure of the first of them.
  const tryTwice = async () => {
    for (let tries = 0; tries < 2; tries++) await page.waitForResponse("**/api/save");
  };
  await tryTwice();
  await page.getByRole("button", { name: "Close" }).click();
  await tryTwice();
  assert.equal(await notice.isHidden(), true);
  await unlink(state);
  await untilSaved(page);
  await page.reload();
  await waitForMoves(page, 2);
});

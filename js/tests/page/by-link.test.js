// A game with somebody elsewhere, by links alone.

import assert from "node:assert/strict";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { browser } from "../chromium.js";
import {
  another,
  begin,
  copy,
  DESKTOP,
  DIVISION,
  hear,
  more,
  moves,
  open,
  PHONE,
  paste,
  press,
  resign,
  sharing,
  testPage,
  testPlay,
  tool,
  type,
  untilSaved,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

/**
 * The link that the page shows after a move.
 * @param {Page} page
 * @param {RegExp} [text] what the page says with it
 */
async function linkOf(page, text = /the link to your move/) {
  const panel = page.locator(".sending").filter({ hasText: text });
  await panel.waitFor();
  const before = page.getByRole("textbox", { name: "Link" });
  await page.waitForFunction((input) => input instanceof HTMLInputElement && input.value, await before.elementHandle());
  return await before.inputValue();
}

/** What is after # in a link with a game. @param {string} text */
const turn = (text) => `#turn=${deflateRawSync(text).toString("base64url")}`;

/** @param {Page} page @param {string} link */
async function follow(page, link) {
  // The page is not loaded anew: only what is after # changes.
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);
}

testPage("a game with somebody elsewhere goes on by links alone", PHONE, async ({ page, home }) => {
  const sent = await sharing(page);
  // Nothing is missed of the game that began by itself.
  assert.equal(await page.getByRole("alert").isHidden(), true);
  await begin(page, { players: "By link", color: "Orange" });
  assert.equal(await page.getByRole("textbox", { name: "Link" }).isVisible(), false);
  await type(page, "d5");
  const first = await linkOf(page);
  assert.ok(first.startsWith(`${home.address}#turn=`), first);
  await page.getByRole("button", { name: "Send the link" }).click();
  assert.equal(await sent(), first);

  const context = await browser.newContext({ reducedMotion: "reduce" });
  const other = await another(context, first);
  await other
    .getByRole("dialog")
    .getByText("Orange plays this game with you by link: Standard (2010), edge 5")
    .waitFor();
  await other.getByRole("button", { name: "Play Blue" }).click();
  await hear(other, /^Orange adds d5/);
  await type(other, "c4");
  const second = await linkOf(other);
  await follow(page, second);
  await hear(page, /^Blue adds c4.*Orange to move/);
  assert.deepEqual(await moves(page), ["d5", "c4"]);
  await type(page, "h4");
  const third = await linkOf(page);

  // An older link changes nothing, and the game of the address is the one that was there.
  await follow(page, second);
  await page.getByRole("alert").filter({ hasText: "older than the game on this device" }).waitFor();
  await waitForMoves(page, 3);

  // Blue takes the move back before Orange answers, but has sent it already.
  await press(other, "Undo");
  await hear(other, /^Orange adds d5/);
  await type(other, "f4");
  await follow(page, await linkOf(other));
  const question = page.getByRole("dialog").filter({ hasText: "move 2 is f4 in the link, and c4 here" });
  await question.getByRole("button", { name: "Keep the game of this device" }).click();
  await hear(page, /^Orange adds h4/);
  await follow(other, third);
  await other.getByRole("button", { name: "Take the game of the link" }).click();
  await hear(other, /^Orange adds h4/);
  assert.deepEqual((await moves(other)).slice(0, 3), ["d5", "c4", "f4"]);

  await untilSaved(other);
  await other.reload();
  await hear(other, /^Orange adds h4/);
  await resign(other);
  await follow(page, await linkOf(other));
  await hear(page, /Orange wins: Blue resigned/);
  await context.close();
});

testPage("a game by link has one end on both devices", DESKTOP, async ({ page }) => {
  await tool(page, "New game");
  await page.getByRole("radio", { name: "Two people" }).check();
  await page.getByLabel("Edge of the sky").selectOption("5");
  await page.getByLabel("Clock", { exact: true }).selectOption("3+2");
  await press(page, "Start");
  await more(page, "Players");
  await page.getByRole("radio", { name: "By link" }).check();
  await page.getByRole("button", { name: "Change" }).click();
  // A clock cannot run on two devices.
  await page.getByRole("timer").first().waitFor({ state: "hidden" });
  await type(page, "d5");
  const [id = ""] = inflateRawSync(Buffer.from((await linkOf(page)).split("#turn=")[1] ?? "", "base64url"))
    .toString()
    .split(" ");
  const from = (/** @type {string} */ rest, side = "blue", name = id) => {
    return follow(page, `http://x/${turn(`${name} ${side} standard-5 ${rest}`)}`);
  };
  // Orange plays here: what a link says of Orange is asked about, and Enter chooses the game of this device.
  for (const [rest = "", side = "", ...doubts] of [
    ["d5 c4 h4", "blue", "Move 3, h4, was not made here."],
    ["d5 c4", "orange", "The link comes from Orange, who plays here."],
    ["c4 d5 0-1", "blue", "Move 1 is c4 in the link, and d5 here.", "In the link, Orange resigned."],
  ]) {
    await from(rest, side);
    for (const doubt of doubts) await page.getByRole("dialog").getByText(doubt).waitFor();
    await page.keyboard.press("Enter");
    await hear(page, /^Orange adds d5\. Blue to move/);
    assert.deepEqual(await moves(page), ["d5"]);
  }
  await from("d5 0-1", "blue", "abcdefgh12345678");
  await page.getByRole("dialog").getByText("1 move so far. Blue wins: Orange resigned.").waitFor();
  await from("d5 c4");
  await hear(page, /^Blue adds c4/);
  await type(page, "h4");
  // Blue resigns before the link to the last move is there.
  await from("d5 c4 1-0");
  await hear(page, /^Orange adds h4\. Orange wins: Blue resigned/);
  await from("d5 c4 h4 f4");
  await page.getByRole("dialog").getByText("it goes on in the link, and is over here").waitFor();
  await page.getByRole("button", { name: "Keep the game of this device" }).click();
  await hear(page, /^Orange adds h4\. Orange wins/);
  // What is tried afterwards is a branch.
  await press(page, "Undo");
  await type(page, "f5");
  assert.deepEqual(await page.locator(".pair button").allTextContents(), ["d5", "c4", "h4"]);
  // A player resigns the game, not a branch.
  await page.locator(".pair button", { hasText: "c4" }).click();
  await more(page, "Delete from here");
  await hear(page, /only your own last move is taken back/);
  await page.locator(".pair button", { hasText: "h4" }).click();
  await press(page, "Play on");
  await page.locator(".branch button").click();
  await resign(page);
  await hear(page, /^Orange adds h4\. Blue wins: Orange resigned/);
});

testPage("a game by link begins with a link if the other player moves first", DESKTOP, async ({ page }) => {
  await begin(page, { players: "By link", color: "Blue" });
  const link = await linkOf(page, /the link to the game/);
  await hear(page, /Send the link, and open the one that comes back/);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const other = await another(context, link);
  await other.getByRole("button", { name: "Play Orange" }).click();
  await type(other, "d5");
  // Where the browser opens links elsewhere, they are imported.
  const answer = await linkOf(other);
  await paste(page, answer);
  await hear(page, /^Orange adds d5/);
  await context.close();
});

testPage("a game by link may begin with any position", DESKTOP, async ({ page, home }) => {
  const start = `abcdefgh12345678 orange ${DIVISION.replaceAll(" ", "_")} f3-SE2/a2`;
  await open(page, home.address + turn(start));
  await page.getByRole("button", { name: "Play Blue" }).click();
  await hear(page, /^Orange flies f3 .*keeps the region of a2/);
  await type(page, "b1-E3");
  await hear(page, /Blue wins/);
  const [, answer = ""] = (await linkOf(page)).split("#turn=");
  assert.equal(inflateRawSync(Buffer.from(answer, "base64url")).toString(), `${start.replace("orange", "blue")} b1-E3`);
  // A link that was made by hand does not mix two games.
  await follow(page, home.address + turn("abcdefgh12345678 orange standard-5 d5"));
  await page.getByRole("alert").filter({ hasText: "begins in another position" }).waitFor();
});

testPlay("under volo play, there is no game by link while no published page is known", DESKTOP, async ({ page }) => {
  await tool(page, "New game");
  await page.getByRole("radio", { name: "Two people" }).waitFor();
  assert.equal(await page.getByRole("radio", { name: "By link" }).count(), 0);
  await follow(page, `http://x/${turn("abcdefgh12345678 orange standard-5 d5")}`);
  await page.getByRole("button", { name: "Only look at it" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Play Blue" }).count(), 0);
});

testPage("on this machine only, links lead to the published page", DESKTOP, async ({ page, home, server }) => {
  const site = "https://volo.example/play/";
  server.folder = copy((_, text) => text.replaceAll(/\bsite:"[^"]*"/g, `site:"${site}"`));
  await open(page, home.address.replace("volo.localhost", "127.0.0.1").replace("/play/", "/copy/"));
  await begin(page, { players: "By link", color: "Orange" }, ["d5"]);
  assert.ok((await linkOf(page)).startsWith(`${site}#turn=`));
});

testPage("names travel with a link, and a draw can be offered and accepted", DESKTOP, async ({ page }) => {
  await tool(page, "New game");
  await page.getByRole("radio", { name: "By link", exact: true }).check();
  await page.getByLabel("Your name").fill("Anna B");
  await press(page, "Start");
  await type(page, "d5");
  // Nobody is helped by one tap against a person.
  assert.equal(await page.getByRole("button", { name: "Hint" }).isVisible(), false);
  await more(page, "Offer a draw");
  const offer = await linkOf(page, /your move, which offers a draw/);

  const context = await browser.newContext({ reducedMotion: "reduce" });
  const other = await another(context, offer);
  await other.getByRole("dialog").getByText("Orange (Anna B) plays this game with you by link").waitFor();
  await other.getByRole("button", { name: "Play Blue" }).click();
  await press(other, "Accept the draw");
  await other.locator(".player.orange", { hasText: "Anna B" }).waitFor();
  const accepted = await linkOf(other);
  await follow(page, accepted);
  await hear(page, /Draw: agreed by both players/);

  // A draw that was not offered here is not believed without a question.
  await begin(page, { players: "By link", color: "Orange" }, ["d5"]);
  const id = new URL(page.url()).hash.slice(1);
  await follow(page, `http://volo/${turn(`${id} blue standard-5 d5 1/2-1/2`)}`);
  await page.getByRole("dialog").getByText("agreed to a draw, which was not offered here").waitFor();
  await press(page, "Keep the game of this device");
  await context.close();
});

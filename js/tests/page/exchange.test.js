// Import, export, set-up, and texts from outside.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Game } from "../../package/dist/engine/inline.js";
import {
  begin,
  DESKTOP,
  GAMES,
  hear,
  more,
  moves,
  open,
  PHONE,
  paste,
  pick,
  press,
  resign,
  shared,
  sharing,
  space,
  testPage,
  tool,
  type,
  untilSaved,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

const DATA = fileURLToPath(new URL("../../../tests/data/abstract-play.jsonl", import.meta.url));
const HOSTILE = `<img src="x" onerror="window.hacked=1"><script>window.hacked=1</script>`;

testPage("the 52 games of a file are listed, and each can be opened", DESKTOP, async ({ page }) => {
  for (const index of [0, 51]) {
    const bytes = await readFile(DATA);
    const dialog = await pick(page, "games", index === 0 ? bytes : gzipSync(bytes));
    const items = dialog.getByRole("listitem");
    await items.nth(51).waitFor();
    assert.equal(await items.count(), 52);
    assert.match((await items.nth(0).textContent()) ?? "", /, Abstract Play, edge \d/);
    // The list stays, although the text is too long for the field.
    await dialog.getByRole("button", { name: "Read" }).click();
    assert.equal(await items.count(), 52);
    assert.equal(await dialog.locator(".problem").textContent(), "");
    await items.nth(index).getByRole("button").click();
    await dialog.waitFor({ state: "detached" });
    await hear(page, /wins: |Draw: /);
    assert.deepEqual(await moves(page), GAMES[index]?.moves);
  }
});

testPage("a file that is dropped on the page is read", DESKTOP, async ({ page }) => {
  const [line = ""] = (await readFile(DATA, "utf8")).split("\n");
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "game.jsonl"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, line);
  await waitForMoves(page, GAMES[0]?.moves.length ?? 0);
});

testPage("a text that cannot be read is refused with examples of what can", DESKTOP, async ({ page }) => {
  const dialog = await paste(page, "neither a game nor a position");
  const alert = dialog.getByRole("alert");
  await alert.filter({ hasText: "This is neither a position nor a game." }).waitFor();
  assert.equal(await alert.getByRole("listitem").count(), 3);
  assert.equal(await alert.getByText("As a position:").isVisible(), false);
  await alert.getByText("Details").click();
  await alert.getByText("As a position:").waitFor();
  // Each example can be read.
  for (const example of await alert.getByRole("listitem").allTextContents()) {
    await dialog.getByLabel("Text").fill(example);
    await dialog.getByRole("button", { name: "Read" }).click();
    const opener = dialog.getByRole("button", { name: "Open", exact: true });
    await Promise.race([dialog.waitFor({ state: "detached" }), opener.waitFor()]);
    if (await dialog.isVisible()) await opener.click();
    await dialog.waitFor({ state: "detached" });
    await tool(page, "Import");
  }
});

testPage("a position with other blanks and moves are opened, half a link is not", DESKTOP, async ({ page, home }) => {
  await paste(page, "\u00a02/b1o2/6/oo1o/6/b3b/2\u00a0o\u00a00\u202fstandard-4\n");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match((await space(page, "f3").getAttribute("aria-label")) ?? "", /orange bird/);
  for (const [text, edge, length] of /** @type {const} */ ([
    ["1. a3 d5 2. b5", "4", 3],
    ["g6 j4 j8 f8", "7", 4],
  ])) {
    const dialog = await paste(page, text);
    // The smallest sky on which all moves are legal is proposed.
    await dialog.getByRole("button", { name: "Open", exact: true }).waitFor();
    assert.equal(await dialog.getByLabel("Edge of the sky").inputValue(), edge);
    await press(dialog, "Open");
    await dialog.waitFor({ state: "detached" });
    await waitForMoves(page, length);
  }
  assert.deepEqual(await moves(page), ["g6", "j4", "j8", "f8"]);
  const dialog = await paste(page, `${home.address}#game=x`);
  await dialog.getByRole("alert").filter({ hasText: "The link has no game that can be read" }).waitFor();
  await page.keyboard.press("Escape");
});

/** A download from Abstract Play, with a game of another kind. */
const ABSTRACT_PLAY = new Game("abstract-play-4", GAMES[0]?.moves);
ABSTRACT_PLAY.tags.set("Orange", "Anna");
const HEX = { header: { game: { name: "Hex" } }, moves: [] };
const DOWNLOAD = `[${JSON.stringify(HEX)}, ${ABSTRACT_PLAY.record("abstract-play")}]`;

testPage("files of Boardspace and Abstract Play are opened on a phone", PHONE, async ({ page }) => {
  const sgf = new URL("../../../tests/data/boardspace/1-standard-current.sgf", import.meta.url);
  for (const [name, text, names, count] of /** @type {const} */ ([
    ["VL-anna-Dumbot-2026-11-19-1704.sgf", await readFile(sgf, "utf8"), /anna/, 9],
    ["abstract-play.json", DOWNLOAD, /Anna/, 22],
  ])) {
    const dialog = await pick(page, name, text);
    await dialog.waitFor({ state: "detached" });
    await waitForMoves(page, count);
    await untilSaved(page);
    await tool(page, "Saved games");
    const saved = page.getByRole("dialog", { name: "Saved games" });
    await saved.getByRole("listitem").first().filter({ hasText: names }).waitFor();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("alert").filter({ hasText: "1 game of another kind than Volo left out." }).waitFor();
});

testPage("games that cannot be read are named, and the others can be opened", PHONE, async ({ page }) => {
  const game = '[Rules "standard-4"]\n1. a3 d5 *\n\n';
  const dialog = await paste(page, `${game}[Rules "standard-4"]\n1. a3 b5 *\n\n${game}`);
  await dialog.getByText("1 game cannot be read").click();
  await dialog.getByText(/^Game 2 cannot be read: illegal move: .*\[R6\], found b5 \(move 2, line 5\)$/).waitFor();
  await dialog.getByRole("list", { name: "Games in the text" }).getByRole("button").nth(1).click();
  await waitForMoves(page, 2);
});

testPage("what is exported in each format is imported again", DESKTOP, async ({ page }) => {
  await begin(page, { rules: "standard-4" }, ["b5", "c6", "a3"]);
  for (const format of ["volo", "jsonl", "abstract-play", "whole", "fen", "text"]) {
    await tool(page, "Share");
    const dialog = page.getByRole("dialog", { name: "Share" });
    await dialog.getByLabel("Format").selectOption(format);
    await dialog.getByRole("button", { name: "Download", disabled: false }).waitFor();
    const text = await dialog.getByLabel("Text").inputValue();
    const download = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    assert.equal(await readFile(await (await download).path(), "utf8"), text);
    await page.keyboard.press("Escape");
    await paste(page, text);
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assert.match((await space(page, "a3").getAttribute("aria-label")) ?? "", /orange bird/, format);
  }
});

/** Export the game as a record. @param {Page} page */
const exported = (page) => shared(page, "volo");

testPage("the result of an imported game is shown, and exported with its line only", DESKTOP, async ({ page }) => {
  const game = { rules: "standard-4", moves: ["b5", "c6"], winner: "blue", termination: "resignation" };
  await paste(page, JSON.stringify(game));
  await waitForMoves(page, 2);
  assert.match(await exported(page), /\[Result "0-1"\]\n\[Termination "resignation"\]\n\n1\. b5 c6 0-1/);
  for (const format of ["game-link", "whole"]) {
    const text = await shared(page, format);
    await begin(page);
    await paste(page, text);
    await hear(page, /^Blue adds c6\. Blue wins: Orange resigned/);
  }
  await press(page, "Back");
  assert.match(await exported(page), /1\. b5 c6 0-1/);
  await type(page, "e3");
  assert.match(await exported(page), /\[Result "\*"\]\n\[Termination "unterminated"\]\n\n1\. b5 e3 \*/);
});

testPage("a game and a position are shared by a link, if it can be read", DESKTOP, async ({ page, context, home }) => {
  await begin(page, { rules: "standard-4" }, ["b5", "c6"]);
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await type(page, "e3");
  const other = await context.newPage();
  for (const format of ["game-link", "position-link"]) {
    const link = await shared(page, format);
    assert.ok(link.startsWith(`${home.address}#`));
    await open(other, link);
    await other.getByRole("button", { name: /^e3, blue bird/ }).waitFor();
    if (format === "game-link") await waitForMoves(other, 3);
    assert.deepEqual(await moves(other), format === "game-link" ? ["b5", "c6", "e3"] : []);
    // The game is kept.
    await untilSaved(other);
    await other.reload();
    await other.getByRole("button", { name: /^e3, blue bird/ }).waitFor();
  }
  const long = "A".repeat(2_000_000);
  const unread = [
    "#game=AAAA",
    "#fen=5",
    `#turn=${long}`,
    "#turn=A%",
    "#puzzle=x",
    "#rules=standard-4&you=constructor",
  ];
  const unsaved = ["#abcdefghabcdefgh", "#abc/learn", "#constructor"];
  for (const hash of [...unread, ...unsaved]) {
    const hasText = unsaved.includes(hash)
      ? "This game is not saved in this browser. To send a game, use Share."
      : "The address has no game that can be read";
    for (const act of [
      () => other.goto(home.address + hash),
      () => other.reload(),
      () => other.evaluate((after) => Object.assign(location, { hash: "puzzle=1" }, { hash: after }), hash),
    ]) {
      await act();
      await other.getByRole("alert").filter({ hasText }).waitFor();
      assert.equal(other.url(), home.address + hash);
    }
    await other.goto("about:blank");
  }
  // What a message has around a link does no harm. An address that is opened later says no more than the first one.
  await open(other, `${await shared(page, "game-link")}.`);
  await waitForMoves(other, 3);
  await other.evaluate((hash) => Object.assign(location, { hash }), long);
  await other
    .getByRole("alert")
    .filter({ hasText: /^.{1,200}$/ })
    .waitFor();
});

testPage("the board is downloaded as a picture in pixels", DESKTOP, async ({ page, home }) => {
  // What is written in the picture.
  await page.evaluate(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    Object.assign(window, { written: [] });
    CanvasRenderingContext2D.prototype.fillText = function (/** @type {Parameters<typeof fillText>} */ ...given) {
      Reflect.get(window, "written").push(given[0]);
      fillText.apply(this, given);
    };
  });
  const tags = { Orange: "Anna", Blue: "Boris" };
  await paste(page, JSON.stringify({ rules: "standard-4", moves: ["b5"], winner: null, tags }));
  await waitForMoves(page, 1);
  const dialog = page.getByRole("dialog", { name: "Share" });
  const draw = async () => {
    await tool(page, "Share");
    await dialog.getByLabel("Format").selectOption("png");
    await dialog.getByRole("button", { name: "Download", disabled: false }).waitFor();
  };
  await draw();
  await page.keyboard.press("Escape");
  await resign(page);
  await draw();
  assert.equal(await dialog.getByLabel("Text").isVisible(), false);
  const image = dialog.getByRole("img", { name: "The board" });
  const colors = await image.evaluate((/** @type {HTMLImageElement} */ drawn) => {
    const context = new OffscreenCanvas(drawn.naturalWidth, drawn.naturalHeight).getContext("2d");
    context?.drawImage(drawn, 0, 0);
    const { data = [] } = context?.getImageData(0, 0, drawn.naturalWidth, drawn.naturalHeight) ?? {};
    return Array.from({ length: data.length / 4 }, (_, at) => data.slice(4 * at, 4 * at + 3).join());
  });
  // The fills of the birds of Orange and of Blue, and the sky.
  for (const color of ["245,138,31", "47,111,196", "234,243,251"]) {
    assert.ok(colors.filter((each) => each === color).length > 2000, color);
  }
  const written = await page.evaluate(() => Reflect.get(window, "written"));
  const [names, place] = ["Orange: Anna \u2013 Blue: Boris", `${new URL(home.address).host}/play`];
  assert.deepEqual(written, [names, "Blue to move", place, names, "Orange wins: Blue resigned.", place]);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const file = await download;
  assert.match(file.suggestedFilename(), /\.png$/);
  assert.equal((await readFile(await file.path())).subarray(1, 4).toString(), "PNG");
});

testPage("what is looked at is shared, with another program where the browser can", PHONE, async ({ page }) => {
  const last = await sharing(page);
  await begin(page, { rules: "standard-4" }, ["b5"]);
  const sent = async () => {
    await tool(page, "Share");
    await page.getByRole("button", { name: "Send", disabled: false }).click();
    await page.keyboard.press("Escape");
    return last();
  };
  assert.match(await sent(), /#game=/);
  await press(page, "Learn");
  await page.getByRole("heading", { name: /^Step 1/ }).waitFor();
  assert.match(await sent(), /#fen=\S+ o 0 standard-4$/);
  await page.getByRole("heading", { name: /^Step 1/ }).waitFor();
  await press(page, "Set up");
  await page.getByText("The position is valid.").waitFor();
  await space(page, "c4").click();
  await page.getByText("The position is valid.").waitFor();
  assert.match(await sent(), /#fen=\S+ b 0 standard-4$/);
  await press(page, "Clear");
  await page.locator(".reasons li").first().waitFor();
  await tool(page, "Share");
  assert.equal(await page.getByRole("dialog").getByLabel("Format").inputValue(), "png");
});

testPage("text in tags and comments stays text", DESKTOP, async ({ page }) => {
  const game = {
    rules: "standard-4",
    moves: ["b5", "c6"],
    winner: null,
    tags: { Event: HOSTILE, Orange: HOSTILE, Blue: "\u202e<b>x</b>" },
    comments: { 0: HOSTILE, 1: `<b>bold</b> ${HOSTILE}` },
  };
  const line = JSON.stringify(game);
  const dialog = await paste(page, `${line}\n${line}`);
  await dialog.getByRole("listitem").nth(1).getByRole("button").click();
  await waitForMoves(page, 2);
  await untilSaved(page);
  await tool(page, "Saved games");
  await page.getByRole("dialog").getByRole("listitem").first().waitFor();
  assert.ok(((await page.locator(".moves").textContent()) ?? "").includes("<b>bold</b> <img"));
  // A control of direction would turn what is around the name.
  assert.doesNotMatch((await page.locator("body").innerText()) ?? "", /\u202e/);
  assert.equal(await page.locator("img, .moves b, script:not([src])").count(), 0);
  assert.equal(await page.evaluate(() => Reflect.get(window, "hacked")), undefined);
});

testPage("a comment is written on a position, and kept", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5"]);
  await more(page, "Comment");
  const field = page.getByRole("textbox", { name: "Comment" });
  await field.pressSequentially("A quiet\tstart");
  // The person is still typing when the other player moves.
  await page.evaluate(() => {
    const root = document.querySelector(".board")?.shadowRoot;
    /** @type {HTMLElement | null | undefined} */ (root?.querySelector('[data-space="c4"]'))?.click();
  });
  await waitForMoves(page, 2);
  await field.pressSequentially(", for once");
  await untilSaved(page);
  await page.reload();
  await page.locator(".pair + .comment", { hasText: "A quiet start, for once" }).waitFor();
  assert.match(await exported(page), /1\. d5 \{A quiet start, for once\} c4/);
});

testPage("a position is set up with taps, and every reason why it is invalid is shown", DESKTOP, async ({ page }) => {
  await begin(page, { rules: "standard-4" });
  await press(page, "Set up");
  await press(page, "Clear");
  const reasons = page.locator(".reasons li");
  await reasons.nth(1).waitFor();
  assert.equal(await page.getByRole("button", { name: "Start from here" }).isDisabled(), true);
  await space(page, "b2").click();
  await page.getByRole("radio", { name: "Blue" }).first().check();
  await space(page, "f2").click();
  // It can be looked at, but the game is over.
  await page.getByText("The position is valid.").waitFor();
  assert.equal(await page.getByRole("button", { name: "Play the engine from here" }).isDisabled(), true);
  await press(page, "Clear");
  await page.getByRole("radio", { name: "Orange" }).first().check();
  for (const name of ["c4", "e2", "b2"]) await space(page, name).click();
  await space(page, "b2").click();
  await page.getByRole("radio", { name: "Blue" }).first().check();
  for (const name of ["a2", "g2"]) await space(page, name).click();
  await page.getByText("The position is valid.").waitFor();
  assert.equal(await space(page, "b2").getAttribute("aria-label"), "b2, vacant");
  // The birds stay while other views are shown, and Back of the browser goes through the views.
  await press(page, "Puzzles");
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  await page.goBack();
  await page.getByText("The position is valid.").waitFor();
  await page.getByRole("button", { name: "Start from here" }).click();
  await hear(page, /^Orange to move/);
  assert.match((await space(page, "g2").getAttribute("aria-label")) ?? "", /blue bird/);
  assert.match((await space(page, "c4").getAttribute("aria-label")) ?? "", /orange bird/);
});

testPage("files of old programs are read, and the page says that letters were guessed", PHONE, async ({ page }) => {
  const sgf = await readFile(new URL("../../../tests/data/boardspace/1-standard-current.sgf", import.meta.url), "utf8");
  const old = sgf.replace("(;", "(;CA[ISO-8859-1]").replaceAll("anna", "Jos\u00e9 J\u00fcrgen");
  for (const encoding of /** @type {const} */ (["utf8", "latin1"])) {
    await pick(page, "old.sgf", Buffer.from(old, encoding));
    await waitForMoves(page, 9);
    assert.match(await exported(page), /\[Orange "Jos\u00e9 J\u00fcrgen"\]/);
  }
  await page.getByRole("alert").filter({ hasText: "read as Windows-1252: check the names." }).waitFor();
  // Bytes that are no game.
  const dialog = await pick(page, "games", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff]));
  await dialog.getByRole("alert").filter({ hasText: "This is neither a position nor a game." }).waitFor();
});

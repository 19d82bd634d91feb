// Whole games on the page, each by one means of input, and undo, branches and the engine.

import assert from "node:assert/strict";
import { Sky } from "../../board/sky.js";
import {
  begin,
  choices,
  DESKTOP,
  DIVISION,
  enter,
  GAMES,
  hear,
  more,
  moveButtons,
  moves,
  open,
  press,
  resign,
  shared,
  space,
  testPage,
  tool,
  type,
  untilSaved,
  WON,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

/** More presses of a key than any of the pages needs. */
const MOST_PRESSES = 120;

/**
 * Press Tab until the element with a name has the focus.
 * @param {Page} page
 * @param {string} label the beginning of the name
 */
async function tabTo(page, label) {
  for (let count = 0; count < MOST_PRESSES; count++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      let element = document.activeElement;
      if (element?.shadowRoot) element = element.shadowRoot.activeElement;
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      return element?.ariaLabel ?? labels?.[0]?.textContent ?? element?.textContent ?? "";
    });
    if (name.startsWith(label)) return;
  }
  assert.fail(`Tab does not reach ${label}`);
}

/**
 * Make a move with the arrow keys and Enter, or with the button for a pass.
 * @param {Page} page
 * @param {Sky} sky
 * @param {string} move
 */
async function moveByKeyboard(page, sky, move) {
  if (move === "pass") {
    await tabTo(page, "Pass");
    await page.keyboard.press("Enter");
    return;
  }
  for (let count = 0; count < MOST_PRESSES && (await focused(page)) === ""; count++) await page.keyboard.press("Tab");
  for (const to of choices(move, sky.edge)) await walk(page, sky, to);
}

/**
 * Walk over the board to a space, and choose it.
 * @param {Page} page
 * @param {Sky} sky
 * @param {string} to
 */
async function walk(page, sky, to) {
  const { x, y } = sky.place(to);
  for (let at = sky.place(await focused(page)); at.y !== y; at = sky.place(await focused(page))) {
    await page.keyboard.press(at.y < y ? "ArrowUp" : "ArrowDown");
  }
  for (let at = sky.place(await focused(page)); at.x !== x; at = sky.place(await focused(page))) {
    await page.keyboard.press(at.x < x ? "ArrowRight" : "ArrowLeft");
  }
  assert.equal(await focused(page), to);
  await page.keyboard.press("Enter");
}

/**
 * The space that has the focus.
 * @param {Page} page
 * @returns {Promise<string>}
 */
function focused(page) {
  return page.evaluate(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement;
    return inside?.getAttribute("data-space") ?? "";
  });
}

testPage("a whole game by keyboard alone, with region choices and passes", DESKTOP, async ({ page }) => {
  const game = GAMES[10];
  assert.ok(game);
  const sky = new Sky(4);
  await page.keyboard.press("n");
  await page.getByRole("dialog").waitFor();
  await tabTo(page, "The engine");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, "Edge");
  await page.keyboard.press("Home");
  await tabTo(page, "Rule set");
  await page.keyboard.type("Abstract");
  await page.keyboard.press("Enter");
  await tabTo(page, "Start");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  for (const [ply, move] of game.moves.entries()) {
    await moveByKeyboard(page, sky, move);
    await waitForMoves(page, ply + 1);
  }
  await hear(page, /(Orange|Blue) wins: all birds in one flock/);
  assert.deepEqual(await moves(page), game.moves);
  assert.equal(await page.locator(".result").isVisible(), true);
  assert.equal(await space(page, "b2").getAttribute("aria-disabled"), "true");
});

testPage(
  "a division lets the mover choose the region, and undo goes back through it",
  { ...DESKTOP, hash: `#fen=${encodeURIComponent(DIVISION)}` },
  async ({ page }) => {
    await space(page, "f3").click();
    await space(page, "d5").click();
    await hear(page, /divides Blue\. Choose the region to keep/);
    assert.equal(
      await space(page, "f3").getAttribute("aria-label"),
      "f3, vacant, keep region 1 of 2, 2 birds would fly off, Blue would win at once",
    );
    assert.equal(await page.locator("path.kind0, path.kind1").count(), 2);
    await page.getByRole("button", { name: "Keep f1: 2 birds fly off. Blue wins at once" }).waitFor();
    // Escape takes back the flight, and then the bird.
    await page.keyboard.press("Escape");
    await hear(page, /f3 has \d flights/);
    await page.keyboard.press("Escape");
    await hear(page, /Choose a bird to fly/);
    // The rings of a bird are seen while it is dragged.
    await space(page, "f3").hover();
    await page.mouse.down();
    await space(page, "b4").hover();
    assert.equal(await page.locator("circle.target").count(), 3);
    await space(page, "d5").hover();
    await page.mouse.up();
    await page.getByRole("button", { name: /Keep .*: 1 bird flies off/ }).waitFor();
    await space(page, "a2").hover();
    assert.equal(await page.locator("g.ghost").count(), 1);
    await space(page, "a2").click();
    await hear(page, /keeps the region of a2\. 1 bird flies off\. Blue to move/);
    assert.deepEqual(await moves(page), ["f3-SE2/a2"]);
    assert.equal(await space(page, "f1").getAttribute("aria-label"), "f1, vacant");
    await page.keyboard.press("u");
    await hear(page, /^Orange to move/);
    assert.match((await space(page, "f1").getAttribute("aria-label")) ?? "", /^f1, blue bird/);
    await more(page, "Redo");
    await hear(page, /keeps the region of a2/);
  },
);

testPage("a refusal is one sentence until the next touch, with the ruling in a fold", DESKTOP, async ({ page }) => {
  await begin(page);
  await space(page, "b3").click();
  await hear(page, /^b3 touches your bird at b2\./);
  await page.getByText("The rule", { exact: true }).click();
  await page.getByText(/^R6: /).waitFor();
  assert.deepEqual(await moves(page), []);
  await space(page, "b2").click();
  await hear(page, /^Orange to move\..*b2 has no flight: it would join nobody/);
  await enter(page, "somewhere");
  await hear(page, /^.somewhere. is not a move here\./);
  await enter(page, " D 5");
  await hear(page, /^Orange adds d5\./);
});

testPage(
  "another move in an earlier position makes a branch, and after an undo the game",
  DESKTOP,
  async ({ page }) => {
    await begin(page, {}, ["d5", "c4", "h4"]);
    await press(page, "Undo");
    await hear(page, /^Blue adds c4/);
    await untilSaved(page);
    await page.reload();
    await waitForMoves(page, 3);
    await type(page, "f4");
    assert.deepEqual(await page.locator(".pair button").allTextContents(), ["d5", "c4", "f4"]);
    assert.deepEqual(await page.locator(".branch button").allTextContents(), ["h4"]);
    await begin(page, {}, ["d5", "c4", "h4"]);
    await page.locator("h1").click();
    await page.keyboard.press("ArrowLeft");
    await hear(page, /^Blue adds c4/);
    await type(page, "f4");
    assert.deepEqual(await moves(page), ["d5", "c4", "h4", "f4"]);
    await page.locator("h1").click();
    await page.keyboard.press("Shift+ArrowLeft");
    await hear(page, /^Orange adds h4/);
    await page.keyboard.press("Home");
    await hear(page, /^Orange to move/);
    await page.keyboard.press("End");
    await hear(page, /^Orange adds h4/);
    await moveButtons(page).nth(3).click();
    await more(page, "Make this the main line");
    await page.waitForFunction(() => document.querySelector(".pair:nth-child(2) button")?.textContent === "f4");
    await more(page, "Delete from here");
    await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 3);
    await page.getByRole("button", { name: "Bring them back" }).click();
    await waitForMoves(page, 4);
  },
);

testPage("a tap beside a dialog closes it, and plays no move", { ...DESKTOP, hasTouch: true }, async ({ page }) => {
  await begin(page, { rules: "standard-4" });
  await tool(page, "Board");
  const dialog = page.getByRole("dialog");
  const box = await dialog.boundingBox();
  assert.ok(box !== null);
  const spaces = await page.locator("[data-space]").all();
  const boxes = await Promise.all(spaces.map((each) => each.boundingBox()));
  const free = boxes.find((each) => each !== null && (each.y + each.height < box.y || each.y > box.y + box.height));
  assert.ok(free);
  await page.touchscreen.tap(free.x + free.width / 2, free.y + free.height / 2);
  await dialog.waitFor({ state: "detached" });
  assert.deepEqual(await moves(page), []);
});

testPage("keys do not clash with the board and with fields", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5"]);
  await page.keyboard.type("f");
  assert.equal(await page.getByLabel("Move", { exact: true }).inputValue(), "f");
  await space(page, "e2").focus();
  await page.keyboard.press("ArrowLeft");
  assert.deepEqual(await moves(page), ["d5"]);
  await hear(page, /^Orange adds d5/);
  const before = await space(page, "a2").boundingBox();
  await page.keyboard.press("f");
  const flipped = await space(page, "a2").boundingBox();
  assert.ok(before !== null && flipped !== null && flipped.y < before.y);
  // A click on the board leaves the arrow keys to the game.
  await space(page, "c4").click();
  await waitForMoves(page, 2);
  await page.keyboard.press("ArrowLeft");
  await hear(page, /^Orange adds d5/);
  await page.keyboard.press("m");
  await page.waitForFunction(() => {
    const focused = document.querySelector(".board")?.shadowRoot?.activeElement;
    return focused?.getAttribute("aria-label")?.endsWith("add here");
  });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

testPage("two engines play a game with a clock to its end", DESKTOP, async ({ page }) => {
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Engine against engine" }).check();
  await dialog.getByLabel("Edge of the sky").selectOption("4");
  await dialog.getByLabel("Clock").selectOption("own");
  await dialog.getByLabel("Minutes").fill("0.1");
  await dialog.getByLabel("Seconds more").fill("0");
  await press(dialog, "Start");
  assert.match((await page.getByRole("timer").first().textContent()) ?? "", /^0:0\d/);
  await hear(page, /wins: |Draw: /);
});

testPage("a player whose time is over loses, and can go on without a clock", DESKTOP, async ({ page }) => {
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Two people" }).check();
  await dialog.getByLabel("Name of Orange").fill("Anna");
  await dialog.getByLabel("Clock").selectOption("own");
  await dialog.getByLabel("Minutes").fill("0.1");
  await press(dialog, "Start");
  await dialog.waitFor({ state: "detached" });
  await page.clock.install();
  await type(page, "c4");
  await page.clock.fastForward(7_000);
  await hear(page, /Orange wins: Blue ran out of time/);
  await press(page, "Back");
  await page.getByRole("button", { name: "Forward" }).click();
  await hear(page, /Orange wins: Blue ran out of time/);
  const text = await shared(page, "volo");
  assert.match(text, /\[Result "1-0"\]\n\[Termination "time"\]/);
  assert.match(text, /\[Date "20..\...\..."\]\n\[Orange "Anna"\]/);
  await press(page, "Play on");
  await type(page, "d3");
});

testPage("a game is played again, with other colors and at the next level", DESKTOP, async ({ page, home }) => {
  const row = (/** @type {string} */ player) => page.locator(`.player.${player} .name`);
  await begin(page, { players: "The engine", color: "Orange", level: "1", rules: "standard-4" });
  await page.getByText("Level 1", { exact: true }).waitFor();
  await begin(page, { players: "Two people", rules: "standard-4" }, ["b5"]);
  await resign(page);
  await page.locator(".player.orange", { hasText: "won" }).waitFor();
  assert.equal(await page.locator(".player.turn").count(), 0);
  assert.equal(await page.getByRole("button", { name: "Next level" }).isVisible(), false);
  await press(page, "Rematch");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 0);
  // A position that is won with one move against the engine.
  await open(page, `${home.address}#fen=${encodeURIComponent(WON)}&you=orange&level=1`);
  await page.locator('[data-space="f5"][aria-label*="orange"]').waitFor();
  await type(page, "f5-SW1");
  await hear(page, /Orange wins/);
  await press(page, "Next level");
  await row("blue").filter({ hasText: "Level 2" }).waitFor();
  await type(page, "f5-SW1");
  await press(page, "Swap colors");
  await row("orange").filter({ hasText: "Level 2" }).waitFor();
});

// The element `<volo-board>` of the npm package, as `make npm` builds it.

import assert from "node:assert/strict";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import { assertAccessible, axeTests } from "../axe.js";
import { DESKTOP, pageTest } from "../chromium.js";
import { serve } from "../files.js";
import { choices, GAMES } from "../moves.js";

/** @import { Page } from "playwright-core" */
/** @import { PageTest } from "../chromium.js" */

const server = await serve({ folder: fileURLToPath(new URL("../../package/dist/", import.meta.url)) });
after(server.close);

/** A short game with flights, by the rules of Abstract Play. */
const GAME = GAMES.filter(({ rules }) => rules.endsWith("-4")).sort((a, b) => a.moves.length - b.moves.length)[0];
assert.ok(GAME);
const { rules, moves } = GAME;

/** A test on a page with a board on which a person can move. The page has the moves of all events in `made`. @type {PageTest} */
function elementTest(name, options, work) {
  pageTest(name, options, async (page) => {
    const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>
      <meta name="viewport" content="width=device-width"><style>:root { color-scheme: light dark; background: Canvas }</style>
      <main><h1>A game</h1><volo-board></volo-board></main>`;
    await page.route("**/game.html", (route) => route.fulfill({ contentType: "text/html", body }));
    await page.goto(`${server.address}game.html`);
    await page.evaluate(async (text) => {
      const board = /** @type {any} */ (document.querySelector("volo-board"));
      const { Position } = await import(`${"./"}web.js`);
      // The properties of an element may be set before it is defined.
      board.position = new Position(text);
      board.interactive = true;
      await import(`${"./"}board.js`);
      /** @type {string[]} */
      const made = [];
      addEventListener("move", (/** @type {any} */ { detail, composed }) => composed && made.push(detail.move));
      Object.assign(globalThis, { board, Position, made });
    }, rules);
    await work(page);
  });
}

/** @param {Page} page @returns {Promise<any>} */
const state = (page) =>
  page.evaluate(
    "({ made, fen: board.position.fen(), lastMove: board.lastMove, over: board.position.outcome() !== null })",
  );

elementTest("a whole game is played on the element by mouse", DESKTOP, async (page) => {
  for (const move of moves) {
    if (move === "pass") await page.getByRole("button", { name: "Pass" }).click();
    for (const space of choices(move, 4)) await page.locator(`[data-space="${space}"]`).click();
  }
  const { made, lastMove, over } = await state(page);
  assert.deepEqual([made, lastMove, over], [moves, moves.at(-1), true]);
  await page.getByText(/ wins: |^Draw: /).waitFor();
  await page.locator('[data-space="a2"]').click({ force: true });
  assert.equal((await state(page)).made.length, moves.length);
});

elementTest("a wrong move is refused with the ruling", DESKTOP, async (page) => {
  const input = page.getByLabel("Move", { exact: true });
  await input.fill("b3");
  await input.press("Enter");
  await page.getByText(/^illegal move .*\[R6\]$/).waitFor();
  assert.deepEqual((await state(page)).made, []);
});

elementTest("a canceled event changes nothing, and a program may show another position", DESKTOP, async (page) => {
  const [first = ""] = moves;
  const { fen } = await state(page);
  await page.evaluate("board.addEventListener('move', (event) => event.preventDefault(), { once: true })");
  await page.locator(`[data-space="${first}"]`).click();
  assert.equal((await state(page)).fen, fen);
  await page.locator(`[data-space="${first}"]`).click();
  assert.equal((await state(page)).lastMove, first);
  // The position of a new game has no last move, also on another sky.
  await page.evaluate("board.position = new Position('standard-7')");
  await page.getByRole("grid", { name: "Sky of edge 7" }).waitFor({ state: "attached" });
  const { lastMove } = await state(page);
  assert.equal(lastMove, null);
  await page.evaluate("board.interactive = false");
  await page.locator('[data-space="d5"][aria-disabled="true"]').click({ force: true });
  assert.equal((await state(page)).made.length, 2);
});

elementTest(
  "attributes and marks are shown, and a move that the program plays flies",
  { ...DESKTOP, reducedMotion: "no-preference" },
  async (page) => {
    await page.evaluate("board.orientation = 60; board.arrows = [['b2', 'e2']]; board.highlights = ['a2']");
    await page.locator("path.arrow, .arrow").first().waitFor();
    const [first = ""] = moves;
    const isAnimated = await page.evaluate(async (move) => {
      const { board } = /** @type {any} */ (globalThis);
      board.position = board.position.play(move);
      board.lastMove = move;
      await new Promise((done) => setTimeout(done));
      return board.shadowRoot.getAnimations().length > 0;
    }, first);
    assert.ok(isAnimated);
    assert.equal(await page.locator("volo-board").getAttribute("orientation"), "60");
  },
);

elementTest("what cannot be drawn is left out, and the next position is shown", DESKTOP, async (page) => {
  await page.evaluate("addEventListener('error', (event) => event.preventDefault())");
  const birds = page.locator("[data-layer=birds] .bird");
  const wrong = ["lastMove = 'a3\\n'", "lastMove = 'b2-W9'", "arrows = [['a2', 'z9']]", "highlights = ['h1']"];
  for (const change of [...wrong, "lastMove = {}", "arrows = 1", "orientation = Infinity"]) {
    await page.evaluate(`board.position = new Position("${rules}"); board.${change}`);
    assert.equal(await birds.count(), 6, change);
    await page.evaluate("board.position = board.position.play('a3'); board.arrows = board.highlights = []");
    assert.equal(await birds.count(), 7, change);
    assert.equal(await page.locator("svg [transform*=NaN]").count(), 0, change);
  }
  await page.evaluate("board.position = null");
  assert.equal(await birds.count(), 0);
  await page.evaluate("board.position = new Position()");
  await page.locator('[data-space="d6"]').click();
  assert.deepEqual((await state(page)).made, ["d6"]);
});

elementTest("the element keeps its style in another document, and is defined once", DESKTOP, async (page) => {
  await page.evaluate("import('./board.js?again').then(() => document.body.append(document.createElement('iframe')))");
  for (const place of ["document.implementation.createHTMLDocument()", "frames[0].document", "document"]) {
    await page.evaluate(`${place}.body.append(board); board.position = new Position()`);
    if (place.includes("create")) continue;
    const position = await page.evaluate("getComputedStyle(board.shadowRoot.querySelector('.stage')).position");
    assert.equal(position, "relative", place);
  }
});

axeTests(elementTest, async (page) => {
  await page.locator('[data-space="a2"]').waitFor();
  await assertAccessible(page);
});

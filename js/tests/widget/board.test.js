import assert from "node:assert/strict";
import { DESKTOP, PHONE } from "../chromium.js";
import { choices } from "../moves.js";
import { boardOf, MOVES, news, sent, set, type, VIEWS, widgetTest } from "./support.js";

const EDGE = 4;

widgetTest("a whole game is played by touch, with region choices and a pass", PHONE, async (page) => {
  const board = boardOf(page);
  for (const [ply, move] of MOVES.entries()) {
    if (move === "pass") await board.getByRole("button", { name: "Pass" }).tap();
    const spaces = choices(move, EDGE);
    // A finger taps on a region twice. The first tap shows which birds leave.
    if (move.includes("/")) spaces.push(spaces.at(-1) ?? "");
    for (const space of spaces) await board.locator(`[data-space="${space}"]`).tap();
    assert.deepEqual((await sent(page)).at(-1), { type: "move", move, ply });
  }
  assert.match(await news(board), /Orange wins: all birds in one flock\.$/);
  assert.equal(await board.locator('[data-space="a2"]').getAttribute("aria-disabled"), "true");
  assert.equal((await sent(page)).length, MOVES.length);
});

widgetTest("a wrong move shows the reason as text, and nothing changes", DESKTOP, async (page) => {
  const board = boardOf(page);
  for (const message of [null, 1, "refused", {}, { type: "other", reason: "x" }]) {
    await page.evaluate((each) => Reflect.get(window, "model").emit("msg:custom", each), message);
  }
  assert.match(await news(board), /^Orange to move/);
  await type(board, "b3");
  assert.match(await news(board), /^illegal move b3 <b>\[R6\]<\/b>/);
  assert.equal(await board.locator("b").count(), 0);
  assert.equal(await board.locator("g.bird").count(), 6);
});

widgetTest("a kernel that is busy or gone is reported, until an answer comes", DESKTOP, async (page) => {
  const board = boardOf(page);
  for (const [ply, fails] of [false, true].entries()) {
    await page.evaluate((isClosed) => {
      Reflect.get(window, "model").send = () => {
        if (isClosed) throw new Error("Cannot send");
      };
    }, fails);
    await type(board, MOVES[ply] ?? "");
    await board.getByText("Python does not answer.").waitFor();
    await set(page, "_shown", VIEWS[ply + 1]);
    await board.getByText(new RegExp(`^(Orange|Blue) adds ${MOVES[ply]}\\.`)).waitFor();
  }
});

widgetTest("both boards show a move that Python plays, and one that it takes back", DESKTOP, async (page) => {
  const board = boardOf(page);
  await set(page, "_shown", VIEWS[5]);
  for (const id of /** @type {const} */ (["first", "second"])) {
    assert.equal(await boardOf(page, id).locator("g.bird").count(), 10);
  }
  await set(page, "_shown", VIEWS[0]);
  assert.equal(await board.locator("g.bird").count(), 6);
  assert.match(await news(board), /^Orange to move/);
});

widgetTest("options are applied at once", DESKTOP, async (page) => {
  const board = boardOf(page);
  assert.ok((await board.locator("circle.add").count()) > 0);
  await set(page, "hints", false);
  assert.equal(await board.locator("circle.add").count(), 0);
  await set(page, "flocks", true);
  assert.equal(await board.locator("g.flocks").count(), 2);
  await set(page, "regions", "blue");
  assert.equal(await board.locator("path.region.blue").count(), 1);
  // New marks leave a half-made choice as it is.
  const cancel = board.getByRole("button", { name: "Cancel" });
  await board.locator('[data-space="b2"]').click();
  await set(page, "arrows", [
    ["b2", "c3"],
    ["d2", "d2"],
  ]);
  assert.equal(await board.locator(".arrow").count(), 2);
  await set(page, "highlights", ["c3"]);
  assert.equal(await cancel.isEnabled(), true);
  assert.notEqual(await board.locator(".highlights").getAttribute("d"), "");
  await set(page, "width", 250);
  assert.equal((await board.locator(".volo-board").boundingBox())?.width, 250);
  const y = async () => (await board.locator('[data-space="a2"]').boundingBox())?.y ?? 0;
  const low = await y();
  await set(page, "orientation", 180);
  assert.ok((await y()) < low);
  await set(page, "live", false);
  assert.equal(await board.getByLabel("Move", { exact: true }).isEditable(), false);
});

widgetTest("the notebook does not get the keys that are pressed on a board", DESKTOP, async (page) => {
  await page.evaluate(() => {
    Object.assign(window, { keys: 0 });
    document.addEventListener("keydown", () => Object.assign(window, { keys: Reflect.get(window, "keys") + 1 }));
  });
  await boardOf(page).locator('[data-space="c3"]').press("ArrowDown");
  await type(boardOf(page), "b");
  assert.equal(await page.evaluate(() => Reflect.get(window, "keys")), 0);
  await page.keyboard.press("Escape");
  assert.equal(await boardOf(page).locator(".volo-board").getAttribute("data-lm-suppress-shortcuts"), "true");
});

widgetTest("the board has the scheme of the text of the notebook, also when it changes", DESKTOP, async (page) => {
  for (const [color, expected] of [
    ["rgb(20, 20, 20)", "light"],
    ["oklch(0.95 0 0)", "dark"],
    ["#101010", "light"],
    ["#eeeeee", "dark"],
  ]) {
    await page.evaluate((given) => document.body.style.setProperty("color", given ?? ""), color);
    await page.locator(`#first .volo-board[style*="color-scheme: ${expected}"]`).waitFor();
  }
});

widgetTest("a board that is closed leaves nothing behind", DESKTOP, async (page) => {
  const rest = await page.evaluate(() => {
    for (const end of Reflect.get(window, "ends")) end();
    /** @type {Map<string, Set<unknown>>} */
    const handlers = Reflect.get(window, "model").handlers;
    return [...handlers.values()].reduce((count, each) => count + each.size, 0);
  });
  assert.equal(rest, 0);
  assert.equal(await page.locator(".volo-board").count(), 0);
});

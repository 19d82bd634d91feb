import assert from "node:assert/strict";
import { assertAccessible, axeTests } from "../axe.js";
import { DESKTOP, PHONE } from "../chromium.js";
import { dataOf, news, ply, press, replayTests } from "./support.js";

const { moves, left } = dataOf("game");
const END = moves.length;
const replayTest = replayTests("game");
const hostileTest = replayTests("hostile");

replayTest("buttons step through the game", DESKTOP, async (page) => {
  for (const [button, expected, text] of /** @type {const} */ ([
    ["Back", 0, /^Orange to move/],
    ["Forward", 1, /^Orange adds/],
    ["Last position", END, /Orange wins: all birds in one flock\.$/],
    ["Forward", END, /Orange wins/],
    ["First position", 0, /^Orange to move/],
  ])) {
    await press(page, button);
    assert.equal(await ply(page), expected, button);
    assert.match((await news(page)) ?? "", text);
  }
});

replayTest("keys step through the game, also after a click on the board", DESKTOP, async (page) => {
  await page.locator('[data-space="c3"]').click({ force: true });
  for (const [key, expected] of /** @type {const} */ ([
    ["ArrowRight", 1],
    ["ArrowLeft", 0],
    ["End", END],
    ["Home", 0],
    ["Control+ArrowRight", 0],
  ])) {
    await page.keyboard.press(key);
    assert.equal(await ply(page), expected, key);
  }
  // Where a space has the focus, the arrows walk on the board.
  await page.locator('[data-space="c3"]').focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await ply(page), 0);
});

replayTest("a finger swipes through the game", PHONE, async (page) => {
  const box = await page.locator("div.sky").boundingBox();
  assert.ok(box !== null);
  const session = await page.context().newCDPSession(page);
  const swipe = async (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
    const at = (/** @type {number} */ part) => ({ x: start.x + part * dx, y: start.y + part * dy });
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [start] });
    for (const part of [0.3, 0.6, 1]) {
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [at(part)] });
    }
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await swipe(-90, 5);
  await swipe(-90, -5);
  assert.equal(await ply(page), 2);
  await swipe(90, 5);
  assert.equal(await ply(page), 1);
  await swipe(-20, 0);
  await swipe(-50, 60);
  assert.equal(await ply(page), 1);
});

replayTest("the list shows a move, marks it, and can be walked with the keys", DESKTOP, async (page) => {
  const list = page.getByRole("list", { name: "Moves" });
  assert.deepEqual(await list.getByRole("button").allTextContents(), moves);
  await list.getByRole("button").nth(4).click();
  assert.equal(await ply(page), 5);
  await page.keyboard.press("ArrowRight");
  assert.equal(await ply(page), 6);
  const current = list.locator("[aria-current]");
  assert.deepEqual(await current.allTextContents(), [moves[5]]);
  assert.equal(await current.evaluate((element) => element === document.activeElement), true);
  // The Tab key reaches one move only.
  assert.equal(await list.locator('button[tabindex="0"]').count(), 1);
});

replayTest("the moves are shown one after the other, until someone pauses or steps", DESKTOP, async (page) => {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000_000);
  await press(page, "Play");
  assert.equal(await ply(page), 1);
  await page.clock.runFor(1200);
  assert.equal(await ply(page), 2);
  await press(page, "Pause");
  await page.clock.runFor(5000);
  assert.equal(await ply(page), 2);
  await press(page, "Play");
  await page.keyboard.press("ArrowLeft");
  await page.clock.runFor(5000);
  assert.equal(await ply(page), 2);
  await press(page, "Play");
  await page.clock.runFor(1200 * END);
  assert.equal(await ply(page), END);
  // At the end, the button begins again.
  await press(page, "Play");
  assert.equal(await ply(page), 0);
  await page.clock.runFor(1200);
  assert.equal(await ply(page), 1);
});

replayTest("birds are animated if motion is not unwanted", { reducedMotion: "no-preference" }, async (page) => {
  const animations = await page.evaluate(() => {
    document.querySelector("[aria-label=Play]")?.dispatchEvent(new Event("click"));
    return document.querySelector(".sky")?.shadowRoot?.getAnimations();
  });
  assert.notEqual(animations?.length ?? 0, 0);
});

replayTest("the last move and the birds that it drove away are marked", DESKTOP, async (page) => {
  for (const [index, move] of moves.entries()) {
    await press(page, "Forward");
    assert.equal(await page.locator("g.ghost").count(), (left[index + 1] ?? []).length);
    assert.equal((await page.locator("circle.move").count()) > 0, move !== "pass");
  }
});

replayTest("comments and known tags are shown, and the sky turns", DESKTOP, async (page) => {
  const comment = page.locator(".comment");
  assert.equal(await comment.textContent(), "The first comment.");
  await press(page, "Forward");
  assert.equal(await comment.isVisible(), false);
  await press(page, "Last position");
  assert.equal(await comment.textContent(), "The last comment.");
  assert.deepEqual(await page.locator("dt").allTextContents(), ["Orange", "Blue", "Event"]);
  assert.deepEqual(await page.locator("dd").allTextContents(), ["Anna", "Boris", "Autumn cup"]);
  assert.equal(await page.locator("h1").textContent(), "Anna – Boris");
  const y = async () => (await page.locator('[data-space="a2"]').boundingBox())?.y ?? 0;
  const low = await y();
  await press(page, "Turn the sky");
  assert.ok((await y()) < low);
});

replayTest("on paper, all moves and comments are there, and no buttons", DESKTOP, async (page) => {
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".controls").isVisible(), false);
  assert.equal(await page.locator(".note").filter({ visible: true }).count(), 3);
  const list = page.getByRole("list", { name: "Moves" });
  assert.ok(await list.evaluate((element) => element.scrollHeight <= element.clientHeight + 1));
});

replayTest(
  "without JavaScript, the final position and the moves are there",
  { ...DESKTOP, javaScriptEnabled: false },
  async (page) => {
    assert.equal(await page.locator("noscript svg circle").first().isVisible(), true);
    const text = (await page.locator("noscript p").textContent()) ?? "";
    for (const move of moves) assert.ok(text.includes(move), move);
  },
);

for (const javaScriptEnabled of [true, false]) {
  const name = `nothing in a record becomes markup or runs, ${javaScriptEnabled ? "with" : "without"} JavaScript`;
  hostileTest(name, { ...DESKTOP, javaScriptEnabled }, async (page) => {
    const { tags, comments } = dataOf("hostile");
    if (javaScriptEnabled) {
      await page.waitForFunction(() => document.querySelector("h1") !== null);
      assert.deepEqual(await page.locator("dt, dd").allTextContents(), tags.flat());
      for (let step = 0; step <= 3; step++) {
        assert.equal(await page.locator(".comment").textContent(), comments[step] ?? "");
        await page.keyboard.press("ArrowRight");
      }
      assert.match((await news(page)) ?? "", /Orange wins: ]]><\/title><\/style><svg onload=hacked=1>\./);
      assert.equal(await page.evaluate(() => Reflect.get(window, "hacked")), undefined);
    }
    assert.equal(await page.locator("img, b, i, u, iframe, object, [onload], [onerror]").count(), 0);
    assert.equal(await page.locator("script").count(), 2);
    assert.equal(await page.locator("style").count(), 1);
  });
}

axeTests(replayTest, async (page) => {
  for (const key of ["Home", "ArrowRight", "End"]) {
    await page.keyboard.press(key);
    await assertAccessible(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), page.viewportSize()?.width);
  }
});

// The picture and the texts of the board, choice by choice.

import assert from "node:assert/strict";
import { begin, DESKTOP, fen, focused, moves, setUp, space, status, testPage } from "./support.js";

/** Orange's flight f3-SE2 divides Blue's birds: one is in the region of f1, two are in that of a2. */
const DIVISION = "2/b1o2/6/oo1o/6/b3b/2 o 0 standard-4";

testPage("every space is a named button", DESKTOP, async (page) => {
  await begin(page, "standard-5");
  assert.equal(await page.getByRole("gridcell").getByRole("button").count(), 54);
  const name = /** @param {string} each */ (each) => space(page, each).getAttribute("aria-label");
  assert.equal(await name("d5"), "d5, vacant, add here");
  assert.equal(await name("b3"), "b3, vacant");
  assert.equal(await name("e2"), "e2, blue bird, flock of 1");
  await setUp(page, DIVISION);
  assert.equal(await name("d2"), "d2, orange bird, flock of 2, can fly");
  await space(page, "f3").click();
  assert.equal(await name("f3"), "f3, orange bird, flock of 1, chosen");
  assert.equal(await name("d5"), "d5, vacant, fly here");
});

testPage("a move is announced", DESKTOP, async (page) => {
  await begin(page, "standard-5");
  assert.equal(await status(page).getAttribute("aria-atomic"), "false");
  await space(page, "d5").click();
  assert.match((await status(page).textContent()) ?? "", /^Orange adds d5\. Blue to move\./);
});

testPage("a division lets the mover choose the region, and undo goes back through it", DESKTOP, async (page) => {
  await setUp(page, DIVISION);
  await space(page, "f3").click();
  await space(page, "d5").click();
  assert.match((await status(page).textContent()) ?? "", /divides Blue\. Choose the region to keep/);
  assert.equal(await fen(page), DIVISION);
  await space(page, "a2").hover();
  // The bird outside of the region is shown as about to fly off.
  assert.equal(await page.locator("g.ghost").count(), 1);
  await space(page, "e2").hover();
  assert.equal(await page.locator("g.ghost").count(), 2);
  await space(page, "a2").click();
  assert.deepEqual(await moves(page), ["f3-SE2/a2"]);
  assert.match((await status(page).textContent()) ?? "", /keeps the region of a2\. 1 bird flies off\. Blue to move/);
  assert.equal(await space(page, "f1").getAttribute("aria-label"), "f1, vacant");
  await page.getByRole("button", { name: "Undo" }).click();
  assert.equal(await fen(page), DIVISION);
  assert.equal(await space(page, "f1").getAttribute("aria-label"), "f1, blue bird, flock of 1");

  await space(page, "f3").click();
  await space(page, "d5").click();
  await page.getByRole("button", { name: "Keep f1" }).press("Enter");
  assert.deepEqual(await moves(page), ["f3-SE2/e1"]);
  // The button has gone. The focus is on the space that was chosen last.
  assert.equal(await focused(page), "d5");
});

testPage("Escape, a tap elsewhere and the button cancel a choice", DESKTOP, async (page) => {
  await setUp(page, DIVISION);
  const cancel = page.getByRole("button", { name: "Cancel" });
  assert.equal(await cancel.isDisabled(), true);
  await space(page, "f3").click();
  await space(page, "d5").click();
  await space(page, "d5").press("Escape");
  assert.match((await status(page).textContent()) ?? "", /f3 has 3 flights/);
  await cancel.click();
  assert.equal(await cancel.isDisabled(), true);
  assert.deepEqual(await moves(page), []);
});

testPage("R6: an illegal move is refused with its ruling, and nothing changes", DESKTOP, async (page) => {
  await begin(page, "standard-5");
  const before = await fen(page);
  await space(page, "b3").click();
  assert.match((await status(page).textContent()) ?? "", /illegal move b3: touches the friendly bird at b2 \[R6\]/);
  const input = page.getByLabel("Move", { exact: true });
  await input.fill("b2-E9");
  await input.press("Enter");
  assert.match((await status(page).textContent()) ?? "", /illegal move b2-E9/);
  assert.equal(await input.inputValue(), "b2-E9");
  assert.equal(await fen(page), before);
});

testPage(
  "the random player answers, the same seed gives the same game, and undo comes back to the person",
  DESKTOP,
  async (page) => {
    const play = async () => {
      await page.getByLabel("Players").selectOption("blue");
      await page.getByLabel("Edge of the sky").selectOption("5");
      await page.getByLabel("Seed").fill("7");
      await page.getByRole("button", { name: "Start" }).click();
      const start = await fen(page);
      for (let turn = 0; turn < 2; turn++) {
        await page
          .getByRole("button", { name: /add here/ })
          .first()
          .click();
        await page.getByText("Orange to move").waitFor();
      }
      return { start, moves: await moves(page) };
    };
    const first = await play();
    assert.equal(first.moves.length, 4);
    const second = await play();
    assert.deepEqual(second, first);
    const undo = page.getByRole("button", { name: "Undo" });
    await undo.click();
    assert.deepEqual(await moves(page), first.moves.slice(0, 2));
    await undo.click();
    assert.equal(await fen(page), first.start);
    assert.equal(await undo.isDisabled(), true);
  },
);

testPage("the random player begins as Orange, and cannot be undone", DESKTOP, async (page) => {
  await page.getByLabel("Players").selectOption("orange");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Blue to move").waitFor();
  assert.equal((await moves(page)).length, 1);
  assert.equal(await page.getByRole("button", { name: "Undo" }).isDisabled(), true);
});

testPage("the sky turns, and the keys walk as it is seen", DESKTOP, async (page) => {
  await begin(page, "standard-5");
  for (let turn = 0; turn < 3; turn++) await page.getByRole("button", { name: "Turn the sky" }).click();
  const [low, high] = [await space(page, "a2").boundingBox(), await space(page, "i2").boundingBox()];
  assert.ok(low !== null && high !== null && low.y < high.y);
  await space(page, "e4").press("ArrowRight");
  assert.equal(await focused(page), "e3");
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  assert.deepEqual(await moves(page), []);
});

testPage("flocks, regions and hints are shown where they are asked for", DESKTOP, async (page) => {
  await setUp(page, DIVISION);
  assert.equal(await page.locator("g.flocks").count(), 0);
  await page.getByLabel("Outline flocks").check();
  assert.equal(await page.locator("g.flocks").count(), 2);
  await page.getByRole("combobox", { name: "Regions" }).selectOption("blue");
  assert.equal(await page.locator("path.region.blue").count(), 1);
  assert.ok((await page.locator("circle.add").count()) > 0);
  await page.getByLabel("Mark spaces").uncheck();
  assert.equal(await page.locator("circle.add").count(), 0);
});

for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
  testPage(
    `birds are animated unless reduced motion is preferred: ${reducedMotion}`,
    { ...DESKTOP, reducedMotion },
    async (page) => {
      await setUp(page, DIVISION);
      await page.evaluate(() => {
        const animate = Element.prototype.animate;
        Object.assign(window, { animations: 0 });
        Element.prototype.animate = function (...given) {
          Object.assign(window, { animations: Reflect.get(window, "animations") + 1 });
          return animate.apply(this, given);
        };
      });
      const input = page.getByLabel("Move", { exact: true });
      await input.fill("f3-SE2/a2");
      await input.press("Enter");
      // The bird that flies, and the one that leaves.
      assert.equal(await page.evaluate(() => Reflect.get(window, "animations")), reducedMotion === "reduce" ? 0 : 2);
      await page.locator("g.bird.blue").nth(2).waitFor({ state: "detached" });
    },
  );
}

testPage("text that looks like markup stays text", DESKTOP, async (page) => {
  const hostile = `<img src="x" onerror="window.hacked = true"><b>`;
  const count = () => page.evaluate(() => document.querySelectorAll("img, b, script").length);
  const before = await count();
  await setUp(page, `${hostile} o 0 standard`);
  await page.getByRole("alert").getByText("<").first().waitFor();
  assert.ok(((await page.getByRole("alert").textContent()) ?? "").includes("<img"));
  await setUp(page, `${"<i>".repeat(600)}`);
  await setUp(page, `5/1o4b1/9/10/11/12/b8o/12/11/10/9/1o4b1/5 o 0 ${hostile}`);
  const input = page.getByLabel("Move", { exact: true });
  await input.fill(hostile);
  await input.press("Enter");
  assert.ok(((await status(page).textContent()) ?? "").includes("<img"));
  assert.equal(await status(page).locator("img, b").count(), 0);
  assert.equal(await count(), before);
  assert.equal(await page.evaluate(() => Reflect.get(window, "hacked")), undefined);
});

// What helps a person to play: the first minute, flights that one sees, other players, and buttons at hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LEVELS, Position } from "../../package/dist/engine/inline.js";
import { LESSONS } from "../../page/lessons.js";
import {
  begin,
  DESKTOP,
  DIVISION,
  enter,
  free,
  hear,
  more,
  moves,
  paste,
  press,
  space,
  testPage,
  tool,
  type,
  waitForMoves,
} from "./support.js";

const AT_DIVISION = { ...DESKTOP, hash: `#fen=${encodeURIComponent(DIVISION)}` };

test("no move that a lesson accepts hands the game to Blue, except the one that a verdict is about", () => {
  for (const [index, { fen, right, example, slip, halos = [], arrows = [] }] of LESSONS.entries()) {
    const position = new Position(fen);
    const accepted = position.legalMoves().filter((move) => right.test(move));
    assert.ok(accepted.includes(example), example);
    const lost = accepted.filter((move) => position.play(move).outcome()?.winner === "blue");
    assert.deepEqual(lost, slip === undefined ? [] : [slip]);
    const won = accepted.filter((move) => position.play(move).outcome()?.winner === "orange");
    assert.equal(won.length, index === LESSONS.length - 1 ? accepted.length : 0);
    const threats = accepted.filter((move) => {
      const after = position.play(move);
      return (
        after.outcome() === null && after.legalMoves().some((each) => after.play(each).outcome()?.winner === "blue")
      );
    });
    if (LESSONS[index]?.title === "Stop a threat") assert.deepEqual(threats, []);
    // What a lesson points at exists.
    for (const each of [...halos, ...arrows.map(([tail]) => tail), ...arrows.map(([, head]) => head)]) {
      assert.ok(position.rules.spaces().includes(each), each);
    }
  }
});

testPage("a newcomer learns the game, and then plays the lowest level on a small sky", DESKTOP, async ({ page }) => {
  await begin(page, { players: "The engine", level: "12", rules: "standard-4" });
  await page.getByText("Level 12", { exact: true }).waitFor();
  await page.getByText("Standard (2010), edge 4").waitFor();
  await page.getByRole("button", { name: /^New to Volo/ }).click();
  await page.getByText(/You win when all your birds are in one flock/).waitFor();
  for (const [step, { title, example, slip }] of LESSONS.entries()) {
    const heading = page.getByRole("heading", { name: `Step ${step + 1} of 8: ${title}` });
    await heading.waitFor();
    if (step === 2) {
      await enter(page, "a3");
      await page.locator(".verdict.wrong").waitFor();
    }
    if (slip !== undefined) {
      await page.reload();
      await heading.waitFor();
      assert.equal(await page.locator(".board path.arrow").count(), 1);
      await enter(page, slip);
      await page.locator(".verdict.wrong", { hasText: "Blue has won with your move" }).waitFor();
      await hear(page, /Blue wins: all birds in one flock/);
      await press(page, "Again");
    }
    await enter(page, example);
    await page.locator(".verdict.right").waitFor();
    await page.getByRole("button", { name: /^(Next step|Play a game)$/ }).click();
  }
  const dialog = page.getByRole("dialog", { name: "New game" });
  await dialog.waitFor();
  const levels = dialog.getByLabel("Level");
  const choices = [dialog.getByLabel("Edge of the sky"), levels].map((choice) => choice.inputValue());
  assert.deepEqual(await Promise.all(choices), ["5", "1"]);
  assert.equal(await levels.locator("option").last().textContent(), `${LEVELS.length}, Full strength`);
});

testPage("the engine answers a move that is played again as it did before, or is paused", DESKTOP, async ({ page }) => {
  // Some browsers lack these, or forbid them.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, "locks");
    Reflect.deleteProperty(window, "BroadcastChannel");
  });
  await page.reload();
  await begin(page, { players: "The engine", color: "Orange", level: "1" }, ["d5"]);
  await waitForMoves(page, 2);
  const before = await moves(page);
  await press(page, "Undo");
  await hear(page, /^Orange to move/);
  await enter(page, "d5");
  await hear(page, /^Blue .* Orange to move/);
  assert.deepEqual(await moves(page), before);
  await more(page, "Pause the engine");
  await free(page).last().click();
  await hear(page, /Blue to move/);
  await page.waitForTimeout(500);
  assert.equal((await moves(page)).length, 3);
  await begin(page, { players: "The engine", color: "Blue", level: "1" });
  await waitForMoves(page, 1);
  await press(page, "Undo");
  await hear(page, /You have not moved yet/);
  assert.equal(await page.locator(".moves [aria-current]").count(), 1);
});

testPage("the engine plays on from an earlier position, and from one that was set up", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5", "c4", "h4"]);
  await press(page, "Back");
  await hear(page, /^Blue adds c4/);
  await more(page, "Play from here");
  const dialog = page.getByRole("dialog", { name: "New game" });
  assert.equal(await dialog.getByLabel("Edge of the sky").isVisible(), false);
  await dialog.getByRole("radio", { name: "Blue" }).check();
  await press(dialog, "Start");
  await waitForMoves(page, 1);
  // The engine may have flown the bird of d5.
  assert.match((await space(page, "c4").getAttribute("aria-label")) ?? "", /blue bird/);
  await press(page, "Set up");
  await page.getByRole("button", { name: "Play the engine from here", disabled: false }).click();
  assert.equal(await dialog.getByLabel("Begin with").inputValue(), "here");
  await page.keyboard.press("Escape");
  await press(page, "Puzzles");
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  await press(page, "New game");
  await dialog.getByLabel("Begin with").selectOption("here");
});

testPage("the players and the level of a running game are changed", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5"]);
  await more(page, "Players");
  const dialog = page.getByRole("dialog", { name: "Players" });
  await dialog.getByRole("radio", { name: "The engine", exact: true }).check();
  // Only the highest level needs a limit of its time.
  const seconds = dialog.getByLabel("Seconds for a move");
  const level = dialog.getByLabel("Level of the engine");
  await level.selectOption({ index: (await level.getByRole("option").count()) - 1 });
  assert.ok(await seconds.isVisible());
  await level.selectOption("2");
  assert.ok(!(await seconds.isVisible()));
  await dialog.getByLabel("Your name").fill("Anna");
  await dialog.getByRole("button", { name: "Change" }).click();
  await waitForMoves(page, 2);
  await page.getByText("Level 2", { exact: true }).waitFor();
  await page.locator(".name", { hasText: "Anna" }).waitFor();
});

testPage("a record of a game against the engine goes on against it", DESKTOP, async ({ page }) => {
  await begin(page);
  const text = '[Rules "standard-4"]\n[Orange "Anna"]\n[Blue "Engine, level 1"]\n1. a3 *';
  await paste(page, text);
  await waitForMoves(page, 2);
  await hear(page, /Orange to move/);
  await paste(page, text.replace("*", "1-0"));
  // It has a result, so nobody goes on by himself.
  await press(page, "More");
  await page.getByRole("button", { name: "Pause the engine", pressed: true }).waitFor();
  assert.deepEqual(await moves(page), ["a3"]);
});

testPage("moves are heard if one wants", AT_DIVISION, async ({ page }) => {
  await page.evaluate(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(window, { heard: 0 });
    OscillatorNode.prototype.start = function (/** @type {number | undefined} */ when) {
      Object.assign(window, { heard: Reflect.get(window, "heard") + 1 });
      start.call(this, when);
    };
  });
  const heard = () => page.evaluate(() => Reflect.get(window, "heard"));
  await type(page, "f3-SE2/a2");
  assert.equal(await heard(), 0);
  await press(page, "Undo");
  await tool(page, "Board");
  await page.getByLabel("Sounds of moves").check();
  await page.keyboard.press("Escape");
  await type(page, "f3-SE2/e1");
  await hear(page, /Blue wins/);
  // A flight and three birds that fly off.
  assert.equal(await heard(), 4);
  assert.equal(await page.locator("g.flocks.blue").count(), 1);
});

const MOVING = {
  ...DESKTOP,
  reducedMotion: /** @type {const} */ ("no-preference"),
  hash: "#rules=standard-4&you=both",
};

testPage("wings beat in flight, and the flock that a bird joins is outlined for a moment", MOVING, async ({ page }) => {
  // What is animated, because a flight may be over before the test looks.
  await page.evaluate(() => {
    const { animate } = Element.prototype;
    Object.assign(window, { animated: [] });
    Element.prototype.animate = function (/** @type {Parameters<typeof animate>} */ ...given) {
      Reflect.get(window, "animated").push(this.getAttribute("class"));
      return animate.apply(this, given);
    };
  });
  for (const move of ["d3", "d5", "b2-NE1"]) await type(page, move);
  const animated = await page.evaluate(() => Reflect.get(window, "animated"));
  assert.deepEqual(animated, ["body", "body", "wings", "body", "flocks orange"]);
  await page.locator(".flocks").waitFor({ state: "detached" });
});

testPage("the spaces near the pointer are marked best", AT_DIVISION, async ({ page }) => {
  const marks = () => page.locator(".add").evaluateAll((all) => all.map((each) => getComputedStyle(each).fillOpacity));
  assert.deepEqual(new Set(await marks()), new Set(["0.5"]));
  await free(page).first().hover();
  const near = (await marks()).filter((each) => each === "1").length;
  assert.ok(near > 0 && near < (await marks()).length / 2);
});

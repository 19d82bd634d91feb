// What helps a person to play: the first minute, flights that one sees, other players, and buttons at hand.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Engine, LEVELS, Position } from "../../package/dist/engine/inline.js";
import { LESSONS } from "../../page/lessons.js";
import { LEVELS as NAMES } from "../../page/levels.js";
import {
  begin,
  DESKTOP,
  DIVISION,
  enter,
  GAMES,
  hear,
  moves,
  PHONE,
  paste,
  press,
  space,
  testPage,
  tool,
  type,
  untilSaved,
  waitForMoves,
} from "./support.js";

/** @import { Page } from "playwright-core" */

const MOVING = { ...DESKTOP, reducedMotion: /** @type {const} */ ("no-preference") };
const AT_DIVISION = { ...DESKTOP, hash: `#fen=${encodeURIComponent(DIVISION)}` };

/** @param {Page} page */
const picture = (page) => page.locator(".board .stage svg").first();

for (const [device, { width, height }] of /** @type {const} */ ([
  [PHONE, PHONE.viewport],
  [PHONE, { width: 390, height: 844 }],
  [DESKTOP, { width: 1366, height: 768 }],
])) {
  const at = { ...device, viewport: { width, height } };
  testPage(`the goal, the tutorial and the buttons of a turn are seen at ${width} pixels`, at, async ({ page }) => {
    const bottom = async (/** @type {import("playwright-core").Locator} */ each) => {
      const box = await each.boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    const learn = page.getByRole("button", { name: /^New to Volo/ });
    for (const each of [page.getByText("The goal: all your birds in one flock."), learn]) {
      assert.ok((await bottom(each)) <= height);
    }
    for (const name of ["Back", "Undo", "Hint", "Resign"]) {
      assert.ok((await bottom(page.getByRole("button", { name, exact: true }))) <= height, name);
    }
    // On a phone, they are in the same element as the board, and the field for typed moves is at the end.
    const isPhone = device === PHONE;
    assert.equal(await page.locator(".board .quick").isVisible(), isPhone);
    const typed = page.locator("main > .typed:last-child");
    assert.equal(await typed.getByLabel("Move").isVisible(), isPhone);
    // Missing spaces have no label, and the center is a hole.
    const labels = await page.locator(".board .labels text").allTextContents();
    assert.deepEqual([labels.includes("1"), labels.includes("7"), labels.includes("13")], [false, false, false]);
    assert.equal(await page.locator(".board .hole").count(), 1);
    await learn.click();
    await page.getByRole("heading", { name: /^Step 1/ }).waitFor();
    await page.getByText(/You win when all your birds are in one flock/).waitFor();
  });
}

test("no move that a lesson accepts hands the game to Blue, except the one that a verdict is about", () => {
  for (const [index, { fen, right, example, slip, halos = [], arrows = [] }] of LESSONS.entries()) {
    const position = new Position(fen);
    const accepted = position.legalMoves().filter((move) => right.test(move));
    assert.ok(accepted.includes(example), example);
    const lost = accepted.filter((move) => position.play(move).outcome()?.winner === "blue");
    assert.deepEqual(lost, slip === undefined ? [] : [slip]);
    const won = accepted.filter((move) => position.play(move).outcome()?.winner === "orange");
    assert.equal(won.length, index === LESSONS.length - 1 ? accepted.length : 0);
    // What a lesson points at exists.
    for (const each of [...halos, ...arrows.map(([tail]) => tail), ...arrows.map(([, head]) => head)]) {
      assert.ok(position.rules.spaces().includes(each), each);
    }
  }
});

testPage("a lesson says that a move has lost the game, and a reload keeps the step", DESKTOP, async ({ page }) => {
  await page.getByRole("button", { name: /^New to Volo/ }).click();
  for (let step = 2; step <= 5; step++) {
    await press(page, "Next step");
    await page.getByRole("heading", { name: new RegExp(`^Step ${step}`) }).waitFor();
  }
  // The board says the same as step 5.
  await page.locator("p", { hasText: "because it would leave a part of its flock behind" }).waitFor();
  await space(page, "f3").click();
  await hear(page, /f3 has no flight: it would leave a part of its flock behind\. Choose the other end of a line\./);
  assert.ok((await page.locator(".board .highlights").getAttribute("d")) !== "");
  await press(page, "Next step");
  await page.getByRole("heading", { name: /^Step 6/ }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: /^Step 6/ }).waitFor();
  assert.equal(await page.locator(".board path.arrow").count(), 1);
  await enter(page, LESSONS[5]?.slip ?? "");
  await page.locator(".verdict.wrong", { hasText: "Blue has won with your move" }).waitFor();
  await hear(page, /Blue wins: all birds in one flock/);
  await press(page, "Again");
  await enter(page, LESSONS[5]?.example ?? "");
  await page.locator(".verdict.right").waitFor();
});

test("each level of the engine has a name", () => assert.equal(NAMES.length, LEVELS.length));

test("a beginner, who sees a win and otherwise plays anything, may win against the lowest level", () => {
  let [wins, any] = [0, 1];
  for (let seed = 1; seed <= 12; seed++) {
    const engine = new Engine({ level: 1, seed, hashMb: 1 });
    let position = new Position("standard-5");
    while (position.outcome() === null) {
      const legal = position.legalMoves();
      any = (any * 48_271) % 2_147_483_647;
      const win = legal.find((each) => position.play(each).outcome()?.winner === "orange");
      const move = win ?? legal[any % legal.length] ?? "";
      position = position.play(position.turn === "orange" ? move : engine.play(position, { nodes: 1000 }).move);
    }
    engine.close();
    if (position.outcome()?.winner === "orange") wins += 1;
  }
  assert.ok(wins > 0, `${wins} of 12`);
});

testPage(
  "the engine answers 300 ms after the person's flight has landed",
  { ...MOVING, hash: `${AT_DIVISION.hash}&you=orange` },
  async ({ page }) => {
    await page.evaluate(() => {
      const times = /** @type {Record<string, number>} */ ({});
      Object.assign(window, { times });
      const root = /** @type {ShadowRoot} */ (document.querySelector(".board")?.shadowRoot);
      const look = () => {
        const news = root.querySelector(".news")?.textContent ?? "";
        if (news.startsWith("Orange flies")) times.flight ??= performance.now();
        if (news.startsWith("Blue")) times.answer ??= performance.now();
      };
      new MutationObserver(look).observe(root, { subtree: true, childList: true, characterData: true });
    });
    await enter(page, "f3-SE3");
    await hear(page, /^Blue .*Orange to move/);
    const { flight, answer } = await page.evaluate(() => Reflect.get(window, "times"));
    // A flight of three steps takes 395 ms.
    assert.ok(answer - flight >= 695, `${answer - flight} ms`);
  },
);

testPage("a move after an undo becomes the game, and the old one a branch", DESKTOP, async ({ page }) => {
  await begin(page, {}, ["d5", "c4", "h4"]);
  await press(page, "Undo");
  await hear(page, /^Blue adds c4/);
  await untilSaved(page);
  await page.reload();
  await waitForMoves(page, 3);
  await type(page, "f4");
  assert.deepEqual(await page.locator(".pair button").allTextContents(), ["d5", "c4", "f4"]);
  assert.deepEqual(await page.locator(".branch button").allTextContents(), ["h4"]);
});

testPage("the engine answers a move that is played again as it did before", DESKTOP, async ({ page }) => {
  await begin(page, { players: "The engine", color: "Orange", level: "1" }, ["d5"]);
  await waitForMoves(page, 2);
  const before = await moves(page);
  await press(page, "Undo");
  await hear(page, /^Orange to move/);
  await enter(page, "d5");
  await hear(page, /^Blue .* Orange to move/);
  assert.deepEqual(await moves(page), before);
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
  await press(page, "Play from here");
  const dialog = page.getByRole("dialog", { name: "New game" });
  assert.equal(await dialog.getByLabel("Edge of the sky").isVisible(), false);
  await dialog.getByRole("radio", { name: "Blue" }).check();
  await press(dialog, "Start");
  await waitForMoves(page, 1);
  assert.match((await space(page, "d5").getAttribute("aria-label")) ?? "", /orange bird/);
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
  await press(page, "Players");
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
  await page.getByText("Engine, level 2, Learner").waitFor();
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
  await page.getByRole("button", { name: "Pause the engine", pressed: true }).waitFor();
  assert.deepEqual(await moves(page), ["a3"]);
});

testPage("the panel says who has won a game that was resigned, and shows the last move", DESKTOP, async ({ page }) => {
  const { rules = "", moves: all = [] } = GAMES[6] ?? {};
  await begin(page, { rules }, all.slice(0, -2));
  await press(page, "Resign");
  await page.getByText("Does Orange resign?").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".player.blue", { hasText: "won" }).waitFor();
  assert.equal(await page.locator(".player.turn").count(), 0);
  const list = await page.locator(".moves").boundingBox();
  const last = await page.locator(".moves [aria-current]").boundingBox();
  assert.ok(list && last && last.y + last.height <= list.y + list.height + 1);
});

testPage("Escape takes back a bird, and a region that hands over the game says so", AT_DIVISION, async ({ page }) => {
  await space(page, "f3").click();
  await hear(page, /f3 has \d flights/);
  await page.keyboard.press("Escape");
  await hear(page, /Choose a bird to fly/);
  await space(page, "f3").click();
  await space(page, "d5").click();
  await page.getByRole("button", { name: "Keep f1: 2 birds fly off. Blue wins at once" }).waitFor();
  assert.equal(await page.getByText("Blue wins at once").count(), 1);
  await page.keyboard.press("Escape");
  await hear(page, /f3 has \d flights/);
  await enter(page, "d3-E1");
  await hear(page, /^Nobody flies past a missing corner or the hole in the center\./);
});

testPage("the rings of a bird are seen while it is dragged", AT_DIVISION, async ({ page }) => {
  await space(page, "f3").hover();
  await page.mouse.down();
  await space(page, "b4").hover();
  assert.equal(await page.locator("circle.target").count(), 3);
  await space(page, "f3").hover();
  await page.mouse.up();
  assert.deepEqual(await moves(page), []);
});

testPage("the board does not move in lessons, puzzles and at the end of a game", PHONE, async ({ page }) => {
  const top = async () => (await picture(page).boundingBox())?.y ?? 0;
  await page.getByRole("button", { name: /^New to Volo/ }).click();
  for (const move of ["b3", "a3"]) {
    const before = await top();
    await space(page, move).tap();
    if (move === "a3") await page.locator(".verdict.right").waitFor();
    assert.equal(await top(), before);
  }
  await press(page, "Puzzles");
  await page.getByRole("heading", { name: /^Puzzle/ }).waitFor();
  const before = await top();
  const add = page.getByRole("button", { name: /add here/ });
  await add.first().tap();
  await page.locator(".verdict.wrong").waitFor();
  assert.equal(await top(), before);
  await press(page, "Game");
  await begin(page, { rules: "standard-4" }, ["a3"]);
  await page.evaluate(() => scrollTo(0, 0));
  const atGame = await top();
  await page.getByRole("button", { name: "Resign" }).tap();
  await page.getByRole("button", { name: /^Yes/ }).tap();
  await page.locator(".player", { hasText: "won" }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await top(), atGame);
});

testPage(
  "the flock that has won is outlined and takes off, and moves are heard if one wants",
  { ...AT_DIVISION, ...MOVING },
  async ({ page }) => {
    await page.evaluate(() => {
      const heard = /** @type {number[]} */ ([]);
      Object.assign(window, {
        heard,
        OscillatorNode: class extends OscillatorNode {
          /** @param {AudioContext} context @param {OscillatorOptions} options */
          constructor(context, options) {
            super(context, options);
            heard.push(options.frequency ?? 0);
          }
        },
      });
    });
    const heard = () => page.evaluate(() => Reflect.get(window, "heard").length);
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
    assert.equal(await page.locator("g.flocks.orange").count(), 0);
    const flying = await page.evaluate(() => {
      const root = document.querySelector(".board")?.shadowRoot;
      const all = root?.getAnimations().map(({ effect }) => /** @type {KeyframeEffect} */ (effect).target);
      return all?.filter((target) => target?.closest("[data-layer=birds] .blue")).length;
    });
    assert.equal(flying, 1);
  },
);

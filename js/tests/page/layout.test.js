// What is on the first screen, in windows of many sizes.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { browser } from "../chromium.js";
import { begin, DIVISION, enter, FILES, hear, press, space, testPage, tool } from "./support.js";

/** @import { Locator, Page } from "playwright-core" */
/** @import { Options } from "./support.js" */

const PHONE = { isMobile: true, hasTouch: true };

/** Windows with the bars of a browser, and one with letters of twice their size. @type {Record<string, Options & { letters?: number }>} */
const WINDOWS = {
  "390x664": { viewport: { width: 390, height: 664 }, ...PHONE },
  "360x616": { viewport: { width: 360, height: 616 }, ...PHONE },
  "740x360": { viewport: { width: 740, height: 360 }, ...PHONE },
  "200% letters": { viewport: { width: 1280, height: 800 }, letters: 32 },
  "320x640": { viewport: { width: 320, height: 640 }, ...PHONE },
  "768x1024": { viewport: { width: 768, height: 1024 } },
  "1280x600": { viewport: { width: 1280, height: 600 } },
  "1366x768": { viewport: { width: 1366, height: 768 } },
};

/** Fail unless elements are seen without scrolling, above the tabs. @param {Page} page @param {Record<string, Locator>} elements */
async function assertSeen(page, elements) {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  const tabs = (await page.getByRole("navigation", { name: "Views" }).all())[0];
  const top = (await tabs?.boundingBox())?.y ?? 0;
  const end = top > height / 2 ? top : height;
  for (const [name, element] of Object.entries(elements)) {
    const box = await element.boundingBox();
    const isIn =
      box !== null && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= end + 1;
    assert.ok(isIn && box.height > 0, `${name} at ${JSON.stringify(box)}, of ${end}`);
  }
}

/** @param {Page} page @param {string} name */
const named = (page, name) => page.getByRole("button", { name, exact: true });

/** @param {Page} page */
const board = (page) => page.locator(".board svg:has(.sky)");

/** @type {Record<string, { hash: string, show: (page: Page) => Promise<Record<string, Locator>> }>} */
const STATES = {
  "the first visit": {
    hash: "",
    show: async (page) => {
      assert.equal(await page.getByRole("grid", { name: "Sky of edge 5" }).count(), 1);
      // The goal is above the board or beside it.
      const [goal, sky] = await Promise.all([page.locator(".goal").boundingBox(), board(page).boundingBox()]);
      assert.ok(goal && sky && (goal.y + goal.height <= sky.y || goal.x >= sky.x + sky.width));
      const buttons = ["Back", "Undo", "Hint", "More"].map((name) => [name, named(page, name)]);
      return {
        players: page.locator(".players"),
        level: page.getByText("Level 1", { exact: true }),
        goal: page.getByText("The goal: all your birds in one flock."),
        tutorial: page.getByRole("button", { name: /^New to Volo/ }),
        ...Object.fromEntries(buttons),
      };
    },
  },
  "a refused tap": {
    hash: "#rules=standard-5&you=both",
    show: async (page) => {
      await space(page, "d5").click();
      await hear(page, /Blue to move/);
      await space(page, "d5").click();
      const refused = page.locator(".board .refused");
      await refused.waitFor();
      return { refused, rule: page.locator(".board summary") };
    },
  },
  "the choice of a region": {
    hash: `#fen=${encodeURIComponent(DIVISION)}`,
    show: async (page) => {
      await space(page, "f3").click();
      await space(page, "d5").click();
      const choices = page.getByRole("group", { name: "Regions to keep" }).getByRole("button");
      await choices.last().waitFor();
      return { first: choices.first(), last: choices.last(), advice: page.locator(".board .advice") };
    },
  },
  "a lost game": {
    hash: `#fen=${encodeURIComponent(DIVISION)}&you=orange&level=1`,
    show: async (page) => {
      await lose(page);
      assert.equal(await page.locator(".turn .buttons [aria-disabled=true]").filter({ visible: true }).count(), 0);
      const isLow = (await page.locator(".board .turn").count()) > 0;
      assert.equal(await page.locator(".result .primary").filter({ visible: true }).count(), 1);
      return {
        result: isLow ? page.locator(".board .news") : page.locator(".result"),
        rematch: named(page, "Rematch"),
      };
    },
  },
  "a mistake": {
    hash: `#fen=${encodeURIComponent(DIVISION)}&you=both`,
    show: async (page) => {
      await lose(page);
      await page.getByRole("switch", { name: "Analysis" }).check();
      await press(page, "Evaluate the whole game");
      const mistake = page.locator(".mistake", { hasText: "??" });
      await mistake.waitFor();
      await press(page, "Undo");
      await page.evaluate(() => scrollTo(0, 0));
      return { gauge: page.locator(".gauge"), next: named(page, "Next mistake") };
    },
  },
};

/** @param {Page} page */
async function lose(page) {
  await enter(page, "f3-SE2/e1");
  await hear(page, /Blue wins/);
  await page.evaluate(() => scrollTo(0, 0));
}

/** Show a page with letters of some size. @param {Page} page @param {number | undefined} letters */
async function enlarge(page, letters) {
  if (letters === undefined) return;
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard: letters } });
  await page.reload();
  await space(page, "b2").waitFor();
}

for (const [size, { letters, ...options }] of Object.entries(WINDOWS)) {
  const isRare = ["320x640", "768x1024", "1280x600"].includes(size);
  for (const [state, { hash, show }] of Object.entries(STATES).slice(0, isRare ? 1 : undefined)) {
    testPage(`${size}: the board, and what belongs to ${state}`, { ...options, hash }, async ({ page }) => {
      await enlarge(page, letters);
      await assertSeen(page, { ...(await show(page)), board: board(page) });
    });
  }

  testPage(`${size}: long names stay in their rows, and moves can be typed`, options, async ({ page }) => {
    await enlarge(page, letters);
    await begin(page);
    await page.keyboard.press("n");
    for (const side of ["Orange", "Blue"])
      await page.getByLabel(`Name of ${side}`).fill("Wolfeschlegelsteinhausenbergerdorff Jr.");
    await press(page, "Start");
    await page.locator(".player .name", { hasText: "Wolfe" }).first().waitFor();
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll(".player .who *")].filter((each) => {
        const [inner, row] = [each, each.closest(".player") ?? each].map((one) => one.getBoundingClientRect());
        return inner && row && (inner.right > row.right || inner.bottom > row.bottom + 1);
      }),
    );
    assert.equal(outside.length, 0);
    const field = await page.getByLabel("Move", { exact: true }).boundingBox();
    assert.ok(field !== null && field.width >= 100 && field.x + field.width <= (page.viewportSize()?.width ?? 0));
  });
}

testPage("board and birds are seen before the rules are loaded", WINDOWS["390x664"] ?? {}, async ({ home }) => {
  for (const [size, { letters: _, ...options }] of Object.entries(WINDOWS)) {
    const context = await browser.newContext({ ...options, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(home.address);
    assert.equal(await page.locator(".first .bird .disc").count(), 6, size);
    await assertSeen(page, { board: board(page), news: page.getByText("Loading the rules") });
    await context.close();
  }
});

testPage("a visitor who comes back sees no other game first", WINDOWS["1366x768"] ?? {}, async ({ home }) => {
  const context = await browser.newContext({ serviceWorkers: "block" });
  // The rules never come.
  await context.route(/worker-/, () => {});
  const page = await context.newPage();
  await page.goto(`${home.address}#a-game`);
  await page.locator(".first .bird").first().waitFor({ state: "detached" });
  assert.equal(await page.locator(".first .sky").count(), 1);
  await context.close();
});

testPage(
  "small things: the start of a game, links to rules, and letters that are no shortcuts",
  WINDOWS["360x616"] ?? {},
  async (place) => {
    const { page, home } = place;
    await tool(page, "New game");
    const start = await named(page, "Start").boundingBox();
    assert.ok(start !== null && start.y + start.height <= 616);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await page.getByLabel("Letters and other characters are shortcuts").uncheck();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("n");
    await page.keyboard.press("?");
    assert.equal(await page.getByRole("dialog").count(), 0);
    const manifest = JSON.parse(readFileSync(`${FILES}/app.webmanifest`, "utf8"));
    assert.ok(manifest.id && manifest.theme_color && manifest.background_color);
    assert.ok(manifest.icons.some((/** @type {{ purpose?: string }} */ { purpose }) => purpose === "maskable"));
    const image = await page.locator("meta[property='og:image']").getAttribute("content");
    assert.ok(existsSync(`${FILES}/${image?.split("/").at(-1)}`));
    await page.goto(`${home.address}rules.html`);
    const heights = await page
      .locator("nav a")
      .evaluateAll((links) => links.map((each) => each.getBoundingClientRect().height));
    assert.ok(heights.length > 5 && heights.every((each) => each >= 24), String(heights));
  },
);

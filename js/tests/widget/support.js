// A page with the checked-in module of `volo.widget`, a model like anywidget's, and a back end that plays a recorded
// game: it accepts the move that was recorded, and refuses every other.

import { readFileSync } from "node:fs";
import { pageTest } from "../chromium.js";

/** @import { Locator, Page } from "playwright-core" */
/** @import { PageTest } from "../chromium.js" */

/** @typedef {{ ply: number, isOver: boolean, last: { move: string } | null }} Shown */

const MODULE = readFileSync(new URL("../../../python/volo/widget/board.js", import.meta.url), "utf8");

/** @type {Shown[]} */
export const VIEWS = JSON.parse(readFileSync(new URL("../../../tests/data/web/views.json", import.meta.url), "utf8"));

/** The recorded moves. */
export const MOVES = VIEWS.slice(1).map(({ last }) => last?.move ?? "");

/** A test on a page with a model, and two boards of it: `#first` and `#second`. @type {PageTest} */
export function widgetTest(name, options, body) {
  pageTest(name, options, async (page) => {
    await page.setContent(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A notebook</title>
      <meta name="viewport" content="width=device-width"><main><h1>A notebook</h1></main>`);
    await page.evaluate(open, { source: MODULE, views: VIEWS });
    await body(page);
  });
}

/**
 * Load the module as anywidget does, and draw the two boards. This function runs in the page.
 * @param {{ source: string, views: Shown[] }} given
 */
async function open({ source, views }) {
  /** @type {Map<string, Set<(message: unknown) => void>>} */
  const handlers = new Map();
  /** @type {Record<string, unknown>} */
  const traits = {
    _shown: views[0],
    live: true,
    flocks: false,
    regions: null,
    hints: true,
    orientation: 0,
    arrows: [],
    highlights: [],
    width: null,
  };
  /** @type {unknown[]} */
  const sent = [];
  const model = {
    sent,
    handlers,
    /** @param {string} name */
    get: (name) => traits[name],
    /** @param {string} name @param {unknown} value */
    set: (name, value) => {
      traits[name] = value;
      model.emit(`change:${name}`, undefined);
    },
    save_changes: () => {},
    /** @param {string} event @param {(message: unknown) => void} handler */
    on: (event, handler) => handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
    /** @param {string} event @param {(message: unknown) => void} handler */
    off: (event, handler) => handlers.get(event)?.delete(handler),
    /** @param {string} event @param {unknown} message */
    emit: (event, message) => handlers.get(event)?.forEach((handler) => void handler(message)),
    /** @param {{ type: string, move: string, ply: number }} message */
    send: (message) => {
      sent.push(message);
      const next = views[message.ply + 1];
      if (message.type === "move" && next?.last?.move === message.move) model.set("_shown", next);
      else model.emit("msg:custom", { type: "refused", reason: `illegal move ${message.move} <b>[R6]</b>` });
    },
  };
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const ends = ["first", "second"].map((id) => {
    const el = document.createElement("div");
    el.id = id;
    document.querySelector("main")?.append(el);
    return widget.render({ model, el });
  });
  Object.assign(window, { widget, model, ends });
}

/** Set a trait, as Python does. @param {Page} page @param {string} name @param {unknown} value */
export async function set(page, name, value) {
  await page.evaluate(({ key, given }) => Reflect.get(window, "model").set(key, given), { key: name, given: value });
}

/** The messages that the boards sent. @param {Page} page @returns {Promise<unknown[]>} */
export const sent = (page) => page.evaluate(() => Reflect.get(window, "model").sent);

/** One of the two boards. @param {Page} page @param {"first" | "second"} id */
export const boardOf = (page, id = "first") => page.locator(`#${id}`);

/** @param {Locator} board */
export const news = async (board) => (await board.getByRole("status").textContent()) ?? "";

/** @param {Locator} board @param {string} move */
export async function type(board, move) {
  const input = board.getByLabel("Move", { exact: true });
  await input.fill(move);
  await input.press("Enter");
}

// The spaces as buttons over the picture, in rows, and the keys that walk from one to another.

import { PITCH } from "./canvas.js";
import { html } from "./html.js";

/** @import { Canvas } from "./canvas.js" */

/** @type {Record<string, "left" | "right" | "up" | "down">} */
const ARROWS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

export class Grid {
  /**
   * @param {Canvas} canvas
   */
  constructor(canvas) {
    this.canvas = canvas;
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    this.element = html("div", { role: "grid", "aria-label": `Sky of edge ${canvas.sky.edge}` });
    const size = `${(100 * PITCH) / canvas.width}%`;
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    // The order of the document is that in which the spaces are seen: from the top, and each row from the left.
    const seen = [...canvas.sky.spaces].map(([space, place]) => ({ space, place: canvas.turned(place) }));
    seen.sort((a, b) => b.place.y - a.place.y || a.place.x - b.place.x);
    for (const { space, place } of seen) {
      const { x, y } = canvas.of(space);
      const button = html("button", { type: "button", "data-space": space, tabindex: "-1" });
      button.style.left = `${(100 * x) / canvas.width}%`;
      button.style.top = `${(100 * y) / canvas.height}%`;
      button.style.width = size;
      this.buttons.set(space, button);
      const row = rows.get(place.y) ?? html("div", { role: "row" });
      rows.set(place.y, row);
      row.append(html("div", { role: "gridcell" }, button));
    }
    this.element.append(...rows.values());
    this.current = /** @type {string} */ (seen.at(-1)?.space);
    this.column = 0;
    this.enter(this.current);
    this.element.addEventListener("focusin", (event) => {
      const space = spaceOf(event);
      if (space !== null && space !== this.current) this.enter(space);
    });
    this.element.addEventListener("keydown", (event) => this.walk(event));
  }

  /**
   * Make a space the one that the Tab key leads to.
   * @param {string} space
   */
  enter(space) {
    this.buttons.get(this.current)?.setAttribute("tabindex", "-1");
    this.buttons.get(space)?.setAttribute("tabindex", "0");
    this.current = space;
    this.column = this.canvas.turned(this.canvas.sky.place(space)).x;
  }

  /** Move the focus to the space that was entered last. */
  focus() {
    this.buttons.get(this.current)?.focus();
  }

  /**
   * @param {KeyboardEvent} event
   */
  walk(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { column } = this;
    const to = ARROWS[event.key];
    let next = this.current;
    if (to !== undefined) next = this.canvas.next(this.current, to, column);
    else if (event.key === "Home") next = this.farthest("left");
    else if (event.key === "End") next = this.farthest("right");
    else return;
    event.preventDefault();
    this.enter(next);
    // A walk up or down stays in its column, although the spaces of every other row are half a step aside.
    if (to === "up" || to === "down") this.column = column;
    this.focus();
  }

  /**
   * The last space of the current row to one side.
   * @param {"left" | "right"} to
   */
  farthest(to) {
    let space = this.current;
    for (let next = this.canvas.next(space, to, 0); next !== space; next = this.canvas.next(space, to, 0)) space = next;
    return space;
  }
}

/**
 * The space whose button an event happened on.
 * @param {Event} event
 * @returns {string | null}
 */
export function spaceOf(event) {
  const button = event.target instanceof Element ? event.target.closest("button[data-space]") : null;
  return button?.getAttribute("data-space") ?? null;
}

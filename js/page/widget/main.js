// The script of `volo.widget.Board`, a module as anywidget loads it. The game, its rules and its moves are in Python.

import { html } from "../../board/html.js";
import { Board } from "../../board/index.js";
import { otherPlayer } from "../../board/view.js";
import { followScheme } from "./scheme.js";

/** @import { Player, Side, View } from "../../board/index.js" */

/**
 * The data of a game that Python sends.
 * @typedef {object} Shown
 * @property {View & { keeps: Record<string, Side> }} view the position
 * @property {number} ply the number of moves
 * @property {{ move: string, before: View } | null} last
 * @property {boolean} isOver
 * @property {string} result
 */

/**
 * The traits that Python shares.
 * @typedef {object} Traits
 * @property {Shown} _shown
 * @property {boolean} live
 * @property {boolean} flocks
 * @property {Player | null} regions
 * @property {boolean} hints
 * @property {number} orientation
 * @property {[string, string][]} arrows
 * @property {string[]} highlights
 * @property {number | null} width
 */

/**
 * The part of anywidget's model that is used.
 * @typedef {object} Model
 * @property {<Name extends keyof Traits>(name: Name) => Traits[Name]} get
 * @property {(event: string, callback: (message: unknown) => void) => void} on
 * @property {(event: string, callback: (message: unknown) => void) => void} off
 * @property {(message: unknown) => void} send
 */

/** The traits that change how the position is drawn, and those that change what is shown. */
const SETTINGS = ["flocks", "regions", "hints", "orientation", "width"];
const CONTENTS = ["_shown", "live"];
const MARKS = ["arrows", "highlights"];

/** The width in pixels in a row of widgets, where the content gives the width. */
const WIDTH = 480;

/** The milliseconds after which a missing answer of Python is reported. */
const PATIENCE = 1000;

/**
 * Draw a board. Several boards may be drawn of one model.
 * @param {{ model: Model, el: HTMLElement }} cell
 * @returns {() => void} a function that removes the board
 */
function render({ model, el }) {
  const host = html("div", { class: "volo-board", "data-lm-suppress-shortcuts": "true" });
  // Notebooks cut off what an output draws outside its box, such as the outline of a control that has the focus.
  Object.assign(host.style, { padding: "4px", boxSizing: "border-box" });
  // Jupyter sets the style of `el` itself. In a row of widgets, the grid lets boards shrink to the width that is there.
  const frame = html("div", {}, host);
  Object.assign(frame.style, { display: "grid", gridTemplateColumns: "minmax(0, 1fr)" });
  el.append(frame);
  // The notebook does not take the keys that are pressed on the board for its own.
  host.addEventListener("keydown", (event) => event.stopPropagation());
  let waiting = 0;
  const report = () => {
    clearTimeout(waiting);
    board.refuse("Python does not answer. It is busy, or the cell must be run again.");
  };
  const request = /** @param {string} move */ (move) => {
    clearTimeout(waiting);
    waiting = window.setTimeout(report, PATIENCE);
    try {
      model.send({ type: "move", move, ply: model.get("_shown").ply });
    } catch {
      // After a restart of the kernel, JupyterLab throws an error. Without a kernel, it sends nothing and throws none.
      report();
    }
  };
  let drawn = model.get("_shown");
  const after = /** @param {string} move */ (move) => afterKeeping(model.get("_shown").view, move);
  const board = new Board(host, { onMove: request, after }, drawn.view);
  const marks = () => ({ arrows: model.get("arrows"), highlights: model.get("highlights") });

  const show = () => {
    const { view, last, isOver, result, ply } = model.get("_shown");
    clearTimeout(waiting);
    const isAnimated = ply === drawn.ply + 1;
    drawn = model.get("_shown");
    board.show(view, {
      last,
      isAnimated,
      isLive: model.get("live") && !isOver,
      ...marks(),
      ...(isOver ? { news: result } : {}),
    });
  };
  const mark = () => {
    // The marks may be for a position that is shown in a moment.
    if (drawn === model.get("_shown")) board.mark(marks());
  };
  const set = () => {
    const width = model.get("width");
    host.style.maxWidth = width === null ? "" : `${width}px`;
    host.style.setProperty("contain-intrinsic-inline-size", `${width ?? WIDTH}px`);
    board.set({
      flocks: model.get("flocks"),
      regions: model.get("regions"),
      hints: model.get("hints"),
      turns: model.get("orientation") / 60,
    });
  };
  const receive = /** @param {unknown} message */ (message) => {
    const { type, reason } = /** @type {{ type?: unknown, reason?: unknown }} */ (message ?? {});
    if (type !== "refused") return;
    clearTimeout(waiting);
    board.refuse(String(reason));
  };

  /** @type {[string, (message: unknown) => void][]} */
  const handlers = [
    ...SETTINGS.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, set])),
    ...CONTENTS.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, show])),
    ...MARKS.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, mark])),
    ["msg:custom", receive],
  ];
  for (const [event, handler] of handlers) model.on(event, handler);
  const unfollow = followScheme(el, host);
  set();
  show();
  return () => {
    clearTimeout(waiting);
    unfollow();
    for (const [event, handler] of handlers) model.off(event, handler);
    frame.remove();
  };
}

/**
 * The position after a move that keeps one of several regions, as far as the choice of the region needs it.
 * @param {Shown["view"]} view
 * @param {string} move
 * @returns {View}
 */
function afterKeeping(view, move) {
  const opponent = otherPlayer(view.turn);
  return { ...view, [opponent]: view.keeps[move] ?? view[opponent] };
}

export default { render };

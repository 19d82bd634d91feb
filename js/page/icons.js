// Pictures on buttons, drawn as strokes in a square of 24.

import { svg } from "../board/svg.js";

/** @import { Player } from "../board/index.js" */

const SHAPES = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 0 1 0 10h-2",
  redo: "M15 6l5 5-5 5M20 11H10a5 5 0 0 0 0 10h2",
  flip: "M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4",
  turn: "M19.5 13a7.5 7.5 0 1 1-2.2-6.4L20 9.2M20 4v5.2h-5.2",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.6.5-.8 1.2-.8 3h-5.4c0-1.8-.2-2.5-.8-3z",
  close: "M6 6l12 12M18 6L6 18",
  up: "M12 19V5M6 11l6-6 6 6",
  remove: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  write: "M4 5h16v11H10l-4 4v-4H4z",
  resign: "M6 21V4M6 5h12l-3 4 3 4H6",
  pause: "M8 5v14M16 5v14",
  draw: "M6 9h12M6 15h12",
  players:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 1 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 5a3 3 0 0 1 0 6M18 14c2 .8 3 3 3 6",
  here: "M5 4v16M10 5l9 7-9 7z",
  more: "M5 11.5v1M12 11.5v1M19 11.5v1",
};

/** @typedef {keyof typeof SHAPES} IconName */

/**
 * @param {IconName} name
 */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "picture", "aria-hidden": "true" },
    svg("path", { d: SHAPES[name] }),
  );
}

/**
 * A bird of a player, as on the board. The players differ in the shape of the wings.
 * @param {Player} player
 */
export function birdIcon(player) {
  const wings = player === "orange" ? "M-9 .5q4.5-6.5 9 1q4.5-7.5 9-1" : "M-9-3q6 0 9 6q3-6 9-6";
  return svg(
    "svg",
    { viewBox: "-18 -18 36 36", class: `bird ${player}`, "aria-hidden": "true" },
    svg("circle", { r: 16 }),
    svg("path", { d: wings }),
  );
}

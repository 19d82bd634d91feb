// The pictures on the buttons.

import { svg } from "../../board/svg.js";

/** Outlines in a box of 24 by 24. */
const PATHS = {
  first: "M6 5v14M18 5l-7 7l7 7",
  back: "M15 5l-7 7l7 7",
  forward: "M9 5l7 7l-7 7",
  last: "M18 5v14M6 5l7 7l-7 7",
  play: "M8 4l12 8l-12 8z",
  pause: "M8 5v14M16 5v14",
  turn: "M19 12a7 7 0 1 1-2.2-5.1M17.5 2.5v5h-5",
};

/** @typedef {keyof typeof PATHS} Icon */

/**
 * @param {Icon} name
 */
export function icon(name) {
  const box = { class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" };
  return svg("svg", box, svg("path", { d: PATHS[name] }));
}

// The sky without birds: the hexagon, its lines, and the coordinates around it.

import { PITCH, pair } from "./canvas.js";
import { step } from "./sky.js";
import { svg } from "./svg.js";

/** @import { Canvas, Point } from "./canvas.js" */
/** @import { Direction, Place } from "./sky.js" */

/** Boards on one page have gradients of their own. */
let count = 0;

/**
 * The hexagon, lighter in the middle, with a hole in its center through which one sees the light above.
 * @param {Canvas} canvas
 */
export function hexagon(canvas) {
  const center = canvas.point(canvas.sky.center);
  const id = `volo-depth-${++count}`;
  const stops = ["0.35", "1"].map((offset, index) => svg("stop", { offset, class: index === 0 ? "near" : "far" }));
  return svg(
    "g",
    {},
    svg("radialGradient", { id }, ...stops),
    svg("polygon", { class: "sky", fill: `url(#${id})`, points: canvas.hexagon(center, canvas.skyRadius, false) }),
    svg("polygon", { class: "rays", points: canvas.hexagon(center, 0.62 * PITCH, true) }),
    svg("polygon", { class: "hole", points: canvas.hexagon(center, 0.5 * PITCH, true) }),
  );
}

/**
 * @param {Canvas} canvas
 */
export function lines(canvas) {
  return svg("path", { class: "lines", d: canvas.lines() });
}

/**
 * The letters of the rows and the numbers of the spaces.
 *
 * A letter is before the first space of its row. A row is numbered from its first space, and the spaces with the same
 * number form a line that bends at the middle row. Each number is at the ends of its line that are spaces: after the last
 * space of a row, and beyond the lowest and the highest row, where a tick continues the line to its number.
 * @param {Canvas} canvas
 */
export function labels(canvas) {
  const { sky } = canvas;
  const places = new Map([...sky.spaces, ...sky.missing]);
  const known = new Set([...places.values()].map(({ x, y }) => `${x},${y}`));
  const isKnown = /** @param {Place} place */ ({ x, y }) => known.has(`${x},${y}`);
  const texts = [];
  let ticks = "";
  for (const [name, place] of places) {
    const label = name.slice(1);
    if (!isKnown(step(place, "W"))) texts.push(text(canvas, canvas.point(place, "W", 0.92), name.slice(0, 1)));
    const beyond = beyondRim(canvas, place);
    if (sky.missing.has(name)) continue;
    if (!isKnown(step(place, "E"))) {
      texts.push(text(canvas, canvas.point(place, "E", 0.95), label));
    } else if (beyond !== null) {
      ticks += `M${pair(canvas.point(place))}L${pair(canvas.point(place, beyond, 0.66))}`;
      texts.push(text(canvas, canvas.point(place, beyond, 0.92), label));
    }
  }
  return svg("g", {}, svg("path", { class: "ticks", d: ticks }), svg("g", { class: "labels" }, ...texts));
}

/**
 * The direction in which the line of a number leaves the sky at a space of the lowest or the highest row.
 * @param {Canvas} canvas
 * @param {Place} place
 * @returns {Direction | null}
 */
function beyondRim(canvas, place) {
  if (place.y === 0) return "SE";
  return place.y === 2 * canvas.sky.center.y ? "NE" : null;
}

/**
 * A text whose middle is at a point.
 * @param {Canvas} canvas
 * @param {Point} point
 * @param {string} label
 */
function text(canvas, { x, y }, label) {
  return svg("text", { x, y: y + 0.13 * PITCH * canvas.small }, label);
}

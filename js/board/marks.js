// Marks on the sky: a move, highlighted spaces, arrows, a chosen line and the spaces that it may fly to.

import { joined } from "./birds.js";
import { PITCH, pair, RADIUS } from "./canvas.js";
import { reached } from "./notation.js";
import { svg } from "./svg.js";

/** @import { Canvas, Point } from "./canvas.js" */
/** @import { Move } from "./notation.js" */

const SHAFT = 0.13 * PITCH;
const HEAD = 0.42 * PITCH;
const SHORT = 0.22 * PITCH;

/**
 * Under the birds: a broad band from each space that a flight leaves to the one that it reaches.
 * @param {Canvas} canvas
 * @param {Move} move
 */
export function trail(canvas, move) {
  if (move.kind !== "fly") return [];
  return move.line.map((space, index) => {
    const end = /** @type {string} */ (move.landing[index]);
    return svg("path", { class: "trail", d: `M${pair(canvas.of(space))}L${pair(canvas.of(end))}` });
  });
}

/**
 * Over the birds: a ring around each space that a move reaches.
 * @param {Canvas} canvas
 * @param {Move} move
 */
export function rings(canvas, move) {
  return reached(move).map((space) => ring(canvas, space, "move"));
}

/**
 * @param {Canvas} canvas
 * @param {string} space
 * @param {string} kind a class
 */
export function ring(canvas, space, kind) {
  const { x, y } = canvas.of(space);
  return svg("circle", { class: kind, cx: x, cy: y, r: 1.12 * RADIUS });
}

/**
 * A mark on a vacant space that a tap adds a bird to ("add"), or flies to ("target").
 * @param {Canvas} canvas
 * @param {string} space
 * @param {"add" | "target"} kind
 * @param {boolean} isNear whether the pointer is near, so that it is seen well
 */
export function dot(canvas, space, kind, isNear = false) {
  const { x, y } = canvas.of(space);
  return svg("circle", {
    class: isNear ? `${kind} near` : kind,
    cx: x,
    cy: y,
    r: (kind === "add" ? 0.08 : 0.2) * PITCH,
  });
}

/**
 * @param {Canvas} canvas
 * @param {string[]} line
 */
export function band(canvas, line) {
  const d = joined(canvas, line);
  return svg(
    "g",
    { class: "band" },
    svg("path", { class: "edge", d, "stroke-width": 1.04 * PITCH }),
    svg("path", { class: "veil", d, "stroke-width": 1.04 * PITCH - 7 }),
  );
}

/**
 * The cells of some spaces, filled.
 * @param {Canvas} canvas
 * @param {Iterable<string>} spaces
 * @param {string} kind a class
 */
export function cells(canvas, spaces, kind) {
  return svg("path", { class: kind, d: canvas.cells(spaces) });
}

/**
 * A disc that is the larger and the darker, the stronger it is.
 * @param {Canvas} canvas
 * @param {string} space
 * @param {number} strength from 0 to 1
 */
export function glow(canvas, space, strength) {
  const { x, y } = canvas.of(space);
  const r = (0.16 + 0.36 * Math.sqrt(strength)) * PITCH;
  return svg("circle", { class: "glow", cx: x, cy: y, r, "fill-opacity": 0.25 + 0.6 * strength });
}

/**
 * An arrow, which ends a little before the middle of its last space. From a space to itself it is a ring. A weak arrow is
 * thin and faint. The label is at the end.
 * @param {Canvas} canvas
 * @param {string} tail
 * @param {string} head
 * @param {{ readonly strength?: number, readonly label?: string, readonly isBad?: boolean }} look
 */
export function arrow(canvas, tail, head, { strength = 1, label = "", isBad = false } = {}) {
  const shape = tail === head ? ring(canvas, tail, "arrow ring") : straight(canvas, tail, head, 0.5 + 0.5 * strength);
  const marks = [svg("g", { opacity: 0.35 + 0.65 * strength }, shape)];
  if (label !== "") {
    const { x, y } = canvas.of(head);
    marks.push(tag({ x: x + 0.36 * PITCH, y: y - 0.36 * PITCH }, label));
  }
  return svg("g", isBad ? { class: "bad" } : {}, ...marks);
}

/**
 * @param {Point} place
 * @param {string} label
 */
export function tag({ x, y }, label) {
  return svg(
    "g",
    { class: "tag" },
    svg("circle", { cx: x, cy: y, r: 0.24 * PITCH }),
    svg("text", { x, y: y + 0.12 * PITCH }, label),
  );
}

/**
 * @param {Canvas} canvas
 * @param {string} tail
 * @param {string} head
 * @param {number} width the width, as a share of that of a strong arrow
 */
function straight(canvas, tail, head, width) {
  const start = canvas.of(tail);
  const end = canvas.of(head);
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const [ux, uy] = [(end.x - start.x) / length, (end.y - start.y) / length];
  const tip = length - SHORT;
  const neck = tip - HEAD * width;
  const [shaft, barb] = [(SHAFT * width) / 2, (HEAD * width) / 2];
  const corners = /** @type {[number, number][]} */ ([
    [0, shaft],
    [neck, shaft],
    [neck, barb],
    [tip, 0],
    [neck, -barb],
    [neck, -shaft],
    [0, -shaft],
  ]);
  const outline = corners.map(([far, aside]) =>
    pair({ x: start.x + ux * far - uy * aside, y: start.y + uy * far + ux * aside }),
  );
  return svg("path", { class: "arrow", d: `M${outline.join("L")}Z` });
}

// The birds: those in the sky, those that were driven away, and the outlines of flocks.

import { PITCH, pair, RADIUS } from "./canvas.js";
import { svg } from "./svg.js";

/** @import { Canvas } from "./canvas.js" */
/** @import { Direction } from "./sky.js" */
/** @import { Player } from "./view.js" */

/**
 * A bird far away. Orange's birds are two arcs, and Blue's glide, so that the players differ not only in color.
 * @type {Record<Player, string>}
 */
const WINGS = {
  orange: "M-9 .5q4.5-6.5 9 1q4.5-7.5 9-1",
  blue: "M-9-3q6 0 9 6q3-6 9-6",
};

/** The width of the outline of a flock: wider than a bird, but so narrow that it covers no bird beside it. */
const FLOCK = 0.92 * PITCH;

/**
 * A bird. Its body is a group of its own, which moves within the place of the bird.
 * @param {Canvas} canvas
 * @param {Player} player
 * @param {string} space
 * @param {string} kind a class: "bird", "ghost" or "landing"
 */
export function bird(canvas, player, space, kind = "bird") {
  const body = svg("g", { class: "body" });
  if (kind !== "bird") body.append(svg("circle", { class: "veil", r: 0.9 * RADIUS }));
  else body.append(svg("circle", { class: "shade", cx: 1, cy: 0.16 * RADIUS, r: 1.04 * RADIUS }));
  body.append(
    svg("circle", { class: "disc", r: kind === "bird" ? RADIUS : 0.9 * RADIUS }),
    svg("path", { class: "wings", d: WINGS[player] }),
  );
  const { x, y } = canvas.of(space);
  return svg("g", { class: `${kind} ${player}`, transform: `translate(${x} ${y})` }, body);
}

/**
 * An outline around each flock of one player.
 * @param {Canvas} canvas
 * @param {Player} player
 * @param {Iterable<string>} birds
 */
export function flocks(canvas, player, birds) {
  const d = joined(canvas, birds);
  // A stroke from each bird to its neighbors makes the shape of the flock. Narrower ones on top leave its outline.
  return svg(
    "g",
    { class: `flocks ${player}` },
    svg("path", { class: "edge", d, "stroke-width": FLOCK }),
    svg("path", { class: "veil", d, "stroke-width": FLOCK - 3 }),
    svg("path", { class: "inside", d, "stroke-width": FLOCK - 3 }),
  );
}

/**
 * Strokes from each space to its neighbors among the same spaces, as text for a path.
 * @param {Canvas} canvas
 * @param {Iterable<string>} spaces
 */
export function joined(canvas, spaces) {
  const all = new Set(spaces);
  let path = "";
  for (const space of all) {
    path += `M${pair(canvas.of(space))}h0`;
    for (const direction of /** @type {Direction[]} */ (["E", "NE", "SE"])) {
      const next = canvas.sky.step(space, direction);
      if (next !== undefined && all.has(next)) path += `M${pair(canvas.of(space))}L${pair(canvas.of(next))}`;
    }
  }
  return path;
}

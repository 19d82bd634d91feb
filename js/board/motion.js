// Birds that fly, arrive and leave. Nothing moves where the person prefers reduced motion.

/** @import { Canvas } from "./canvas.js" */
/** @import { Move } from "./notation.js" */

const EASE = "cubic-bezier(0.3, 0, 0.2, 1)";

function isReduced() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Let the birds of a move come to where they are drawn already. A line side by side flies at once. A line in file flies
 * one bird after the other, the leading one first.
 * @param {Canvas} canvas
 * @param {Move} move
 * @param {Map<string, SVGElement>} bodies the drawn birds by their spaces
 * @returns {number} how long it takes, in milliseconds
 */
export function arrive(canvas, move, bodies) {
  if (isReduced()) return 0;
  if (move.kind === "add") {
    const frames = [
      { transform: "scale(0.2)", opacity: 0 },
      { transform: "none", opacity: 1 },
    ];
    bodies.get(move.space)?.animate(frames, { duration: 220, easing: EASE });
    return 220;
  }
  if (move.kind !== "fly") return 0;
  const end = /** @type {string} */ (move.line.at(-1));
  const along = canvas.sky.way(/** @type {string} */ (move.line[0]), end)?.direction;
  const back = canvas.sky.way(end, /** @type {string} */ (move.line[0]))?.direction;
  const pause = move.direction === along || move.direction === back ? 50 : 0;
  const duration = 260 + 45 * move.distance;
  for (const [index, space] of move.line.entries()) {
    const landing = /** @type {string} */ (move.landing[index]);
    const [from, to] = [canvas.of(space), canvas.of(landing)];
    // The wings beat about three times a second.
    const wings = bodies.get(landing)?.querySelector(".wings");
    const beat = [{ transform: "none" }, { transform: "scaleY(-0.6)" }, { transform: "none" }];
    wings?.animate(beat, {
      duration: duration / Math.max(1, Math.round(duration / 300)),
      iterations: Math.max(1, Math.round(duration / 300)),
    });
    const rank = move.direction === along ? move.line.length - 1 - index : index;
    bodies
      .get(landing)
      ?.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], {
        duration,
        delay: pause * rank,
        easing: EASE,
        fill: "backwards",
      });
  }
  return duration + pause * (move.line.length - 1);
}

/**
 * Let birds fly off, away from the center of the sky. Their elements are removed at the end.
 * @param {Canvas} canvas
 * @param {Map<string, SVGElement>} bodies the drawn birds by the spaces that they leave
 * @returns {number} how long it takes, in milliseconds
 */
export function leave(canvas, bodies) {
  const [duration, delay] = [700, 200];
  for (const [space, body] of bodies) {
    const remove = () => body.parentElement?.remove();
    if (isReduced()) {
      remove();
      continue;
    }
    const { x, y } = canvas.of(space);
    const away = `translate(${1.2 * (x - canvas.width / 2)}px, ${1.2 * (y - canvas.height / 2) - 60}px) scale(0.5)`;
    const frames = [
      { transform: "none", opacity: 1 },
      { transform: away, opacity: 0 },
    ];
    body.animate(frames, { duration, delay, easing: "ease-in", fill: "both" }).finished.then(remove, remove);
  }
  return bodies.size === 0 || isReduced() ? 0 : duration + delay;
}

/**
 * Let a flock that has won rise, one bird after the other, and settle again.
 * @param {SVGElement[]} bodies
 * @param {number} delay in milliseconds
 */
export function takeOff(bodies, delay) {
  if (isReduced()) return;
  const frames = [{ transform: "none" }, { transform: "translateY(-22px) scale(1.2)" }, { transform: "none" }];
  for (const [index, body] of bodies.entries()) {
    body.animate(frames, { duration: 900, delay: delay + (600 * index) / bodies.length, easing: "ease-in-out" });
  }
}

/**
 * Let the outline of a flock appear and fade, once the birds that belong to it now have arrived.
 * @param {SVGElement} outline
 * @param {number} delay in milliseconds
 */
export function join(outline, delay) {
  const fading = outline.animate([{ opacity: 0 }, { opacity: 1, offset: 0.3 }, { opacity: 0 }], {
    duration: isReduced() ? 0 : 1200,
    delay: isReduced() ? 0 : delay,
    fill: "both",
  });
  const remove = () => outline.remove();
  fading.finished.then(remove, remove);
}

/**
 * Shake an element, because a move was refused.
 * @param {Element} element
 */
export function shake(element) {
  if (isReduced()) return;
  const frames = [0, -4, 4, -2, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  element.animate(frames, { duration: 240 });
}

// Swipes of a finger to the left and to the right.

/** The shortest swipe in pixels. */
const SHORTEST = 40;

/**
 * @param {HTMLElement} element
 * @param {(steps: 1 | -1) => void} onSwipe 1 for a swipe to the left, which pulls the next position in
 */
export function swipes(element, onSwipe) {
  /** @type {PointerEvent | null} */
  let start = null;
  element.addEventListener("pointerdown", (event) => {
    start = event.isPrimary && event.pointerType === "touch" ? event : null;
  });
  element.addEventListener("pointercancel", () => {
    start = null;
  });
  element.addEventListener("pointerup", (event) => {
    if (start?.pointerId !== event.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(x) >= SHORTEST && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1);
  });
}

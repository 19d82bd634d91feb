// A mouse, a pen or a finger on the board: taps, drags, and the space that is pointed at.

import { spaceOf } from "./grid.js";

/** @import { Canvas } from "./canvas.js" */

/**
 * @typedef {object} Gestures
 * @property {(space: string, isTouch: boolean) => void} onTap a button was pressed, with a finger or by other means,
 *   also with a key or by a screen reader
 * @property {(space: string | null) => void} onPoint
 * @property {(from: string, to: string) => void} onDrag
 * @property {(from: string, to: string, isTouch: boolean) => void} onDrop
 */

export class Pointer {
  /**
   * @param {HTMLElement} stage the element that has the size of the canvas
   * @param {() => Canvas} canvas
   * @param {Gestures} gestures
   */
  constructor(stage, canvas, gestures) {
    this.stage = stage;
    this.canvas = canvas;
    this.gestures = gestures;
    /** @type {{ id: number, space: string, isDrag: boolean } | null} */
    this.press = null;
    this.isDragged = false;
    this.isTouch = false;
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    stage.addEventListener("pointerup", (event) => this.up(event));
    stage.addEventListener("pointerleave", () => this.end());
    stage.addEventListener("pointercancel", () => this.end());
    stage.addEventListener("click", (event) => {
      const space = spaceOf(event);
      // A drag that came back to its first space is followed by a click, which is not a tap.
      if (space !== null && !this.isDragged) gestures.onTap(space, this.isTouch && event.detail > 0);
    });
  }

  /**
   * The space under the pointer.
   * @param {PointerEvent} event
   */
  at(event) {
    const { left, top, width } = this.stage.getBoundingClientRect();
    const canvas = this.canvas();
    const scale = canvas.width / width;
    return canvas.nearest({ x: (event.clientX - left) * scale, y: (event.clientY - top) * scale });
  }

  /**
   * @param {PointerEvent} event
   */
  down(event) {
    this.isDragged = false;
    this.isTouch = event.pointerType === "touch";
    const space = this.at(event);
    this.press =
      event.isPrimary && event.button === 0 && space !== null ? { id: event.pointerId, space, isDrag: false } : null;
    this.gestures.onPoint(space);
  }

  /**
   * @param {PointerEvent} event
   */
  move(event) {
    const space = this.at(event);
    const { press } = this;
    if (press?.id !== event.pointerId) {
      this.gestures.onPoint(space);
      return;
    }
    if (space !== press.space) press.isDrag = this.isDragged = true;
    this.stage.classList.toggle("dragging", press.isDrag);
    if (press.isDrag && space !== null) this.gestures.onDrag(press.space, space);
  }

  /**
   * @param {PointerEvent} event
   */
  up(event) {
    const { press } = this;
    if (press?.id !== event.pointerId) return;
    const space = this.at(event);
    this.end(event.pointerType === "mouse" ? space : null);
    if (press.isDrag && space !== null && space !== press.space) this.gestures.onDrop(press.space, space, this.isTouch);
  }

  /**
   * @param {string | null} space the space that is still pointed at
   */
  end(space = null) {
    this.press = null;
    this.stage.classList.remove("dragging");
    this.gestures.onPoint(space);
  }
}

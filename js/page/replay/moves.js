// The list of moves. Each move is a button that shows the position after it.

import { html } from "../../board/html.js";

/** @import { Data } from "./record.js" */

export class Moves {
  /**
   * @param {Data} data
   * @param {(ply: number) => void} onChoose
   */
  constructor(data, onChoose) {
    this.list = html("ol", { "aria-label": "Moves" });
    this.buttons = data.moves.map((move, index) => {
      const button = html("button", { type: "button", tabindex: "-1" }, move);
      if (data.comments[index + 1]) button.classList.add("noted");
      button.addEventListener("click", () => onChoose(index + 1));
      return button;
    });
    this.buttons[0]?.setAttribute("tabindex", "0");
    // A row has a move of each player. Where Blue moves first, the first place stays empty.
    const first = data.turn === "blue" ? 1 : 0;
    /** @type {HTMLElement[]} */
    const rows = [];
    for (const [index, button] of this.buttons.entries()) {
      const ply = index + 1;
      if (index === 0 || (index + first) % 2 === 0) rows.push(html("li"));
      if (index < first) rows.at(-1)?.append(html("span", {}, "…"));
      rows.at(-1)?.append(button);
      const comment = data.comments[ply];
      if (comment) rows.at(-1)?.append(html("p", { class: "note", dir: "auto" }, comment));
    }
    this.list.append(...rows);
    if (rows.length === 0) this.list.append(html("li", { class: "none" }, "No move was made."));
    /** @type {HTMLButtonElement | undefined} */
    this.current = undefined;
  }

  /**
   * Mark the move that led to a position, and scroll to it.
   * @param {number} ply
   */
  show(ply) {
    const { list, current } = this;
    const next = this.buttons[ply - 1];
    const isFocused = current !== undefined && document.activeElement === current;
    current?.removeAttribute("aria-current");
    const reachable = next ?? this.buttons[0];
    for (const button of [current, this.buttons[0]]) button?.setAttribute("tabindex", "-1");
    reachable?.setAttribute("tabindex", "0");
    next?.setAttribute("aria-current", "step");
    if (isFocused) reachable?.focus({ preventScroll: true });
    list.scrollTop = next ? next.offsetTop - list.clientHeight / 2 : 0;
    this.current = next;
  }
}

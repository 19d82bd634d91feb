// The list of moves with its branches, as buttons.

import { html } from "../board/html.js";
import { START } from "./tree.js";
import { turnOf } from "./turns.js";

/** @import { Mistake } from "./survey.js" */
/** @import { Tree } from "./tree.js" */

/** Branches within branches are shown down to this depth, and deeper ones only by their first moves. */
const DEEPEST = 8;

export class MoveList {
  /**
   * @param {(index: number) => void} onGo
   */
  constructor(onGo) {
    this.onGo = onGo;
    this.element = html("div", { class: "moves", role: "group", "aria-label": "Moves" });
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    /** @type {Tree | null} */
    this.tree = null;
    this.revision = -1;
    this.isBlueFirst = false;
    // What is shown below the list, as the analysis, makes it shorter.
    new ResizeObserver(() => this.reveal()).observe(this.element);
  }

  /** Scroll the list, and never the page, so far that the current move is seen. */
  reveal() {
    const { tree, element } = this;
    const button = this.buttons.get(tree?.current ?? START);
    if (button === undefined) element.scrollTop = tree?.current === START ? 0 : element.scrollHeight;
    else reveal(element, button);
  }

  /**
   * @param {Tree} tree
   * @param {string} opening the comment on the first position
   */
  update(tree, opening) {
    if (tree !== this.tree || tree.revision !== this.revision) this.draw(tree, opening);
    for (const [index, button] of this.buttons) {
      if (index === tree.current) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    this.reveal();
  }

  /**
   * @param {number[]} line
   * @param {Mistake[]} mistakes
   */
  mark(line, mistakes) {
    for (const button of this.element.querySelectorAll("[data-mark]")) button.removeAttribute("data-mark");
    for (const { ply, mark } of mistakes) this.buttons.get(line[ply - 1] ?? START)?.setAttribute("data-mark", mark);
  }

  /**
   * @param {Tree} tree
   * @param {string} opening
   */
  draw(tree, opening) {
    this.tree = tree;
    this.revision = tree.revision;
    this.isBlueFirst = turnOf(tree.start) === "blue";
    this.buttons.clear();
    this.branches = tree.branches();
    /** @type {HTMLElement[]} */
    const parts = opening === "" ? [] : [comment(opening)];
    /** @type {HTMLElement | null} */
    let row = null;
    let ply = this.isBlueFirst ? 1 : 0;
    let siblings = this.branches.get(START) ?? [];
    for (let index = siblings[0]; index !== undefined; ply++) {
      if (row === null) {
        row = html("div", { class: "pair" }, html("span", { class: "quiet small" }, `${Math.floor(ply / 2) + 1}`));
        if (ply % 2 === 1) row.append(html("span", { class: "dots quiet small" }, "\u2026"));
        parts.push(row);
      }
      row.append(this.button(index, ply));
      const { comment: text } = tree.node(index);
      const others = siblings.slice(1);
      if (text) parts.push(comment(text));
      for (const other of others) parts.push(html("div", { class: "branch" }, ...this.branch(other, ply, 1)));
      if (ply % 2 === 1 || text || others.length > 0) row = null;
      siblings = this.branches.get(index) ?? [];
      index = siblings[0];
    }
    this.element.replaceChildren(...parts);
  }

  /**
   * A branch in one running text.
   * @param {number} first
   * @param {number} ply
   * @param {number} depth
   * @returns {(Node | string)[]}
   */
  branch(first, ply, depth) {
    const parts = [];
    let isNumbered = true;
    /** @type {number[]} */
    let siblings = [first];
    for (let index = siblings[0]; index !== undefined; ply++) {
      if (isNumbered || ply % 2 === 0) {
        const number = `${Math.floor(ply / 2) + 1}.${ply % 2 === 1 ? "\u2026" : ""}`;
        parts.push(html("span", { class: "number quiet small" }, number));
      }
      parts.push(this.button(index, ply));
      const text = this.tree?.node(index).comment;
      if (text) parts.push(html("bdi", { class: "comment" }, text));
      const others = siblings.slice(1);
      for (const other of others)
        parts.push(html("span", { class: "nested" }, "(", ...this.branch(other, ply, depth + 1), ")"));
      isNumbered = others.length > 0 || Boolean(text);
      siblings = depth < DEEPEST ? (this.branches?.get(index) ?? []) : [];
      index = siblings[0];
    }
    return parts;
  }

  /**
   * @param {number} index
   * @param {number} ply
   */
  button(index, ply) {
    const { move } = /** @type {Tree} */ (this.tree).node(index);
    const button = html("button", { type: "button", class: ply % 2 === 0 ? "orange" : "blue" }, move);
    button.addEventListener("click", () => this.onGo(index));
    this.buttons.set(index, button);
    return button;
  }
}

/**
 * @param {string} text
 */
function comment(text) {
  return html("p", { class: "comment", dir: "auto" }, text);
}

/**
 * Scroll a list so far that an element is seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} element
 */
function reveal(list, element) {
  const outer = list.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

// The board drawn when the page is built, which a visitor sees before the script has come.

import { Position } from "volo-rules/inline";
import { Canvas } from "../board/canvas.js";
import { START } from "../board/choice.js";
import { Picture } from "../board/picture.js";
import { Sky } from "../board/sky.js";
import { STYLE } from "../board/style.js";
import { viewOf } from "../board/view.js";

/** As much of an element as the board needs to draw. */
class Still {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.attributes = "";
    /** @type {unknown[]} */
    this.children = [];
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes += ` ${name}="${value}"`;
  }

  /** @param {unknown[]} children */
  append(...children) {
    this.children.push(...children);
  }

  /** @param {unknown[]} children */
  replaceChildren(...children) {
    this.children = children;
  }

  get firstElementChild() {
    return this.children[0];
  }

  toString() {
    return `<${this.name}${this.attributes}>${this.children.join("")}</${this.name}>`;
  }
}

/** The rules that draw the sky and its birds; the next one is about marks. */
const [PLAIN = ""] = STYLE.split(".veil");

/** A style sheet for a board below `.first`. */
export const FIRST_STYLE = `.first{${PLAIN.replace(":host", "&")}}`;

/** The first position of a rule set as an SVG. @param {string} rules */
export function drawn(rules) {
  const view = viewOf(new Position(rules));
  const document = { createElementNS: (/** @type {string} */ _, /** @type {string} */ name) => new Still(name) };
  Object.assign(globalThis, { document });
  const picture = new Picture(new Canvas(new Sky(view.edge)));
  const marks = { last: null, ghosts: null, arrows: [], highlights: [], heat: new Map(), flocks: false };
  picture.drawPosition(view, START, null, { ...marks, winner: null, regions: null });
  return String(picture.element);
}

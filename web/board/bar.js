// The parts below the sky: the news, the advice, the regions to keep, a pass, and a move typed in notation.

import { html } from "./html.js";
import { shake } from "./motion.js";
import { regionTitle } from "./words.js";

/** @import { Kept } from "./table.js" */

/**
 * @typedef {object} Handlers
 * @property {(move: string) => void} onMove a move was requested
 * @property {() => void} onCancel the choice so far is given up
 */

let count = 0;

export class Bar {
  /**
   * @param {Handlers} handlers
   */
  constructor(handlers) {
    this.handlers = handlers;
    // aria-atomic is false, so that a screen reader reads only the line that changed.
    this.news = html("p", { class: "news" });
    this.advice = html("p", { class: "advice", part: "advice" });
    const status = html("div", { role: "status", "aria-atomic": "false" }, this.news, this.advice);
    this.regions = html("div", { class: "regions", role: "group", "aria-label": "Regions to keep" });
    this.cancel = html("button", { type: "button" }, "Cancel");
    this.cancel.addEventListener("click", () => handlers.onCancel());
    this.pass = html("button", { type: "button" }, "Pass");
    this.pass.addEventListener("click", () => handlers.onMove("pass"));

    const id = `volo-move-${++count}`;
    this.input = html("input", {
      id,
      type: "text",
      maxlength: "40",
      placeholder: "c5 or b2:b4-NE3",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "go",
    });
    const play = html("button", { type: "submit" }, "Play");
    const form = html("form", {}, html("label", { for: id }, "Move"), this.input, play);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text !== "") handlers.onMove(text);
    });
    this.line = html("div", { class: "line", part: "controls" }, this.pass, this.cancel, form);
    this.element = html("div", { class: "bar" }, status, this.regions, this.line);
  }

  /**
   * @param {object} state
   * @param {boolean} state.isLive whether a move can be made
   * @param {boolean} state.isEdited whether the board is edited, so that no move can be made
   * @param {boolean} state.canPass
   * @param {boolean} state.canCancel
   * @param {string} state.advice
   * @param {Kept[]} state.regions
   */
  update({ isLive, isEdited, canPass, canCancel, advice, regions }) {
    this.line.hidden = isEdited;
    this.pass.disabled = !isLive || !canPass;
    this.cancel.disabled = !canCancel;
    this.input.readOnly = !isLive;
    if (this.advice.textContent !== advice) this.advice.textContent = advice;
    const buttons = regions.map(({ move, birds }) => {
      const button = html("button", { type: "button" }, regionTitle(birds));
      button.addEventListener("click", () => this.handlers.onMove(move));
      return button;
    });
    this.regions.replaceChildren(...buttons);
    this.regions.hidden = buttons.length === 0;
  }

  /**
   * Announce an event.
   * @param {string} text
   */
  tell(text) {
    this.news.classList.remove("refused");
    this.news.textContent = text;
    this.input.value = "";
  }

  /**
   * Show why a move was refused.
   * @param {string} text
   */
  refuse(text) {
    this.news.classList.add("refused");
    this.news.textContent = text;
    shake(this.news);
  }
}

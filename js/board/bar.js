// The parts below the sky: the news, the advice, the regions to keep, a pass, and a move typed in notation.

import { html } from "./html.js";
import { shake } from "./motion.js";
import { tidy } from "./notation.js";
import { REGION_KINDS } from "./picture.js";
import { regionTitle } from "./words.js";

/** @import { Kept } from "./table.js" */

/**
 * @typedef {object} Handlers
 * @property {(move: string) => void} onMove a move was requested
 * @property {() => void} onConfirm the chosen move is confirmed
 * @property {() => void} onCancel the choice so far is given up
 * @property {(region: Kept, isTouch: boolean) => void} onKeep a region to keep was chosen, with a finger or otherwise
 * @property {(region: Kept) => void} onLook a region to keep is pointed at
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
    this.rule = html("p");
    this.summary = html("summary", {}, "The rule");
    this.why = html("details");
    this.why.hidden = true;
    this.advice = html("p", { class: "advice", part: "advice" });
    const status = html("div", { role: "status", "aria-atomic": "false" }, this.news, this.why, this.advice);
    this.regions = html("div", { class: "regions", role: "group", "aria-label": "Regions to keep" });
    this.confirm = html("button", { type: "button", class: "confirm" });
    this.confirm.addEventListener("click", () => handlers.onConfirm());
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
    /** The field for a move in notation, which a page may put elsewhere. */
    this.form = html("form", {}, html("label", { for: id }, "Move"), this.input, play);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = tidy(this.input.value);
      if (text !== "") handlers.onMove(text);
    });
    this.input.addEventListener("input", () => this.settle());
    const line = { class: "line", part: "controls" };
    this.line = html("div", line, html("slot"), this.confirm, this.pass, this.cancel, this.form);
    this.element = html("div", { class: "bar", part: "bar" }, status, this.regions, this.line);
    /** The news before a move was refused. */
    this.before = "";
    /** @type {Kept[]} */
    this.shown = [];
  }

  /**
   * @param {object} state
   * @param {boolean} state.isLive whether a move can be made
   * @param {boolean} state.isEdited whether the board is edited, so that no move can be made
   * @param {boolean} state.canPass
   * @param {boolean} state.canCancel
   * @param {string} state.advice
   * @param {string} state.ready the move that is to be confirmed
   * @param {Kept[]} state.regions
   */
  update({ isLive, isEdited, canPass, canCancel, advice, ready, regions }) {
    this.line.hidden = this.form.hidden = isEdited;
    this.pass.disabled = !isLive || !canPass;
    this.cancel.disabled = !canCancel;
    this.input.readOnly = !isLive;
    this.confirm.hidden = ready === "";
    if (ready !== "") this.confirm.textContent = `Play ${ready}`;
    this.advise(advice);
    if (regions === this.shown) return;
    this.shown = regions;
    const buttons = regions.map((region, index) => {
      const mark = html("b", { class: `mark kind${index % REGION_KINDS}` }, String(index + 1));
      const button = html("button", { type: "button" }, mark, regionTitle(region));
      let isTouch = false;
      button.addEventListener("pointerdown", (event) => {
        isTouch = event.pointerType === "touch";
      });
      button.addEventListener("click", (event) => this.handlers.onKeep(region, isTouch && event.detail > 0));
      for (const type of ["pointerenter", "focus"]) button.addEventListener(type, () => this.handlers.onLook(region));
      return button;
    });
    this.regions.replaceChildren(...buttons);
    this.regions.hidden = buttons.length === 0;
  }

  /**
   * @param {string} advice
   */
  advise(advice) {
    if (this.advice.textContent !== advice) this.advice.textContent = advice;
  }

  /**
   * @param {string} text
   */
  tell(text) {
    this.write(text, false, "");
    this.before = text;
    this.input.value = "";
  }

  /**
   * Show why a move was refused, until the next touch.
   * @param {string} text
   * @param {string} rule the ruling in words, which can be unfolded
   */
  refuse(text, rule) {
    this.write(text, true, rule);
    shake(this.news);
  }

  /** Show the news again instead of a refusal. */
  settle() {
    if (this.news.classList.contains("refused")) this.write(this.before, false, "");
  }

  /**
   * @param {string} text
   * @param {boolean} isRefusal
   * @param {string} rule
   */
  write(text, isRefusal, rule) {
    this.news.classList.toggle("refused", isRefusal);
    this.news.textContent = text;
    this.rule.textContent = rule;
    this.why.replaceChildren(...(rule === "" ? [] : [this.summary, this.rule]));
    this.why.hidden = rule === "";
    this.why.open = false;
  }
}

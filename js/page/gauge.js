// The bar beside the board that shows who is ahead.

import { html } from "../board/html.js";
import { short, words } from "./score.js";

/** @import { Value } from "./score.js" */

export class Gauge {
  constructor() {
    this.fill = html("div", { class: "fill" });
    this.text = html("span", { class: "text", "aria-hidden": "true" });
    this.element = html(
      "div",
      { class: "gauge", role: "meter", "aria-label": "Evaluation", "aria-valuemin": "-1", "aria-valuemax": "1" },
      this.fill,
      this.text,
    );
    this.element.hidden = true;
  }

  /**
   * @param {Value | null} value
   */
  update(value) {
    const shown = value ?? { value: 0, winner: null, plies: 0 };
    this.element.style.setProperty("--share", `${50 + 50 * shown.value}%`);
    this.element.setAttribute("aria-valuenow", shown.value.toFixed(2));
    this.element.setAttribute("aria-valuetext", value === null ? "not known yet" : words(shown));
    this.element.title = value === null ? "" : words(shown);
    this.text.textContent = value === null ? "" : short(shown);
  }
}

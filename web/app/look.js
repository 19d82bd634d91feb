// The dialog in which a person chooses what the board marks.

import { html } from "../board/html.js";
import { openDialog } from "./dialog.js";
import { checkbox, field, select } from "./ui.js";

/** @import { Settings } from "../board/board.js" */
/** @import { Player } from "../board/index.js" */

/** @typedef {Pick<Settings, "flocks" | "regions" | "hints">} Look */

/** @type {Look} */
export const PLAIN = { flocks: false, regions: null, hints: true };

/**
 * @param {Look} look
 * @param {(look: Look) => void} onChange
 */
export function askForLook(look, onChange) {
  const change = /** @param {Partial<Look>} part */ (part) => {
    look = { ...look, ...part };
    onChange(look);
  };
  const hints = checkbox("Mark the spaces on which a bird can be added", look.hints, (isOn) => change({ hints: isOn }));
  const flocks = checkbox("Outline flocks", look.flocks, (isOn) => change({ flocks: isOn }));
  const players = /** @type {const} */ ([
    ["", "None"],
    ["orange", "Regions of Orange"],
    ["blue", "Regions of Blue"],
  ]);
  const regions = select(players, look.regions ?? "", (value) =>
    change({ regions: value === "" ? null : /** @type {Player} */ (value) }),
  );
  openDialog("Board", [html("div", {}, hints.element, flocks.element), field("Tinted regions", regions)]);
}

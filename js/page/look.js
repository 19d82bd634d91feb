// The dialog in which a person chooses what the board marks.

import { html } from "../board/html.js";
import { openDialog } from "./dialog.js";
import { checkbox, field, select } from "./ui.js";

/** @import { Settings } from "../board/board.js" */
/** @import { Player } from "../board/index.js" */

/**
 * What the board marks, whether moves are confirmed, and whether one hears that it is the person's turn, and each move.
 * @typedef {Pick<Settings, "flocks" | "regions" | "hints" | "confirm"> & { sound: boolean, sounds: boolean }} Look
 */

/** @type {Look} */
export const PLAIN = { flocks: false, regions: null, hints: true, confirm: false, sound: false, sounds: false };

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
  const confirm = checkbox("Confirm each move", look.confirm, (isOn) => change({ confirm: isOn }));
  const sound = checkbox("A sound when it is your turn", look.sound, (isOn) => change({ sound: isOn }));
  const sounds = checkbox("Sounds of moves", look.sounds, (isOn) => change({ sounds: isOn }));
  const boxes = [hints, flocks, confirm, sound, sounds].map(({ element }) => element);
  openDialog("Board", [html("div", {}, ...boxes), field("Tinted regions", regions)]);
}

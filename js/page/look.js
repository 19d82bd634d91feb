// The dialog in which a person chooses what the board marks.

import { html } from "../board/html.js";
import { openDialog } from "./dialog.js";
import { checkbox, field, select } from "./ui.js";

/** @import { Settings } from "../board/board.js" */
/** @import { Player } from "../board/index.js" */

/**
 * What the board marks, whether moves are confirmed, whether one hears that it is the person's turn, and each move, and
 * whether all is black on white.
 * @typedef {Pick<Settings, "flocks" | "regions" | "hints" | "confirm"> & Record<"sound" | "sounds" | "paper", boolean>} Look
 */

/** @type {Look} */
export const PLAIN = {
  flocks: false,
  regions: null,
  hints: true,
  confirm: false,
  sound: false,
  sounds: false,
  paper: false,
};

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
  const paper = checkbox("Like paper, for print and projectors", look.paper, (isOn) => change({ paper: isOn }));
  const boxes = [hints, flocks, confirm, paper, sound, sounds].map(({ element }) => element);
  openDialog("Board", [html("div", {}, ...boxes), field("Tinted regions", regions)]);
}

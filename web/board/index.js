// The board as a module: what other code may use.

export { Board } from "./board.js";
export { parse } from "./notation.js";
export { Sky } from "./sky.js";
export { PLAYERS } from "./view.js";

/** @typedef {import("./view.js").Player} Player */
/** @typedef {import("./view.js").Side} Side */
/** @typedef {import("./view.js").View} View */

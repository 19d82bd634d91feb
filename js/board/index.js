// The board as a module: what other code may use.
//
//     const board = new Board(element, { onMove, after }, view, { isLive: true });
//
// `view` is a position: its edge, the player to move, the flocks and regions of both players, and the legal moves. If a
// person asks for a move, the board calls `onMove(move)`, which plays it and calls `board.show(view, …)` with the next
// position, or `board.refuse(reason)`. `after(move)` returns the view after a legal move.

export { Board } from "./board.js";
export { parse } from "./notation.js";
export { Sky } from "./sky.js";
export { otherPlayer, PLAYERS } from "./view.js";

/** @typedef {import("./view.js").Player} Player */
/** @typedef {import("./view.js").Side} Side */
/** @typedef {import("./view.js").View} View */

// The board as a module: what other code may use.

export { Board } from "./board.js";
export { parse } from "./notation.js";
export { Sky } from "./sky.js";

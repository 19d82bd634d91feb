// The calls of the page by their names, as python/volo/play/routes.py has them.

import manifest from "../../../wasm/npm/package.json" with { type: "json" };
import { exportGame, FORMATS, importGames } from "./exchange.js";
import { grounded, play, position, puzzle, setUp, start, views } from "./positions.js";
import { games, load, remove, save } from "./store.js";

/** @import { ServerInfo } from "../types.js" */

const RULES = ["standard", "two-sizes", "french", "abstract-play", "boardspace"];

/** @type {Record<string, (request: any) => unknown>} */
export const CALLS = {
  start,
  position,
  play,
  grounded,
  views,
  "set-up": setUp,
  puzzle,
  import: importGames,
  export: exportGame,
  games,
  load,
  save,
  delete: remove,
  info,
};

/** @returns {ServerInfo} */
function info() {
  return {
    version: manifest.version,
    games: false,
    levels: 10,
    edges: [4, 5, 6, 7, 8],
    opening: null,
    rules: RULES,
    formats: FORMATS,
  };
}

// The calls of the page by their names.

import { EDGES, FORMATS } from "volo-rules/engine/init";
import manifest from "volo-rules/package.json" with { type: "json" };
import { checkVersion } from "./document.js";
import { exportGame, importGames, RULES } from "./exchange.js";
import { grounded, play, position, puzzle, setUp, start, views } from "./positions.js";
import { exportAll, games, importAll, load, remove, save } from "./store.js";

/** @import { PageInfo } from "../types.js" */

/** @type {Record<string, (request: any) => unknown>} */
export const CALLS = {
  start,
  position,
  play,
  grounded,
  views,
  "check-version": checkVersion,
  "set-up": setUp,
  puzzle,
  import: importGames,
  export: exportGame,
  games,
  load,
  save,
  delete: remove,
  "export-all": exportAll,
  "import-all": importAll,
  info,
};

/** @returns {PageInfo} */
function info() {
  return {
    version: manifest.version,
    edges: EDGES,
    rules: RULES,
    formats: FORMATS,
  };
}

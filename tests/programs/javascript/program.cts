// The types of CommonJS.

import volo = require("volo-rules");

import { Engine, type Info } from "volo-rules/engine";
import { Position } from "volo-rules/inline";

const position: volo.Position = new Position("standard-4");
const infos: Info[] = new Engine().analyse(position.fen(), { depth: 1 });
console.log(infos.length);

// A program for Node, Bun and Deno, as it is and in bundles of one file.

import { Position, playRandom } from "volo-rules";
import { Engine } from "volo-rules/engine";

const engine = new Engine({ hashMb: 1 });
const { info } = engine.play("standard-4", { depth: 1 });
engine.close();
console.log(new Position("standard-4").perft(2), playRandom(10, { seed: 1 }).length, info.depth);

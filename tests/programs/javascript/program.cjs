// The same in CommonJS.

const { playRandom, Position } = require("volo-rules");
const { Engine } = require("volo-rules/engine");

const engine = new Engine({ hashMb: 1 });
const { info } = engine.play("standard-4", { depth: 1 });
engine.close();
console.log(new Position("standard-4").perft(2), playRandom(10, { seed: 1 }).length, info.depth);

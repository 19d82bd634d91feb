const { Position } = require("volo-rules");
const inline = require("volo-rules/inline");

console.log(new Position("standard-5").play("d5").legalMoves().length, inline.Position === Position);

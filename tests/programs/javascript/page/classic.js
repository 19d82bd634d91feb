// The same in a classic script, which cannot await.

import { Position } from "volo-rules/inline";
import "volo-rules/board";
import { EngineClient } from "volo-rules/engine/client";

const engine = new EngineClient({ level: 3, worker: () => new Worker("worker.js") });
const board = document.createElement("volo-board");
board.position = new Position("standard-5");
board.interactive = true;
board.addEventListener("move", async ({ detail }) => {
  const position = board.position.play(detail.move);
  const { move } = await engine.play(position, { nodes: 100 });
  board.position = position.play(move);
  board.lastMove = move;
});
document.body.append(board);

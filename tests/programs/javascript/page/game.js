// A game against the engine, for any bundler.

import "volo-rules/board";

export function start(Position, engine) {
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
}

import { useState } from "react";
import { Position } from "volo-rules";
import "volo-rules/board";
import { EngineClient } from "volo-rules/engine/client";

const engine = new EngineClient({ level: 3 });

export function Game() {
  const [game, setGame] = useState({ position: new Position("standard-5"), lastMove: null as string | null });
  const play = (before: Position, lastMove: string) => {
    const position = before.play(lastMove);
    setGame({ position, lastMove });
    return position;
  };
  const answer = async (move: string) => {
    const position = play(game.position, move);
    play(position, (await engine.play(position, { nodes: 100 })).move);
  };
  const isMine = game.position.turn === "orange";
  return <volo-board {...game} interactive={isMine} onmove={({ detail }) => answer(detail.move)} />;
}

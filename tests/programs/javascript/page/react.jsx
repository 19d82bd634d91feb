// A game against the engine, in React. The engine answers in a Worker.

import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Position } from "volo-rules";
import "volo-rules/board";
import { EngineClient } from "volo-rules/engine/client";

function App() {
  const [{ position, move }, setGame] = useState({ position: new Position("standard-5"), move: null });
  const [engine, setEngine] = useState(null);
  const play = (text) => setGame(({ position }) => ({ position: position.play(text), move: text }));

  useEffect(() => {
    const client = new EngineClient({ level: 3, seed: 1 });
    setEngine(client);
    return () => client.close();
  }, []);

  useEffect(() => {
    if (engine === null || position.turn === "orange") return;
    engine.play(position, { nodes: 100 }).then((answer) => play(answer.move));
    return () => engine.stop();
  }, [engine, position]);

  return (
    <>
      <h1>{`${position.legalMoves().length} moves`}</h1>
      <volo-board
        aria-label="The game"
        position={position}
        lastMove={move}
        interactive={position.turn === "orange"}
        onmove={({ detail }) => play(detail.move)}
      />
    </>
  );
}

createRoot(document.querySelector("#root")).render(<App />);

import { Position } from "volo-rules";
import Game from "./game.jsx";

export default function Page() {
  const position = new Position("standard-5");
  return (
    <main>
      <h1>{`${position.legalMoves().length} moves`}</h1>
      <Game fen={position.fen()} />
    </main>
  );
}

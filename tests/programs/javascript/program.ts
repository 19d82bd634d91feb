// A program that uses the types of the package.

import {
  type Color,
  Game,
  IllegalMoveError,
  type Move,
  type Outcome,
  type Playouts,
  Position,
  playRandom,
  type RecordError,
  Rules,
  readRecords,
  SYMMETRIES,
  type Symmetry,
} from "volo-rules";
import type { VoloBoard } from "volo-rules/board";
import { Engine, Position as EnginePosition, type Info } from "volo-rules/engine";
import type { EngineClient } from "volo-rules/engine/client";

const rules: Rules = new Rules({ edge: 4, supply: null });
const position: Position = new Position(rules).play("a3");
const turn: Color = position.turn;
const texts: string[] = position.legalMoves();
const moves: Move[] = position.legalMoves({ verbose: true });
const nodes: number = position.perft(2);
const outcome: Outcome | null = position.outcome();
const images: [Symmetry, Position][] = SYMMETRIES.map((symmetry) => [symmetry, position.transform(symmetry)]);
const playouts: Playouts = playRandom(2, { position, policy: ["careful", "uniform"], record: true });
const read: (Game | RecordError)[] = readRecords(playouts.game(0).record());

try {
  position.play("a3");
} catch (error) {
  if (error instanceof IllegalMoveError) {
    const ruling: string = error.ruling;
    console.log(ruling);
  }
}

{
  using engine = new Engine({ hashMb: 1 });
  const infos: Info[] = engine.analyse("standard-4", { depth: 1 });
  console.log(infos.length);
}

function connect(board: VoloBoard, engine: EngineClient) {
  board.position = position;
  board.position = new EnginePosition();
  board.addEventListener("move", async ({ detail }) => {
    const { move } = await engine.play(position.play(detail.move), { time: 100 });
    board.lastMove = move;
  });
  document.querySelector("volo-board")?.addEventListener("click", (event: MouseEvent) => event.preventDefault());
}

// @ts-expect-error a position of another module has other private fields
const other = () => new Engine().play(position, { depth: 1 });
// @ts-expect-error a position is made from a rule set or a text
const refused = () => new Position(5);
// @ts-expect-error a color is orange or blue
const green = () => position.birds("green");

console.log(turn, texts.length, moves.length, nodes, outcome, images.length, playouts.length, read[0] instanceof Game);
console.log(typeof refused, typeof green, typeof other, typeof connect);

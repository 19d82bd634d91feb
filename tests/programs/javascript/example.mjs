import { Engine, Game, IllegalMoveError, playRandom } from "volo-rules/engine";

const game = new Game("2/1o1b1/6/b2o/6/1o1b1/2 o 0 standard-4", ["a3"]);
console.log(`${game.position.turn} has ${game.position.legalMoves().length} legal moves`);
try {
  game.push("pass");
} catch (error) {
  if (error instanceof IllegalMoveError) console.log(`${error.ruling}: ${error.reason}`);
}

const { winner } = playRandom(100, { position: game.position, seed: 1 });
console.log(`Blue wins ${winner.filter((color) => color === 1).length} of ${winner.length} random games`);
const engine = new Engine();
const { move, info } = engine.play(game, { nodes: 2_000 });
engine.close();
console.log(`the engine plays ${move}, score +${info.score.expected.toFixed(3)}`);

// How many lists of legal moves and how many random games the package makes in a second, on one thread:
// `node js/package/bench/bench.mjs`. The games of Abstract Play's TypeScript were measured on a like machine.

import { playRandom } from "volo-rules";

/** @import { Position } from "volo-rules" */

/** What Abstract Play's own TypeScript does in a second. */
const ABSTRACT_PLAY = { lists: 490, games: 4.7 };

const GAMES = 200;
const ROUNDS = 5;

/** The seconds of CPU time of the fastest of some rounds. @param {() => void} work */
function seconds(work) {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1e6);
  }
  return least;
}

/** @param {string} name @param {number} rate @param {number} other */
function report(name, rate, other) {
  const times = (rate / other).toFixed(0);
  console.log(
    `${name.padEnd(34)} ${Math.round(rate).toLocaleString("en").padStart(12)} /s  ${times.padStart(6)} times`,
  );
}

/** @param {unknown} found @param {unknown} expected */
function check(found, expected) {
  if (found !== expected) throw new Error(`expected ${expected}, found ${found}`);
}

/** @param {Int32Array} counts */
const sum = (counts) => counts.reduce((total, count) => total + count, 0);

const playouts = playRandom(GAMES, { seed: 1, record: true });
const positions = Array.from({ length: GAMES }, (_, row) => {
  const { positions: played } = playouts.game(row);
  // The last third of a game has few positions like those of games between people.
  return played.slice(10, Math.floor((played.length * 2) / 3));
}).flat();

/** The number of all moves in lists of the positions. @param {(position: Position) => ArrayLike<unknown>} list */
const listed = (list) => positions.reduce((total, position) => total + list(position).length, 0);

const moves = listed((position) => position.legalMoveCodes());
const texts = seconds(() =>
  check(
    listed((position) => position.legalMoves()),
    moves,
  ),
);
const codes = seconds(() =>
  check(
    listed((position) => position.legalMoveCodes()),
    moves,
  ),
);
const plies = sum(playouts.plies);
const games = seconds(() => check(sum(playRandom(GAMES, { seed: 1 }).plies), plies));
console.log(
  `${positions.length} mid-game positions with ${(moves / positions.length).toFixed(1)} moves each, Node ${process.version}`,
);
report("lists of legal moves, as texts", positions.length / texts, ABSTRACT_PLAY.lists);
report("lists of legal moves, as codes", positions.length / codes, ABSTRACT_PLAY.lists);
report("random games", GAMES / games, ABSTRACT_PLAY.games);

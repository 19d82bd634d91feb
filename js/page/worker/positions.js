// The calls about positions.

import { DIRECTIONS, IllegalMoveError, InvalidPositionError, Position, Rules, VoloError } from "volo-rules/engine/init";
import PUZZLES from "../../../python/volo/puzzles/half-moves.csv";
import { otherPlayer, sideOf } from "../../board/view.js";
import { treeOf } from "./document.js";

/** @import { Node, Position as View, Puzzle } from "../types.js" */

/** @param {{ rules: string }} request */
export function start({ rules }) {
  return view(new Position(Rules.parse(rules)));
}

/** @param {{ fen: string }} request */
export function position({ fen }) {
  return view(new Position(fen));
}

/** @param {{ fen: string, move: string }} request */
export function play({ fen, move }) {
  const before = new Position(fen);
  const legal = before.parseMove(move);
  return { move: legal.text, view: view(before.play(legal)) };
}

/**
 * The ruling that keeps a bird from flying alone: the last one that its flights get as far as. `null` if it can fly alone.
 * @param {{ fen: string, space: string }} request
 */
export function grounded({ fen, space }) {
  const before = new Position(fen);
  let last = 0;
  for (const direction of DIRECTIONS) {
    for (let distance = 1; distance < 2 * before.rules.edge; distance += 1) {
      try {
        before.parseMove(`${space}-${direction}${distance}`);
      } catch (error) {
        if (!(error instanceof IllegalMoveError)) throw error;
        // A flight that only lacks the region to keep is possible.
        if (error.ruling === "R15") return { ruling: null };
        last = Math.max(last, Number.parseInt(error.ruling.slice(1), 10));
        continue;
      }
      return { ruling: null };
    }
  }
  return { ruling: `R${last}` };
}

/** @param {{ start: string, nodes: Node[] }} request */
export function views({ start, nodes }) {
  return { views: treeOf(new Position(start), nodes).map(({ position }) => position.fen()) };
}

/** @param {{ rules: string, orange: string[], blue: string[], turn: string, passes: number }} request */
export function setUp({ rules, orange, blue, turn, passes }) {
  const set = Rules.parse(rules);
  const mark = (/** @type {string} */ space) => (orange.includes(space) ? "o" : blue.includes(space) ? "b" : ".");
  /** @type {Record<string, string>} */
  const rows = {};
  for (const space of set.spaces()) rows[space.charAt(0)] = (rows[space.charAt(0)] ?? "") + mark(space);
  const birds = Object.values(rows).join("/");
  const fen = `${birds.replace(/\.+/g, (run) => String(run.length))} ${turn.charAt(0)} ${passes} ${set}`;
  try {
    return { view: view(Position.fromFen(fen)), reasons: [] };
  } catch (error) {
    if (!(error instanceof InvalidPositionError)) throw error;
    return { view: null, reasons: [...error.reasons] };
  }
}

/**
 * A puzzle of those of a kind. After the last number, the numbers begin again.
 * @param {{ edge: number | null, moves: number | null, surprise: number | null, number: number }} request
 * @returns {Puzzle}
 */
export function puzzle({ edge, moves, surprise, number }) {
  const chosen = puzzles().filter(
    (each) =>
      (edge === null || each.edge === edge) &&
      (moves === null || each.moves === moves) &&
      (surprise === null || each.surprise === surprise),
  );
  const count = chosen.length;
  const found = chosen[((number % count) + count) % count];
  if (found === undefined) throw new VoloError("there is no such puzzle");
  const position = Position.fromFen(found.fen);
  return {
    name: puzzles().indexOf(found) + 1,
    number: chosen.indexOf(found),
    count,
    view: view(position),
    moves: found.moves,
    surprise: found.surprise,
    solution: found.solution,
  };
}

/** @type {{ fen: string, edge: number, solution: string, moves: number, surprise: number }[]} */
let loaded = [];

function puzzles() {
  if (loaded.length === 0) {
    const [, ...lines] = PUZZLES.trim().split("\n");
    loaded = lines.map((line) => {
      const [fen = "", solution = "", plies, surprise] = line.trim().split(",");
      const moves = Math.ceil(Number(plies) / 2);
      return { fen, edge: Position.fromFen(fen).rules.edge, solution, moves, surprise: Number(surprise) };
    });
  }
  return loaded;
}

/**
 * A position as plain data for the page.
 * @param {Position} position
 * @returns {View}
 */
export function view(position) {
  const moves = position.legalMoves({ verbose: true });
  const opponent = otherPlayer(position.turn);
  const keeping = moves.filter(({ keep }) => keep !== null);
  return {
    fen: position.fen(),
    rules: String(position.rules),
    edge: position.rules.edge,
    turn: position.turn,
    passes: position.passes,
    moves: moves.map(({ text }) => text),
    keeps: Object.fromEntries(keeping.map((move) => [move.text, sideOf(position.play(move), opponent)])),
    orange: { ...sideOf(position, "orange"), hand: position.inHand("orange") },
    blue: { ...sideOf(position, "blue"), hand: position.inHand("blue") },
    outcome: position.outcome(),
  };
}

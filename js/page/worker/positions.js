// The calls about positions.

import { IllegalMoveError, InvalidPositionError, Position, Rules, VoloError } from "volo-rules/engine/init";
import PUZZLES from "../../../python/volo/puzzles/half-moves.csv";
import { otherPlayer, sideOf } from "../../board/view.js";
import { treeOf } from "./document.js";

/** @import { Position as View, Puzzle } from "../types.js" */
/** @import { Node } from "../types.js" */

const DIRECTIONS = ["E", "SE", "SW", "W", "NW", "NE"];

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
  const spaces = set.spaces();
  /** @type {Map<string, string>} */
  const birds = new Map();
  /** @type {string[]} */
  const reasons = [];
  for (const [bird, places] of /** @type {const} */ ([
    ["o", orange],
    ["b", blue],
  ])) {
    for (const space of places) {
      if (!spaces.includes(space)) {
        reasons.push(`'${space}' is not a space of the sky of edge ${set.edge}`);
      } else if ((birds.get(space) ?? bird) !== bird) {
        reasons.push(`${space} has birds of both players`);
      } else {
        birds.set(space, bird);
      }
    }
  }
  if (reasons.length > 0) return { view: null, reasons };
  try {
    const placed = Position.fromFen(`${rowsOf(spaces, birds)} ${turn[0]} ${passes} ${set}`);
    return { view: view(placed), reasons };
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

/**
 * The birds as the first field of a fen.
 * @param {string[]} spaces
 * @param {Map<string, string>} birds
 */
function rowsOf(spaces, birds) {
  /** @type {Map<string, string>} */
  const rows = new Map();
  for (const space of spaces) {
    const row = space.slice(0, 1);
    rows.set(row, (rows.get(row) ?? "") + (birds.get(space) ?? "."));
  }
  const texts = [...rows.values()].map((row) => row.replace(/\.+/g, (run) => String(run.length)));
  return texts.join("/");
}

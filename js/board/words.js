// The texts of the board: the names of its spaces, the moves, and advice on the next step.

import { targets } from "./choice.js";
import { birdsOf, otherPlayer, PLAYERS } from "./view.js";

/** @import { Choice } from "./choice.js" */
/** @import { Flight, Move } from "./notation.js" */
/** @import { Direction } from "./sky.js" */
/** @import { Kept, Table } from "./table.js" */
/** @import { Player, View } from "./view.js" */

/** @type {Record<Direction, string>} */
const COMPASS = {
  E: "east",
  SE: "south-east",
  SW: "south-west",
  W: "west",
  NW: "north-west",
  NE: "north-east",
};

/**
 * @param {Player} player
 */
export function title(player) {
  return player === "orange" ? "Orange" : "Blue";
}

/**
 * @param {Player | null} winner `null` for a draw
 */
export function winnerText(winner) {
  return winner === null ? "Draw" : `${title(winner)} wins`;
}

/**
 * The result of a game that has ended, as records have it.
 * @param {Player | null} winner `null` for a draw
 */
export function resultFor(winner) {
  return winner === null ? "1/2-1/2" : winner === "orange" ? "1-0" : "0-1";
}

/**
 * How a game ended, in a sentence.
 * @param {{ winner: Player | null, reason: "flock" | "passes" | "stuck" | "time" | "resignation" | "agreement" }} end
 */
export function resultText({ winner, reason }) {
  const reasons = {
    flock: "all birds in one flock",
    passes: "two passes in a row",
    stuck: "nobody can go on",
    time: winner === null ? "time" : `${title(otherPlayer(winner))} ran out of time`,
    resignation: winner === null ? "resignation" : `${title(otherPlayer(winner))} resigned`,
    agreement: "agreed by both players",
  };
  return `${winnerText(winner)}: ${reasons[reason]}.`;
}

/**
 * A number of things in words.
 * @param {number} count
 * @param {string} noun
 */
export function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/**
 * The contents of each space: `c5, blue bird, flock of 4`.
 * @param {View} view
 * @param {Iterable<string>} spaces
 * @returns {Map<string, string>}
 */
export function contents(view, spaces) {
  const names = new Map([...spaces].map((space) => [space, `${space}, vacant`]));
  for (const player of PLAYERS) {
    for (const flock of view[player].flocks) {
      for (const space of flock) names.set(space, `${space}, ${player} bird, flock of ${flock.length}`);
    }
  }
  return names;
}

/**
 * The role of a space in the choice of a move. Empty if it has no role.
 * @param {Table} table
 * @param {Choice} choice
 * @param {Map<string, Flight[]>} reached the targets of a chosen line
 * @param {string} space
 */
export function purpose(table, choice, reached, space) {
  if (choice.at === "region") {
    const index = choice.regions.findIndex((region) => region.spaces.includes(space));
    if (index < 0) return "";
    const { leaving, winner } = /** @type {Kept} */ (choice.regions[index]);
    const end = winner === "" ? "" : `, ${winner} would win at once`;
    return `keep region ${index + 1} of ${choice.regions.length}, ${counted(leaving.length, "bird")} would fly off${end}`;
  }
  if (choice.at === "move") return "";
  if (choice.at === "line") {
    if (choice.line.includes(space)) return "chosen";
    if (reached.has(space)) return "fly here";
    return table.ends(choice.first).has(space) ? "other end of a line" : "";
  }
  if (table.adds.has(space)) return "add here";
  return table.ends(space).size > 0 ? "can fly" : "";
}

/**
 * @param {Player} player
 * @param {Move} move
 */
export function sentence(player, move) {
  const who = title(player);
  if (move.kind === "pass") return `${who} passes.`;
  if (move.kind === "add") return `${who} adds ${move.space}.`;
  const line = move.line.length === 1 ? move.line[0] : `${move.line[0]} to ${move.line.at(-1)}`;
  const kept = move.keep === null ? "" : `, and keeps the region of ${move.keep}`;
  return `${who} flies ${line} ${counted(move.distance, "step")} ${COMPASS[move.direction]}${kept}.`;
}

/**
 * Advice on the next step of the player.
 * @param {View} view
 * @param {Table} table
 * @param {Choice} choice
 * @param {string} why the reason why a chosen bird has no flight, in a sentence
 */
export function advice(view, table, choice, why = "") {
  if (choice.at === "region") {
    const other = title(otherPlayer(view.turn));
    const { shown } = choice;
    if (shown !== null) {
      const index = choice.regions.indexOf(shown) + 1;
      const end = shown.winner === "" ? "" : ` ${shown.winner} would win at once.`;
      return `Region ${index}: ${counted(shown.leaving.length, "bird")} would fly off.${end} Tap it again to keep it.`;
    }
    return `The flight divides ${other}. Choose the region to keep.`;
  }
  if (choice.at === "move") return "Confirm the move, or choose another.";
  if (choice.at === "line") {
    const [first] = choice.line;
    const name = choice.line.length === 1 ? first : `${first} to ${choice.line.at(-1)}`;
    const count = targets(table, choice).size;
    const lines = [...table.ends(choice.first)].filter((space) => !choice.line.includes(space)).length;
    const flights = count === 0 ? why || `${name} has no flight.` : `${name} has ${counted(count, "flight")}.`;
    const ways = count === 0 ? [] : ["a marked space to fly to"];
    if (lines > 0) ways.push("the other end of a line");
    return ways.length === 0 ? flights : `${flights} Choose ${ways.join(", or ")}.`;
  }
  const ways = [];
  if (table.flights.size > 0) ways.push("a bird to fly");
  if (table.adds.size > 0) ways.push("a vacant space to add a bird");
  if (ways.length === 0) return table.canPass ? `${title(view.turn)} can only pass.` : "";
  return `Choose ${ways.join(", or ")}${table.canPass ? ", or pass" : ""}.`;
}

/**
 * The label of a button for a region to keep.
 * @param {Kept} region
 */
export function regionTitle({ birds, leaving, winner }) {
  const some = birds.slice(0, 3).join(", ");
  const rest = birds.length > 3 ? ` and ${birds.length - 3} more` : "";
  const end = winner === "" ? "" : `. ${winner} wins at once`;
  return `Keep ${some}${rest}: ${counted(leaving.length, "bird")} ${leaving.length === 1 ? "flies" : "fly"} off${end}`;
}

/**
 * The birds that a move drove away.
 * @param {View} before
 * @param {View} after
 * @returns {string[]}
 */
export function drivenAway(before, after) {
  const opponent = otherPlayer(before.turn);
  const now = new Set(birdsOf(after, opponent));
  return birdsOf(before, opponent).filter((space) => !now.has(space));
}

// How taps and drags choose a move. A choice is a value: each function returns the next one, and draws nothing.

import { flightText, lineBetween, reached } from "./notation.js";

/** @import { Direction } from "./sky.js" */
/** @import { Flight, Move } from "./notation.js" */
/** @import { Kept, Table } from "./table.js" */

/**
 * Nothing is chosen yet.
 * @typedef {{ at: "start" }} Start
 */

/**
 * A line is chosen: `first` was chosen before `last`. They are the same for one bird.
 * @typedef {{ at: "line", first: string, last: string, line: string[] }} Line
 */

/**
 * A flight is chosen that divides the opponent, and the region to keep is still open. The one that is looked at is
 * `shown`.
 * @typedef {{ at: "region", flight: Flight, regions: Kept[], shown: Kept | null, before: Line }} Region
 */

/**
 * A move is chosen, and is still to be confirmed.
 * @typedef {{ at: "move", move: Move, before: Choice }} Ready
 */

/** @typedef {Start | Line | Region | Ready} Choice */

/**
 * The next choice, and the move if one was chosen. The move need not be legal.
 * @typedef {{ choice: Choice, move: string | null }} Step
 */

/** @type {Start} */
export const START = { at: "start" };

/**
 * @param {Table} table
 * @param {Choice} choice
 * @param {string} space
 * @param {boolean} isTouch whether a finger tapped, which cannot point at a region before it chooses one
 * @returns {Step}
 */
export function tap(table, choice, space, isTouch = false) {
  if (choice.at === "region") {
    const kept = choice.regions.find((region) => region.spaces.includes(space));
    return kept === undefined ? { choice: choice.before, move: null } : keep(choice, kept, isTouch);
  }
  if (choice.at === "move") {
    const { move } = choice;
    return reached(move).includes(space) ? { choice: START, move: move.text } : tap(table, START, space, isTouch);
  }
  const { own } = table;
  if (choice.at === "start")
    return own.has(space) ? { choice: alone(space), move: null } : { choice: START, move: space };
  if (own.has(space)) return toBird(table, choice, space);
  const flights = targets(table, choice).get(space);
  if (flights !== undefined) return take(table, choice, flights);
  const way = table.sky.way(choice.last, space);
  if (way === null) return { choice: START, move: null };
  const anchor = anchorOf(table, choice, way.direction);
  const distance = table.sky.way(anchor, space)?.distance ?? 0;
  return { choice, move: flightText(choice.line, way.direction, distance) };
}

/**
 * A choice of the region to keep. A finger chooses it twice: it sees first which birds leave.
 * @param {Region} choice
 * @param {Kept} kept
 * @param {boolean} isTouch
 * @returns {Step}
 */
export function keep(choice, kept, isTouch) {
  if (isTouch && choice.shown !== kept) return { choice: { ...choice, shown: kept }, move: null };
  return { choice: START, move: kept.move };
}

/**
 * Back to the choice before this one.
 * @param {Choice} choice
 * @returns {Choice}
 */
export function cancel(choice) {
  return choice.at === "region" || choice.at === "move" ? choice.before : START;
}

/**
 * The spaces that lead to a flight of the chosen line when they are tapped. In file, it is the space that the leading
 * bird reaches. Side by side, it is the space that the bird reaches that was chosen last. So no two flights that differ
 * in direction or distance share a space.
 * @param {Table} table
 * @param {Line} choice
 * @returns {Map<string, Flight[]>}
 */
export function targets(table, choice) {
  /** @type {Map<string, Flight[]>} */
  const found = new Map();
  for (const flight of table.flightsOf(choice.line)) {
    const anchor = anchorOf(table, choice, flight.direction);
    const space = /** @type {string} */ (flight.landing[flight.line.indexOf(anchor)]);
    found.set(space, [...(found.get(space) ?? []), flight]);
  }
  return found;
}

/**
 * The meaning of a drag from a bird to a space. Between birds it chooses the line that joins them. A bird of the chosen
 * line takes the line along. Another bird takes along the birds that it is dragged across.
 * @param {Table} table
 * @param {Choice} choice
 * @param {string} from
 * @param {string} to
 * @returns {{ line: Line, flight: { direction: Direction, distance: number } | null, flights: Flight[] } | null}
 */
export function drag(table, choice, from, to) {
  if (!table.own.has(from) || from === to) return null;
  const way = table.sky.way(from, to);
  if (way === null) return null;
  if (choice.at === "line" && choice.line.length > 1 && choice.line.includes(from)) {
    const line = { ...choice, first: choice.first === from ? choice.last : choice.first, last: from };
    const flights = along(table, choice.line, way.direction, way.distance);
    if (flights.length > 0 || !table.own.has(to)) return { line, flight: way, flights };
  }
  let last = from;
  let count = 1;
  for (; count <= way.distance; count++) {
    const next = table.sky.step(from, way.direction, count);
    if (next === undefined || !table.own.has(next)) break;
    last = next;
  }
  const line = lineOf(table, from, last);
  if (line === null) return null;
  if (last === to) return { line, flight: null, flights: [] };
  if (table.own.has(to)) return null;
  const distance = way.distance - (count - 1);
  return {
    line,
    flight: { direction: way.direction, distance },
    flights: along(table, line.line, way.direction, distance),
  };
}

/**
 * @param {Table} table
 * @param {Choice} choice
 * @param {string} from
 * @param {string} to
 * @param {boolean} isTouch
 * @returns {Step}
 */
export function drop(table, choice, from, to, isTouch = false) {
  if (choice.at === "region") return tap(table, choice, to, isTouch);
  const meaning = drag(table, choice, from, to);
  if (meaning === null) return { choice, move: null };
  const { line, flight, flights } = meaning;
  if (flight === null) return { choice: line, move: null };
  if (flights.length > 0) return take(table, line, flights);
  return { choice: line, move: flightText(line.line, flight.direction, flight.distance) };
}

/**
 * The line that a drag from a bird begins with: the chosen one if the bird is in it. `null` if there is no bird.
 * @param {Table} table
 * @param {Choice} choice
 * @param {string} from
 * @returns {Line | null}
 */
export function lineFrom(table, choice, from) {
  if (choice.at === "line" && choice.line.includes(from)) return choice;
  return table.own.has(from) ? alone(from) : null;
}

/**
 * The choice of one bird.
 * @param {string} space
 * @returns {Line}
 */
function alone(space) {
  return { at: "line", first: space, last: space, line: [space] };
}

/**
 * A tap on a friendly bird while a line is chosen.
 * @param {Table} table
 * @param {Line} choice
 * @param {string} space
 * @returns {Step}
 */
function toBird(table, choice, space) {
  if (space === choice.last) return { choice: START, move: null };
  const line = lineOf(table, choice.first, space);
  return { choice: line ?? alone(space), move: null };
}

/**
 * The choice of the unbroken line of friendly birds with these two ends, or `null` if there is no such line.
 * @param {Table} table
 * @param {string} first
 * @param {string} last
 * @returns {Line | null}
 */
function lineOf(table, first, last) {
  const line = lineBetween(table.sky, first, last);
  return line?.every((space) => table.own.has(space)) ? { at: "line", first, last, line } : null;
}

/**
 * The bird of a line whose landing names a flight in this direction; see `targets`.
 * @param {Table} table
 * @param {Line} choice
 * @param {Direction} direction
 * @returns {string}
 */
function anchorOf(table, choice, direction) {
  const [first, last] = /** @type {[string, string]} */ ([choice.line[0], choice.line.at(-1)]);
  if (table.sky.way(first, last)?.direction === direction) return last;
  if (table.sky.way(last, first)?.direction === direction) return first;
  return choice.last;
}

/**
 * The flights of a line in one direction over one distance. They differ in the region to keep.
 * @param {Table} table
 * @param {string[]} line
 * @param {Direction} direction
 * @param {number} distance
 */
function along(table, line, direction, distance) {
  return table.flightsOf(line).filter((flight) => flight.direction === direction && flight.distance === distance);
}

/**
 * One flight is the move. Several that differ in the region to keep are the next choice.
 * @param {Table} table
 * @param {Line} before
 * @param {Flight[]} flights
 * @returns {Step}
 */
function take(table, before, flights) {
  const [flight] = /** @type {[Flight, ...Flight[]]} */ (flights);
  if (flights.length === 1) return { choice: START, move: flight.text };
  return { choice: { at: "region", flight, regions: table.regions(flights), shown: null, before }, move: null };
}

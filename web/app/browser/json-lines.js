// A game as a line of JSON, as python/volo/records/json_lines reads and writes it.

import { Game, Position, Rules, VoloError } from "volo-rules/engine/init";

/** @typedef {Record<string, unknown>} Members */

/** @type {Record<string, string>} */
const RESULTS = { orange: "1-0", blue: "0-1", draw: "1/2-1/2", null: "*" };
const WINNERS = new Map(Object.entries(RESULTS).map(([winner, result]) => [result, winner === "null" ? null : winner]));

/** The values of tags that mean "unknown". @type {Record<string, string>} */
const UNKNOWN = { Event: "?", Site: "?", Date: "????.??.??", Orange: "?", Blue: "?" };

/**
 * The game of a line.
 * @param {string} line
 */
export function readLine(line) {
  /** @type {Members} */
  let members;
  try {
    members = objectOf(JSON.parse(line), "a game");
  } catch (error) {
    throw error instanceof SyntaxError ? new VoloError(`not JSON: ${error.message}`) : error;
  }
  if ("header" in members) {
    throw new VoloError("this page reads records and JSON Lines; reports are read by volo convert and volo play");
  }
  const rules = Rules.parse(textOf(members.rules, "rules"));
  const start = members.fen === undefined ? new Position(rules) : Position.fromFen(textOf(members.fen, "fen"));
  if (!start.rules.equals(rules)) throw new VoloError("the rule set of fen is not that of rules");
  const game = new Game(start, itemsOf(members.moves, "moves"));
  checkCounts(game, members.legal_moves);
  for (const [name, value] of Object.entries(objectOf(members.tags ?? {}, "tags"))) {
    game.tags.set(name, textOf(value, `the tag ${name}`));
  }
  for (const [ply, value] of Object.entries(objectOf(members.comments ?? {}, "comments"))) {
    if (!/^(0|[1-9]\d{0,8})$/.test(ply) || Number(ply) > game.plies) {
      throw new VoloError(`the key of a comment must be a number of moves from 0 to ${game.plies}`);
    }
    game.comments.set(Number(ply), textOf(value, "a comment"));
  }
  setResult(game, members);
  // Nothing that a record cannot have is imported.
  game.record();
  return game;
}

/** @param {Game} game @param {unknown} given */
function checkCounts(game, given) {
  if (given === undefined) return;
  const counts = game.positions.slice(0, -1).map((position) => position.legalMoves().length);
  if (!Array.isArray(given) || given.length !== counts.length || counts.some((count, i) => count !== given[i])) {
    throw new VoloError("legal_moves has not the numbers of legal moves before the moves");
  }
}

/** @param {Game} game @param {Members} members */
function setResult(game, members) {
  const { winner, termination } = members;
  const result = winner === undefined ? undefined : RESULTS[String(winner)];
  if (result === undefined) throw new VoloError("winner must be one of orange, blue, draw, or null");
  const ending = termination === undefined ? undefined : textOf(termination, "termination");
  if (game.outcome() !== null) {
    if (game.result !== result || (ending ?? game.termination) !== game.termination) {
      throw new VoloError(`the game ended by ${game.termination} with ${game.result}, but the line has another end`);
    }
  } else if (ending !== undefined || result !== "*") {
    game.tags.set("Result", result);
    game.tags.set("Termination", ending ?? "adjudication");
  }
}

/**
 * A game as a line, without its end.
 * @param {Game} game
 */
export function writeLine(game) {
  game.record(); // It refuses tags and comments that no record can have.
  const known = [...game.tags]
    .filter(([name, value]) => name !== "Result" && name !== "Termination" && UNKNOWN[name] !== value)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const { rules } = game.start;
  const isOpen = game.outcome() === null && game.termination !== "unterminated";
  const comments = [...game.comments].sort(([one], [other]) => one - other);
  return JSON.stringify({
    rules,
    ...(game.start.equals(new Position(rules)) ? {} : { fen: game.start }),
    moves: game.moves,
    legal_moves: game.positions.slice(0, -1).map((position) => position.legalMoves().length),
    winner: WINNERS.get(game.result),
    ...(isOpen ? { termination: game.termination } : {}),
    ...(known.length > 0 ? { tags: Object.fromEntries(known) } : {}),
    ...(comments.length > 0 ? { comments: Object.fromEntries(comments) } : {}),
  });
}

/** @param {unknown} value @param {string} name @returns {Members} */
function objectOf(value, name) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new VoloError(`${name} must be an object`);
  }
  return /** @type {Members} */ (value);
}

/** @param {unknown} value @param {string} name @returns {string[]} */
function itemsOf(value, name) {
  if (!Array.isArray(value)) throw new VoloError(`${name} must be an array`);
  return value.map((item, index) => textOf(item, `${name}[${index}]`));
}

/** @param {unknown} value @param {string} name */
function textOf(value, name) {
  if (typeof value !== "string") throw new VoloError(`${name} must be a string`);
  return value;
}

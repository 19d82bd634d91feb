// A game as a line of JSON, as python/volo/records/json_lines reads and writes it.

import { Game, Position, Rules, VoloError } from "volo-rules/engine/init";
import { knownTags, play, setEnd, setTag } from "./checks.js";
import { integerOf, itemsOf, objectOf, optional, parse, required, textOf } from "./json.js";

/** @type {Map<string | null, string>} */
const RESULTS = new Map([
  ["orange", "1-0"],
  ["blue", "0-1"],
  ["draw", "1/2-1/2"],
  [null, "*"],
]);
const WINNERS = new Map([...RESULTS].map(([winner, result]) => [result, winner]));

/**
 * The game of a line.
 * @param {string} line
 */
export function readLine(line) {
  const members = objectOf(parse(line), "a game");
  const rules = Rules.parse(required(members, "rules", textOf));
  const start = members.has("fen") ? Position.fromFen(required(members, "fen", textOf)) : new Position(rules);
  if (!start.rules.equals(rules)) throw new VoloError("the rule set of fen is not that of rules");
  const game = new Game(start);
  play(
    game,
    required(members, "moves", itemsOf).map((move) => textOf(move, "a move")),
  );
  checkCounts(game, optional(members, "legal_moves", itemsOf));
  for (const [name, value] of optional(members, "tags", objectOf) ?? []) {
    setTag(game, name, textOf(value, `the tag ${name}`));
  }
  for (const [ply, value] of optional(members, "comments", objectOf) ?? []) {
    if (!/^(0|[1-9]\d{0,8})$/.test(ply) || Number(ply) > game.plies) {
      throw new VoloError(`the key of a comment must be a number of moves from 0 to ${game.plies}`);
    }
    game.comments.set(Number(ply), textOf(value, "a comment"));
  }
  const result = RESULTS.get(required(members, "winner", (value) => /** @type {string | null} */ (value)));
  if (result === undefined) throw new VoloError("winner must be one of orange, blue, draw, or null");
  setEnd(game, result, optional(members, "termination", textOf));
  return game;
}

/** @param {Game} game @param {unknown[] | undefined} given */
function checkCounts(game, given) {
  if (given === undefined) return;
  const counts = game.positions.slice(0, -1).map((position) => position.legalMoves().length);
  const found = given.map((count) => Number(integerOf(count, "a number of legal moves")));
  if (found.length !== counts.length || counts.some((count, index) => count !== found[index])) {
    throw new VoloError("legal_moves has not the numbers of legal moves before the moves");
  }
}

/**
 * A game as a line, without its end.
 * @param {Game} game
 */
export function writeLine(game) {
  const known = knownTags(game);
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
    ...(known.size > 0 ? { tags: Object.fromEntries(known) } : {}),
    ...(comments.length > 0 ? { comments: Object.fromEntries(comments) } : {}),
  });
}

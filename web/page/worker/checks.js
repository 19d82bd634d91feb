// What JSON Lines and reports have in common: tags, comments and the end of a game, as python/volo/records/checks.

import { VoloError } from "volo-rules/engine/init";

/** @import { Game } from "volo-rules/engine/init" */

/** The tags of a game that did not end by the rules. */
export const RESULT_TAGS = ["Result", "Termination"];

/** The values of tags that mean "unknown". @type {Map<string, string>} */
const UNKNOWN = new Map([
  ["Event", "?"],
  ["Site", "?"],
  ["Date", "????.??.??"],
  ["Orange", "?"],
  ["Blue", "?"],
]);

/** A tag that does not tell how the game ended. @param {Game} game @param {string} name @param {string} value */
export function setTag(game, name, value) {
  if (RESULT_TAGS.includes(name)) throw new VoloError(`the tag ${name} is not permitted here`);
  game.tags.set(name, value);
}

/** Whether the value of a tag means "unknown". @param {string} name @param {string} value */
export function isUnknown(name, value) {
  return UNKNOWN.get(name) === value;
}

/** Push moves to a game. @param {Game} game @param {string[]} moves */
export function play(game, moves) {
  for (const [index, move] of moves.entries()) located(`ply ${index + 1}`, () => game.push(move));
}

/**
 * Do some work. An error about what was read tells the place.
 * @template Value
 * @param {string} place
 * @param {() => Value} work
 */
export function located(place, work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof VoloError)) throw error;
    throw new VoloError(`${place}: ${error.message}`, { cause: error.cause ?? error });
  }
}

/**
 * Check a game that has all of its moves, its tags and its comments. If the rules did not
 * end it, the tags have its end.
 * @param {Game} game
 * @param {string} result
 * @param {string | undefined} termination
 */
export function setEnd(game, result, termination) {
  if (game.outcome() !== null) {
    if (game.result !== result || (termination ?? game.termination) !== game.termination) {
      throw new VoloError(`the game ended by ${game.termination} with ${game.result}, but the text has another end`);
    }
  } else if (result !== "*" || (termination ?? "unterminated") !== "unterminated") {
    game.tags.set("Result", result);
    game.tags.set("Termination", termination ?? "adjudication");
  }
  game.record(); // It refuses tags and comments that no record can have.
}

/**
 * The tags that are known and do not tell how the game ended, by name. It refuses tags and comments that no record can
 * have.
 * @param {Game} game
 * @returns {Map<string, string>}
 */
export function knownTags(game) {
  game.record();
  const known = [...game.tags].filter(([name, value]) => !RESULT_TAGS.includes(name) && !isUnknown(name, value));
  return new Map(known.sort(([one], [other]) => (one < other ? -1 : 1)));
}

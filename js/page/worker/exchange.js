// The calls that read and write games as text.

import {
  EDGES,
  FORMATS,
  Game,
  InvalidPositionError,
  Position,
  RESULTS,
  RecordError,
  RecordReader,
  RULE_SETS,
  VoloError,
} from "volo-rules/engine/init";
import { MOST_NODES } from "./document.js";
import { sentenceOf, Unreadable } from "./problems.js";

/** @import { Format } from "volo-rules/engine/init" */
/** @import { Imported, ImportedGame } from "../types.js" */

const MOST_GAMES = 1000;

/** What `exportGame` writes if it is not a game in one of the formats. */
const BOARD = { name: "text", suffix: ".txt" };

/** The names of the rule sets of which each edge has one. */
export const RULES = RULE_SETS.filter((name) => !name.endsWith("-small"));

/**
 * The games in a text: records in any of the formats, a position, a board, or bare moves.
 * @param {{ text: string, fileName?: string, rules?: string }} request `rules` are those of bare moves
 * @returns {Imported}
 */
export function importGames({ text, fileName, rules }) {
  if (rules !== undefined) return { ...NOTHING, games: [plain(playedBy(rules, wordsOf(text)))] };
  const records = recorded(text, fileName);
  if (records !== null) return records;
  // Other programs put such blanks into texts.
  const blanks = text.replace(/[\u00a0\u2007\u202f]/g, " ").replace(/^[\ufeff\r\n]+|\s+$/g, "");
  if (blanks.trim() === "") throw new VoloError("The text is empty.");
  /** @type {string[]} */
  const details = [];
  for (const [kind, read] of READERS) {
    try {
      return read(blanks);
    } catch (error) {
      if (!(error instanceof VoloError) || error instanceof InvalidPositionError) throw error;
      details.push(`As ${kind}: ${error.message}`);
    }
  }
  throw new Unreadable("This is neither a position nor a game.", details);
}

/** @type {Imported} */
const NOTHING = { games: [], problems: [], otherGames: 0, rules: null };

/** @type {[kind: string, read: (text: string) => Imported][]} */
const READERS = [
  ["a position", (text) => ({ ...NOTHING, games: [plain(new Game(text.trim()))] })],
  ["a board", (text) => ({ ...NOTHING, games: [plain(new Game(Position.fromBoard(text)))] })],
  ["moves", (text) => ({ ...NOTHING, rules: rulesFor(wordsOf(text)) })],
];

/**
 * The games of a text in one of the formats. `null` if it is in none of them.
 * @param {string} text
 * @param {string | undefined} fileName
 * @returns {Imported | null}
 */
function recorded(text, fileName) {
  const reader = new RecordReader([text], { lenient: true, skipOtherGames: true, fileName });
  /** @type {ImportedGame[]} */
  const games = [];
  /** @type {RecordError[]} */
  const errors = [];
  for (const game of reader) {
    if (reader.format === null) return null;
    if (game instanceof RecordError) errors.push(game);
    else games.push(plain(game));
    if (games.length + errors.length > MOST_GAMES) {
      throw new VoloError(`The text has more than ${MOST_GAMES.toLocaleString("en")} games.`);
    }
  }
  const { format, otherGames } = reader;
  if (format === null) return null;
  const [first] = errors;
  if (games.length === 0 && first !== undefined) throw first;
  return { ...NOTHING, games, problems: errors.map(sentenceOf), otherGames };
}

/**
 * The moves of a text that has nothing else, except numbers of moves, and the result at the end.
 * @param {string} text
 */
function wordsOf(text) {
  const words = text.split(/[\s,;]+/).map((word) => word.replace(/^\d+[.)]+|^\.+/, ""));
  return words.filter((word) => !/^\d*$/.test(word));
}

/**
 * A game of bare moves.
 * @param {string} rules
 * @param {string[]} words
 */
function playedBy(rules, words) {
  const game = new Game(rules);
  for (const [index, word] of words.entries()) {
    if (index === words.length - 1 && RESULTS.some((result) => result === word)) game.tags.set("Result", word);
    else game.push(word);
  }
  if (game.plies === 0) throw new VoloError("there is no move");
  game.result; // It refuses a result that contradicts the rules.
  return game;
}

/**
 * The rule set with the smallest sky by which moves are legal, the most usual ones first.
 * @param {string[]} words
 */
function rulesFor(words) {
  let problem;
  for (const name of RULES) {
    for (const edge of EDGES) {
      try {
        playedBy(`${name}-${edge}`, words);
        return `${name}-${edge}`;
      } catch (error) {
        if (!(error instanceof VoloError)) throw error;
        if (name === RULES[0]) problem = error;
      }
    }
  }
  throw problem;
}

/** @param {Game} game @returns {ImportedGame} */
function plain(game) {
  return {
    start: game.start.fen(),
    moves: game.moves,
    tags: Object.fromEntries(game.tags),
    comments: Object.fromEntries(game.comments),
    result: game.result,
  };
}

/**
 * A game as a file: its name and its text. The tags of the result count only if the rules did not end the game.
 * @param {{ start: string, moves: string[], format: string, tags: Record<string, string>,
 *   comments: Record<string, string> }} request
 */
export function exportGame({ start, moves, format, tags, comments }) {
  const file = [...FORMATS, BOARD].find(({ name }) => name === format);
  if (file === undefined) throw new VoloError(`there is no format ${format}`);
  if (moves.length > MOST_NODES) throw new VoloError(`moves has more than ${MOST_NODES.toLocaleString("en")} items`);
  const game = new Game(start, moves);
  if (file === BOARD) return { name: `position${file.suffix}`, text: `${game.position.board()}\n` };
  const hasEnded = game.outcome() !== null;
  for (const [name, value] of Object.entries(tags)) {
    if (!hasEnded || !["Result", "Termination"].includes(name)) game.tags.set(name, value);
  }
  for (const [ply, comment] of Object.entries(comments)) game.comments.set(Number(ply), comment);
  return { name: `game${file.suffix}`, text: game.record(/** @type {Format} */ (format)) };
}

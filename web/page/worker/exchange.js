// The calls that read and write games as text.

import { Game, Position, RecordError, readRecords, VoloError } from "volo-rules/engine/init";
import { RESULT_TAGS } from "./checks.js";
import { MOST_NODES } from "./document.js";
import { readLine, writeLine } from "./json-lines.js";
import { writeReport } from "./report-writer.js";
import { readReports } from "./reports.js";

/** @import { ImportedGame } from "../types.js" */

const MOST_GAMES = 1000;

/** Members that only a report has, or a state of a game of Abstract Play; and those that only a line has. */
const ONLY_REPORTS = ["header", "numplayers", "stack", "metaGame"];
const ONLY_LINES = ["rules", "fen", "legal_moves", "winner", "termination", "tags", "comments"];

/** @type {Record<string, { name: string, write: (game: Game) => string }>} */
const FILES = {
  record: { name: "game.volo", write: (game) => game.record() },
  "json-lines": { name: "game.jsonl", write: (game) => `${writeLine(game)}\n` },
  report: { name: "game.json", write: (game) => `${writeReport(game)}\n` },
  text: { name: "position.txt", write: (game) => `${game.position.board()}\n` },
};

/** The formats that {@link exportGame} writes. */
export const FORMATS = Object.keys(FILES);

/**
 * The games in a text: a position, a board, or records.
 * @param {{ text: string }} request
 * @returns {{ kind: string, games: ImportedGame[] }}
 */
export function importGames({ text }) {
  const stripped = text.replace(/^[\ufeff \t\r\n]+|[\ufeff \t\r\n]+$/g, "");
  if (stripped === "") throw new VoloError("the text is empty");
  if (stripped.startsWith("(")) throw new VoloError("this is SGF; volo convert reads it");
  if (/^[[{]/.test(stripped)) return { kind: "records", games: recorded(text).map(plain) };
  if (!stripped.includes("\n")) return { kind: "fen", games: [plain(new Game(stripped))] };
  // The first line of a board begins with spaces.
  return { kind: "board", games: [plain(new Game(Position.fromBoard(text.replace(/^[\r\n]+|[\r\n]+$/g, ""))))] };
}

/**
 * @param {string} text
 * @returns {Game[]}
 */
function recorded(text) {
  const games = READERS[formatOf(text.trimStart())](text.replace(/^\ufeff/, ""));
  if (games.length > MOST_GAMES) throw new VoloError(`the text has more than ${MOST_GAMES.toLocaleString("en")} games`);
  return games;
}

/** @type {Record<"record" | "report" | "json-lines", (text: string) => Game[]>} */
const READERS = {
  record: (text) =>
    readRecords(text, { lenient: true }).map((game) => {
      if (game instanceof RecordError) throw game;
      return game;
    }),
  report: readReports,
  "json-lines": (text) => text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [readLine(line)])),
};

/**
 * The format of a text that begins with a bracket. In an object, the first member that only one format has decides.
 * @param {string} text
 */
function formatOf(text) {
  if (/^(?:\{(?:[^}\\]|\\.)*\}\s*)*\[[A-Za-z]/s.test(text)) return "record";
  if (text.startsWith("[")) return "report";
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|["[\]{}]/gs)) {
    if ("[{".includes(token)) depth += 1;
    if ("]}".includes(token)) depth -= 1;
    if (depth === 0 || token === '"') break; // such as a string that has no end
    const after = /^\s*:\s*(\[\s*\[)?/.exec(text.slice(index + token.length, index + token.length + 100));
    if (depth > 1 || token.length === 1 || after === null) continue;
    const key = token.slice(1, -1);
    if (ONLY_REPORTS.includes(key) || (key === "moves" && after[1] !== undefined)) return "report";
    if (ONLY_LINES.includes(key) || key === "moves") break;
  }
  return "json-lines";
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
  const file = FILES[format];
  if (file === undefined) throw new VoloError(`unknown format; expected one of ${FORMATS.join(", ")}`);
  if (moves.length > MOST_NODES) throw new VoloError(`moves has more than ${MOST_NODES.toLocaleString("en")} items`);
  const game = new Game(start, moves);
  const hasEnded = game.outcome() !== null;
  for (const [name, value] of Object.entries(tags)) {
    if (!hasEnded || !RESULT_TAGS.includes(name)) game.tags.set(name, value);
  }
  for (const [ply, comment] of Object.entries(comments)) {
    if (!(Number(ply) <= moves.length)) {
      throw new VoloError(`the ply of a comment must be an integer from 0 to ${moves.length}`);
    }
    game.comments.set(Number(ply), comment);
  }
  return { name: file.name, text: file.write(game) };
}

// Reads Abstract Play's game reports, as python/volo/records/abstract_play does.

import { Game, IllegalMoveError, Position, Rules, VoloError } from "volo-rules/engine/init";
import { isUnknown, located, play, setEnd, setTag } from "./checks.js";
import {
  booleanOf,
  integerOf,
  itemsOf,
  numberOf,
  objectOf,
  optional,
  parse,
  required,
  textOf,
  toJson,
} from "./json.js";

/** @import { Json, Members } from "./json.js" */

/**
 * The moves of a report.
 * @typedef {object} Moves
 * @property {string[]} moves
 * @property {string | undefined} ending the word in place of a last move
 * @property {Map<number, string>} comments by the number of moves before each
 * @property {Map<string, string>} tags the results of moves that are not comments
 */

export const NAME = "Volo";
export const COLORS = ["Orange", "Blue"];

/** Tags and the members of the header that have them. */
export const DATES = { DateStart: "date-start", DateEnd: "date-end", DateGenerated: "date-generated" };
export const FLAGS = { Unrated: "unrated", Pied: "pied" };

/** The value of a date that the schema requires and that is unknown. */
export const NO_DATE = "0001-01-01T00:00:00Z";

export const HEADER = ["game", "event", "round", "site", ...Object.values(DATES), ...Object.values(FLAGS)].concat([
  "players",
  "startingPosition",
  "volo",
]);
export const PLAYER = ["name", "userid", "score", "is_ai", "result", "color"];

/** The words in place of a last move, and the terminations that they mean. */
export const ENDINGS = new Map([
  ["resign", "resignation"],
  ["timeout", "time"],
  ["draw", "agreement"],
  ["abandoned", "abandoned"],
]);

const TIME = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/**
 * The games of a report, or of an array of reports.
 * @param {string} text
 * @returns {Game[]}
 */
export function readReports(text) {
  const isArray = /^\s*\[/.test(text);
  const value = parse(text, isArray ? 65 : 64);
  const reports = isArray ? itemsOf(value, "the text") : [value];
  return reports.map((report, index) => (isArray ? located(`game ${index + 1}`, () => read(report)) : read(report)));
}

/** @param {Json} value */
function read(value) {
  const report = objectOf(value, "a game report");
  if (report.has("stack") || report.has("metaGame")) {
    throw new VoloError("this is a debug download or a file of the playground; volo convert and volo play read these");
  }
  const { game, result, termination, comment } = readHeader(required(report, "header", objectOf));
  const moves = readMoves(required(report, "moves", itemsOf), game.start.turn === "blue");
  for (const [name, text] of moves.tags) if (!game.tags.has(name)) game.tags.set(name, text);
  for (const [ply, text] of moves.comments) game.comments.set(ply, text);
  if (comment !== undefined) game.comments.set(0, comment);
  explained(game, () => play(game, moves.moves));
  if (moves.ending !== undefined) {
    const ending = ENDINGS.get(moves.ending);
    if (game.outcome() !== null) throw new VoloError(`the game is over before ${moves.ending}`);
    if ((termination ?? ending) !== ending) {
      throw new VoloError(`expected ${ending}, because the last move is ${moves.ending}`);
    }
  }
  const ending = ENDINGS.get(moves.ending ?? "") ?? termination;
  const isOpen = result === "1/2-1/2" && (ending === "abandoned" || ending === "unterminated");
  setEnd(game, isOpen ? "*" : result, ending);
  return game;
}

/**
 * Explain a flight that names no region, if it was played when Abstract Play missed some divisions.
 * @param {Game} game
 * @param {() => void} work
 */
function explained(game, work) {
  try {
    work();
  } catch (error) {
    const day = game.tags.get("DateStart")?.slice(0, 10) ?? "";
    const cause = error instanceof VoloError ? error.cause : undefined;
    const isMissed = cause instanceof IllegalMoveError && cause.ruling === "R15" && !cause.move.includes("/");
    if (!isMissed || day < "2024-07-14" || day > "2024-09-30") throw error;
    const why =
      "from 2024-07-14 to 2024-09-30, Abstract Play did not notice some divisions, so the rest of the game does not follow the rules";
    throw new VoloError(`${/** @type {Error} */ (error).message}; ${why}`, { cause });
  }
}

/**
 * The game without its moves. The result of a game that is not over is a draw here.
 * @param {Members} header
 */
export function readHeader(header) {
  const game = new Game(startOf(header));
  const { tags } = game;
  /** @param {Members} members @param {string} key @param {string} name */
  const keep = (members, key, name) => {
    const text = optional(members, key, textOf);
    if (text !== undefined && !isUnknown(name, text)) setTag(game, name, text);
  };
  keep(header, "event", "Event");
  keep(header, "round", "Round");
  const site = optional(header, "site", objectOf) ?? new Map();
  keep(site, "name", "Site");
  if (typeof site.get("gameid") === "string") keep(site, "gameid", "GameId");
  else if (site.has("gameid")) tags.set("GameNumber", toJson(required(site, "gameid", numberOf)));
  for (const [name, key] of Object.entries(DATES)) {
    const time = optional(header, key, textOf);
    if (time === undefined) continue;
    if (!isTime(time)) throw new VoloError(`${key} must be a date and time such as 2024-07-14T09:30:00Z`);
    if (time !== NO_DATE) tags.set(name, time);
  }
  if (tags.has("DateStart")) tags.set("Date", String(tags.get("DateStart")).slice(0, 10).replaceAll("-", "."));
  for (const [name, key] of Object.entries(FLAGS)) {
    const flag = optional(header, key, booleanOf);
    if (flag !== undefined) tags.set(name, String(flag));
  }
  const players = required(header, "players", itemsOf).map((player) => objectOf(player, "a player"));
  if (players.length !== 2) throw new VoloError(`expected two players, not ${players.length}`);
  for (const [index, player] of players.entries()) {
    const color = String(COLORS[index]);
    required(player, "name", textOf);
    keep(player, "name", color);
    keep(player, "userid", `${color}Id`);
    const score = optional(player, "score", numberOf);
    if (score !== undefined) tags.set(`${color}Score`, toJson(score));
    const isAi = optional(player, "is_ai", booleanOf);
    if (isAi !== undefined) tags.set(`${color}IsAi`, String(isAi));
    if ((optional(player, "color", textOf) ?? color.toLowerCase()) !== color.toLowerCase()) {
      throw new VoloError("the colors of the players must be orange and blue, in this order");
    }
  }
  const [orange = 0n, blue = 0n] = players.map((player) => required(player, "result", integerOf));
  /** @type {[string, Members][]} */
  const extras = [["header", others(header, HEADER)]];
  for (const [index, player] of players.entries()) {
    extras.push([String(COLORS[index]).toLowerCase(), others(player, PLAYER)]);
  }
  const found = new Map(extras.filter(([, more]) => more.size > 0));
  if (found.size > 0) tags.set("HeaderExtras", toJson(found, true));
  const extension = optional(header, "volo", objectOf) ?? new Map();
  for (const [name, text] of optional(extension, "tags", objectOf) ?? []) {
    if (text === null) tags.delete(name);
    else setTag(game, name, textOf(text, `the tag ${name}`));
  }
  return {
    game,
    result: orange === blue ? "1/2-1/2" : orange > blue ? "1-0" : "0-1",
    termination: optional(extension, "termination", textOf),
    comment: optional(extension, "comment", textOf),
  };
}

/** The position in which the game of a header begins. @param {Members} header */
function startOf(header) {
  const kind = required(header, "game", objectOf);
  if (required(kind, "name", textOf) !== NAME) {
    throw new VoloError(
      `the game is not ${NAME}; volo convert --skip-other-games reads files with several kinds of games`,
    );
  }
  const rules = rulesOf(optional(kind, "variants", itemsOf) ?? []);
  // Abstract Play writes an empty string for the usual start.
  const fen = optional(header, "startingPosition", textOf) ?? "";
  if (fen === "") return new Position(rules);
  const start = Position.fromFen(fen);
  if (!start.rules.equals(rules)) throw new VoloError(`the rule set of startingPosition is not ${rules}`);
  return start;
}

/** @param {Json[]} variants the size of the board in any language, or the name of a rule set */
function rulesOf(variants) {
  if (variants.length > 1) throw new VoloError("expected at most one variant");
  if (variants.length === 0) return Rules.abstractPlay();
  const variant = textOf(variants[0], "a variant");
  const numbers = variant.match(/\d+/g) ?? [];
  // The name of a rule set has no blank, and only letters of ASCII.
  const isSize = /^[Ss]ize-\d$/.test(variant) || !/^[!-~]*$/.test(variant);
  if (isSize && numbers.length === 1 && /^[4-8]$/.test(String(numbers[0])))
    return Rules.abstractPlay(Number(numbers[0]));
  return Rules.parse(variant);
}

/** @param {string} text */
export function isTime(text) {
  const [, day = ""] = TIME.exec(text) ?? [];
  const date = new Date(`${day}T00:00Z`);
  // Some programs take February 30 for March 1. There is no year 0.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) && !day.startsWith("0000");
}

/** The members that have other names. @param {Members} members @param {string[]} known @returns {Members} */
export function others(members, known) {
  return new Map([...members].filter(([name]) => !known.includes(name)));
}

/**
 * The moves of the rounds, which have not been checked against the rules.
 * @param {Json[]} rounds
 * @param {boolean} blueBegins
 * @returns {Moves}
 */
export function readMoves(rounds, blueBegins) {
  /** @type {Moves} */
  const found = { moves: [], ending: undefined, comments: new Map(), tags: new Map() };
  /** @type {Members} */
  const results = new Map();
  for (const entry of entriesOf(rounds, blueBegins)) {
    const { move, result } = typeof entry === "string" ? { move: entry, result: undefined } : entryOf(entry);
    const ply = found.moves.push(move);
    if (result === undefined || result.length === 0) continue;
    if (typeof result === "string" && !ENDINGS.has(move)) found.comments.set(ply, result);
    else results.set(String(ply), result);
  }
  if (ENDINGS.has(found.moves.at(-1) ?? "")) found.ending = found.moves.pop();
  if (results.size > 0) found.tags.set("MoveResults", toJson(results, true));
  return found;
}

/** The entries of the rounds that are not null. @param {Json[]} rounds @param {boolean} blueBegins */
function entriesOf(rounds, blueBegins) {
  return rounds.flatMap((round, index) => {
    const isLast = index === rounds.length - 1;
    if (!Array.isArray(round) || !(round.length === 2 || (round.length === 1 && isLast))) {
      throw new VoloError(`round ${index + 1} must be an array of two moves, Orange's and Blue's`);
    }
    const [one, other] = round.map((entry) => (entry instanceof Map ? entry.get("sequence") : undefined));
    if (typeof one === "bigint" && typeof other === "bigint" && one >= other) {
      throw new VoloError(
        `round ${index + 1}: the sequence number of Blue's move must be greater than that of Orange's`,
      );
    }
    return round.filter((entry, player) => {
      const isBefore = index === 0 && player === 0 && blueBegins;
      if (isBefore ? entry !== null : entry === null && !(isLast && player === 1)) {
        throw new VoloError(
          `round ${index + 1}: null must be in the place before Blue's first move, and may be in that after Orange's last move`,
        );
      }
      return entry !== null;
    });
  });
}

/** The move of an entry, and its result. @param {Json} value */
function entryOf(value) {
  if (!(value instanceof Map)) throw new VoloError("a move must be a string, an object with the member move, or null");
  for (const name of value.keys()) {
    if (!["sequence", "move", "result"].includes(name))
      throw new VoloError(`a move has the unknown member ${name.slice(0, 40)}`);
  }
  optional(value, "sequence", integerOf);
  return { move: required(value, "move", textOf), result: optional(value, "result", resultOf) };
}

/** @param {unknown} value @param {string} name @returns {string | Members[]} */
function resultOf(value, name) {
  if (typeof value === "string" || areObjects(value)) return value;
  throw new VoloError(`${name} must be a string or an array of objects`);
}

/** @param {unknown} value @returns {value is Members[]} */
export function areObjects(value) {
  return Array.isArray(value) && value.every((each) => each instanceof Map);
}

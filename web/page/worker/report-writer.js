// Writes a game as a report of Abstract Play, as python/volo/records/abstract_play does.

import { Position, Rules, VoloError } from "volo-rules/engine/init";
import { knownTags } from "./checks.js";
import { parse, toJson } from "./json.js";
import {
  areObjects,
  COLORS,
  DATES,
  ENDINGS,
  FLAGS,
  HEADER,
  isTime,
  NAME,
  NO_DATE,
  others,
  PLAYER,
  readHeader,
  readMoves,
} from "./reports.js";

/** @import { Game } from "volo-rules/engine/init" */
/** @import { Json, Members } from "./json.js" */

/** The highest nesting of a tag that has JSON. */
const DEEPEST_TAG = 48;

/**
 * The report of a game, without a line end.
 * @param {Game} game
 */
export function writeReport(game) {
  const tags = knownTags(game);
  const { rules } = game.start;
  const extras = tagOf(tags, "HeaderExtras", (value) => value instanceof Map) ?? new Map();
  const won = { "1-0": [1n, 0n], "0-1": [0n, 1n], "1/2-1/2": [1n, 1n], "*": [0n, 0n] }[game.result];
  const players = COLORS.map((color, index) => {
    const score = tagOf(tags, `${color}Score`, isNumber);
    const isAi = tagOf(tags, `${color}IsAi`, isBoolean);
    const more = extras.get(color.toLowerCase());
    return membersOf(
      { name: tags.get(color) ?? "?", userid: tags.get(`${color}Id`), score, is_ai: isAi, result: won[index] },
      more,
      PLAYER,
    );
  });
  if (toJson(players[0] ?? null) === toJson(players[1] ?? null)) {
    // The schema requires that the players differ.
    for (const [index, player] of players.entries()) player.set("color", COLORS[index]?.toLowerCase());
  }
  const isOfSite = rules.equals(Rules.abstractPlay(rules.edge));
  const variants = [isOfSite ? `Size-${rules.edge} board` : String(rules)];
  const gameid = tags.get("GameId") ?? tagOf(tags, "GameNumber", isNumber);
  const header = membersOf(
    {
      game: membersOf({ name: NAME, variants }),
      event: tags.get("Event"),
      round: tags.get("Round"),
      site: membersOf({ name: tags.get("Site") ?? "?", gameid }),
      ...datesOf(tags),
      ...Object.fromEntries(Object.entries(FLAGS).map(([name, key]) => [key, tagOf(tags, name, isBoolean)])),
      players,
      startingPosition: game.start.equals(new Position(rules)) ? undefined : game.start.fen(),
    },
    extras.get("header"),
    HEADER,
  );
  const rounds = writeMoves(game);
  // The report is read again, to find the tags that it does not reproduce.
  const found = new Map([...readMoves(rounds, game.start.turn === "blue").tags, ...readHeader(header).game.tags]);
  const names = [...new Set([...found.keys(), ...tags.keys()])].filter((name) => found.get(name) !== tags.get(name));
  const differences = new Map(names.sort().map((name) => [name, tags.get(name) ?? null]));
  const isOpen = game.outcome() === null && ![...ENDINGS.values()].includes(game.termination);
  const extension = membersOf({
    termination: isOpen ? game.termination : undefined,
    comment: game.comments.get(0),
    tags: differences.size > 0 ? differences : undefined,
  });
  if (extension.size > 0) header.set("volo", extension);
  return toJson(membersOf({ header, moves: rounds }));
}

/**
 * The members that are not undefined, and those of a tag that have other names.
 * @param {Record<string, Json | undefined>} members
 * @param {unknown} more
 * @param {string[]} known
 * @returns {Members}
 */
function membersOf(members, more = null, known = []) {
  const own = Object.entries(members).filter(([, value]) => value !== undefined);
  return new Map([...own, ...(more instanceof Map ? others(more, known) : [])]);
}

/**
 * The three dates that the schema requires. An unknown date is that before it, if known.
 * @param {Map<string, string>} tags
 */
function datesOf(tags) {
  const day = tags.get("Date") ?? "?";
  let time = day.includes("?") ? NO_DATE : `${day.replaceAll(".", "-")}T00:00:00Z`;
  return Object.fromEntries(
    Object.entries(DATES).map(([name, key]) => {
      const known = tags.get(name) ?? "";
      if (isTime(known)) time = known;
      return [key, time];
    }),
  );
}

/** The rounds of a game. @param {Game} game @returns {Json[]} */
function writeMoves(game) {
  const [word] = [...ENDINGS].find(([, termination]) => termination === game.termination) ?? [];
  const texts = word === undefined || game.outcome() !== null ? game.moves : [...game.moves, word];
  const results = tagOf(game.tags, "MoveResults", (value) => value instanceof Map) ?? new Map();
  const entries = texts.map((move, index) => {
    const given = results.get(String(index + 1));
    const isKept = given?.length > 0 && (areObjects(given) || (typeof given === "string" && index === game.plies));
    const result = game.comments.get(index + 1) ?? (isKept ? given : undefined);
    return result === undefined ? move : membersOf({ move, result });
  });
  if (entries.length === 0) return [];
  /** @type {Json[]} */
  const all = game.start.turn === "blue" ? [null, ...entries] : entries;
  if (all.length % 2 === 1) all.push(null);
  return Array.from({ length: all.length / 2 }, (_, index) => all.slice(2 * index, 2 * index + 2));
}

/**
 * The value of a tag that has JSON; undefined if it has not, or not of this kind.
 * @param {Map<string, string>} tags
 * @param {string} name
 * @param {(value: Json) => boolean} isKind
 * @returns {any}
 */
function tagOf(tags, name, isKind) {
  try {
    const value = parse(tags.get(name) ?? "", DEEPEST_TAG);
    return isKind(value) ? value : undefined;
  } catch (error) {
    if (error instanceof VoloError) return undefined;
    throw error;
  }
}

/** @param {Json} value */
function isNumber(value) {
  return typeof value === "bigint" || typeof value === "number";
}

/** @param {Json} value */
function isBoolean(value) {
  return typeof value === "boolean";
}

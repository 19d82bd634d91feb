// What the saved games say about a person: the levels that were beaten on each edge, the level to play next, and the
// score against somebody elsewhere.

import { html } from "../board/html.js";
import { otherPlayer, PLAYERS } from "../board/index.js";
import { title } from "../board/words.js";
import { host } from "./host.js";
import { LEVELS } from "./levels.js";
import { partsOf } from "./rules-words.js";
import { fitted, TWO_PEOPLE } from "./session.js";

/** @import { Kept } from "./types.js" */

/** @typedef {Pick<Kept, "start" | "players" | "tags" | "rules" | "result">} Facts what counts of a saved game */

/**
 * A finished game of a person.
 * @typedef {object} Finished
 * @property {string} edge
 * @property {number} level that of the engine; 0 in a game by link
 * @property {string} friend the name of the other player; empty if it has none
 * @property {0 | 0.5 | 1} points those of the person
 * @property {boolean} isWhole whether it began with a first position, and not with one in which much was decided
 */

/** A number of lost games in a row after which an easier level is proposed. */
const PATIENCE = 3;

/** The points of Orange. @type {Record<string, 0 | 0.5 | 1>} */
const POINTS = { "1-0": 1, "1/2-1/2": 0.5, "0-1": 0 };

/** The first position of a rule set, or "" if this page does not know the rules. @param {string} rules */
async function firstOf(rules) {
  const position = await host.start(rules).catch(() => null);
  return position?.fen ?? "";
}

/**
 * The finished games against the engine, and those by link.
 * @param {Facts[]} games
 * @returns {Promise<Finished[]>} in the same order
 */
export async function finished(games) {
  const rules = [...new Set(games.map((game) => game.rules))];
  const starts = new Set(await Promise.all(rules.map(firstOf)));
  return games.flatMap((game) => {
    const players = fitted(TWO_PEOPLE, game.players);
    const person = PLAYERS.find((each) => players[each] === "person") ?? "orange";
    const other = otherPlayer(person);
    const points = POINTS[game.result];
    const isMixed = players[person] === "person" && players[other] !== "person";
    const isByLink = players[other] === "elsewhere";
    if (points === undefined || !isMixed) return [];
    const { edge } = partsOf(game.rules);
    const own = /** @type {0 | 0.5 | 1} */ (person === "orange" ? points : 1 - points);
    const level = isByLink ? 0 : players.level;
    const friend = game.tags[title(other)] ?? "";
    return [{ edge, level, friend, points: own, isWhole: starts.has(game.start) }];
  });
}

/**
 * The levels that a person has beaten on an edge.
 * @param {Finished[]} all
 * @param {string} edge
 */
export function beaten(all, edge) {
  const won = all.filter((game) => game.edge === edge && game.points === 1 && game.isWhole);
  return new Set(won.map(({ level }) => level).filter((level) => level > 0));
}

/**
 * The level to play next on an edge: a higher one after a win, an easier one after several losses. 0 without any game.
 * @param {Finished[]} all the latest first
 * @param {string} edge
 */
export function proposed(all, edge) {
  const games = all.filter((game) => game.edge === edge && game.level > 0);
  const level = games[0]?.level ?? 0;
  if (games[0]?.points === 1) return Math.min(level + 1, LEVELS.length);
  const last = games.slice(0, PATIENCE).filter((game) => game.level === level && game.points === 0);
  return last.length === PATIENCE ? Math.max(1, level - 1) : level;
}

/**
 * The points of a person and of somebody elsewhere.
 * @param {Finished[]} all
 * @param {string} friend
 * @returns {[number, number]}
 */
export function score(all, friend) {
  const games = all.filter((game) => game.level === 0 && game.friend === friend);
  const own = games.reduce((sum, { points }) => sum + points, 0);
  return [own, games.length - own];
}

/**
 * The beaten levels of each edge, as a row of numbers.
 * @param {Finished[]} all the latest first
 */
export function ladder(all) {
  const edges = [...new Set(all.filter(({ level }) => level > 0).map(({ edge }) => edge))].sort();
  return edges.map((edge) => {
    const won = beaten(all, edge);
    const next = proposed(all, edge);
    const steps = LEVELS.map((_, index) => {
      const kind = won.has(index + 1) ? "won" : index + 1 === next ? "next" : "";
      return html("span", { class: kind }, `${index + 1}`);
    });
    const label = `Edge ${edge}: levels beaten: ${[...won].sort((a, b) => a - b).join(", ") || "none"}. Next: ${next}.`;
    return html(
      "div",
      { class: "ladder" },
      html("b", {}, `Edge ${edge}`),
      html("div", { role: "img", "aria-label": label, title: label }, ...steps),
    );
  });
}

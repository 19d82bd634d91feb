// Whose turn it is in a position, and who plays there.

import { PLAYERS } from "../board/index.js";
import { title } from "../board/words.js";

/** @import { Player } from "../board/index.js" */
/** @import { Players, Session } from "./session.js" */

/**
 * @param {string} fen
 * @returns {Player}
 */
export function turnOf(fen) {
  return fen.split(" ")[1] === "b" ? "blue" : "orange";
}

/**
 * @param {Session} session
 * @returns {Record<Player, string>}
 */
export function namesOf({ settings: { players }, tags }) {
  return { orange: nameOf(players, tags, "orange"), blue: nameOf(players, tags, "blue") };
}

/**
 * @param {Players} players
 * @param {Record<string, string>} tags
 * @param {Player} player
 */
function nameOf(players, tags, player) {
  if (players[player] === "engine") return `Level ${players.level}`;
  if (players[player] === "elsewhere") return tags[title(player)] || "By link";
  return tags[title(player)] ?? (players.orange !== players.blue ? "You" : "");
}

/**
 * The names of the people, without those of the engine.
 * @param {Session} session
 * @returns {Partial<Record<Player, string>>}
 */
export function namesOfPeople({ settings: { players }, tags }) {
  const people = PLAYERS.filter((player) => players[player] === "person");
  return Object.fromEntries(people.map((player) => [player, tags[title(player)] ?? ""]));
}

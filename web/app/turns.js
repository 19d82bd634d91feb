// Whose turn it is in a position, and who plays there.

import { title } from "../board/words.js";

/** @import { Player } from "../board/index.js" */
/** @import { Players, Session } from "./session.js" */

/**
 * The player to move in a position.
 * @param {string} fen
 * @returns {Player}
 */
export function turnOf(fen) {
  return fen.split(" ")[1] === "b" ? "blue" : "orange";
}

/**
 * The names of the players.
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
  if (players[player] === "engine") return `Engine, level ${players.level}`;
  return players.orange !== players.blue ? "You" : (tags[title(player)] ?? "");
}

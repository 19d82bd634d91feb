// A game, a position or a rule set in the address of the page, after `#`, so that a link opens it.

import { host } from "./host.js";
import { LEVELS } from "./levels.js";
import { folder } from "./offline.js";
import { Session, TWO_PEOPLE } from "./session.js";

/** @import { Players } from "./session.js" */

const GAME = "game=";
const POSITION = "fen=";
const RULES = "rules=";

/** A first game: the person is Orange. @type {Players} */
export const FIRST = { ...TWO_PEOPLE, blue: "engine" };

/** Who plays, by the values of `you`. @type {Record<string, Pick<Players, "orange" | "blue">>} */
const PEOPLE = {
  orange: { orange: "person", blue: "engine" },
  blue: { orange: "engine", blue: "person" },
  both: { orange: "person", blue: "person" },
  nobody: { orange: "engine", blue: "engine" },
};

/** The most characters of a game in a link, and the most bytes of it without compression. */
const MOST = 1 << 20;

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} stream */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > MOST) throw new Error("the game in the address is too long");
    parts.push(/** @type {Uint8Array<ArrayBuffer>} */ (value));
  }
}

/** @param {string} part what the address has after `#` */
function linkWith(part) {
  return `${location.origin}${folder()}#${part}`;
}

/** The link to a game, with its branches. @param {Session} session */
export async function linkToGame({ document }) {
  // Of the settings, only the comment on the first position belongs to the game.
  const { opening } = document.settings;
  const text = JSON.stringify({ ...document, settings: { opening } });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return linkWith(GAME + letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
}

/** The link to a position. @param {string} fen */
export function linkToPosition(fen) {
  return linkWith(POSITION + encodeURIComponent(fen));
}

/**
 * The game or the position that an address has.
 * @param {string} hash the address from `#` on
 * @returns {Promise<Session | null>} `null` if the address has neither
 * @throws {Error} it cannot be read
 */
export async function shared(hash) {
  const part = hash.slice(1);
  if (part.startsWith(POSITION) || part.startsWith(RULES)) return asked(new URLSearchParams(part));
  if (!part.startsWith(GAME)) return null;
  if (part.length > MOST) throw new Error("the game in the address is too long");
  const letters = atob(part.slice(GAME.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const session = await Session.whole(text);
  if (session === null) throw new Error("it is not a game");
  return session;
}

/**
 * A new game, as `volo play` and links ask for it: `fen` or `rules`, and `you`, `level` and `time` if the engine plays.
 * A rule set is played against the engine. A position is looked at, unless the engine is asked for.
 * @param {URLSearchParams} parameters
 */
async function asked(parameters) {
  const fen = parameters.get("fen");
  const position = await (fen === null ? host.start(parameters.get("rules") ?? "") : host.position(fen));
  const you =
    parameters.get("you") ?? (fen === null || parameters.has("level") || parameters.has("time") ? "orange" : "both");
  const people = PEOPLE[you];
  if (people === undefined) throw new Error(`you must be one of ${Object.keys(PEOPLE).join(", ")}`);
  const level = numberIn(parameters, "level", 1, LEVELS.length, FIRST.level);
  if (!Number.isInteger(level)) throw new Error("level must be a whole number");
  const seconds = numberIn(parameters, "time", 0.05, 3600, FIRST.seconds);
  return Session.begin(position, { players: { ...people, level, seconds } });
}

/**
 * @param {URLSearchParams} parameters
 * @param {string} name
 * @param {number} least
 * @param {number} most
 * @param {number} usual
 */
function numberIn(parameters, name, least, most, usual) {
  const text = parameters.get(name);
  if (text === null) return usual;
  const number = Number(text);
  if (!(number >= least && number <= most)) throw new Error(`${name} must be a number from ${least} to ${most}`);
  return number;
}

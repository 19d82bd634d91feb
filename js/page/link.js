// A game, a position or a rule set in the address of the page, after `#`, so that a link opens it.

import { visible } from "../board/names.js";
import { resultFor, title } from "../board/words.js";
import { host } from "./host.js";
import { LEVELS } from "./levels.js";
import { folder, isLocal } from "./offline.js";
import { rulesOf } from "./rules-words.js";
import { Session, TWO_PEOPLE } from "./session.js";
import { START } from "./tree.js";

/** @import { Player } from "../board/index.js" */
/** @import { Players } from "./session.js" */

/**
 * A game with somebody elsewhere, as a link has it.
 * @typedef {object} Turn
 * @property {string} id the name of the game
 * @property {Player} side the side of the sender
 * @property {string} start the rules, or the fen of another first position
 * @property {string[]} moves
 * @property {Player | null} resigned the player who has resigned
 * @property {boolean} isDrawn whether both have agreed to a draw
 * @property {boolean} offersDraw
 * @property {string} name the name of the sender, or ""
 */

const GAME = "game=";
const TURN = "turn=";
const POSITION = "fen=";
const RULES = "rules=";

/** A first game: the person is Orange. @type {Players} */
export const FIRST = { ...TWO_PEOPLE, blue: "engine" };

/** The rules of a first game: on a sky that is soon full. */
export const FIRST_RULES = "standard-5";

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

/**
 * The address of the page for other people: on this machine only, that of the published page. Empty if there is none.
 */
function home() {
  return isLocal() ? VOLO_FILES.site : `${location.origin}${folder()}`;
}

/** Whether there are links that lead others to the page. */
export function hasLinks() {
  return home() !== "";
}

/** @param {string} part what the address has after `#` */
export function linkWith(part) {
  return `${home()}#${part}`;
}

/** A text as letters that an address can have. @param {string} text */
async function packed(text) {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** @param {string} part what follows in the address, which may have a full stop behind it */
async function unpacked(part) {
  const [letters = ""] = /^[\w-]*/.exec(part) ?? [];
  if (letters.length > MOST) throw new Error("the game in the address is too long");
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch (error) {
    throw error instanceof TypeError || error instanceof DOMException ? new Error("the link is not whole") : error;
  }
}

/** The link to a game, with its branches. @param {Session} session */
export async function linkToGame({ document, lineTags }) {
  // Of the settings, only the comment on the first position belongs to the game.
  const { opening } = document.settings;
  return linkWith(GAME + (await packed(JSON.stringify({ ...document, tags: lineTags, settings: { opening } }))));
}

/** The link for the player elsewhere: the game with its main line. @param {Session} session */
export async function linkToTurn({ id, tree, settings, tags }) {
  const side = settings.players.orange === "elsewhere" ? "blue" : "orange";
  const moves = tree.moves(tree.line(START));
  const rules = rulesOf(tree.start);
  const { fen } = await host.start(rules);
  const start = fen === tree.start ? rules : tree.start.replaceAll(" ", "_");
  const { ended } = settings;
  const end = ended === null ? [] : [resultFor(ended.winner)];
  const offer = ended === null && settings.offer === tree.fen(tree.end) ? ["draw"] : [];
  const name = encodeURIComponent(tags[title(side)] ?? "");
  const more = name === "" ? offer : [...offer, `name=${name}`];
  return linkWith(TURN + (await packed([id, side, start, ...moves, ...end, ...more].join(" "))));
}

/**
 * The game with somebody elsewhere that an address has.
 * @param {string} text the address
 * @returns {Promise<Turn | null>} `null` if it has none
 * @throws {Error} it cannot be read
 */
export async function turnIn(text) {
  const [, part] = /#turn=(\S*)/.exec(text) ?? [];
  if (part === undefined) return null;
  const [id = "", side, start = "", ...moves] = (await unpacked(part)).split(" ");
  const name = moves.at(-1)?.startsWith("name=") ? decodeURIComponent(moves.pop()?.slice(5) ?? "") : "";
  const offersDraw = moves.at(-1) === "draw" && moves.pop() !== undefined;
  if (!/^[a-z0-9]{16}$/.test(id) || (side !== "orange" && side !== "blue")) throw new Error("it is not a game by link");
  const [, end] = /^(1-0|0-1|1\/2-1\/2)$/.exec(moves.at(-1) ?? "") ?? [];
  if (end !== undefined) moves.pop();
  return {
    id,
    side,
    start: start.replaceAll("_", " "),
    moves,
    resigned: end === "1-0" ? "blue" : end === "0-1" ? "orange" : null,
    isDrawn: end === "1/2-1/2",
    offersDraw,
    name: [...visible(name)].slice(0, 40).join(""),
  };
}

/** @param {string} fen */
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
  const session = await Session.whole(await unpacked(part.slice(GAME.length)));
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
  const people = Object.hasOwn(PEOPLE, you) ? PEOPLE[you] : undefined;
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

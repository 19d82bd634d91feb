// A game or a position in the address of the page, after `#`, so that a link shares it.

import { host } from "./host.js";
import { Session } from "./session.js";

const GAME = "game=";
const POSITION = "fen=";

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
  return `${location.origin}${location.pathname}#${part}`;
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
  if (part.startsWith(POSITION)) {
    return Session.begin(await host.position(decodeURIComponent(part.slice(POSITION.length))));
  }
  if (!part.startsWith(GAME)) return null;
  if (part.length > MOST) throw new Error("the game in the address is too long");
  const letters = atob(part.slice(GAME.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
  const session = await Session.whole(text);
  if (session === null) throw new Error("it is not a game");
  return session;
}

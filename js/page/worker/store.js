// Saved games, in the IndexedDB of the browser.

import { VoloError } from "volo-rules/engine/init";
import { checkVersion, headingOf } from "./document.js";
import { merged } from "./merge.js";

/** @import { GameDocument, Kept, Loaded, Saved } from "../types.js" */

/** @typedef {Omit<Kept, "start" | "players" | "tags"> & { document: GameDocument, revision?: number }} Stored */

const MOST_GAMES = 1000;
const GAMES = "games";

/** What a file with all saved games begins with. Nothing may be added to it without a new number. */
const ALL = { format: "volo saved games", version: 1 };

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open("volo", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onerror = () => failed(request.error);
    request.onsuccess = () => {
      const { result } = request;
      // The browser closes the database when its data is cleared. The next call opens a new one.
      result.onclose = forget;
      result.onversionchange = () => {
        result.close();
        forget();
      };
      done(result);
    };
  });
  // A browser that forbids it now may permit it later.
  opened.catch(forget);
  return opened;
}

function forget() {
  opened = undefined;
}

/**
 * One transaction, which is finished when the promise is fulfilled.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<T>} work
 * @returns {Promise<T>}
 */
async function transact(mode, work) {
  try {
    const transaction = await begin(mode);
    const request = work(transaction.objectStore(GAMES));
    return await new Promise((done, failed) => {
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => failed(transaction.error ?? request.error);
    });
  } catch (error) {
    throw new VoloError(`the browser does not keep games for this page: ${error}`);
  }
}

/** @param {IDBTransactionMode} mode */
async function begin(mode) {
  try {
    return (await database()).transaction(GAMES, mode, { durability: "strict" });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    // The browser has closed the database and did not say so.
    forget();
    return (await database()).transaction(GAMES, mode, { durability: "strict" });
  }
}

/** The saved games, the one that was saved last first. */
export async function games() {
  const all = /** @type {Stored[]} */ (await transact("readonly", (store) => store.getAll()));
  const listed = all.map(({ document, ...kept }) => {
    const { start, tags, settings } = document;
    // Somebody else may have played an imported game.
    const players = settings.end ? null : settings.players;
    // An earlier page wrote less of what a list shows.
    return { ...kept, ...(kept.birds ? {} : headingOf(document)), start, tags, players };
  });
  return { games: listed.sort((one, other) => other.changed - one.changed) };
}

/** @param {{ id: string }} request @returns {Promise<Loaded>} */
export async function load({ id }) {
  const saved = await found(id);
  if (saved === undefined) throw new VoloError("This game is not saved in this browser. To send a game, use Share.");
  checkVersion(saved.document);
  return { document: saved.document, revision: saved.revision ?? 0 };
}

/** @param {string} id @returns {Promise<Stored | undefined>} */
function found(id) {
  return transact("readonly", (store) => store.get(id));
}

/**
 * Save a game. If its saved state is not the one that the page changed, because another page has saved it, the moves of
 * that state are kept as well.
 * @param {{ id: string, document: GameDocument, base: number }} request
 * @returns {Promise<Saved>}
 */
export async function save({ id, document, base }) {
  const keys = await transact("readonly", (store) => store.getAllKeys());
  if (!keys.includes(id) && keys.length >= MOST_GAMES) {
    throw new VoloError(`there are ${keys.length.toLocaleString("en")} saved games: delete one first`);
  }
  let whole = document;
  for (let known = base; ; ) {
    const changed = Math.round(Date.now()) / 1000;
    const revision = await put({ id, changed, ...headingOf(whole), document: whole }, known);
    if (revision !== undefined) return { revision, document: whole === document ? null : whole };
    const other = await found(id);
    if (other !== undefined) checkVersion(other.document);
    known = other?.revision ?? 0;
    whole = other === undefined ? document : merged(other.document, document);
  }
}

/**
 * Write a game, unless its saved state has another revision than the expected one. A game that was deleted is written.
 * @param {Stored} stored
 * @param {number} expected
 * @returns {Promise<number | undefined>} the new revision; `undefined` if nothing was written
 */
async function put(stored, expected) {
  /** @type {number | undefined} */
  let revision;
  await transact("readwrite", (store) => {
    const before = store.get(stored.id);
    before.onsuccess = () => {
      const saved = /** @type {Stored | undefined} */ (before.result);
      if (saved !== undefined && (saved.revision ?? 0) !== expected) return;
      revision = Math.max(expected, saved?.revision ?? 0) + 1;
      // Who looks at an old game does not play it.
      const isPlayed = saved === undefined || played(saved) !== played(stored);
      store.put({ ...stored, changed: isPlayed ? stored.changed : saved.changed, revision });
    };
    return before;
  });
  return revision;
}

/** What makes a game the latest one when it changes. @param {Stored} stored */
function played({ result, document }) {
  return JSON.stringify([result, document.nodes]);
}

/** @param {{ id: string }} request */
export async function remove({ id }) {
  if ((await found(id)) === undefined) throw new VoloError(`there is no saved game ${id}`);
  await transact("readwrite", (store) => store.delete(id));
  return {};
}

/** All saved games as the text of one file. */
export async function exportAll() {
  const all = /** @type {Stored[]} */ (await transact("readonly", (store) => store.getAll()));
  const games = all.map(({ id, document }) => ({ id, document }));
  return { text: `${JSON.stringify({ ...ALL, games })}\n` };
}

/**
 * Save the games of a file that {@link exportAll} wrote. A game that is saved already gets the moves of both. Either all
 * games of the file can be read, or none is saved.
 * @param {{ text: string }} request
 */
export async function importAll({ text }) {
  const games = gamesIn(text);
  for (const { id, document } of games) {
    await save({ id, document, base: -1 });
  }
  return { count: games.length };
}

/** @param {string} text @returns {{ id: string, document: GameDocument }[]} */
function gamesIn(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new VoloError(`the file is not JSON: ${error}`);
  }
  if (value?.format !== ALL.format) throw new VoloError("the file has no saved games of this page");
  if (value.version !== ALL.version) {
    throw new VoloError(`the file is of version ${value.version}; this page reads version ${ALL.version}`);
  }
  if (!Array.isArray(value.games)) throw new VoloError("games must be a list");
  for (const [index, game] of value.games.entries()) {
    try {
      if (typeof game?.id !== "string" || !/^[a-z0-9-]{1,64}$/.test(game.id)) throw new VoloError("the id is wrong");
      headingOf(game.document);
    } catch (error) {
      throw new VoloError(`games[${index}]: ${error instanceof Error ? error.message : error}`);
    }
  }
  return value.games;
}

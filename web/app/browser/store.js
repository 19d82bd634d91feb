// Saved games in the browser, in IndexedDB.

import { VoloError } from "volo-rules/engine/init";
import { headingOf } from "./document.js";

/** @import { GameDocument, Kept } from "../types.js" */

const MOST_GAMES = 1000;
const GAMES = "games";

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

/** @returns {Promise<IDBDatabase>} */
function database() {
  opened ??= new Promise((done, failed) => {
    const request = indexedDB.open("volo", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
  // A browser that forbids it now may permit it later.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
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
    const transaction = (await database()).transaction(GAMES, mode, { durability: "strict" });
    const request = work(transaction.objectStore(GAMES));
    return await new Promise((done, failed) => {
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = transaction.onerror = () => failed(transaction.error ?? request.error);
    });
  } catch (error) {
    throw new VoloError(`the browser does not keep games for this page: ${error}`);
  }
}

/** The saved games, the one that was saved last first. */
export async function games() {
  /** @type {(Kept & { document: GameDocument })[]} */
  const all = await transact("readonly", (store) => store.getAll());
  const listed = all.map(({ id, changed, title, plies }) => ({ id, changed, title, plies }));
  return { games: listed.sort((one, other) => other.changed - one.changed), damaged: [] };
}

/** @param {{ id: string }} request @returns {Promise<{ document: GameDocument }>} */
export async function load({ id }) {
  const saved = await transact("readonly", (store) => store.get(id));
  if (saved === undefined) throw new VoloError(`there is no saved game ${id}`);
  return { document: saved.document };
}

/** @param {{ id: string, document: GameDocument }} request */
export async function save({ id, document }) {
  const { title, plies } = headingOf(document);
  const keys = await transact("readonly", (store) => store.getAllKeys());
  if (!keys.includes(id) && keys.length >= MOST_GAMES) {
    throw new VoloError(`there are ${keys.length.toLocaleString("en")} saved games: delete one first`);
  }
  const changed = Math.round(Date.now()) / 1000;
  await transact("readwrite", (store) => store.put({ id, changed, title, plies, document }));
  return { changed };
}

/** @param {{ id: string }} request */
export async function remove({ id }) {
  await load({ id });
  await transact("readwrite", (store) => store.delete(id));
  return {};
}

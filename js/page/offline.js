// Where the page is: its address, and the service worker that lets it work without a network.

/** The folder of the page, whichever of its addresses was opened. Pages with the same one share their games. */
export function folder() {
  return new URL("./", location.href).pathname;
}

/**
 * Whether the page is on this machine only, under `volo play`. Another program may have its address later, so no files are
 * kept for it, and a link to it leads nowhere for others.
 */
export function isLocal() {
  return ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);
}

/** Register the service worker, except under `volo play`. */
export function keepOffline() {
  if (isLocal()) return;
  navigator.serviceWorker?.register("service-worker.js").catch((error) => {
    console.warn("The page needs a network each time it is opened:", error);
  });
}

/**
 * Ask the browser to keep the saved games even if it needs room.
 * @returns {Promise<boolean>} whether it does
 */
export async function keepGames() {
  try {
    return await navigator.storage.persist();
  } catch {
    return false;
  }
}

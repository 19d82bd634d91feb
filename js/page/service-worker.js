// Keeps the files of the page, so that it works without a network after the first visit.

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} LifeEvent */
/** @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent */

/**
 * @typedef {object} Scope
 * @property {(name: string, listener: (event: any) => void) => void} addEventListener
 * @property {() => Promise<void>} skipWaiting
 * @property {{ scope: string }} registration
 * @property {{ claim: () => Promise<void>, matchAll: (options: object) => Promise<unknown[]> }} clients
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));

/** The names of all files but this one, with a name for all of them. The bundler writes them. */
const { name, files } = VOLO_FILES;

/** Another copy of the page may be on the same origin, with files of its own. */
const PREFIX = `volo-page-${scope.registration.scope}-`;

/** The page itself, whichever of its addresses was opened. */
const PAGE = "index.html";

scope.addEventListener("install", (/** @type {LifeEvent} */ event) => {
  const keep = async () => {
    const cache = await caches.open(PREFIX + name);
    // The cache of the browser may still have the files of an earlier release.
    await cache.addAll(files.map((file) => new Request(file, { cache: "reload" })));
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener("activate", (/** @type {LifeEvent} */ event) => {
  const take = async () => {
    await forget();
    await scope.clients.claim();
  };
  event.waitUntil(take());
});

/** Delete the files of earlier releases, unless a page that is open may need them: its scripts have other names. */
async function forget() {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return;
  const old = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== PREFIX + name);
  // The page that is open, if there is one, may be of the release before this one.
  const kept = pages.length === 1 ? old.slice(-1) : [];
  await Promise.all(old.filter((each) => !kept.includes(each)).map((each) => caches.delete(each)));
}

scope.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const { pathname } = new URL(request.url);
  const folder = new URL(scope.registration.scope).pathname;
  if (!pathname.startsWith(folder)) return;
  const file = pathname.slice(folder.length) || PAGE;
  event.respondWith(answer(request, file));
});

/**
 * The kept file, of this release if possible.
 * @param {Request} request
 * @param {string} file
 */
async function answer(request, file) {
  const all = (await caches.keys()).filter((each) => each.startsWith(PREFIX));
  for (const each of [PREFIX + name, ...all.reverse()]) {
    const kept = await (await caches.open(each)).match(file);
    if (kept !== undefined) return kept;
  }
  return fetch(request);
}

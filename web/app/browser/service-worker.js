// Keeps the files of the page, so that it works without a network after the first visit.

/** @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} LifeEvent */
/** @typedef {Event & { request: Request, respondWith: (answer: Promise<Response>) => void }} FetchEvent */

/**
 * @typedef {object} Scope
 * @property {(name: string, listener: (event: any) => void) => void} addEventListener
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 * @property {{ name: string, files: string[] }} VOLO_FILES a name for the files of the page, and their addresses, which the
 *   bundler puts in
 */

const scope = /** @type {Scope} */ (/** @type {unknown} */ (globalThis));
const { name, files } = scope.VOLO_FILES;

const PREFIX = "volo-page-";

scope.addEventListener("install", (/** @type {LifeEvent} */ event) => {
  const keep = async () => {
    await (await caches.open(PREFIX + name)).addAll(files);
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener("activate", (/** @type {LifeEvent} */ event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== PREFIX + name);
    await Promise.all(old.map((each) => caches.delete(each)));
    await scope.clients.claim();
  };
  event.waitUntil(forget());
});

scope.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  if (event.request.method !== "GET") return;
  const answer = async () => {
    const kept = await (await caches.open(PREFIX + name)).match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  };
  event.respondWith(answer());
});

// Saving: each change is saved, one at a time, and the other pages that show the same game are notified.

import { explain, host } from "./host.js";
import { folder, keepGames } from "./offline.js";

/** @import { Session } from "./session.js" */
/** @import { GameDocument } from "./types.js" */

/**
 * A game to save. Its revision is that of the saved state which the page has changed, and 0 if none is saved.
 * @typedef {Pick<Session, "id" | "document"> & { revision: number }} Savable
 */

export class Saver {
  /**
   * @param {(problem: string) => void} onProblem called with "" when saving works again
   * @param {(id: string, document: GameDocument, revision: number) => void} onOther another page changed a game
   */
  constructor(onProblem, onOther) {
    this.onProblem = onProblem;
    this.onOther = onOther;
    /** @type {Map<string, { game: Savable, document: GameDocument }>} what is still to be saved, by the name of the game */
    this.waiting = new Map();
    this.isSaving = false;
    this.hasFailed = false;
    this.told = "";
    /** Whether the browser keeps the games, once it was asked. @type {Promise<boolean> | undefined} */
    this.asked = undefined;
    this.channel = openChannel();
    this.channel?.addEventListener("message", ({ data: { id, document, revision } }) => {
      // What this page has not saved yet is merged when it is saved.
      if (!this.waiting.has(id)) onOther(id, document, revision);
    });
    addEventListener("pagehide", () => this.flush());
  }

  /** @param {Savable} game */
  save(game) {
    this.waiting.set(game.id, { game, document: structuredClone(game.document) });
    // A problem that the person has closed is shown again after a change, but not after each attempt.
    this.told = "";
    if (!this.isSaving) this.run();
  }

  async run() {
    this.isSaving = true;
    window.document.documentElement.dataset.saving = "";
    for (let [entry] = this.waiting; entry !== undefined; [entry] = this.waiting) {
      const [id, job] = entry;
      const { game, document } = job;
      try {
        const { revision, document: merged } = await host.save(id, document, game.revision);
        // A newer state of the same game may have come while this one was saved.
        const isLatest = this.waiting.get(id) === job;
        if (isLatest) this.waiting.delete(id);
        this.channel?.postMessage({ id, document: merged ?? document, revision });
        this.asked ??= keepGames();
        if (merged === null) game.revision = revision;
        // A newer state has not seen what was merged, so it is merged as well.
        else if (isLatest) this.onOther(id, merged, revision);
        if (this.waiting.size === 0 && this.hasFailed) {
          this.hasFailed = false;
          this.onProblem("");
        }
      } catch (error) {
        const problem = `The game is not saved. ${explain(error)}`;
        if (problem !== this.told) this.onProblem(problem);
        this.told = problem;
        this.hasFailed = true;
        // The other games come first now.
        const latest = this.waiting.get(id) ?? job;
        this.waiting.delete(id);
        this.waiting.set(id, latest);
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
    this.isSaving = false;
    delete window.document.documentElement.dataset.saving;
  }

  /**
   * Load a game again if another page has saved it and this one did not notice, because it was asleep, for example.
   * @param {Savable} game
   */
  async catchUp({ id, revision: known }) {
    try {
      const { document, revision } = await host.load(id);
      if (revision !== known && !this.waiting.has(id)) this.onOther(id, document, revision);
    } catch {
      // The game was never saved, or was deleted. It is saved with the next move.
    }
  }

  /** Save what is not saved yet when the page is left, without waiting for the answers. */
  flush() {
    for (const [id, { game, document }] of this.waiting) host.save(id, document, game.revision).catch(() => {});
  }
}

/** A way to the other pages with the same files. `null` if the browser has none or forbids it. */
function openChannel() {
  try {
    return new BroadcastChannel(`volo${folder()}`);
  } catch {
    return null;
  }
}

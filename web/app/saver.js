// Saving: each change is sent to the server, one at a time, and the other pages that show the same game are notified.

import { explain, host } from "./host.js";

/** @import { Session } from "./session.js" */
/** @import { GameDocument } from "./types.js" */

export class Saver {
  /**
   * @param {(problem: string) => void} onProblem called with "" when saving works again
   * @param {(id: string, document: GameDocument) => void} onOther another page changed a game
   */
  constructor(onProblem, onOther) {
    this.onProblem = onProblem;
    /** @type {Map<string, GameDocument>} what is still to be saved, by the name of the game */
    this.waiting = new Map();
    this.isSaving = false;
    this.hasFailed = false;
    this.told = "";
    this.channel = openChannel();
    this.channel?.addEventListener("message", ({ data }) => onOther(data.id, data.document));
    addEventListener("pagehide", () => this.flush());
  }

  /**
   * @param {Pick<Session, "id" | "document">} session
   */
  save({ id, document }) {
    this.waiting.set(id, structuredClone(document));
    // A problem that the person has closed is shown again after a change, but not after each attempt.
    this.told = "";
    if (!this.isSaving) this.run();
  }

  async run() {
    this.isSaving = true;
    window.document.documentElement.dataset.saving = "";
    for (let [job] = this.waiting; job !== undefined; [job] = this.waiting) {
      const [id, document] = job;
      try {
        await host.save(id, document);
        // A newer state of the same game may have come meanwhile.
        if (this.waiting.get(id) === document) this.waiting.delete(id);
        this.channel?.postMessage({ id, document });
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
        const latest = this.waiting.get(id) ?? document;
        this.waiting.delete(id);
        this.waiting.set(id, latest);
        await new Promise((resolve) => setTimeout(resolve, 2000));
      }
    }
    this.isSaving = false;
    delete window.document.documentElement.dataset.saving;
  }

  /** Send the unsaved games when the page is left, without waiting for the answers. */
  flush() {
    for (const [id, document] of this.waiting) host.save(id, document).catch(() => {});
  }
}

/** A way to the other pages of the same server. `null` if the browser has none or forbids it. */
function openChannel() {
  try {
    return new BroadcastChannel(`volo${location.pathname}`);
  } catch {
    return null;
  }
}

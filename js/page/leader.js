// Of the pages that show the same game, one leads: it lets the engine move.

import { folder } from "./offline.js";

export class Leader {
  /**
   * @param {() => void} onLead
   */
  constructor(onLead) {
    this.onLead = onLead;
    this.isLeader = false;
    this.leave = () => {};
  }

  /**
   * Lead in a game as soon as no other page does. Where the browser has no locks or forbids them, each page leads.
   * @param {string} id
   */
  async lead(id) {
    this.leave();
    this.isLeader = false;
    const waiting = new AbortController();
    const { signal } = waiting;
    let release = () => {};
    this.leave = () => {
      waiting.abort();
      release();
    };
    const held = async () => {
      if (signal.aborted) return;
      this.isLeader = true;
      this.onLead();
      await new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    };
    try {
      await navigator.locks.request(`volo${folder()}${id}`, { signal }, held);
    } catch {
      await held();
    }
  }
}

// The field for the comment on a position. What is typed is kept at once, and stays with the position on which the
// person began to type, whatever is shown meanwhile.

import { html } from "../board/html.js";

/** @import { Session } from "./session.js" */

export class CommentField {
  /**
   * @param {object} services
   * @param {() => Session} services.session the game that is open
   * @param {() => void} services.onSave the text was changed
   * @param {() => void} services.onDone the person has left the field
   */
  constructor(services) {
    this.services = services;
    this.label = html("span", { class: "quiet" });
    this.area = html("textarea", { rows: "2", "aria-label": "Comment on this position", placeholder: "Comment" });
    this.element = html("div", { class: "note" }, this.area, this.label);
    this.element.hidden = true;
    /**
     * The moves to the position of the comment.
     * @type {string[]}
     */
    this.moves = [];
    this.id = "";
    this.area.addEventListener("input", () => {
      if (this.store()) services.onSave();
    });
    this.area.addEventListener("blur", () => {
      this.follow();
      services.onDone();
    });
  }

  get isUsed() {
    return document.activeElement === this.area && this.services.session().id === this.id;
  }

  /** The current position has changed. The field follows, unless the person is typing. */
  follow() {
    const session = this.services.session();
    const { tree } = session;
    const path = tree.moves(tree.path(tree.current));
    if (this.isUsed) {
      // Another page may have sent an older text.
      this.store();
      const isElsewhere = path.join(" ") !== this.moves.join(" ");
      this.label.textContent = isElsewhere ? `On the position ${where(this.moves)}` : "";
      return;
    }
    this.id = session.id;
    this.moves = path;
    this.label.textContent = "";
    const text = session.comment(tree.current);
    if (this.area.value !== text) this.area.value = text;
  }

  /** Write the text into the game. Return whether its position still exists. */
  store() {
    const session = this.services.session();
    const index = session.tree.find(this.moves);
    if (index === undefined) return false;
    session.setComment(index, this.area.value);
    return true;
  }

  /** Show or hide the field, and return whether it is shown. */
  toggle() {
    this.element.hidden = !this.element.hidden;
    if (!this.element.hidden) this.area.focus();
    return !this.element.hidden;
  }
}

/**
 * @param {string[]} moves
 */
function where(moves) {
  const last = moves.at(-1);
  return last === undefined ? "before the first move" : `after ${last}`;
}

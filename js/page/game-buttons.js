// The buttons below the list of moves: the walk through the game, and its tools. On a phone, those that a person needs
// most are below the board.

import { html } from "../board/html.js";
import { START } from "./tree.js";
import { iconButton, onWidth } from "./ui.js";

/** @import { Game } from "./game.js" */

/**
 * @typedef {object} Actions
 * @property {() => void} hint
 * @property {() => void} pause
 * @property {() => void} flip
 * @property {() => void} turn
 * @property {() => void} write
 * @property {() => void} resign
 */

export class GameButtons {
  /**
   * @param {Game} game
   * @param {Actions} actions
   */
  constructor(game, actions) {
    this.game = game;
    this.walk = {
      first: iconButton("first", "First position", () => game.walk.first()),
      back: iconButton("back", "Back", () => game.walk.back()),
      forward: iconButton("forward", "Forward", () => game.walk.forward()),
      last: iconButton("last", "Last position", () => game.walk.last()),
      undo: iconButton("undo", "Undo", () => game.walk.undo()),
      redo: iconButton("redo", "Redo", () => game.walk.redo()),
    };
    // What changes the game at once is not beside what deletes moves.
    this.tools = {
      promote: iconButton("up", "Make this the main line", () => game.promote()),
      hint: iconButton("hint", "Hint", actions.hint),
      pause: iconButton("pause", "Pause the engine", actions.pause),
      flip: iconButton("flip", "Flip the board", actions.flip),
      turn: iconButton("turn", "Turn the board", actions.turn),
      write: iconButton("write", "Comment", actions.write),
      resign: iconButton("resign", "Resign", actions.resign),
      remove: iconButton("remove", "Delete from here", () => game.remove()),
    };
    this.quick = html("div", { class: "buttons quick", role: "toolbar", "aria-label": "Turn" });
    const walk = html("div", { class: "buttons walk", role: "toolbar", "aria-label": "Walk" });
    const tools = html("div", { class: "buttons", role: "toolbar", "aria-label": "Game" });
    this.element = html("div", { class: "stacked" }, walk, tools);
    onWidth((isNarrow) => {
      walk.replaceChildren(...Object.values(this.walk));
      tools.replaceChildren(...Object.values(this.tools));
      if (isNarrow) this.quick.append(this.walk.back, this.walk.undo, this.tools.hint, this.tools.resign);
    });
  }

  update() {
    const { game, walk, tools } = this;
    const hasBefore = game.tree.current !== START;
    const hasAfter = !game.isLatest;
    const isFree = !game.isTimed;
    const isOpen = !game.isStrict && game.elsewhere === null;
    /** @type {[HTMLButtonElement, boolean][]} */
    const states = [
      [walk.first, hasBefore],
      [walk.back, hasBefore],
      [walk.forward, hasAfter],
      [walk.last, hasAfter],
      [walk.undo, hasBefore && isFree],
      [walk.redo, hasAfter && isFree],
      [tools.hint, !game.isOver && !game.isThinking],
      [tools.promote, isOpen && hasBefore && game.tree.nodes.length > game.tree.line(game.tree.current).length],
      [tools.remove, isFree && hasBefore],
      [tools.resign, game.isInPlay],
    ];
    // A disabled button would lose the focus, so these keep it and do nothing.
    for (const [each, isEnabled] of states) each.setAttribute("aria-disabled", String(!isEnabled));
    tools.pause.hidden = !game.hasEngine;
    tools.pause.setAttribute("aria-pressed", String(game.settings.isPaused));
  }
}

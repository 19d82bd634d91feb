// The buttons of a turn: the four that a person needs most, and a menu of the others. On a phone, they are below the board.

import { html } from "../board/html.js";
import { icon } from "./icons.js";
import { START } from "./tree.js";
import { button, iconButton, popover } from "./ui.js";

/** @import { Game } from "./game.js" */
/** @import { IconName } from "./icons.js" */

/**
 * @typedef {object} Actions
 * @property {() => void} hint
 * @property {() => void} pause
 * @property {() => void} flip
 * @property {() => void} turn
 * @property {() => void} write
 * @property {() => void} resign
 * @property {() => void} draw
 * @property {() => void} players
 * @property {() => void} here
 */

export class GameButtons {
  /**
   * @param {Game} game
   * @param {Actions} actions
   */
  constructor(game, actions) {
    this.game = game;
    this.quick = {
      back: iconButton("back", "Back", () => game.walk.back()),
      forward: iconButton("forward", "Forward", () => game.walk.forward()),
      undo: iconButton("undo", "Undo", () => game.walk.undo()),
      hint: iconButton("hint", "Hint", actions.hint),
    };
    this.others = {
      resign: row("resign", "Resign", actions.resign),
      draw: row("draw", "Offer a draw", actions.draw),
      pause: row("pause", "Pause the engine", actions.pause),
      redo: row("redo", "Redo", () => game.walk.redo()),
      first: row("first", "First position", () => game.walk.first()),
      last: row("last", "Last position", () => game.walk.last()),
      flip: row("flip", "Flip the board", actions.flip),
      turn: row("turn", "Turn the board", actions.turn),
      write: row("write", "Comment", actions.write),
      players: row("players", "Players", actions.players),
      here: row("here", "Play from here", actions.here),
      promote: row("up", "Make this the main line", () => game.promote()),
      remove: row("remove", "Delete from here", () => game.remove()),
    };
    const { opener, menu } = popover("More", "more", Object.values(this.others));
    opener.classList.add("icon");
    opener.replaceChildren(icon("more"));
    const all = [...Object.values(this.quick), opener, menu];
    this.element = html("div", { class: "buttons", role: "toolbar", "aria-label": "Turn" }, ...all);
  }

  update() {
    const { game, quick, others } = this;
    const hasBefore = game.tree.current !== START;
    const hasAfter = !game.isLatest;
    const isFree = !game.isTimed;
    const isOpen = !game.isStrict && game.elsewhere === null;
    /** @type {[HTMLButtonElement, boolean][]} */
    const states = [
      [quick.back, hasBefore],
      [quick.forward, hasAfter],
      [quick.undo, hasBefore && isFree],
      [quick.hint, !game.isOver && !game.isThinking],
    ];
    // A disabled button would lose the focus, so these keep it and do nothing.
    for (const [each, isEnabled] of states) each.setAttribute("aria-disabled", String(!isEnabled));
    // Nobody is helped by one tap against a person.
    quick.hint.hidden = game.elsewhere !== null;
    others.resign.hidden = !game.isInPlay;
    // By link, an offer travels with a move that was made.
    const mayOffer = game.elsewhere === null || (game.position.turn === game.elsewhere && !game.hasOffered);
    others.draw.hidden = !game.isInPlay || game.hasEngine || !mayOffer;
    others.pause.hidden = !game.hasEngine;
    others.pause.setAttribute("aria-pressed", String(game.settings.isPaused));
    others.redo.hidden = !hasAfter || !isFree;
    others.first.hidden = !hasBefore;
    others.last.hidden = !hasAfter;
    others.here.hidden = game.position.outcome !== null;
    others.promote.hidden =
      !isOpen || !hasBefore || game.tree.nodes.length === game.tree.line(game.tree.current).length;
    others.remove.hidden = !isFree || !hasBefore;
  }
}

/**
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} onPress
 */
function row(name, label, onPress) {
  const element = button(label, onPress);
  element.prepend(icon(name));
  return element;
}

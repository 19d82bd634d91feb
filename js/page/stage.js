// The board of the page, which shows whatever the current mode wants to show.

import { html } from "../board/html.js";
import { Board, otherPlayer } from "../board/index.js";
import { whyGrounded } from "./positions.js";
import { sound } from "./sounds.js";
import { onWidth } from "./ui.js";

/** @import { Connection, Showing } from "../board/board.js" */
/** @import { View } from "../board/index.js" */
/** @import { Look } from "./look.js" */
/** @import { Position } from "./types.js" */

/** @typedef {Omit<Connection, "after" | "why">} Hands what happens when a person touches the board */

/** @type {View} */
const EMPTY = { edge: 7, turn: "orange", orange: side(), blue: side(), moves: [] };

export class Stage {
  constructor() {
    this.host = html("div", { class: "board" });
    this.element = html("section", { class: "stage", "aria-label": "Board" });
    this.hasSounds = false;
    /** @type {Hands} */
    this.hands = { onMove: () => {} };
    /** @type {View | Position} */
    this.view = EMPTY;
    this.board = new Board(
      this.host,
      {
        onMove: (move) => this.hands.onMove(move),
        onSpace: (space) => this.hands.onSpace?.(space),
        onClosed: () => this.hands.onClosed?.(),
        why: (space) => whyGrounded("fen" in this.view ? this.view.fen : "", space),
        after: (move) => this.after(move),
      },
      EMPTY,
      { news: " " },
    );
    /** The field for a move in notation, in a narrow window. */
    this.typed = html("div", { class: "card typed" });
    const { form, line } = this.board.bar;
    onWidth((isNarrow) => (isNarrow ? this.typed : line).append(form));
  }

  /**
   * @param {View | Position} view
   * @param {Showing} showing
   */
  show(view, showing) {
    const outcome = "outcome" in view ? view.outcome : null;
    this.view = view;
    this.board.show(view, { ...showing, winner: outcome?.reason === "flock" ? outcome.winner : null });
    if (this.hasSounds && showing.isAnimated && showing.last) sound(soundOf(showing.last.move));
    const { width, height } = this.board.scene.canvas;
    this.host.style.setProperty("--aspect", String(width / height));
  }

  /**
   * Show a sky without birds.
   * @param {number} edge
   */
  clear(edge) {
    this.show({ ...EMPTY, edge }, { news: " " });
  }

  /**
   * Change only what is drawn on the board. A choice that a person has begun stays.
   * @param {Pick<Showing, "arrows" | "heat">} marks
   */
  mark(marks) {
    this.board.mark(marks);
  }

  /**
   * Choose what the board marks besides the moves.
   * @param {Look} look
   */
  setLook(look) {
    const { settings } = this.board;
    const { flocks, regions, hints, confirm } = look;
    this.hasSounds = look.sounds;
    document.documentElement.toggleAttribute("data-paper", look.paper);
    const isSame = flocks === settings.flocks && regions === settings.regions && hints === settings.hints;
    if (!isSame || confirm !== settings.confirm) this.board.set({ flocks, regions, hints, confirm });
  }

  /** How long the last move is still in flight, in milliseconds. Negative if it has landed. */
  get rest() {
    return this.board.restsAt - performance.now();
  }

  flip() {
    this.board.set({ turns: this.board.settings.turns + 3 });
  }

  turn() {
    this.board.set({ turns: this.board.settings.turns + 1 });
  }

  /**
   * The position after a legal move that keeps a region, as far as the board asks for it.
   * @param {string} move
   * @returns {View}
   */
  after(move) {
    const { view } = this;
    const kept = "keeps" in view ? view.keeps[move] : undefined;
    return kept === undefined ? view : { ...view, [otherPlayer(view.turn)]: kept };
  }
}

/** @param {string} move */
function soundOf(move) {
  if (move === "pass") return "pass";
  return move.includes("/") ? "clear" : move.includes("-") ? "fly" : "add";
}

function side() {
  return { flocks: [], regions: [] };
}

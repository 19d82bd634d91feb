// The page: a match on a board, with its controls.

import { Position } from "volo-rules/init";
import { html } from "../board/html.js";
import { Board } from "../board/index.js";
import { Controls } from "./controls.js";
import { Match } from "./match.js";
import { resultOf, viewOf } from "./view.js";

/** @import { NewGame } from "./controls.js" */

/** The time after which a random move is played, in milliseconds: as long as the move before it is animated. */
const PAUSE = 700;

export class Page {
  /**
   * @param {HTMLElement} host the element that the page is built in
   */
  constructor(host) {
    this.controls = new Controls({
      onNew: (choice) => this.begin(choice.rules, choice),
      onUndo: () => this.undo(),
      onTurn: () => this.board.set({ turns: this.board.settings.turns + 1 }),
      onMarks: (marks) => this.board.set(marks),
      onFen: (fen) => this.setUp(fen),
    });
    const { rules, random, seed } = this.controls.choice();
    this.match = new Match(rules, random, seed);
    this.timer = 0;
    const place = html("div");
    host.replaceChildren(html("div", { class: "volo-game" }, place, this.controls.beside, this.controls.below));
    this.board = new Board(
      place,
      { onMove: (move) => this.play(move), after: (move) => viewOf(this.match.position.play(move)) },
      viewOf(this.match.position),
    );
    this.show(false);
  }

  /**
   * Begin a match.
   * @param {Position | string} start
   * @param {NewGame} choice
   */
  begin(start, { random, seed }) {
    this.match = new Match(start, random, seed);
    this.show(false);
  }

  /**
   * Begin a match from a position.
   * @param {string} fen
   */
  setUp(fen) {
    try {
      this.begin(Position.fromFen(fen), this.controls.choice());
    } catch (error) {
      this.controls.refuse(messageOf(error));
    }
  }

  /**
   * A move that a person asks for.
   * @param {string} move
   */
  play(move) {
    try {
      this.match.game.push(move);
    } catch (error) {
      this.board.refuse(messageOf(error));
      return;
    }
    this.show(true);
  }

  undo() {
    this.match.undo();
    this.show(false);
  }

  /**
   * Show the position. If it is the turn of the player who moves at random, that move follows.
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    clearTimeout(this.timer);
    const { match, controls } = this;
    const { game, position } = match;
    const before = game.positions.at(-2);
    const move = game.moves.at(-1);
    const last = before !== undefined && move !== undefined ? { move, before: viewOf(before) } : null;
    const isLive = !match.isOver && !match.isRandomsTurn;
    const result = resultOf(position);
    this.board.show(viewOf(position), { last, isLive, isAnimated, ...(result === "" ? {} : { news: result }) });
    controls.update({
      moves: game.moves,
      isBlueFirst: game.start.turn === "blue",
      hands: handsOf(position),
      fen: position.fen(),
      canUndo: match.canUndo,
    });
    if (match.isRandomsTurn) {
      this.timer = window.setTimeout(() => {
        match.playRandomly();
        this.show(true);
      }, PAUSE);
    }
  }
}

/**
 * The birds in hand of both players.
 * @param {Position} position
 */
function handsOf(position) {
  const [orange, blue] = [position.inHand("orange"), position.inHand("blue")];
  if (orange === null || blue === null) return "The number of birds in hand has no limit.";
  return `In hand: Orange ${orange}, Blue ${blue}.`;
}

/**
 * @param {unknown} error
 */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

// The game that is open, as it is played: moves of people and of the engine, the clock, and walks through its tree.

import { resultText } from "../board/words.js";
import { flagged, press, run } from "./clock.js";
import { explain, Refusal } from "./host.js";
import { Opponent } from "./opponent.js";
import { describe, play, recall } from "./positions.js";
import { Session } from "./session.js";
import { START } from "./tree.js";
import { turnOf } from "./turns.js";

/** @import { GameDocument, Position } from "./types.js" */
/** @import { Settings } from "./session.js" */

/**
 * @typedef {object} Watcher
 * @property {(isAnimated: boolean) => void} onShow the position or the state of the game changed
 * @property {() => void} onSave
 * @property {(text: string) => void} onRefuse a move was refused
 * @property {(problem: string) => void} onProblem
 */

export class Game {
  /**
   * @param {Session} session
   * @param {Position} position
   * @param {Watcher} watcher
   */
  constructor(session, position, watcher) {
    this.session = session;
    /** The position that is shown. */
    this.position = position;
    /**
     * The position before it.
     * @type {Position | null}
     */
    this.before = null;
    this.watcher = watcher;
    this.shows = 0;
    /** Of the pages that show the same game, one lets the engine move. */
    this.isLeader = false;
    this.leave = () => {};
    this.opponent = new Opponent((fen, move) => this.answer(fen, move), watcher.onProblem);
  }

  get tree() {
    return this.session.tree;
  }

  get settings() {
    return this.session.settings;
  }

  /** Whether the current position is the end of its line. */
  get isLatest() {
    return this.tree.children(this.tree.current).length === 0;
  }

  get isOver() {
    return this.position.outcome !== null || (this.settings.timeout !== null && this.isLatest);
  }

  get isEnginesTurn() {
    const { players, isPaused } = this.settings;
    return !this.isOver && !isPaused && this.isLatest && players[this.position.turn] === "engine";
  }

  get hasEngine() {
    const { players } = this.settings;
    return players.orange === "engine" || players.blue === "engine";
  }

  /** How the game ended. Empty if it is not over. */
  get result() {
    const { timeout } = this.settings;
    if (this.position.outcome !== null) return resultText(this.position.outcome);
    if (timeout === null || !this.isLatest) return "";
    return resultText({ winner: timeout === "orange" ? "blue" : "orange", reason: "time" });
  }

  /**
   * Open another game.
   * @param {Session} session
   */
  async open(session) {
    const isSame = session.id === this.session.id;
    this.opponent.stop();
    this.session = session;
    if (!isSame || !this.isLeader) this.lead(session.id);
    await this.show(isSame);
  }

  /**
   * Another page changed the game.
   * @param {GameDocument} document
   */
  async adopt(document) {
    await this.open(await Session.read(this.session.id, document));
  }

  /**
   * Become the page that lets the engine move in a game, as soon as no other page does.
   * @param {string} id
   */
  lead(id) {
    this.leave();
    this.isLeader = false;
    const waiting = new AbortController();
    let release = () => {};
    this.leave = () => {
      waiting.abort();
      release();
    };
    const held = async () => {
      if (this.session.id !== id || waiting.signal.aborted) return;
      this.isLeader = true;
      this.letEngineMove();
      await new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    };
    navigator.locks.request(`volo${location.pathname}${id}`, { signal: waiting.signal }, held).catch(() => {});
  }

  /**
   * Show the current position.
   * @param {boolean} isAnimated
   */
  async show(isAnimated) {
    const show = ++this.shows;
    const { tree } = this;
    const fen = tree.fen(tree.current);
    const previous = tree.current === START ? null : tree.fen(tree.parent(tree.current));
    // Known positions are shown at once, without waiting for anything.
    let position = recall(fen);
    let before = previous === null ? null : recall(previous);
    if (position === undefined || before === undefined) {
      try {
        [position, before] = await Promise.all([describe(fen), previous === null ? null : describe(previous)]);
      } catch (error) {
        this.watcher.onProblem(explain(error));
        return;
      }
      if (show !== this.shows) return;
    }
    this.position = position;
    this.before = before;
    this.runClock();
    this.watcher.onShow(isAnimated);
    this.letEngineMove();
    this.fetchNeighbours();
  }

  /** Fetch the positions that are shown next, so that walking through a game does not wait. */
  fetchNeighbours() {
    const { tree } = this;
    const next = tree.children(tree.current)[0];
    const near = [next, tree.parent(tree.parent(tree.current))].filter((index) => index !== undefined);
    for (const index of near) describe(tree.fen(index)).catch(() => {});
  }

  letEngineMove() {
    if (this.isEnginesTurn && this.isLeader) {
      this.opponent.think(this.position, this.settings.players, this.settings.clock);
    } else {
      this.opponent.stop();
    }
  }

  runClock() {
    const { clock } = this.settings;
    if (clock === null) return;
    const isRunning = !this.isOver && this.isLatest && this.tree.nodes.length > 0;
    this.settings.clock = run(clock, isRunning ? this.position.turn : null, Date.now());
  }

  /** The running clock has come to zero. */
  flag() {
    const { clock } = this.settings;
    if (clock === null) return;
    this.settings.timeout = flagged(clock, Date.now());
    this.watcher.onSave();
    this.show(false);
  }

  /**
   * Change how the game is played.
   * @param {Partial<Settings>} settings
   */
  change(settings) {
    Object.assign(this.settings, settings);
    this.watcher.onSave();
    this.show(false);
  }

  /**
   * A move that a person asks for.
   * @param {string} text
   */
  async ask(text) {
    const { session, tree } = this;
    const fen = tree.fen(tree.current);
    try {
      const { move, view } = await play(fen, text);
      if (session === this.session && fen === tree.fen(tree.current)) this.enter(move, view);
    } catch (error) {
      if (error instanceof Refusal) this.watcher.onRefuse(error.explanation);
      else this.watcher.onProblem(explain(error));
    }
  }

  /**
   * The engine's move.
   * @param {string} fen the position that it thought about
   * @param {string} move
   */
  async answer(fen, move) {
    if (fen === this.tree.fen(this.tree.current)) await this.ask(move);
  }

  /**
   * Add a legal move to the tree, and show the position after it.
   * @param {string} move
   * @param {Position} view
   */
  enter(move, view) {
    const player = this.position.turn;
    try {
      this.tree.play(move, view.fen);
    } catch (error) {
      this.watcher.onRefuse(explain(error));
      return;
    }
    const { clock } = this.settings;
    if (clock !== null) this.settings.clock = press(clock, player, Date.now());
    this.show(true);
    this.watcher.onSave();
  }

  /**
   * Play several moves one after the other, such as those of a line of the engine.
   * @param {string[]} moves
   */
  async askAll(moves) {
    for (const move of moves) {
      const count = this.tree.path(this.tree.current).length;
      await this.ask(move);
      if (this.tree.path(this.tree.current).length === count) return;
    }
  }

  /**
   * Go to a node.
   * @param {number} index
   */
  go(index) {
    const { tree } = this;
    if (index === tree.current) return;
    const isAnimated = index !== START && tree.parent(index) === tree.current;
    tree.current = index;
    this.show(isAnimated);
    this.watcher.onSave();
  }

  first() {
    this.go(START);
  }

  back() {
    this.go(this.tree.parent(this.tree.current));
  }

  forward() {
    const next = this.tree.children(this.tree.current)[0];
    if (next !== undefined) this.go(next);
  }

  last() {
    const end = this.tree.line(this.tree.current).at(-1);
    if (end !== undefined) this.go(end);
  }

  /**
   * Go to the position of the current line after some plies.
   * @param {number} ply
   */
  goTo(ply) {
    this.go(ply <= 0 ? START : (this.tree.line(this.tree.current)[ply - 1] ?? this.tree.current));
  }

  /**
   * Go to another branch of the position before.
   * @param {1 | -1} by
   */
  branch(by) {
    this.go(this.tree.sibling(this.tree.current, by));
  }

  /** Whether a person moves the birds in a position. */
  get isPersonsGame() {
    const { players } = this.settings;
    return players.orange === "person" || players.blue === "person";
  }

  /** Take back moves until a person is to move. */
  undo() {
    const { tree } = this;
    const { players } = this.settings;
    let index = tree.parent(tree.current);
    while (this.isPersonsGame && index !== START && players[turnOf(tree.fen(index))] === "engine")
      index = tree.parent(index);
    this.settings.timeout = null;
    this.go(index);
  }

  /** Play the moves again that were taken back. */
  redo() {
    const { tree } = this;
    const { players } = this.settings;
    let index = tree.current;
    for (const next of tree.line(tree.current).slice(tree.path(tree.current).length)) {
      index = next;
      if (!this.isPersonsGame || players[turnOf(tree.fen(index))] === "person") break;
    }
    this.go(index);
  }

  /** Remove the current move and all that follow it. */
  remove() {
    if (this.tree.current === START) return;
    this.tree.remove(this.tree.current);
    this.show(false);
    this.watcher.onSave();
  }

  /** Make the current line the main line. */
  promote() {
    this.tree.promote(this.tree.current);
    this.show(false);
    this.watcher.onSave();
  }
}

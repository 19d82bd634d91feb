// The game that is open, as it is played: moves of people and of the engine, the clock, and walks through its tree.

import { otherPlayer, PLAYERS } from "../board/index.js";
import { resultText, title } from "../board/words.js";
import { flagged, now, press, run } from "./clock.js";
import { explain, host, Refusal } from "./host.js";
import { Leader } from "./leader.js";
import { Opponent, PAUSE } from "./opponent.js";
import { describe, play, recall } from "./positions.js";
import { nameTags, Session } from "./session.js";
import { START } from "./tree.js";
import { turnOf } from "./turns.js";
import { Walk } from "./walk.js";

/** @import { Player } from "../board/index.js" */
/** @import { GameDocument, Position } from "./types.js" */
/** @import { Ended, Players, Settings } from "./session.js" */
/** @import { Tree } from "./tree.js" */

/**
 * @typedef {object} Watcher
 * @property {(isAnimated: boolean) => void} onShow the position or the state of the game changed
 * @property {() => void} onSave
 * @property {(error: Refusal, move: string) => void} onRefuse a move was refused
 * @property {(text: string) => void} onNews something happened elsewhere in the game
 * @property {(problem: string) => void} onProblem
 * @property {() => number} rest how long the last move is still in flight, in milliseconds
 */

export class Game {
  /**
   * @param {Session} session
   * @param {Position} position
   * @param {Watcher} watcher
   */
  constructor(session, position, watcher) {
    this.session = session;
    this.position = position;
    /**
     * The position before it.
     * @type {Position | null}
     */
    this.before = null;
    /** The position at the end of the main line. */
    this.final = position;
    this.watcher = watcher;
    this.shows = 0;
    /**
     * The moves before the last deletion, and the number of those that were deleted.
     * @type {{ tree: Tree, count: number } | null}
     */
    this.deleted = null;
    // Of the pages that show the same game, one lets the engine move.
    this.leader = new Leader(() => this.letEngineMove());
    this.walk = new Walk(this);
    this.opponent = new Opponent(
      (fen, move, waited) => this.answer(fen, move, waited),
      watcher.onProblem,
      () => this.rest,
    );
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

  /** Whether a clock runs in the game. Moves are made at the end of the main line only then. */
  get isTimed() {
    return this.settings.clock !== null && this.settings.ended === null && this.final.outcome === null;
  }

  /** The nodes, positions and moves of the line that is shown, to its end. */
  get line() {
    const { tree } = this;
    const nodes = tree.line(tree.current);
    return { nodes, fens: [tree.start, ...nodes.map((index) => tree.fen(index))], moves: tree.moves(nodes) };
  }

  /** The player whose moves come by link, in a game with somebody elsewhere. @returns {Player | null} */
  get elsewhere() {
    const { orange, blue } = this.settings.players;
    return orange === "elsewhere" ? "orange" : blue === "elsewhere" ? "blue" : null;
  }

  /** Whether moves are only made at the end of the main line. */
  get isStrict() {
    const isOpen = this.settings.ended === null && this.final.outcome === null;
    return isOpen && (this.settings.clock !== null || this.elsewhere !== null);
  }

  /** Whether a draw is offered in the link to the last move. */
  get hasOffered() {
    return this.settings.offer !== "" && this.settings.offer === this.final.fen;
  }

  get isOver() {
    return this.position.outcome !== null || this.settings.ended?.fen === this.position.fen;
  }

  /** Whether the engine moves in the position that is shown, now or when the game comes back to it. */
  get isEnginesTurn() {
    const { players, isPaused } = this.settings;
    return !this.isOver && !isPaused && players[this.position.turn] === "engine";
  }

  /** Whether the engine thinks about the position that is shown. */
  get isThinking() {
    return this.isEnginesTurn && (this.isTimed ? this.tree.current === this.tree.end : this.isLatest);
  }

  /** How long the engine waits with its move: until that of the person was seen. */
  get rest() {
    return this.watcher.rest() + (this.isPersonsGame ? PAUSE : 0);
  }

  /** Why a person cannot move in the position that is shown. Empty if a person can. */
  get closed() {
    if (this.isOver) return this.result;
    if (this.isThinking) return `${title(this.position.turn)} is the engine, which is thinking.`;
    if (this.isStrict && this.tree.current !== this.tree.end)
      return "The game goes on at its last position. Go there to move.";
    if (this.isStrict && this.position.turn === this.elsewhere)
      return "Send the link, and open the one that comes back.";
    if (this.isEnginesTurn) return "The engine moves here. Pause the engine to try moves for it.";
    return "";
  }

  get hasEngine() {
    const { players } = this.settings;
    return players.orange === "engine" || players.blue === "engine";
  }

  /** Whether a person can end the game that is shown by other means than the rules. */
  get isInPlay() {
    return this.isPersonsGame && !this.isOver && this.tree.nodes.length > 0 && (this.isStrict || this.isLatest);
  }

  /** The player who has won. `null` if nobody has. */
  get winner() {
    return (this.position.outcome ?? (this.isOver ? this.settings.ended : null))?.winner ?? null;
  }

  /** How the game ended. Empty if it is not over. */
  get result() {
    const { ended } = this.settings;
    if (this.position.outcome !== null) return resultText(this.position.outcome);
    return ended === null || !this.isOver ? "" : resultText(ended);
  }

  /**
   * @param {Session} session
   */
  async open(session) {
    const isSame = session.id === this.session.id;
    if (!isSame) {
      this.opponent.stop();
      this.deleted = null;
    }
    this.session = session;
    if (!isSame || !this.leader.isLeader) this.lead();
    await this.show(isSame);
  }

  /** Become the page that lets the engine move in this game, as soon as no other page does. */
  lead() {
    this.leader.lead(this.session.id);
  }

  /**
   * Another page changed the game.
   * @param {GameDocument} document
   * @param {number} revision
   */
  async adopt(document, revision) {
    const { id } = this.session;
    await host.checkVersion(document);
    const session = await Session.read(id, document, revision);
    // The person may have opened another game, or have moved: then that move is merged when it is saved.
    if (id === this.session.id && revision > this.session.revision) await this.open(session);
  }

  /**
   * @param {boolean} isAnimated
   */
  async show(isAnimated) {
    const show = ++this.shows;
    const { tree } = this;
    const fens = [tree.current, tree.parent(tree.current), tree.end].map((index) => tree.fen(index));
    // Known positions are shown at once, without waiting for anything.
    let found = fens.map((fen) => recall(fen));
    if (found.includes(undefined)) {
      try {
        found = await Promise.all(fens.map((fen) => describe(fen)));
      } catch (error) {
        this.watcher.onProblem(explain(error));
        return;
      }
      if (show !== this.shows) return;
    }
    const [position, before, final] = /** @type {[Position, Position, Position]} */ (found);
    this.position = position;
    this.before = tree.current === START ? null : before;
    this.final = final;
    this.runClock();
    this.watcher.onShow(isAnimated);
    this.letEngineMove();
    this.fetchNeighbors();
  }

  /** Fetch the positions that are shown next, so that walking through a game does not wait. */
  fetchNeighbors() {
    const { tree } = this;
    const next = tree.children(tree.current)[0];
    const near = [next, tree.parent(tree.parent(tree.current))].filter((index) => index !== undefined);
    for (const index of near) describe(tree.fen(index)).catch(() => {});
  }

  /** Looking back does not stop the engine, which thinks about the end of the line. */
  letEngineMove() {
    const { players, clock, isPaused } = this.settings;
    const position = this.isTimed ? this.final : this.position;
    const isDue = this.isTimed || (this.isLatest && !this.isOver);
    if (!isPaused && isDue && this.leader.isLeader && players[position.turn] === "engine") {
      this.opponent.think(position, players, clock);
    } else if (isPaused || this.opponent.fen !== this.session.lineEnd) {
      this.opponent.stop();
    }
  }

  runClock() {
    const { clock } = this.settings;
    if (clock === null) return;
    const isRunning = this.isTimed && this.tree.nodes.length > 0;
    this.settings.clock = run(clock, isRunning ? this.final.turn : null, now());
  }

  /** The running clock has come to zero. */
  flag() {
    const { clock } = this.settings;
    const player = clock === null ? null : flagged(clock, now());
    if (player !== null) this.finish({ winner: otherPlayer(player), reason: "time" });
  }

  /**
   * End the game by other means than the rules.
   * @param {Pick<Ended, "winner" | "reason">} how
   */
  finish(how) {
    const { tree } = this;
    // A game with a clock or by link ends at the end of its main line, whatever is shown.
    if (this.isStrict) tree.current = tree.end;
    this.opponent.stop();
    this.change({ ended: { ...how, fen: tree.fen(tree.current) } });
  }

  /**
   * @param {Player} player
   */
  resign(player) {
    this.finish({ winner: otherPlayer(player), reason: "resignation" });
  }

  /**
   * @param {Partial<Settings>} settings
   */
  change(settings) {
    Object.assign(this.settings, settings);
    this.watcher.onSave();
    this.show(false);
  }

  /**
   * @param {Players} players
   * @param {Partial<Record<Player, string>>} names
   */
  setPlayers(players, names) {
    const { tags } = this.session;
    this.opponent.stop();
    for (const player of PLAYERS) delete tags[title(player)];
    Object.assign(tags, nameTags(players, names));
    // A clock cannot run on two devices.
    const isByLink = Object.values(players).includes("elsewhere");
    this.change({ players, isPaused: false, ...(isByLink ? { clock: null } : {}) });
  }

  /**
   * A move that a person asks for.
   * @param {string} text
   */
  async ask(text) {
    if (this.closed !== "") return this.watcher.onRefuse(new Refusal({ message: this.closed }), text);
    const { session, tree } = this;
    const fen = tree.fen(tree.current);
    try {
      const { move, view } = await play(fen, text);
      if (session === this.session && fen === tree.fen(tree.current)) this.enter(tree.current, move, view);
    } catch (error) {
      if (error instanceof Refusal) this.watcher.onRefuse(error, text);
      else this.watcher.onProblem(explain(error));
    }
  }

  /**
   * The engine's move.
   * @param {string} fen the position that it thought about
   * @param {string} text
   * @param {number} waited how long it has waited since it knew the move
   */
  async answer(fen, text, waited) {
    const { session, tree } = this;
    try {
      const { move, view } = await play(fen, text);
      const line = [tree.current, tree.line(tree.current).at(-1) ?? START, tree.end];
      const index = line.find((each) => tree.fen(each) === fen);
      if (session === this.session && index !== undefined) this.enter(index, move, view, waited);
    } catch (error) {
      this.watcher.onProblem(explain(error));
    }
  }

  /**
   * Add a legal move to the tree, and show the position after it if the one before it was shown.
   * @param {number} parent
   * @param {string} move
   * @param {Position} view
   * @param {number} waited the time before it that no clock counts
   */
  enter(parent, move, view, waited = 0) {
    const { tree } = this;
    const player = turnOf(tree.fen(parent));
    const isShown = parent === tree.current;
    try {
      const index = tree.add(parent, move, view.fen);
      if (isShown) tree.current = index;
      // A move after moves that were taken back is the game, and those become a branch. A game by link is on two devices.
      if (this.settings.undone === tree.fen(parent) && this.elsewhere === null) tree.promote(index);
      this.settings.undone = "";
      // In a game by link, moves that were brought back would take the place of the new one.
      if (this.isStrict) this.deleted = null;
    } catch (error) {
      this.watcher.onRefuse(new Refusal({ message: explain(error) }), move);
      return;
    }
    const { clock } = this.settings;
    if (clock !== null && this.isTimed) this.settings.clock = press(clock, player, now() - waited);
    this.show(isShown);
    if (isShown) this.answerAgain();
    else this.watcher.onNews(`${title(player)} has played ${move}. You are looking at an earlier position.`);
    this.watcher.onSave();
  }

  /** After a move that was played before, the engine answers as it did then. */
  answerAgain() {
    const { session, tree } = this;
    const { current } = tree;
    if (this.isLatest || !this.isEnginesTurn) return;
    const isThere = () => session === this.session && current === tree.current;
    setTimeout(() => isThere() && this.walk.forward(), Math.max(0, this.rest));
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
   * @param {number} index
   * @param {boolean} isUndo whether the moves after it are taken back
   */
  go(index, isUndo = false) {
    const { tree } = this;
    if (index === tree.current) return;
    const isAnimated = index !== START && tree.parent(index) === tree.current;
    tree.current = index;
    this.settings.undone = isUndo ? tree.fen(index) : "";
    this.show(isAnimated);
    this.watcher.onSave();
  }

  /** Whether a person moves the birds in a position. */
  get isPersonsGame() {
    const { players } = this.settings;
    return players.orange === "person" || players.blue === "person";
  }

  /** Remove the current move and all that follow it. They can be brought back. */
  remove() {
    const { tree } = this;
    if (this.isTimed) return this.watcher.onNews("In a game with a clock, no move is deleted.");
    const isMine = tree.current === tree.end && this.position.turn === this.elsewhere;
    const isMain = tree.line(START).includes(tree.current);
    if (this.elsewhere !== null && isMain && !isMine)
      return this.watcher.onNews("In a game by link, only your own last move is taken back.");
    if (tree.current === START) return;
    const before = tree.copy();
    tree.remove(tree.current);
    this.deleted = { tree: before, count: before.nodes.length - tree.nodes.length };
    this.show(false);
    this.watcher.onSave();
  }

  /** Bring back the moves that were deleted last. Moves that were made since then become branches. */
  restore() {
    if (this.deleted === null) return;
    const { tree } = this.deleted;
    try {
      tree.merge(this.tree);
    } catch (error) {
      this.watcher.onProblem(explain(error));
      return;
    }
    this.deleted = null;
    this.session.tree = tree;
    this.opponent.stop();
    this.show(false);
    this.watcher.onSave();
  }

  /** Make the current line the main line. */
  promote() {
    if (this.elsewhere !== null || this.isStrict) return;
    this.tree.promote(this.tree.current);
    this.show(false);
    this.watcher.onSave();
  }
}

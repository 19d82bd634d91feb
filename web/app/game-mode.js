// The view of a game: the players, the list of moves, the buttons, the analysis and the explorer.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { Analysis } from "./analysis.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { arrowsOf } from "./arrows.js";
import { Explorer } from "./explorer.js";
import { Game } from "./game.js";
import { Gauge } from "./gauge.js";
import { MoveList } from "./move-list.js";
import { PlayerRows } from "./players.js";
import { finalValue } from "./score.js";
import { START } from "./tree.js";
import { namesOf } from "./turns.js";
import { button, iconButton } from "./ui.js";

/** @import { Arrow } from "../board/picture.js" */
/** @import { Session } from "./session.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Position } from "./types.js" */

/**
 * @typedef {object} Services
 * @property {Stage} stage
 * @property {(session: Session) => void} save
 * @property {(problem: string) => void} problem
 * @property {() => void} onNew a new game is requested
 * @property {boolean} hasGames whether there are kept games to explore
 */

export class GameMode {
  /**
   * @param {Session} session
   * @param {Position} position
   * @param {Services} services
   */
  constructor(session, position, services) {
    this.services = services;
    this.isShown = false;
    this.game = new Game(session, position, {
      onShow: (isAnimated) => this.show(isAnimated),
      onSave: () => services.save(this.game.session),
      onRefuse: (text) => services.stage.board.refuse(text),
      onProblem: services.problem,
    });
    const { game } = this;
    this.analysis = new Analysis({
      onInfo: (info) => {
        this.analysisPanel.show(game.position, info);
        this.mark();
      },
      onValue: () => this.showValues(),
      onProblem: services.problem,
    });
    this.analysisPanel = new AnalysisPanel({
      onTurn: (isOn) => this.analyse(isOn),
      onLines: (lines) => {
        this.analysis.lines = lines;
        this.analysis.restart();
      },
      onPlay: (moves) => game.askAll(moves),
      onGo: (ply) => game.goTo(ply),
      onSurvey: () => this.survey(),
    });
    this.explorer = new Explorer(
      (move) => game.ask(move),
      () => this.mark(),
    );
    // A page that nobody sees does not keep the engine busy.
    document.addEventListener("visibilitychange", () => this.analysis.setHidden(document.hidden));
    /** @type {{ fen: string, move: string } | null} */
    this.hinted = null;
    this.gauge = new Gauge();
    this.rows = new PlayerRows(() => game.flag());
    this.moves = new MoveList((index) => game.go(index));
    const { stage } = services;
    this.walk = {
      first: iconButton("first", "First position", () => game.first()),
      back: iconButton("back", "Back", () => game.back()),
      forward: iconButton("forward", "Forward", () => game.forward()),
      last: iconButton("last", "Last position", () => game.last()),
      undo: iconButton("undo", "Undo", () => game.undo()),
      redo: iconButton("redo", "Redo", () => game.redo()),
    };
    this.tools = {
      hint: iconButton("hint", "Hint", () => this.hint()),
      pause: iconButton("pause", "Pause the engine", () => this.pause()),
      flip: iconButton("flip", "Flip the board", () => stage.flip()),
      turn: iconButton("turn", "Turn the board", () => stage.turn()),
      write: iconButton("write", "Comment", () => this.write()),
      promote: iconButton("up", "Make this the main line", () => game.promote()),
      remove: iconButton("remove", "Delete from here", () => game.remove()),
    };
    this.resultText = html("p");
    this.goOn = button("Go on without a clock", () => game.change({ clock: null, timeout: null }));
    this.result = html(
      "div",
      { class: "result" },
      this.resultText,
      html(
        "div",
        { class: "actions" },
        this.goOn,
        button("New game", () => services.onNew(), "primary"),
      ),
    );
    this.comment = html("textarea", { rows: "2", "aria-label": "Comment on this position", placeholder: "Comment" });
    this.comment.hidden = true;
    this.comment.addEventListener("change", () => {
      game.session.setComment(this.comment.value.trim());
      services.save(game.session);
      this.show(false);
    });
    const walk = html(
      "div",
      { class: "buttons walk", role: "toolbar", "aria-label": "Walk" },
      ...Object.values(this.walk),
    );
    const tools = html(
      "div",
      { class: "buttons", role: "toolbar", "aria-label": "Game" },
      ...Object.values(this.tools),
    );
    const list = html(
      "section",
      { class: "card list", "aria-label": "Moves of the game" },
      this.moves.element,
      this.result,
      walk,
      tools,
      this.comment,
    );
    this.top = this.rows.element;
    this.side = this.gauge.element;
    const extra = services.hasGames ? [this.explorer.element] : [];
    this.panel = html("div", { class: "panel" }, list, this.analysisPanel.element, ...extra);
    /** @type {Record<string, () => void>} */
    this.keys = {
      back: () => game.back(),
      forward: () => game.forward(),
      first: () => game.first(),
      last: () => game.last(),
      previousBranch: () => game.branch(-1),
      nextBranch: () => game.branch(1),
      undo: () => game.undo(),
      hint: () => this.hint(),
      analysis: () => this.analyse(!this.analysis.isOn),
      best: () => this.playBest(),
    };
  }

  /** How the board handles moves in this mode. */
  get hands() {
    return { onMove: /** @param {string} move */ (move) => void this.game.ask(move) };
  }

  enter() {
    this.isShown = true;
    this.game.show(false);
  }

  leave() {
    this.isShown = false;
    this.analyse(false);
  }

  /**
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    if (!this.isShown) return;
    const { game, services } = this;
    // This starts the clock of the player to move, and a clock that has run out ends the game before it is shown.
    this.rows.update(game.position, namesOf(game.session), game.settings.clock);
    const { position, before, tree, session, result } = game;
    const isLive = !game.isOver && !game.isEnginesTurn;
    const move = tree.current === START ? null : tree.node(tree.current).move;
    if (this.hinted?.fen !== position.fen) this.hinted = null;
    services.stage.setLook(session.settings.look);
    services.stage.show(position, {
      last: move !== null && before !== null ? { move, before } : null,
      isLive,
      isAnimated,
      arrows: this.arrows(),
      heat: this.explorer.shownHeat,
      ...(result === "" ? {} : { news: result }),
    });
    this.moves.update(tree, game.settings.opening);
    this.resultText.textContent = result;
    this.result.hidden = result === "";
    this.goOn.hidden = game.settings.timeout === null;
    this.comment.value = session.comment;
    this.enable(move !== null);
    this.analysis.follow(position);
    this.explorer.follow(position);
    this.showValues();
  }

  /**
   * @param {boolean} hasBefore whether there is a position before this one
   */
  enable(hasBefore) {
    const { game, walk, tools } = this;
    const hasAfter = !game.isLatest;
    /** @type {[HTMLButtonElement, boolean][]} */
    const states = [
      [walk.first, hasBefore],
      [walk.back, hasBefore],
      [walk.forward, hasAfter],
      [walk.last, hasAfter],
      [walk.undo, hasBefore],
      [walk.redo, hasAfter],
      [tools.hint, !game.isOver && !game.isEnginesTurn],
      [tools.promote, hasBefore && game.tree.nodes.length > game.tree.line(game.tree.current).length],
      [tools.remove, hasBefore],
    ];
    // A disabled button would lose the focus, so these keep it and do nothing.
    for (const [each, isEnabled] of states) each.setAttribute("aria-disabled", String(!isEnabled));
    tools.pause.hidden = !game.hasEngine;
    tools.pause.setAttribute("aria-pressed", String(game.settings.isPaused));
  }

  showValues() {
    if (!this.isShown) return;
    const { tree, position } = this.game;
    const line = tree.line(tree.current);
    const fens = [tree.start, ...line.map((index) => tree.fen(index))];
    this.analysisPanel.update(this.analysis, fens, tree.path(tree.current).length);
    this.gauge.element.hidden = !this.analysis.isOn;
    this.gauge.update(finalValue(position) ?? this.analysis.values.get(position.fen) ?? null);
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { position } = this.game;
    const sky = new Sky(position.edge);
    if (this.hinted?.fen === position.fen) return arrowsOf(this.hinted.move, sky);
    const lines = this.analysis.position?.fen === position.fen ? (this.analysis.info?.lines ?? []) : [];
    return lines.flatMap(({ pv: [move] }, index) => {
      if (move === undefined) return [];
      const label = lines.length > 1 ? { label: String(index + 1) } : {};
      return arrowsOf(move, sky, { strength: 1 - index / lines.length, ...label });
    });
  }

  /** Draw the arrows and the heat map anew. */
  mark() {
    if (this.isShown) this.services.stage.mark({ arrows: this.arrows(), heat: this.explorer.shownHeat });
  }

  /**
   * @param {boolean} isOn
   */
  analyse(isOn) {
    this.analysis.stopSurvey();
    this.analysis.turn(isOn);
    this.showValues();
    this.mark();
  }

  survey() {
    if (this.analysis.isSurveying) return this.analysis.stopSurvey();
    const { tree } = this.game;
    this.analysis.survey([tree.start, ...tree.line(tree.current).map((index) => tree.fen(index))]);
    this.showValues();
  }

  async hint() {
    const { game, services } = this;
    if (game.isOver || game.isEnginesTurn) return;
    const { position } = game;
    try {
      const move = await this.analysis.hint(position);
      if (position !== game.position || move === null) return;
      this.hinted = { fen: position.fen, move };
      this.mark();
      services.stage.board.tell(`Hint: ${move}.`);
    } catch (error) {
      services.problem(String(error instanceof Error ? error.message : error));
    }
  }

  /** Show or hide the field for a comment. */
  write() {
    this.comment.hidden = !this.comment.hidden;
    this.tools.write.setAttribute("aria-expanded", String(!this.comment.hidden));
    if (!this.comment.hidden) this.comment.focus();
  }

  playBest() {
    const move = this.analysis.info?.lines[0]?.pv[0];
    if (move !== undefined && !this.game.isEnginesTurn) this.game.ask(move);
  }

  pause() {
    this.game.change({ isPaused: !this.game.settings.isPaused });
  }
}

// The view of a game: the players, the list of moves, the buttons, the analysis and the explorer.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { counted, title } from "../board/words.js";
import { Analysis } from "./analysis.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { arrowsOf } from "./arrows.js";
import { CommentField } from "./comment-field.js";
import { EndingPanel } from "./ending.js";
import { Explorer } from "./explorer.js";
import { Game } from "./game.js";
import { GameButtons } from "./game-buttons.js";
import { Gauge } from "./gauge.js";
import { explain } from "./host.js";
import { MoveList } from "./move-list.js";
import { PlayerRows } from "./players.js";
import { sentence } from "./refusals.js";
import { rulesInWords } from "./rules-words.js";
import { finalValue } from "./score.js";
import { START } from "./tree.js";
import { TurnNotice } from "./turn-notice.js";
import { namesOf } from "./turns.js";
import { button } from "./ui.js";

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
 * @property {() => void} onHere a new game from the position that is shown is requested
 * @property {() => void} onPlayers other players are requested
 * @property {() => void} onLearn the tutorial is requested
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
      onRefuse: (error, move) => services.stage.board.refuse(sentence(error, move), error.rule),
      onNews: (text) => services.stage.board.tell(text),
      onProblem: services.problem,
      rest: () => services.stage.rest,
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
      onGo: (ply) => game.walk.goTo(ply),
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
    this.isHinting = false;
    this.gauge = new Gauge();
    this.rows = new PlayerRows(() => game.flag());
    const learn = button("New to Volo? Learn it in seven steps", () => services.onLearn(), "link");
    this.goal = html("p", { class: "goal" }, "The goal: all your birds in one flock. ", learn);
    this.moves = new MoveList((index) => game.go(index));
    const { stage } = services;
    this.buttons = new GameButtons(game, {
      hint: () => this.hint(),
      pause: () => this.pause(),
      flip: () => stage.flip(),
      turn: () => stage.turn(),
      write: () => this.write(),
      resign: () => this.ending.askToResign(),
    });
    this.ending = new EndingPanel(game, services.onPlayers, services.onHere);
    this.notice = new TurnNotice();
    this.rules = html("p", { class: "quiet rule-set" });
    this.resultText = html("p");
    this.goOn = button("Play on", () => game.change({ clock: null, ended: null }));
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
    this.deleted = html("span");
    this.restore = html(
      "div",
      { class: "actions start restore", role: "status" },
      this.deleted,
      button("Bring them back", () => game.restore()),
    );
    this.comment = new CommentField({
      session: () => game.session,
      onSave: () => services.save(game.session),
      onDone: () => this.show(false),
    });
    const list = html(
      "section",
      { class: "card list", "aria-label": "Moves of the game" },
      this.ending.question,
      this.goal,
      this.moves.element,
      this.result,
      this.restore,
      this.buttons.element,
      this.comment.element,
      this.ending.choices,
      this.rules,
    );
    this.top = this.rows.element;
    this.side = this.gauge.element;
    this.below = this.buttons.quick;
    const extra = services.hasGames ? [this.explorer.element] : [];
    this.panel = html("div", { class: "panel" }, list, this.analysisPanel.element, ...extra);
    /** @type {Record<string, () => void>} */
    this.keys = {
      back: () => game.walk.back(),
      forward: () => game.walk.forward(),
      first: () => game.walk.first(),
      last: () => game.walk.last(),
      previousBranch: () => game.walk.branch(-1),
      nextBranch: () => game.walk.branch(1),
      undo: () => game.walk.undo(),
      hint: () => this.hint(),
      analysis: () => this.analyse(!this.analysis.isOn),
      best: () => this.playBest(),
    };
  }

  /** How the board handles moves in this mode. */
  get hands() {
    return {
      onMove: /** @param {string} move */ (move) => void this.game.ask(move),
      onClosed: () => this.services.stage.board.refuse(this.game.closed),
    };
  }

  get position() {
    return this.game.position;
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
    this.rows.update(game, namesOf(game.session));
    const { position, before, tree, session, result, closed } = game;
    const news =
      result !== "" || game.isThinking ? result : closed === "" ? "" : `${title(position.turn)} to move. ${closed}`;
    const move = tree.current === START ? null : tree.node(tree.current).move;
    if (this.hinted?.fen !== position.fen) this.hinted = null;
    services.stage.setLook(session.settings.look);
    services.stage.show(position, {
      last: move !== null && before !== null ? { move, before } : null,
      isLive: closed === "",
      isAnimated,
      arrows: this.arrows(),
      heat: this.explorer.shownHeat,
      ...(news === "" ? {} : { news }),
    });
    this.resultText.textContent = result;
    this.rules.textContent = rulesInWords(position.rules);
    const isTurn = game.hasEngine && game.isPersonsGame && game.isLatest && closed === "";
    this.notice.update(isTurn, session.settings.look.sound);
    this.result.hidden = result === "";
    this.goal.hidden = tree.nodes.length > 0;
    this.goOn.hidden = position.outcome !== null;
    const count = game.deleted?.count ?? 0;
    this.restore.hidden = count === 0;
    this.deleted.textContent = count === 0 ? "" : `${counted(count, "move")} deleted.`;
    this.comment.follow();
    this.buttons.update();
    this.ending.update();
    this.analysis.follow(position);
    this.explorer.follow(position);
    this.showValues();
    // The last, because what is shown below the list makes it shorter.
    this.moves.update(tree, game.settings.opening);
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
    if (this.isHinting || game.isOver || game.isThinking) return;
    const { position } = game;
    this.isHinting = true;
    try {
      const move = await this.analysis.hint(position);
      if (position !== game.position || move === null) return;
      this.hinted = { fen: position.fen, move };
      this.mark();
      services.stage.board.tell(`Hint: ${move}.`);
    } catch (error) {
      services.problem(explain(error));
    } finally {
      this.isHinting = false;
    }
  }

  /** Show or hide the field for a comment. */
  write() {
    this.buttons.tools.write.setAttribute("aria-expanded", String(this.comment.toggle()));
  }

  playBest() {
    const move = this.analysis.info?.lines[0]?.pv[0];
    if (move !== undefined) this.game.ask(move);
  }

  pause() {
    this.game.change({ isPaused: !this.game.settings.isPaused });
  }
}

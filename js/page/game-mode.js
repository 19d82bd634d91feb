// The view of a game: the players, the list of moves, the buttons, the analysis and the explorer.

import { html } from "../board/html.js";
import { PLAYERS, Sky } from "../board/index.js";
import { visible } from "../board/names.js";
import { counted, resultFor, title } from "../board/words.js";
import { Analysis } from "./analysis.js";
import { AnalysisPanel } from "./analysis-panel.js";
import { arrowsOf, filledBy } from "./arrows.js";
import { LinkPanel } from "./by-link.js";
import { restarted } from "./clock.js";
import { CommentField } from "./comment-field.js";
import { EndingPanel } from "./ending.js";
import { Explorer } from "./explorer.js";
import { Game } from "./game.js";
import { GameButtons } from "./game-buttons.js";
import { savedGames } from "./games-dialog.js";
import { Gauge } from "./gauge.js";
import { explain, host } from "./host.js";
import { finished, proposed, score } from "./ladder.js";
import { MoveList } from "./move-list.js";
import { PlayerRows } from "./players.js";
import { sentence } from "./refusals.js";
import { partsOf, rulesInWords } from "./rules-words.js";
import { finalValue } from "./score.js";
import { Session } from "./session.js";
import { mistakesOf, Survey } from "./survey.js";
import { START } from "./tree.js";
import { TurnNotice } from "./turn-notice.js";
import { namesOf, namesOfPeople } from "./turns.js";
import { button, onWidth } from "./ui.js";

/** @import { Arrow } from "../board/picture.js" */
/** @import { Subject } from "./exporter.js" */
/** @import { Players } from "./session.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Position } from "./types.js" */

/**
 * @typedef {object} Services
 * @property {Stage} stage
 * @property {(session: Session) => void} save
 * @property {(problem: string) => void} problem
 * @property {() => void} onHere a new game from the position that is shown is requested
 * @property {() => void} onPlayers other players are requested
 * @property {(session: Session) => void} onStart another game begins
 * @property {() => void} onReview the mistakes in the game are to be shown
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
        this.showValues();
        this.mark();
      },
      onProblem: services.problem,
    });
    this.survey = new Survey((examined) => {
      services.save(examined);
      this.showValues();
      this.mark();
    }, services.problem);
    this.analysisPanel = new AnalysisPanel({
      onTurn: (isOn) => this.analyse(isOn),
      onLines: (lines) => {
        this.analysis.lines = lines;
        this.analysis.restart();
      },
      onPlay: (moves) => game.askAll(moves),
      onGo: (ply) => game.walk.goTo(ply),
      onGoOn: () => this.analysis.goOn(),
      onSurvey: () => this.evaluate(),
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
    /** What the saved games say about this one, and the state of the game for which they were asked. */
    this.record = { of: "", level: 0, points: /** @type {[number, number] | null} */ (null) };
    this.gauge = new Gauge();
    this.rows = new PlayerRows(() => game.flag());
    this.top = html("div", {}, this.rows.element);
    const learn = button("New to Volo? Learn it in eight steps", () => services.onLearn(), "link");
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
      draw: () => this.ending.offerDraw(),
      players: services.onPlayers,
      here: services.onHere,
    });
    this.ending = new EndingPanel(game);
    this.link = new LinkPanel(game);
    this.notice = new TurnNotice();
    this.rules = html("p", { class: "quiet small" });
    this.resultText = html("p");
    this.goOn = button("Play on", () => game.change({ clock: null, ended: null, isPaused: false }));
    this.rematch = button("Rematch", () => this.playAgain({}));
    const swap = button("Swap colors", () => {
      const { orange, blue } = game.settings.players;
      this.playAgain({ orange: blue, blue: orange });
    });
    this.nextLevel = button("Next level", () => this.playAgain({ level: this.record.level }));
    this.learn = button("Learn from your mistakes", () => services.onReview());
    this.result = html(
      "div",
      { class: "result" },
      this.resultText,
      html("div", { class: "actions" }, this.goOn, this.learn, this.rematch, this.nextLevel, swap),
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
      this.moves.element,
      this.restore,
      this.comment.element,
      this.rules,
    );
    const { judged, next, graph } = this.analysisPanel;
    this.review = html("div", { class: "review" }, judged, next);
    const turn = [this.ending.question, this.link.element, this.result, this.buttons.element];
    this.below = html("div", { class: "turn" });
    onWidth((isNarrow) => {
      if (isNarrow) this.top.append(this.goal);
      else list.prepend(this.goal);
      if (isNarrow) this.below.append(this.review, ...turn);
      else this.moves.element.after(...turn);
      if (!isNarrow) graph.element.before(this.review);
    });
    this.side = this.gauge.element;
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

  /** @returns {Subject} */
  get subject() {
    const { session, position, result } = this.game;
    // Longer names would make the letters of a caption too narrow.
    const names = PLAYERS.map((player) => [...visible(session.tags[title(player)] ?? "")].slice(0, 40).join(""));
    const players = PLAYERS.map((player, index) =>
      names[index] ? `${title(player)}: ${names[index]}` : title(player),
    );
    return {
      session,
      fen: position.fen,
      caption: [names.join("") && players.join(" \u2013 "), result || `${title(position.turn)} to move`],
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
    this.consult();
    // This starts the clock of the player to move, and a clock that has run out ends the game before it is shown.
    this.rows.update(game, namesOf(game.session), this.record.points);
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
    this.propose();
    const count = game.deleted?.count ?? 0;
    this.restore.hidden = count === 0;
    this.deleted.textContent = count === 0 ? "" : `${counted(count, "move")} deleted.`;
    this.comment.follow();
    this.buttons.update();
    this.ending.update();
    this.link.update();
    this.analysis.follow(position);
    this.explorer.follow(position);
    if (session.id !== this.surveyed) this.survey.stop();
    this.showValues();
    this.moves.update(tree, game.settings.opening);
    this.mark();
  }

  /** Propose what to do after a game. */
  propose() {
    const { hasEngine, isPersonsGame, winner, result, settings } = this.game;
    const { level, [winner ?? "orange"]: side } = settings.players;
    const { level: next } = this.record;
    this.nextLevel.hidden = result === "" || !hasEngine || !isPersonsGame || next === 0 || next === level;
    this.nextLevel.textContent = next > level ? "Next level" : "Easier level";
    const isLost = hasEngine && winner !== null && side === "engine";
    const best = isLost ? this.learn : !this.nextLevel.hidden ? this.nextLevel : this.rematch;
    for (const each of [this.nextLevel, this.learn, this.rematch]) each.classList.toggle("primary", each === best);
  }

  /** Look what the saved games say about this one: the level to play next, or the score of the two players. */
  async consult() {
    const { session, position, result, winner, elsewhere, final } = this.game;
    const { id, tree, tags, settings } = session;
    const friend = elsewhere === null ? "" : (tags[title(elsewhere)] ?? "");
    // The score of a game by link is that of its end, also while one looks back.
    const end = elsewhere === null ? result && { winner } : (final.outcome ?? settings.ended);
    const of = JSON.stringify([id, end, settings.players, friend]);
    if (of === this.record.of) return;
    this.record = { of, level: 0, points: null };
    if (elsewhere === null && !end) return;
    const { rules } = position;
    const players = settings.end === "" ? settings.players : null;
    // The game itself may not be saved yet.
    const own = { start: tree.start, players, tags, rules, result: end ? resultFor(end.winner) : "*" };
    // Where games cannot be saved, it is the only one.
    const others = await savedGames().catch(() => []);
    const all = await finished([own, ...others.filter((each) => each.id !== id)]);
    if (of !== this.record.of) return;
    this.record.level = proposed(all, partsOf(rules).edge);
    if (elsewhere !== null) this.record.points = score(all, friend);
    // The board is left alone, because birds may be in flight.
    this.rows.update(this.game, namesOf(session), this.record.points);
    this.propose();
  }

  showValues() {
    if (!this.isShown) return;
    const { analysis, survey, game } = this;
    const { session, tree, position } = game;
    const { nodes, fens, moves } = game.line;
    const mistakes = analysis.isOn ? mistakesOf(session, fens, moves) : [];
    const values = fens.map((fen) => session.judged(fen) ?? analysis.values.get(fen) ?? null);
    this.analysisPanel.update(analysis, values, tree.path(tree.current).length, mistakes, survey.left);
    this.moves.mark(nodes, mistakes);
    this.gauge.element.hidden = this.review.hidden = !this.analysis.isOn;
    this.gauge.update(finalValue(position) ?? this.analysis.values.get(position.fen) ?? null);
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { position } = this.game;
    const sky = new Sky(position.edge);
    if (this.hinted?.fen === position.fen) return arrowsOf(this.hinted.move, sky);
    const { shown } = this.analysisPanel;
    /** @type {Arrow[]} */
    const marks =
      shown === undefined
        ? []
        : filledBy(shown.move, sky)
            .slice(-1)
            .map((space) => [space, space, { label: shown.mark, isBad: true }]);
    const lines = this.analysis.position?.fen === position.fen ? (this.analysis.info?.lines ?? []) : [];
    const arrows = lines.flatMap(({ pv: [move] }, index) => {
      if (move === undefined) return [];
      const label = lines.length > 1 ? { label: String(index + 1) } : {};
      return arrowsOf(move, sky, { strength: 1 - index / lines.length, ...label });
    });
    return [...marks, ...arrows];
  }

  mark() {
    if (this.isShown) this.services.stage.mark({ arrows: this.arrows(), heat: this.explorer.shownHeat });
  }

  /**
   * @param {boolean} isOn
   */
  analyse(isOn) {
    this.survey.stop();
    this.analysis.turn(isOn);
    this.showValues();
    this.mark();
  }

  /**
   * @param {Partial<Players>} changes who plays instead
   */
  async playAgain(changes) {
    const { session } = this.game;
    const { settings, tree } = session;
    const players = { ...settings.players, ...changes };
    const { orange = "", blue = "" } = namesOfPeople(session);
    const names = "orange" in changes ? { orange: blue, blue: orange } : { orange, blue };
    const clock = settings.clock === null ? null : restarted(settings.clock);
    try {
      const start = await host.position(tree.start);
      this.services.onStart(Session.begin(start, { players, clock, look: settings.look }, names));
    } catch (error) {
      this.services.problem(explain(error));
    }
  }

  evaluate() {
    const { survey, game } = this;
    this.surveyed = game.session.id;
    if (survey.left > 0) survey.stop();
    else survey.run(game.session, game.line.fens);
    this.showValues();
  }

  async hint() {
    const { game, services } = this;
    if (this.isHinting || game.isOver || game.isThinking || game.elsewhere !== null) return;
    const { position } = game;
    this.isHinting = true;
    try {
      const hint = await this.analysis.hint(position);
      if (position !== game.position || hint === null) return;
      this.hinted = { fen: position.fen, move: hint.move };
      this.mark();
      services.stage.board.tell(`Hint: ${hint.move}. ${hint.why}`);
    } catch (error) {
      services.problem(explain(error));
    } finally {
      this.isHinting = false;
    }
  }

  /** Show or hide the field for a comment. */
  write() {
    this.buttons.others.write.setAttribute("aria-expanded", String(this.comment.toggle()));
  }

  playBest() {
    const move = this.analysis.info?.lines[0]?.pv[0];
    if (move !== undefined) this.game.ask(move);
  }

  pause() {
    this.game.change({ isPaused: !this.game.settings.isPaused });
  }
}

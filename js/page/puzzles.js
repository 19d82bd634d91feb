// Puzzles, one after the other: positions in which exactly one move wins. They are played to the end against the engine.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { counted, resultText, title } from "../board/words.js";
import { arrowsOf } from "./arrows.js";
import { PUZZLES } from "./games-dialog.js";
import { explain, host, Refusal } from "./host.js";
import { LEVELS } from "./levels.js";
import { hasLinks, linkWith } from "./link.js";
import { Opponent, PAUSE } from "./opponent.js";
import { play, remember } from "./positions.js";
import { sentence } from "./refusals.js";
import { fitted, keyOf } from "./session.js";
import { button, field, select } from "./ui.js";

/** @import { Arrow } from "../board/picture.js" */
/** @import { Subject } from "./exporter.js" */
/** @import { Savable } from "./saver.js" */
/** @import { Stage } from "./stage.js" */
/** @import { GameDocument, Position, Puzzle, Score } from "./types.js" */

/**
 * The progress of a person. The puzzles that were solved are in `done`, each as a few letters. The last day whose puzzle
 * was solved is `day`, the last of `days` in a row.
 */
const KEPT = { streak: 0, best: 0, solved: 0, done: "", day: 0, days: 0 };
const START = { number: 0, edge: "", moves: "", surprise: "", ...KEPT };

/** The moves of the puzzles of days, and the step from one to the next, a prime, so that all have their turn. */
const DAILY = "3";
const STEP = 7919;

/** What an address asks for that does not name a puzzle. */
const TODAY = -1;

/** The date of the person as a number of days. */
function today() {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86_400_000;
}

/** @param {number} day */
function dateOf(day) {
  const date = /** @type {const} */ ({ day: "numeric", month: "long", timeZone: "UTC" });
  return new Date(day * 86_400_000).toLocaleDateString("en", date);
}

const ANY = /** @type {const} */ (["", "All"]);
const EDGES = ["4", "5", "6", "7"].map((each) => /** @type {const} */ ([each, each]));
const LENGTHS = ["2", "3", "4", "5", "6"].map((each) => /** @type {const} */ ([each, each]));

/** How hard a puzzle is, by the number of weak engines that miss the move. */
const DIFFICULTIES = ["Easy", "Medium", "Hard", "Very hard"];

export class PuzzleMode {
  /**
   * @param {object} services
   * @param {Stage} services.stage
   * @param {(kept: Savable) => void} services.save
   * @param {(problem: string) => void} services.problem
   */
  constructor(services) {
    this.services = services;
    this.progress = { ...START };
    /** The progress as it is saved. */
    this.kept = { id: PUZZLES, document: /** @type {GameDocument} */ ({}), revision: 0 };
    this.isLoaded = false;
    this.requests = 0;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Position | null} */
    this.position = null;
    /** Whether the person plays the moves that win, has missed them, was shown the first one, or has won. */
    this.state = /** @type {"open" | "missed" | "shown" | "solved"} */ ("open");
    /** Whether the puzzle counts when it is solved. */
    this.isClean = true;
    /** Whether the person knows that leaving the puzzle ends the streak. */
    this.isWarned = false;
    this.isShown = false;
    /** The number of the puzzle that an address asks for. @type {number | null} */
    this.asked = null;
    this.missed = "";
    /** The day whose puzzle is shown; 0 if it is another puzzle. */
    this.day = 0;
    /** How often the person has tried the puzzle; 0 once the solution was shown. */
    this.tries = 1;
    this.opponent = new Opponent(
      (fen, move, _waited, score) => {
        if (this.isShown && fen === this.position?.fen) this.answer(move, score);
      },
      (problem) => services.problem(problem),
      () => services.stage.rest + PAUSE,
    );
    this.edge = select([ANY, ...EDGES], "", () => this.filter());
    this.moves = select([ANY, ...LENGTHS], "", () => this.filter());
    const difficulties = DIFFICULTIES.map((each, index) => /** @type {const} */ ([String(index), each]));
    this.surprise = select([ANY, ...difficulties], "", () => this.filter());
    this.heading = html("h2");
    this.task = html("p");
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.score = html("dl", { class: "streak" });
    this.solve = button("Show the solution", () => this.giveUp());
    this.again = button("Try again", () => this.begin());
    this.next = button("Next puzzle", () => this.skip(1));
    this.previous = button("Previous", () => this.skip(-1));
    this.daily = button("Puzzle of the day", () => this.mayLeave() && this.go(TODAY));
    this.send = button("Share the result", () => this.share());
    const fields = html(
      "div",
      { class: "fields two" },
      field("Edge of the sky", this.edge),
      field("Your moves to the win", this.moves),
      field("Difficulty", this.surprise),
    );
    this.top = html("section", { class: "card puzzle", "aria-label": "Puzzle" }, this.heading, this.task);
    const actions = html(
      "div",
      { class: "actions start" },
      this.send,
      this.next,
      this.again,
      this.previous,
      this.solve,
      this.daily,
    );
    // Below the board on a phone, so that a verdict does not move the board.
    this.below = html("section", { class: "card puzzle below", slot: "below", "aria-label": "Verdict" }, this.verdict);
    const card = html("section", { class: "card", "aria-label": "Puzzles" }, actions, this.score, fields);
    this.panel = html("div", { class: "panel" }, card);
    /** @type {Record<string, () => void>} */
    this.keys = {
      forward: () => this.skip(1),
      back: () => this.skip(-1),
      hint: () => this.giveUp(),
    };
  }

  get hands() {
    return { onMove: /** @param {string} move */ (move) => void this.play(move) };
  }

  /**
   * Whether an address asks for a puzzle, which is shown next then.
   * @param {string} hash
   */
  asks(hash) {
    const [, name] = /^#puzzle=(\d+|day)$/.exec(hash) ?? [];
    if (name !== undefined) this.asked = name === "day" ? TODAY : Number(name) - 1;
    return name !== undefined;
  }

  async enter() {
    this.isShown = true;
    if (!this.isLoaded) {
      this.isLoaded = true;
      try {
        const { document, revision } = await host.load(PUZZLES);
        this.progress = fitted(START, document.settings);
        this.kept.revision = revision;
      } catch (error) {
        // Nothing was kept so far.
        if (!(error instanceof Refusal)) this.services.problem(explain(error));
      }
    }
    const { asked } = this;
    this.asked = null;
    if (asked !== null && asked !== TODAY)
      Object.assign(this.progress, { number: asked, edge: "", moves: "", surprise: "" });
    this.showFilter();
    if (this.puzzle === null || asked !== null) await this.go(asked ?? this.progress.number);
    else {
      this.show(false);
      this.letEngineMove();
    }
  }

  showFilter() {
    for (const name of /** @type {const} */ (["edge", "moves", "surprise"])) {
      this[name].value = this.progress[name];
      if (this[name].selectedIndex < 0) this[name].value = this.progress[name] = "";
    }
  }

  /**
   * Another page has changed the progress.
   * @param {GameDocument} document
   * @param {number} revision
   */
  adopt({ settings }, revision) {
    this.kept.revision = revision;
    for (const name of Object.keys(KEPT)) Object.assign(this.progress, { [name]: settings[name] });
    this.showScore();
  }

  leave() {
    this.isShown = false;
    this.opponent.stop();
  }

  filter() {
    const { edge, moves, surprise } = this;
    const wanted = { edge: edge.value, moves: moves.value, surprise: surprise.value };
    // The fields show the choice again that was made before.
    this.showFilter();
    if (!this.mayLeave()) return;
    Object.assign(this.progress, wanted);
    this.showFilter();
    this.go(0);
  }

  /**
   * @param {1 | -1} by
   */
  skip(by) {
    if (this.puzzle !== null && this.mayLeave()) this.go(this.progress.number + (this.day === 0 ? by : 0));
  }

  /** Whether the person may leave the puzzle. If it ends a streak, only the second attempt does. */
  mayLeave() {
    const { streak } = this.progress;
    if (!this.isClean || streak === 0 || this.day > 0) return true;
    if (this.isWarned) {
      this.progress.streak = 0;
      return true;
    }
    this.isWarned = true;
    this.say(`This puzzle is not solved yet, and your streak of ${streak} would end. To leave it, do that once more.`);
    return false;
  }

  /** @param {number} number that of a puzzle, or `TODAY` */
  async go(number) {
    const day = number === TODAY ? today() : 0;
    const { edge, moves, surprise } = day > 0 ? { ...START, moves: DAILY } : this.progress;
    if (day === 0) this.progress.number = number;
    const request = ++this.requests;
    try {
      const puzzle = await host.puzzle({
        edge: Number(edge) || null,
        moves: Number(moves) || null,
        surprise: surprise === "" ? null : Number(surprise),
        number: day > 0 ? day * STEP : number,
      });
      if (request !== this.requests) return;
      Object.assign(this, { puzzle, day, tries: 1 });
      if (day === 0) this.progress.number = puzzle.number;
      remember(puzzle.view);
      this.isClean = true;
      this.isWarned = false;
      this.begin();
      this.save();
    } catch (error) {
      if (request !== this.requests) return;
      if (error instanceof Refusal) this.showNone();
      else this.services.problem(explain(error));
    }
  }

  /** There is no puzzle of the kind that the person wants. */
  showNone() {
    this.puzzle = null;
    this.isClean = false;
    this.position = null;
    this.opponent.stop();
    this.services.stage.clear(Number(this.progress.edge) || 7);
    this.heading.textContent = "No puzzle";
    this.task.textContent = "There is no puzzle of this kind. Choose another.";
    this.say("");
    for (const each of [this.next, this.previous, this.again, this.solve]) each.hidden = true;
  }

  begin() {
    if (this.puzzle === null) return;
    this.opponent.stop();
    this.next.hidden = this.previous.hidden = false;
    this.position = this.puzzle.view;
    this.state = "open";
    this.missed = "";
    this.last = null;
    this.say("");
    this.show(false);
  }

  /**
   * A move of the person.
   * @param {string} text
   */
  async play(text) {
    const { puzzle, position, services } = this;
    if (puzzle === null || position === null) return;
    try {
      const { move, view } = await play(position.fen, text);
      if (position !== this.position) return;
      const isFirst = position === puzzle.view;
      if (isFirst && move !== puzzle.solution) this.miss(`${move} does not win`);
      else if (isFirst) this.say("Right, only this move wins. Go on.", "right");
      this.goOn(move, view);
    } catch (error) {
      if (error instanceof Refusal) services.stage.board.refuse(sentence(error, text), error.rule);
      else services.problem(explain(error));
    }
  }

  /**
   * The best defense, or the punishment of a mistake.
   * @param {string} text
   * @param {Score} score the score for the engine
   */
  async answer(text, score) {
    const { position } = this;
    if (position === null) return;
    const { move, view } = await play(position.fen, text);
    if (position !== this.position) return;
    const who = title(position.turn);
    // A loss of the engine is nearly always proved within a second.
    const isGone = score.win !== null || (score.loss === null && score.expected > 0);
    if (isGone && this.state !== "missed") this.miss(`With ${this.last?.move}, the win is gone`);
    if (score.win !== null) {
      const moves = Math.ceil(score.win / 2);
      this.say(
        `${this.missed}: ${who} wins with ${move}${moves === 1 ? "" : `, in ${counted(moves, "move")}`}.`,
        "wrong",
      );
    } else if (this.state === "missed") {
      this.say(`${this.missed}: ${who} answers ${move}.`, "wrong");
    }
    this.goOn(move, view);
  }

  /**
   * @param {string} move
   * @param {Position} view
   */
  goOn(move, view) {
    const before = /** @type {Position} */ (this.position);
    this.last = { move, before };
    this.position = view;
    if (view.outcome !== null) this.finish(view.outcome);
    this.show(true);
    this.letEngineMove();
  }

  /**
   * A move that does not win. The engine shows why.
   * @param {string} words
   */
  miss(words) {
    this.missed = words;
    this.spoil();
    if (this.tries > 0) this.tries++;
    this.state = "missed";
    this.say(`${words}.`, "wrong");
  }

  /** From now on, the puzzle does not count. */
  spoil() {
    if (this.isClean && this.day === 0) this.progress.streak = 0;
    this.isClean = false;
    this.save();
  }

  /** @param {NonNullable<Position["outcome"]>} outcome */
  finish(outcome) {
    const { state, puzzle, progress } = this;
    const hasWon = outcome.winner === puzzle?.view.turn;
    if (!hasWon) return this.say(`${this.missed || "You have not won"}: ${resultText(outcome)}`, "wrong");
    this.state = "solved";
    if (this.tries > 0 && this.day > progress.day) {
      progress.days = this.day === progress.day + 1 ? progress.days + 1 : 1;
      progress.day = this.day;
      this.save();
    }
    if (state === "open" && this.isClean) {
      const mark = `${keyOf(puzzle?.view.fen ?? "")
        .slice(-4)
        .padStart(4, "0")} `;
      if (this.day === 0) progress.streak++;
      progress.best = Math.max(progress.best, progress.streak);
      if (!progress.done.includes(mark)) {
        progress.solved++;
        progress.done += mark;
      }
      this.isClean = false;
      this.save();
    }
    this.say("Solved. You have won.", "right");
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { puzzle, state } = this;
    if (puzzle === null || state !== "shown" || this.position !== puzzle.view) return [];
    return arrowsOf(puzzle.solution, new Sky(puzzle.view.edge));
  }

  giveUp() {
    if (this.puzzle === null || this.state === "solved") return;
    this.begin();
    this.spoil();
    this.state = "shown";
    this.tries = 0;
    this.say(`The move is ${this.puzzle.solution}.`);
    this.show(false);
  }

  /** Send or copy a line about the puzzle of the day that gives nothing away. */
  async share() {
    const { day, tries, progress } = this;
    const solved = tries === 1 ? "at the first try" : `in ${tries} tries`;
    const row = progress.days > 1 ? `, ${progress.days} days in a row` : "";
    const link = hasLinks() ? ` ${linkWith("puzzle=day")}` : "";
    const text = `Volo, puzzle of ${dateOf(day)}: solved ${solved}${row}.${link}`;
    try {
      const canShare = "share" in navigator;
      if (canShare) await navigator.share({ text });
      else await navigator.clipboard.writeText(text);
      if (!canShare) this.say("Copied.", "right");
    } catch (error) {
      // The person may have changed their mind.
      if (!(error instanceof DOMException && error.name === "AbortError")) this.say(text);
    }
  }

  letEngineMove() {
    const { position, puzzle } = this;
    if (position === null || puzzle === null || position.outcome !== null) return;
    if (position.turn === puzzle.view.turn) return;
    this.opponent.think(position, { orange: "engine", blue: "engine", level: LEVELS.length, seconds: 1 }, null);
  }

  /** @returns {Subject} */
  get subject() {
    const { puzzle, position } = this;
    if (puzzle === null || position === null) return { fen: "" };
    return {
      fen: position.fen,
      link: `puzzle=${puzzle.name}`,
      caption: [`Puzzle ${puzzle.name}`, this.task.textContent ?? ""],
    };
  }

  /**
   * @param {string} text
   * @param {string} kind a class
   */
  say(text, kind = "") {
    this.verdict.textContent = text;
    this.verdict.className = `verdict ${kind}`;
  }

  /**
   * @param {boolean} isAnimated
   */
  show(isAnimated) {
    const { puzzle, position, state, services } = this;
    if (!this.isShown || puzzle === null || position === null) return;
    const { outcome } = position;
    const isFirst = position === puzzle.view;
    services.stage.show(position, {
      last: this.last ?? null,
      isLive: outcome === null && position.turn === puzzle.view.turn,
      isAnimated,
      arrows: this.arrows(),
      ...(outcome === null ? {} : { news: resultText(outcome) }),
    });
    const difficulty = (DIFFICULTIES[puzzle.surprise] ?? "").toLowerCase();
    const name =
      this.day > 0 ? `Puzzle of the day, ${dateOf(this.day)}` : `Puzzle ${puzzle.number + 1} of ${puzzle.count}`;
    this.heading.textContent = `${name}, ${difficulty}`;
    this.send.hidden = state !== "solved" || this.day === 0 || this.tries === 0;
    this.daily.hidden = this.day > 0;
    this.task.textContent = `${title(puzzle.view.turn)} to move wins in ${puzzle.moves} moves. Find the only move that wins, and play on until you have won.`;
    const isSolved = state === "solved";
    this.solve.hidden = isSolved || (state === "open" && !isFirst);
    this.again.hidden = isFirst;
    this.again.classList.toggle("primary", !isSolved && state === "missed");
    this.next.classList.toggle("primary", isSolved);
    this.showScore();
  }

  showScore() {
    const { streak, best, solved, day, days } = this.progress;
    const figures = /** @type {const} */ ([
      ["Days", day < today() - 1 ? 0 : days],
      ["Streak", streak],
      ["Best", best],
      ["Solved", solved],
    ]);
    const parts = figures.map(([name, value]) =>
      html("div", {}, html("dt", { class: "quiet small" }, name), html("dd", {}, String(value))),
    );
    this.score.replaceChildren(...parts);
  }

  save() {
    if (this.puzzle === null) return;
    const start = this.puzzle.view.fen;
    /** @type {GameDocument} */
    const document = {
      version: 1,
      start,
      nodes: [],
      current: -1,
      tags: {},
      settings: { ...this.progress },
    };
    this.kept.document = document;
    this.services.save(this.kept);
  }
}

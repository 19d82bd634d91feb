// Puzzles, one after the other: positions in which exactly one move wins.

import { html } from "../board/html.js";
import { Sky } from "../board/index.js";
import { resultText, title } from "../board/words.js";
import { arrowsOf } from "./arrows.js";
import { PUZZLES } from "./games-dialog.js";
import { explain, host, Refusal } from "./host.js";
import { LEVELS } from "./levels.js";
import { Opponent } from "./opponent.js";
import { play, remember } from "./positions.js";
import { sentence } from "./refusals.js";
import { button, field, select } from "./ui.js";

/** @import { Arrow } from "../board/picture.js" */
/** @import { Savable } from "./saver.js" */
/** @import { Stage } from "./stage.js" */
/** @import { GameDocument, Position, Puzzle } from "./types.js" */

/** The progress of a person. The puzzles that were solved are in `done`, each as a few letters. */
const START = { number: 0, edge: "", plies: "", streak: 0, best: 0, solved: 0, done: "" };

const LENGTHS = ["3", "4", "5", "6", "7", "8", "9", "10", "11"];

/** The engine answers as well as it can. */
const ENGINE = /** @type {const} */ ({ orange: "engine", blue: "engine", level: LEVELS.length, seconds: 1 });

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
    this.state = /** @type {"open" | "solved" | "shown" | "played"} */ ("open");
    this.isClean = true;
    this.isShown = false;
    /**
     * A move that does not win, and the answer to it.
     * @type {{ move: string, answer: string } | null}
     */
    this.missed = null;
    // Stops the search for an answer.
    this.refutation = () => {};
    this.opponent = new Opponent(
      (fen, move) => {
        if (this.isShown && fen === this.position?.fen) this.play(move);
      },
      (problem) => services.problem(problem),
    );
    const any = /** @type {const} */ (["", "All"]);
    this.edge = select([any, ...["4", "5", "6", "7"].map((edge) => /** @type {const} */ ([edge, edge]))], "", () =>
      this.filter(),
    );
    this.plies = select([any, ...LENGTHS.map((each) => /** @type {const} */ ([each, each]))], "", () => this.filter());
    this.heading = html("h2");
    this.task = html("p");
    this.verdict = html("p", { class: "verdict", role: "status" });
    this.score = html("dl", { class: "streak" });
    this.solve = button("Show the solution", () => this.giveUp());
    this.playOn = button("Play on", () => {
      this.state = "played";
      this.show(false);
      this.letEngineMove();
    });
    this.again = button("Again", () => this.begin());
    this.next = button("Next puzzle", () => this.skip(1), "primary");
    this.previous = button("Previous", () => this.skip(-1));
    const fields = html(
      "div",
      { class: "fields two" },
      field("Edge of the sky", this.edge),
      field("Plies to the win", this.plies),
    );
    this.top = html("section", { class: "card puzzle", "aria-label": "Puzzle" }, this.heading, this.task, this.verdict);
    const actions = html(
      "div",
      { class: "actions start" },
      this.next,
      this.previous,
      this.again,
      this.solve,
      this.playOn,
    );
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

  async enter() {
    this.isShown = true;
    if (!this.isLoaded) {
      this.isLoaded = true;
      try {
        const { document, revision } = await host.load(PUZZLES);
        Object.assign(this.progress, document.settings);
        this.kept.revision = revision;
      } catch (error) {
        // Nothing was kept so far.
        if (!(error instanceof Refusal)) this.services.problem(explain(error));
      }
      this.edge.value = this.progress.edge;
      this.plies.value = this.progress.plies;
    }
    if (this.puzzle === null) await this.go(this.progress.number);
    else {
      this.show(false);
      this.letEngineMove();
    }
  }

  /**
   * Another page has changed the progress.
   * @param {GameDocument} document
   * @param {number} revision
   */
  adopt({ settings: { streak, best, solved, done } }, revision) {
    this.kept.revision = revision;
    Object.assign(this.progress, { streak, best, solved, done });
    this.showScore();
  }

  leave() {
    this.isShown = false;
    this.refutation();
    this.opponent.stop();
  }

  filter() {
    this.progress.edge = this.edge.value;
    this.progress.plies = this.plies.value;
    this.endStreak();
    this.go(0);
  }

  /**
   * Go to another puzzle. The streak ends if this one is not solved.
   * @param {1 | -1} by
   */
  skip(by) {
    this.endStreak();
    this.go(this.progress.number + by);
  }

  endStreak() {
    if (this.puzzle !== null && this.state === "open") this.progress.streak = 0;
  }

  /**
   * @param {number} number
   */
  async go(number) {
    const { edge, plies } = this.progress;
    this.progress.number = number;
    const request = ++this.requests;
    try {
      const puzzle = await host.puzzle({ edge: Number(edge) || null, plies: Number(plies) || null, number });
      if (request !== this.requests) return;
      this.puzzle = puzzle;
      this.progress.number = puzzle.number;
      remember(puzzle.view);
      this.isClean = true;
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
    this.position = null;
    this.refutation();
    this.opponent.stop();
    this.services.stage.clear(Number(this.progress.edge) || 7);
    this.heading.textContent = "No puzzle";
    this.task.textContent = "There is no puzzle of this edge and length. Choose others.";
    this.say("");
    for (const each of [this.next, this.previous, this.again, this.solve, this.playOn]) each.hidden = true;
  }

  /** Show the puzzle as it begins. */
  begin() {
    if (this.puzzle === null) return;
    this.opponent.stop();
    this.refutation();
    this.missed = null;
    this.next.hidden = this.previous.hidden = false;
    this.position = this.puzzle.view;
    this.state = "open";
    this.last = null;
    this.say("");
    this.show(false);
  }

  /**
   * @param {string} text
   */
  async play(text) {
    const { puzzle, position, services } = this;
    if (puzzle === null || position === null) return;
    try {
      const { move, view } = await play(position.fen, text);
      if (position !== this.position) return;
      if (this.state === "open" || this.state === "shown") {
        if (move !== puzzle.solution) return this.miss(move, view);
        this.solved();
      }
      this.last = { move, before: position };
      this.position = view;
      this.show(true);
      this.letEngineMove();
    } catch (error) {
      if (error instanceof Refusal) services.stage.board.refuse(sentence(error, text), error.rule);
      else services.problem(explain(error));
    }
  }

  /**
   * A move that does not win. The engine shows why.
   * @param {string} move
   * @param {Position} after
   */
  miss(move, after) {
    this.isClean = false;
    this.progress.streak = 0;
    this.missed = null;
    const no = `${move} does not win`;
    this.say(`${no}. Try another move.`, "wrong");
    this.services.stage.board.refuse(`${no}.`);
    this.showScore();
    this.save();
    this.refutation();
    if (after.outcome !== null) return this.say(`${no}: ${resultText(after.outcome)}`, "wrong");
    const { puzzle } = this;
    const stop = host.think(
      { fen: after.fen, level: ENGINE.level, time: "0.5", seed: 0 },
      {
        onMove: ({ move: answer }) => {
          if (puzzle !== this.puzzle || this.state !== "open") return;
          this.missed = { move, answer };
          this.say(`${no}: ${title(after.turn)} answers ${answer}. Try another move.`, "wrong");
          this.services.stage.mark({ arrows: this.arrows() });
        },
        onError: () => {},
      },
    );
    this.refutation = () => {
      this.refutation = () => {};
      stop();
    };
  }

  solved() {
    if (this.state === "open" && this.isClean) {
      const mark = markOf(this.puzzle?.view.fen ?? "");
      const { progress } = this;
      progress.streak++;
      progress.best = Math.max(progress.best, progress.streak);
      if (!progress.done.includes(mark)) {
        progress.solved++;
        progress.done += mark;
      }
      this.isClean = false;
      this.save();
    }
    this.refutation();
    this.state = "solved";
    this.say("Right. This is the only move that wins.", "right");
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { puzzle, state, missed } = this;
    if (puzzle === null || this.position !== puzzle.view) return [];
    const sky = new Sky(puzzle.view.edge);
    if (state === "shown") return arrowsOf(puzzle.solution, sky);
    if (missed === null) return [];
    return [
      ...arrowsOf(missed.move, sky, { label: "1", strength: 0.4 }),
      ...arrowsOf(missed.answer, sky, { label: "2" }),
    ];
  }

  giveUp() {
    if (this.puzzle === null || (this.state !== "open" && this.state !== "shown")) return;
    if (this.isClean) this.progress.streak = 0;
    this.isClean = false;
    this.state = "shown";
    this.say(`The move is ${this.puzzle.solution}.`);
    this.show(false);
    this.save();
  }

  /** If the person plays on and the engine is to move, it moves. */
  letEngineMove() {
    const { position, puzzle } = this;
    if (this.state !== "played" || position === null || puzzle === null || position.outcome !== null) return;
    if (position.turn !== puzzle.view.turn) this.opponent.think(position, ENGINE, null);
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
    const who = title(puzzle.view.turn);
    const isPersonsTurn = position.turn === puzzle.view.turn;
    const { outcome } = position;
    services.stage.show(position, {
      last: this.last ?? null,
      isLive: outcome === null && isPersonsTurn && state !== "solved",
      isAnimated,
      arrows: this.arrows(),
      ...(outcome === null ? {} : { news: resultText(outcome) }),
    });
    this.heading.textContent = `Puzzle ${puzzle.number + 1} of ${puzzle.count}`;
    this.task.textContent = `${who} to move wins in ${puzzle.plies}. Find the only move that wins.`;
    const hasNext = state === "solved" || state === "played";
    this.solve.hidden = hasNext;
    this.again.hidden = state === "open";
    this.playOn.hidden = state !== "solved" || outcome !== null;
    this.showScore();
  }

  showScore() {
    const { streak, best, solved } = this.progress;
    const figures = /** @type {const} */ ([
      ["Streak", streak],
      ["Best", best],
      ["Solved", solved],
    ]);
    const parts = figures.map(([name, value]) => html("div", {}, html("dt", {}, name), html("dd", {}, String(value))));
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

/**
 * A puzzle in four letters. Two of the puzzles hardly ever have the same.
 * @param {string} fen
 */
function markOf(fen) {
  let hash = 0;
  for (const letter of fen) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return `${(hash >>> 0).toString(36).slice(-4).padStart(4, "0")} `;
}

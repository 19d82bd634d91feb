// The analysis of the position that is shown, and the values of all positions that were analysed.

import { title } from "../board/words.js";
import { explain, host } from "./host.js";
import { describe } from "./positions.js";
import { finalValue, fromScore, judge, short, words } from "./score.js";
import { turnOf } from "./turns.js";

/** @import { Value } from "./score.js" */
/** @import { Position, Score, SearchInfo } from "./types.js" */

/** The time for each position when the whole game is evaluated, and for a hint, in milliseconds. */
const GLANCE = 300;
const HINT = 1000;

/**
 * A move that makes the position of its player worse.
 * @typedef {object} Mistake
 * @property {number} ply the number of moves up to it
 * @property {string} move
 * @property {string} mark `?` or `??`
 * @property {string} better a better move
 */

/**
 * @typedef {object} Watcher
 * @property {(info: SearchInfo | null) => void} onInfo
 * @property {() => void} onValue the value of a position became known
 * @property {(problem: string) => void} onProblem
 */

export class Analysis {
  /**
   * @param {Watcher} watcher
   */
  constructor(watcher) {
    this.watcher = watcher;
    this.isOn = false;
    this.isHidden = false;
    this.lines = 1;
    /** @type {Map<string, Value>} */
    this.values = new Map();
    /** @type {Position | null} */
    this.position = null;
    /** @type {SearchInfo | null} */
    this.info = null;
    this.stop = () => {};
    this.stopSurvey = () => {};
    /** The number of positions that the survey has still to evaluate. */
    this.left = 0;
  }

  /**
   * Analyse this position from now on, if the analysis is on.
   * @param {Position} position
   */
  follow(position) {
    if (position.fen === this.position?.fen) return;
    this.position = position;
    this.restart();
  }

  /**
   * @param {boolean} isOn
   */
  turn(isOn) {
    this.isOn = isOn;
    this.restart();
  }

  /**
   * @param {boolean} isHidden whether the page is hidden
   */
  setHidden(isHidden) {
    this.isHidden = isHidden;
    if (isHidden) this.stop();
    else this.restart();
  }

  restart() {
    this.stop();
    this.stop = () => {};
    this.info = null;
    this.watcher.onInfo(null);
    const { position } = this;
    if (!this.isOn || this.isHidden || position === null || this.isFinal(position)) return;
    this.stop = host.analyse(
      { fen: position.fen, lines: this.lines },
      {
        onInfo: (info) => {
          this.info = info;
          this.note(position, info);
          this.watcher.onInfo(info);
        },
        onError: (error) => this.watcher.onProblem(explain(error)),
      },
    );
  }

  /**
   * Whether the game is over in a position. Its value is known then.
   * @param {Position} position
   */
  isFinal(position) {
    const value = finalValue(position);
    if (value !== null) this.values.set(position.fen, value);
    return value !== null;
  }

  /**
   * @param {Position} position
   * @param {SearchInfo} info
   */
  note(position, info) {
    const best = info.lines[0];
    if (best === undefined) return;
    const [move = ""] = best.pv;
    this.values.set(position.fen, { ...fromScore(best.score, position.turn), best: move });
    this.watcher.onValue();
  }

  /**
   * The best move of a position after a short search, and what is good about it.
   * @param {Position} position
   * @returns {Promise<{ move: string, why: string } | null>} `null` if there is none
   */
  async hint(position) {
    const info = position.fen === this.position?.fen && this.info ? this.info : await this.glance(position, HINT, []);
    const [best] = info?.lines ?? [];
    const [move] = best?.pv ?? [];
    if (best === undefined || move === undefined) return null;
    return { move, why: await this.why(position, best.score) };
  }

  /**
   * What the best move achieves, in a sentence.
   * @param {Position} position
   * @param {Score} score
   */
  async why({ fen, turn }, score) {
    const value = fromScore(score, turn);
    if (score.win === 1) return "It wins at once.";
    if (score.win !== null) return `It wins in ${Math.ceil(score.win / 2)} of your moves.`;
    if (score.loss !== null) return `It holds out longest: ${words(value)}.`;
    // What the opponent could do if this player did not move.
    const [rows, , , rules] = fen.split(" ");
    const idle = await describe(`${rows} ${turn === "orange" ? "b" : "o"} 0 ${rules}`);
    const [threat] = (await this.glance(idle, GLANCE, []))?.lines ?? [];
    if (threat === undefined) return "";
    if (threat.score.win !== null) return `It stops ${title(idle.turn)} from winning with ${threat.pv[0]}.`;
    return `It changes the estimate from ${short(fromScore(threat.score, idle.turn))} to ${short(value)}.`;
  }

  /**
   * The moves of a line that make the position of their player worse, as far as it is known.
   * @param {string[]} fens the positions of the line
   * @param {string[]} moves
   * @returns {Mistake[]}
   */
  mistakes(fens, moves) {
    return moves.flatMap((move, index) => {
      const before = this.values.get(fens[index] ?? "");
      const after = this.values.get(fens[index + 1] ?? "");
      if (!before?.best || before.best === move || after === undefined) return [];
      const mark = judge(before, after, turnOf(fens[index] ?? ""));
      return mark === "" ? [] : [{ ply: index + 1, move, mark, better: before.best }];
    });
  }

  /**
   * Evaluate the positions of a line from the last to the first, or stop doing so.
   * @param {string[]} fens
   * @param {string[]} moves
   */
  async survey(fens, moves) {
    /** @type {(() => void)[]} */
    const stops = [];
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      for (const end of stops) end();
    };
    this.stopSurvey();
    this.stopSurvey = stop;
    try {
      for (let ply = fens.length - 1; ply >= 0 && !isStopped; ply--) {
        this.left = ply + 1;
        const [fen = "", next] = fens.slice(ply);
        const position = await describe(fen);
        if (!this.isFinal(position) && !this.values.has(fen)) await this.glance(position, GLANCE, stops);
        if (next !== undefined) await this.compare(position, moves[ply] ?? "", await describe(next), stops);
        this.watcher.onValue();
      }
    } catch (error) {
      this.watcher.onProblem(explain(error));
    }
    // Another survey may have begun.
    if (this.stopSurvey === stop) this.left = 0;
    this.watcher.onValue();
  }

  /**
   * Correct the values of two positions, one after the other, by each other.
   * @param {Position} position
   * @param {string} move
   * @param {Position} next
   * @param {(() => void)[]} stops
   */
  async compare(position, move, next, stops) {
    const value = this.values.get(position.fen);
    const after = this.values.get(next.fen);
    if (value === undefined || after === undefined) return;
    if (after.winner === position.turn && value.winner !== position.turn) {
      this.values.set(position.fen, { ...after, plies: after.plies + 1, best: move });
    } else if (value.winner === position.turn && after.winner === null && next.outcome === null) {
      // The search was perhaps too short to prove what is still won.
      await this.glance(next, HINT, stops);
    }
  }

  /**
   * Search a position for a short time.
   * @param {Position} position
   * @param {number} time
   * @param {(() => void)[]} stops receives a function that stops the search earlier
   * @returns {Promise<SearchInfo | null>}
   */
  glance(position, time, stops) {
    return new Promise((resolve, reject) => {
      /** @type {SearchInfo | null} */
      let found = null;
      const end = () => {
        stop();
        clearTimeout(timer);
        if (found !== null) this.note(position, found);
        resolve(found);
      };
      let isLate = false;
      // On a busy machine, the first result may come later.
      const timer = setTimeout(() => {
        isLate = true;
        if (found !== null) end();
      }, time);
      const stop = host.analyse(
        { fen: position.fen, lines: 1 },
        {
          onInfo: (info) => {
            found = info;
            if (isLate) end();
          },
          onDone: end,
          onError: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        },
      );
      stops.splice(0, stops.length, end);
    });
  }
}

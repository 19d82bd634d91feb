// The analysis of the position that is shown, and the values of all positions that were analysed.

import { explain, host } from "./host.js";
import { describe } from "./positions.js";
import { finalValue, fromScore } from "./score.js";

/** @import { Value } from "./score.js" */
/** @import { Position, SearchInfo } from "./types.js" */

/** The time for each position when the whole game is evaluated, and for a hint, in milliseconds. */
const GLANCE = 300;
const HINT = 1000;

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
    this.isSurveying = false;
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
    this.values.set(position.fen, fromScore(best.score, position.turn));
    this.watcher.onValue();
  }

  /**
   * The best move of a position after a short search.
   * @param {Position} position
   * @returns {Promise<string | null>} `null` if there is none
   */
  async hint(position) {
    const info = position.fen === this.position?.fen && this.info ? this.info : await this.glance(position, HINT, []);
    return info?.lines[0]?.pv[0] ?? null;
  }

  /**
   * Evaluate positions one after the other, or stop doing so.
   * @param {string[]} fens
   */
  async survey(fens) {
    /** @type {(() => void)[]} */
    const stops = [];
    let isStopped = false;
    this.stopSurvey = () => {
      isStopped = true;
      for (const stop of stops) stop();
    };
    this.isSurveying = true;
    try {
      for (const fen of fens) {
        if (isStopped) break;
        if (this.values.has(fen)) continue;
        const position = await describe(fen);
        if (!this.isFinal(position)) await this.glance(position, GLANCE, stops);
        this.watcher.onValue();
      }
    } catch (error) {
      this.watcher.onProblem(explain(error));
    }
    this.isSurveying = false;
    this.watcher.onValue();
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

// The analysis of the position that is shown, and hints.

import { counted, drivenAway, title } from "../board/words.js";
import { explain, host } from "./host.js";
import { describe, play } from "./positions.js";
import { finalValue, fromScore, movesOf, words } from "./score.js";
import { NODES, search } from "./survey.js";

/** @import { Value } from "./score.js" */
/** @import { Position, Score, SearchInfo } from "./types.js" */

/** The positions that are searched for a hint, and to see what the opponent could do. */
const HINT = 2 * NODES;
const GLANCE = NODES / 2;

/** The time after which the analysis of a position stops by itself, in milliseconds. */
const ENOUGH = 8000;

/**
 * @typedef {object} Watcher
 * @property {(info: SearchInfo | null) => void} onInfo
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
    /** Whether the search has ended by itself, and could go on. */
    this.isResting = false;
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
    this.info = null;
    this.run({ time: ENOUGH });
    this.watcher.onInfo(null);
  }

  /** Search on without an end. What is shown stays until the search is as deep again. */
  goOn() {
    this.run({});
    this.watcher.onInfo(this.info);
  }

  /**
   * @param {{ time?: number }} limits
   */
  run(limits) {
    this.stop();
    this.stop = () => {};
    this.isResting = false;
    const { position } = this;
    if (!this.isOn || this.isHidden || position === null || this.isFinal(position)) return;
    this.stop = host.analyse(
      { fen: position.fen, lines: this.lines, ...limits },
      {
        onInfo: (info) => {
          if (info.depth < (this.info?.depth ?? 0)) return;
          this.info = info;
          const [best] = info.lines;
          if (best !== undefined) this.values.set(position.fen, fromScore(best.score, position.turn));
          this.watcher.onInfo(info);
        },
        onDone: () => {
          this.isResting = this.values.get(position.fen)?.winner === null;
          this.watcher.onInfo(this.info);
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
   * The best move of a position after a short search, and what is good about it.
   * @param {Position} position
   * @returns {Promise<{ move: string, why: string } | null>} `null` if there is none
   */
  async hint(position) {
    const info = position.fen === this.position?.fen && this.info ? this.info : await glance(position, HINT);
    const [best] = info?.lines ?? [];
    const [move] = best?.pv ?? [];
    if (best === undefined || move === undefined) return null;
    return { move, why: await this.why(position, move, best.score) };
  }

  /**
   * What the best move achieves, in a sentence.
   * @param {Position} position
   * @param {string} move
   * @param {Score} score
   */
  async why(position, move, score) {
    const value = fromScore(score, position.turn);
    if (score.win === 1) return "It wins at once.";
    if (score.win !== null) return `It wins in ${movesOf(score.win)} of your moves.`;
    if (score.loss !== null) return `It holds out longest: ${words(value)}.`;
    return `It ${(await aims(position, move)) || "is the best move that the engine finds"}.`;
  }
}

/** What a good move achieves, in the words of the game, or "". @param {Position} position @param {string} move */
export async function aims(position, move) {
  const { fen, turn } = position;
  // What the opponent could do if this player did not move.
  const [rows, , , rules] = fen.split(" ");
  const idle = await describe(`${rows} ${turn === "orange" ? "b" : "o"} 0 ${rules}`);
  const [threat] = (await glance(idle, GLANCE))?.lines ?? [];
  const { view } = await play(fen, move);
  const found = deeds(position, view);
  if (threat?.score.win) found.push(`stops ${title(idle.turn)} from winning with ${threat.pv[0]}`);
  return found.join(" and ");
}

/** What a move does, in the words of the game. @param {Position} before @param {Position} after */
function deeds(before, after) {
  const { turn } = before;
  const cleared = drivenAway(before, after).length;
  const joined = 1 + before[turn].flocks.length - after[turn].flocks.length;
  return [
    ...(cleared > 0 ? [`clears ${counted(cleared, "bird")}`] : []),
    ...(joined > 1 ? [`joins ${joined === 2 ? "two" : joined} flocks`] : []),
  ];
}

/**
 * Search some positions.
 * @param {Position} position
 * @param {number} nodes
 */
async function glance({ fen }, nodes) {
  return (await search(fen, nodes)).at(-1) ?? null;
}

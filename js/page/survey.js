// What each position of a game is worth, by searches that are made once and kept with the game.

import { explain, host } from "./host.js";
import { describe } from "./positions.js";
import { costOf, finalValue, fromScore, markOf, worth } from "./score.js";
import { turnOf } from "./turns.js";

/** @import { Player } from "../board/index.js" */
/** @import { Judged } from "./score.js" */
/** @import { Session } from "./session.js" */
/** @import { SearchInfo } from "./types.js" */

/** The positions that a search looks at, in less than a second on a desktop. With twice as many, few marks change. */
export const NODES = 200_000;

/** The worth at so many depths is kept, because the search of the next position may end some depths earlier. */
const DEPTHS = 6;

/**
 * A move that makes the position of its player worse.
 * @typedef {object} Mistake
 * @property {number} ply the number of moves up to it
 * @property {Player} player
 * @property {string} move
 * @property {string} mark `?` or `??`
 * @property {number} cost
 * @property {string} better a better move
 */

/**
 * The results of a search after each depth, to which it comes until it is stopped.
 * @param {string} fen @param {number} nodes @param {AbortSignal} [signal] @returns {Promise<SearchInfo[]>}
 */
export function search(fen, nodes, signal) {
  return new Promise((done, failed) => {
    /** @type {SearchInfo[]} */
    const found = [];
    const end = host.analyse(
      { fen, lines: 1, nodes },
      { onInfo: (info) => found.push(info), onDone: () => done(found), onError: failed },
    );
    const stop = () => {
      end();
      done(found);
    };
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
  });
}

/** @param {string} fen @param {AbortSignal} signal @returns {Promise<Judged>} */
export async function examine(fen, signal) {
  const position = await describe(fen);
  const final = finalValue(position);
  if (final !== null) return { ...final, best: "", depth: 0, worths: [final.value] };
  const worths = [];
  /** @type {Judged | undefined} */
  let judged;
  for (const { depth, lines } of await search(fen, NODES, signal)) {
    const [line] = lines;
    if (line === undefined) continue;
    const value = fromScore(line.score, position.turn);
    // The last results are those of the last depth again.
    if (depth === judged?.depth) worths.pop();
    value.value = Math.round(1000 * value.value) / 1000;
    worths.push(worth(value));
    judged = { ...value, best: line.pv[0] ?? "", depth, worths: worths.slice(-DEPTHS) };
  }
  if (judged === undefined) throw new Error("the search was stopped");
  return judged;
}

/**
 * The mistakes of a line, as far as its positions were examined.
 * @param {Session} session @param {string[]} fens @param {string[]} moves @returns {Mistake[]}
 */
export function mistakesOf(session, fens, moves) {
  return moves.flatMap((move, index) => {
    const [fen = "", next = ""] = fens.slice(index);
    const [before, after] = [session.judged(fen), session.judged(next)];
    if (before === undefined || after === undefined || before.best === move) return [];
    const player = turnOf(fen);
    const cost = costOf(before, after, player);
    const mark = markOf(cost);
    return mark === "" ? [] : [{ ply: index + 1, player, move, mark, cost, better: before.best }];
  });
}

export class Survey {
  /** @param {(session: Session) => void} onChange @param {(problem: string) => void} onProblem */
  constructor(onChange, onProblem) {
    this.onChange = onChange;
    this.onProblem = onProblem;
    this.control = new AbortController();
    /** The number of positions that are still to be examined. */
    this.left = 0;
  }

  /** Examine the positions that were not examined yet, two at once. @param {Session} session @param {string[]} fens */
  async run(session, fens) {
    this.stop();
    const { signal } = this.control;
    const open = fens.filter((fen) => session.judged(fen) === undefined);
    this.left = open.length;
    const work = async () => {
      for (let fen = open.pop(); fen !== undefined; fen = open.pop()) {
        const judged = await examine(fen, signal);
        if (signal.aborted) return;
        session.judge(fen, judged);
        this.left--;
        this.onChange(session);
      }
    };
    await Promise.all([work(), work()]).catch((error) => {
      if (signal.aborted) return;
      this.stop();
      this.onProblem(explain(error));
    });
  }

  stop() {
    this.control.abort();
    this.control = new AbortController();
    this.left = 0;
  }
}

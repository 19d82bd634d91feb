// The engine as a player.

import { left, now } from "./clock.js";
import { explain, host } from "./host.js";

/** @import { Clock } from "./clock.js" */
/** @import { Players } from "./session.js" */
/** @import { Position, Score } from "./types.js" */

/** The time between the landing of a person's move and the engine's answer: 300 ms, and a few frames to draw them. */
export const PAUSE = 350;

export class Opponent {
  /**
   * @param {(fen: string, move: string, waited: number, score: Score) => void} onMove with the score for the engine
   * @param {(problem: string) => void} onProblem
   * @param {() => number} rest how long the board still shows the move before, in milliseconds
   */
  constructor(onMove, onProblem, rest) {
    this.onMove = onMove;
    this.onProblem = onProblem;
    this.rest = rest;
    /** @type {string | null} */
    this.fen = null;
    this.end = () => {};
  }

  /**
   * Think about a position. This does nothing if the engine already thinks about the position.
   * @param {Position} position
   * @param {Players} players
   * @param {Clock | null} clock
   */
  think({ fen, turn }, { level, seconds }, clock) {
    if (fen === this.fen) return;
    this.stop();
    this.fen = fen;
    // With a clock, the engine takes no more than a share of its remaining time.
    const most = clock === null ? seconds : (left(clock, turn, now()) / 20 + clock.increment) / 1000;
    const time = Math.round(1000 * Math.max(0.05, Math.min(seconds, most)));
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
    this.end = host.think(
      { fen, level, time, seed },
      {
        onMove: ({ move, score }) => {
          const play = () => {
            this.fen = null;
            this.onMove(fen, move, rest, score);
          };
          const rest = Math.max(0, this.rest());
          if (rest === 0) return play();
          const timer = setTimeout(play, rest);
          this.end = () => clearTimeout(timer);
        },
        onError: (error) => {
          this.fen = null;
          this.onProblem(explain(error));
        },
      },
    );
  }

  stop() {
    this.end();
    this.end = () => {};
    this.fen = null;
  }
}

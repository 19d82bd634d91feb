// A clock with two sides. A clock is a value: each function returns the next one. Times are in milliseconds. Moments are
// those of `now`, which a change of the system's time does not move.

/** @import { Player } from "../board/index.js" */

/**
 * @typedef {object} Clock
 * @property {number} orange the time that Orange has left
 * @property {number} blue the time that Blue has left
 * @property {number} increment the time that a player gets for each move
 * @property {Player | null} running
 * @property {number} [time] the time that each player began with
 * @property {number} since the time at which the running side was started
 */

/** The present moment, as this page counts. Another page counts from another beginning. */
export function now() {
  return performance.now();
}

/**
 * @param {number} minutes for each player
 * @param {number} seconds for each move
 * @returns {Clock}
 */
export function newClock(minutes, seconds) {
  const time = minutes * 60_000;
  return { orange: time, blue: time, time, increment: seconds * 1000, running: null, since: 0 };
}

/**
 * The clock as the game began.
 * @param {Clock} clock
 * @returns {Clock}
 */
export function restarted({ increment, time = 600_000 }) {
  return newClock(time / 60_000, increment / 1000);
}

/**
 * @param {Clock} clock
 * @param {Player} player
 * @param {number} now
 */
export function left(clock, player, now) {
  return Math.max(0, clock[player] - (clock.running === player ? now - clock.since : 0));
}

/**
 * Let the clock of one player run, or of neither. The time that passed is counted.
 * @param {Clock} clock
 * @param {Player | null} player
 * @param {number} now
 * @returns {Clock}
 */
export function run(clock, player, now) {
  return {
    ...clock,
    orange: left(clock, "orange", now),
    blue: left(clock, "blue", now),
    running: player,
    since: now,
  };
}

/**
 * A clock as it is saved, with the time that passed so far and without a moment.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Clock}
 */
export function saved(clock, now) {
  return { ...run(clock, clock.running, now), since: 0 };
}

/**
 * A player has moved: the player gets the increment, and the clock stops.
 * @param {Clock} clock
 * @param {Player} player
 * @param {number} now
 * @returns {Clock}
 */
export function press(clock, player, now) {
  const stopped = run(clock, null, now);
  return { ...stopped, [player]: stopped[player] + clock.increment };
}

/**
 * The player whose time is over.
 * @param {Clock} clock
 * @param {number} now
 * @returns {Player | null}
 */
export function flagged(clock, now) {
  return clock.running !== null && left(clock, clock.running, now) === 0 ? clock.running : null;
}

/**
 * A time as text: `4:05`, or `0:09.3` when little is left.
 * @param {number} time
 */
export function timeText(time) {
  const minutes = Math.floor(time / 60_000);
  const seconds = (time % 60_000) / 1000;
  if (time >= 10_000) return `${minutes}:${String(Math.floor(seconds)).padStart(2, "0")}`;
  return `0:${(Math.floor(seconds * 10) / 10).toFixed(1).padStart(4, "0")}`;
}

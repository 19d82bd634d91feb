// Searches of the engine.

import { Engine, Position, VoloError } from "volo-rules/engine/init";

/** @import { Info, SearchOptions } from "volo-rules/engine/init" */
/** @import { SearchInfo } from "../types.js" */

/**
 * @typedef {object} Query
 * @property {string} fen
 * @property {number | string} [lines]
 * @property {number | string} [level]
 * @property {number | string} [time] in seconds
 * @property {number | string} [seed]
 */

/** @typedef {(event: string, data: object) => void} Send */

/** The shortest time between two reports, in milliseconds. */
const TICK = 50;

const HASH_MB_TO_PLAY = 16;
const HASH_MB_TO_ANALYSE = 64;

/**
 * Report the best moves of a position until their value is proven.
 * @param {Query} query
 * @param {Send} send
 */
export function analyse({ fen, lines = 1 }, send) {
  const engine = new Engine({ hashMb: HASH_MB_TO_ANALYSE });
  // The page ends the worker to stop the search.
  reported(engine, fen, { stop: () => false }, Number(lines), send);
  send("done", {});
}

/**
 * Report the results of a search, and then the engine's move.
 * @param {Query} query
 * @param {Send} send
 */
export function think({ fen, level, time, seed }, send) {
  const engine = new Engine({ hashMb: HASH_MB_TO_PLAY, level: Number(level), seed: Number(seed) });
  const [best] = reported(engine, fen, { time: 1000 * Number(time) }, 1, send);
  if (best !== undefined) send("move", { move: best.pv[0], ponder: best.pv[1] ?? null, score: best.score });
}

/**
 * @param {Engine} engine
 * @param {string} fen
 * @param {SearchOptions} limits
 * @param {number} multipv
 * @param {Send} send
 * @returns {Info[]}
 */
function reported(engine, fen, limits, multipv, send) {
  const position = new Position(fen);
  if (position.outcome() !== null) throw new VoloError("the game is over");
  let next = 0;
  const report = (/** @type {Info[]} */ infos) => {
    if (performance.now() < next) return;
    next = performance.now() + TICK;
    send("info", searchInfoOf(infos));
  };
  const infos = engine.analyse(position, { ...limits, multipv, report });
  send("info", searchInfoOf(infos));
  return infos;
}

/**
 * @param {Info[]} infos
 * @returns {SearchInfo}
 */
function searchInfoOf(infos) {
  const [best] = infos;
  const { depth = 0, nodes = 0, nps = 0, time = 0 } = best ?? {};
  return { depth, nodes, nps, time: time / 1000, lines: infos.map(({ score, pv }) => ({ score, pv: [...pv] })) };
}

// The script of the Worker of an `EngineClient`.

import "./inline.js";
import type { Answer, Question } from "./client.js";
import { Engine } from "./engine.js";
import { VoloError } from "./errors.js";
import { Game } from "./game.js";

/** Node has the messages of a Worker elsewhere. */
const isWeb = typeof postMessage === "function";
const place: unknown = isWeb ? globalThis : process.getBuiltinModule("node:worker_threads").parentPort;
const port = place as MessagePort;

let engine: Engine | undefined;

port.onmessage = ({ data: { engine: options, stop, position, options: limits } }: MessageEvent<Question>) => {
  const answer = (message: Answer) => port.postMessage(message);
  try {
    engine ??= new Engine(options);
    const found = engine.analyse(position.startsWith("[") ? Game.fromRecord(position) : position, {
      ...limits,
      stop: () => stop !== undefined && Atomics.load(stop, 0) !== 0,
      report: (infos) => answer({ depth: infos }),
    });
    answer({ done: found });
  } catch (error) {
    const { name, message } = error as Error;
    answer({ error: error instanceof VoloError ? error.toJSON() : { name, message } });
  }
};

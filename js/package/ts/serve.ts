/**
 * The script of the Worker of an `EngineClient` that has the option `module`. It has no module of its own: the client sends it
 * one. Another script may import it, and listen to messages of its own.
 *
 * @packageDocumentation
 */

import type { Answer, Question } from "./client.js";
import { Engine } from "./engine.js";
import { VoloError } from "./errors.js";
import { Game } from "./game.js";
import { requireVectors } from "./vectors.js";
import { initSync } from "./volo.js";

/** Node has the messages of a Worker elsewhere, and Bun has them there if its Worker is one of Node. */
const node = globalThis.process?.getBuiltinModule?.("node:worker_threads");
const port = (node?.parentPort ?? globalThis) as unknown as MessagePort;

let engine: Engine | undefined;

port.addEventListener("message", ({ data }: MessageEvent<Question>) => {
  // The script that imports this one may get other messages.
  if (Object(data).engine === undefined) return;
  const { engine: options, module, stop, position, options: limits } = data;
  const answer = (message: Answer) => port.postMessage(message);
  try {
    if (module) {
      requireVectors();
      initSync({ module: module as BufferSource });
    }
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
});

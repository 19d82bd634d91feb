// For a classic script, which cannot await.

import { EngineClient } from "volo-rules/engine/client";
import { Position } from "volo-rules/inline";
import { start } from "./game.js";

start(Position, new EngineClient({ level: 3, worker: () => new Worker("worker.js") }));

import { Position } from "volo-rules";
import { EngineClient } from "volo-rules/engine/client";
import { start } from "./game.js";

start(Position, new EngineClient({ level: 3 }));

import { EngineClient } from "volo-rules/engine/client";

export const engine = new EngineClient({ hashMb: 1 });

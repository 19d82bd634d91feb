// A server action.
"use server";

import { EngineClient } from "volo-rules/engine/client";

const engine = new EngineClient({ hashMb: 1 });

export async function answer(position) {
  return (await engine.play(position, { depth: 2 })).move;
}

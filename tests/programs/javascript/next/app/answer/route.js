// A route handler.

import { EngineClient } from "volo-rules/engine/client";

const engine = new EngineClient({ hashMb: 1 });

export async function GET(request) {
  return Response.json(await engine.play(request.nextUrl.searchParams.get("position"), { depth: 2 }));
}

// A route handler.

import { engine } from "../engine.js";

export async function GET(request) {
  const { move } = await engine.play(request.nextUrl.searchParams.get("position"), { depth: 2 });
  return Response.json({ move });
}

// A server action.
"use server";

import { engine } from "./engine.js";

export async function answer(position) {
  return (await engine.play(position, { depth: 2 })).move;
}

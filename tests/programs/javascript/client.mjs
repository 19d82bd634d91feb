// A server that goes on while the engine searches. A bundle in CommonJS cannot await at the top level.

import { EngineClient } from "volo-rules/engine/client";

async function main() {
  const engine = new EngineClient({ hashMb: 1 });
  setTimeout(() => engine.stop(), 10);
  const { move } = await engine.play("standard-8");
  console.log(move !== "", (await engine.play("standard-4", { depth: 2 })).info.depth);
  engine.close();
}

main();

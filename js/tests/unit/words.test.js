import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { resultText } from "../../board/words.js";

test("the ends of games have the sentences that the Python package has", () => {
  const lines = readFileSync(new URL("../../../tests/data/endings.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const { winner, reason, text } of lines.map((line) => JSON.parse(line))) {
    assert.equal(resultText({ winner, reason }), text);
  }
});

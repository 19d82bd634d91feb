import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../../board/notation.js";
import { Sky } from "../../board/sky.js";

const sky = new Sky(7);

test("a text that is not a move is refused, and the message is short", () => {
  const texts = "C5 c05 c 5c b2-NE b2-NE0 b2-ne3 b2:b4 b2-NE3/ b2-NE3/g Pass <script> \u00e95".split(" ");
  for (const text of [...texts, "", "c5 ", "c5\n", "b2-NE3".repeat(1e5)]) {
    assert.throws(
      () => parse(text, sky),
      (error) => error instanceof SyntaxError && error.message.length < 80,
    );
  }
  assert.throws(() => parse("b2:c5-E1", sky), /not on a straight line/);
  assert.throws(() => parse("g6:g8-E1", sky), /not on a straight line/);
});

test("a move of another sky is refused", () => {
  for (const text of ["n1", "g7", "a1", "a7-E1", "b2:b99-E1", "b2-SW1", "b2-E99"]) {
    assert.throws(() => parse(text, sky), RangeError);
  }
});

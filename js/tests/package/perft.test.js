import { assert } from "chai";
import { Position, StoppedError } from "volo-rules";
import { test } from "#test";
import { readJsonl } from "./jsonl.js";

test("perft matches the table", async () => {
  const table = await readJsonl("perft.jsonl");
  assert.lengthOf(table, 29);
  for (const { rules, depth, nodes } of table) {
    assert.equal(new Position(rules).perft(depth), Number(nodes), `${rules}, depth ${depth}`);
  }
});

test("divide adds up to perft, in the order of the legal moves", () => {
  const start = new Position("standard-5");
  const counts = start.divide(3);
  assert.deepEqual([...counts.keys()], start.legalMoves());
  assert.equal(
    [...counts.values()].reduce((sum, count) => sum + count, 0),
    start.perft(3),
  );
});

test("perft stops when it is asked to", () => {
  let calls = 0;
  const stop = () => {
    calls += 1;
    return calls === 3;
  };
  assert.throws(() => new Position().perft(64, { stop }), StoppedError, "stopped");
  assert.equal(calls, 3);
  assert.throws(() => new Position().divide(64, { stop: () => true }), StoppedError);
});

test("an error of the function stop ends perft", () => {
  const stop = () => {
    throw new RangeError("mine");
  };
  assert.throws(() => new Position().perft(64, { stop }), RangeError, "mine");
  assert.equal(new Position().perft(1), 99);
});

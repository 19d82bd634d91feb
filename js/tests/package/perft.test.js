import { test } from "node:test";
import { assert } from "chai";
import { Position, StoppedError } from "volo-rules";

test("divide adds up to perft, in the order of the legal moves", () => {
  const start = new Position("standard-5");
  const counts = start.divide(3);
  assert.deepEqual([...counts.keys()], start.legalMoves());
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  assert.equal(sum, start.perft(3));
});

test("perft stops when it is asked to, and at an error of the function stop", () => {
  let calls = 0;
  const stop = () => ++calls === 3;
  assert.throws(() => new Position().perft(64, { stop }), StoppedError, "stopped");
  assert.equal(calls, 3);
  assert.throws(() => new Position().divide(64, { stop: () => true }), StoppedError);
  const fail = () => {
    throw new RangeError("mine");
  };
  assert.throws(() => new Position().perft(64, { stop: fail }), RangeError, "mine");
  assert.equal(new Position().perft(1), 99);
});

test("a function stop may call the package", () => {
  const position = new Position("standard-4");
  const seen = new Set();
  const count = position.perft(5, {
    stop: () => {
      seen.add(position.play("a3").legalMoves().length);
      assert.throws(() => position.perft(64, { stop: () => assert.fail("inner") }), "inner");
      return false;
    },
  });
  assert.isAbove(Number(count), 100_000);
  assert.deepEqual([...seen], [9]);
});

test("after a failure of the module, the next call works", () => {
  const position = new Position("standard-4");
  // The call recurses until the stack of JavaScript and of the module is full.
  const stop = () => {
    position.perft(64, { stop });
    return true;
  };
  assert.throws(() => position.perft(64, { stop }), /call stack|out of bounds|unreachable/);
  assert.lengthOf(position.legalMoves(), 9);
  assert.equal(position.perft(4), 19842);
});

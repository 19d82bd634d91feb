import { assert } from "chai";
import { Position } from "volo-rules";
import { test } from "#test";

test("a function stop may call the package", () => {
  const position = new Position("standard-4");
  const seen = new Set();
  const count = position.perft(5, {
    stop: () => {
      seen.add(position.play("a3").legalMoves().length);
      assert.throws(
        () =>
          position.perft(64, {
            stop: () => {
              throw new RangeError("inner");
            },
          }),
        "inner",
      );
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

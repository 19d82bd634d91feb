import assert from "node:assert/strict";
import { test } from "node:test";
import { flagged, left, newClock, press, run, timeText } from "../../page/clock.js";

test("only the running side loses time", () => {
  const clock = run(newClock(1, 0), "orange", 1000);
  assert.equal(left(clock, "orange", 11_000), 50_000);
  assert.equal(left(clock, "blue", 11_000), 60_000);
});

test("a move gives the increment and stops the clock", () => {
  const clock = press(run(newClock(1, 5), "orange", 0), "orange", 10_000);
  assert.equal(left(clock, "orange", 99_000), 55_000);
  assert.equal(clock.running, null);
});

test("running again counts the time that passed once", () => {
  let clock = run(newClock(1, 0), "blue", 0);
  clock = run(clock, "blue", 10_000);
  clock = run(clock, "orange", 20_000);
  assert.equal(left(clock, "blue", 90_000), 40_000);
  assert.equal(left(clock, "orange", 30_000), 50_000);
});

test("the side that runs out of time is flagged, and time is never negative", () => {
  const clock = run(newClock(1, 0), "blue", 0);
  assert.equal(flagged(clock, 59_999), null);
  assert.equal(flagged(clock, 60_000), "blue");
  assert.equal(left(clock, "blue", 70_000), 0);
});

test("times are written with tenths when little is left", () => {
  const texts = [600_000, 65_900, 10_000, 9_990, 300, 0].map(timeText);
  assert.equal(texts.join(" "), "10:00 1:05 0:10 0:09.9 0:00.3 0:00.0");
});

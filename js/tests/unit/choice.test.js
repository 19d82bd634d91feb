import assert from "node:assert/strict";
import { test } from "node:test";
import { cancel, drag, drop, START, tap } from "../../board/choice.js";
import { Sky } from "../../board/sky.js";
import { Table } from "../../board/table.js";

/** @import { Choice, Step } from "../../board/choice.js" */

// A made-up position: a line of three birds of the player to move, a lone one, and moves that need not be legal in it.
const OWN = ["c3", "c4", "c5", "f5"];
const FLIGHTS = "f5-W2 f5-SE1 c3:c5-E1 c3:c5-E2 c3:c5-W1 c3:c5-NE2 c3:c4-NW1 c5-NE4 f5-SW1/a2 f5-SW1/h4";
const MOVES = ["a3", ...FLIGHTS.split(" "), "pass"];

const table = new Table(new Sky(6), OWN, MOVES, (flights) =>
  flights.map(({ text, keep }) => ({
    move: text,
    spaces: keep === "a2" ? ["a2", "a3", "b1"] : ["h4", "h5"],
    birds: [`${keep}`],
    leaving: [],
    winner: "",
  })),
);

/** Taps one after the other. @param {string[]} spaces */
function taps(...spaces) {
  let step = /** @type {Step} */ ({ choice: START, move: null });
  for (const space of spaces) step = tap(table, step.choice, space);
  return step;
}

/** @param {Choice} choice */
const lineOf = (choice) => (choice.at === "line" ? choice.line : null);

test("taps ask for a move, or choose a line", () => {
  /** @type {[string, string | null, string | null][]} the spaces, the move, and the line that is chosen then */
  const cases = [
    // A vacant space, whether an add is legal there or not.
    ["a3", "a3", null],
    ["d6", "d6", null],
    // A second tap on a bird gives it up, and so does one that is on no straight line.
    ["f5", null, "f5"],
    ["f5 f5", null, null],
    ["f5 a3", null, null],
    ["f5 f3", "f5-W2", null],
    // A second end chooses the line, from either side; a bird that is not in line with the first one is chosen instead.
    ["c3 c5", null, "c3 c4 c5"],
    ["c5 c3", null, "c3 c4 c5"],
    ["c3 c4 c5", null, "c3 c4 c5"],
    ["c3 c5 c3", null, "c3"],
    ["c3 f5", null, "f5"],
    // In file, the leading bird flies to the space.
    ["c3 c5 c6", "c3:c5-E1", null],
    ["c5 c3 c7", "c3:c5-E2", null],
    ["c3 c5 c2", "c3:c5-W1", null],
    // Side by side, the bird does that was chosen last.
    ["c3 c5 e7", "c3:c5-NE2", null],
    ["c5 c3 e5", "c3:c5-NE2", null],
    // A flight that is not legal is asked for as well, and the line stays chosen.
    ["c3 c5 c8", "c3:c5-E3", "c3 c4 c5"],
    ["c3 c5 d5", "c3:c5-NW1", "c3 c4 c5"],
    ["f5 f4", "f5-W1", "f5"],
  ];
  for (const [spaces, move, line] of cases) {
    const step = taps(...spaces.split(" "));
    assert.deepEqual([step.move, lineOf(step.choice)?.join(" ") ?? null], [move, line], spaces);
    if (line === null) assert.deepEqual(step.choice, START);
  }
});

test("a flight that divides waits for the region to keep, until a tap outside all regions", () => {
  for (const { choice, move } of [taps("f5", "e4"), drop(table, START, "f5", "e4")]) {
    assert.equal(move, null);
    assert.ok(choice.at === "region");
    assert.equal(choice.flight.text, "f5-SW1/a2");
    assert.deepEqual(tap(table, choice, "h5"), { choice: START, move: "f5-SW1/h4" });
    assert.deepEqual(tap(table, choice, "b1"), { choice: START, move: "f5-SW1/a2" });
    assert.equal(drop(table, choice, "k2", "h4").move, "f5-SW1/h4");
    assert.deepEqual(lineOf(tap(table, choice, "k2").choice), ["f5"]);
    assert.deepEqual(lineOf(cancel(choice)), ["f5"]);
    assert.deepEqual(cancel(cancel(choice)), START);
  }
});

test("a drag chooses a line or flies it, or changes nothing", () => {
  const [none, bird, line] = [START, taps("f5").choice, taps("c3", "c5").choice];
  /** @type {[Choice, string, string, string | null, string | null][]} from, to, the move, and the line chosen then */
  const cases = [
    [none, "c5", "c3", null, "c3 c4 c5"],
    [none, "f5", "f3", "f5-W2", null],
    [none, "f5", "f8", "f5-E3", "f5"],
    [none, "c3", "c7", "c3:c5-E2", null],
    // A bird of the chosen line takes the line along.
    [line, "c4", "e6", "c3:c5-NE2", null],
    [line, "c3", "c4", "c3:c5-E1", null],
    [line, "c5", "c7", "c3:c5-E2", null],
    [line, "c4", "c8", "c3:c5-E4", "c3 c4 c5"],
    [bird, "f5", "a3", null, "f5"],
    [bird, "a3", "a4", null, "f5"],
    [bird, "f5", "f5", null, "f5"],
  ];
  for (const [choice, from, to, move, after] of cases) {
    const step = drop(table, choice, from, to);
    assert.deepEqual([step.move, lineOf(step.choice)?.join(" ") ?? null], [move, after], `${from} ${to}`);
  }
  assert.deepEqual(drag(table, START, "c3", "c7")?.line.line, ["c3", "c4", "c5"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { cancel, drag, drop, START, tap, targets } from "../../board/choice.js";
import { Sky } from "../../board/sky.js";
import { Table } from "../../board/table.js";

/** @import { Choice, Step } from "../../board/choice.js" */

// A made-up position: a line of three birds of the player to move, a lone one, and moves that need not be legal in it.
const OWN = ["c3", "c4", "c5", "f5"];
const MOVES = [
  "a3",
  "f5-W2",
  "f5-SE1",
  "c3:c5-E1",
  "c3:c5-E2",
  "c3:c5-W1",
  "c3:c5-NE2",
  "c3:c4-NW1",
  "c5-NE4",
  "f5-SW1/a2",
  "f5-SW1/h4",
  "pass",
];

const table = new Table(new Sky(6), OWN, MOVES, (flights) =>
  flights.map(({ text, keep }) => ({
    move: text,
    spaces: keep === "a2" ? ["a2", "a3", "b1"] : ["h4", "h5"],
    birds: [`${keep}`],
    leaving: [],
    winner: "",
  })),
);

/**
 * Taps one after the other.
 * @param {string[]} spaces
 * @returns {Step}
 */
function taps(...spaces) {
  return spaces.reduce((/** @type {Step} */ step, space) => tap(table, step.choice, space), {
    choice: START,
    move: null,
  });
}

/**
 * @param {Choice} choice
 */
function lineOf(choice) {
  return choice.at === "line" ? choice.line : null;
}

test("the table has the moves by kind", () => {
  assert.deepEqual([...table.adds], ["a3"]);
  assert.equal(table.canPass, true);
  assert.deepEqual([...table.ends("c3")].sort(), ["c4", "c5"]);
  assert.deepEqual([...table.ends("c5")].sort(), ["c3", "c5"]);
  assert.equal(table.ends("a3").size, 0);
  assert.throws(() => new Table(new Sky(6), [], ["<b>"], () => []), SyntaxError);
});

test("a tap on a vacant space adds, whether that is legal or not", () => {
  assert.deepEqual(taps("a3"), { choice: START, move: "a3" });
  assert.deepEqual(taps("d6"), { choice: START, move: "d6" });
});

test("a bird is chosen, and a second tap on it gives it up", () => {
  assert.deepEqual(lineOf(taps("f5").choice), ["f5"]);
  assert.equal(taps("f5").move, null);
  assert.deepEqual(taps("f5", "f5"), { choice: START, move: null });
});

test("a lone bird flies to the space that is tapped", () => {
  assert.equal(taps("f5", "f3").move, "f5-W2");
  assert.deepEqual(taps("f5", "f3").choice, START);
});

test("a second end chooses the line, from either side", () => {
  assert.deepEqual(lineOf(taps("c3", "c5").choice), ["c3", "c4", "c5"]);
  assert.deepEqual(lineOf(taps("c5", "c3").choice), ["c3", "c4", "c5"]);
  assert.deepEqual(lineOf(taps("c3", "c4", "c5").choice), ["c3", "c4", "c5"]);
  assert.deepEqual(lineOf(taps("c3", "c5", "c3").choice), ["c3"]);
});

test("a bird that is not in line with the first one is chosen instead", () => {
  assert.deepEqual(lineOf(taps("c3", "f5").choice), ["f5"]);
});

test("a line in file flies to where its leading bird is tapped to", () => {
  assert.equal(taps("c3", "c5", "c6").move, "c3:c5-E1");
  assert.equal(taps("c5", "c3", "c7").move, "c3:c5-E2");
  assert.equal(taps("c3", "c5", "c2").move, "c3:c5-W1");
});

test("a line side by side flies to where the bird is tapped to that was chosen last", () => {
  assert.equal(taps("c3", "c5", "e7").move, "c3:c5-NE2");
  assert.equal(taps("c5", "c3", "e5").move, "c3:c5-NE2");
});

test("no two flights share a target, unless they differ only in the region to keep", () => {
  const { choice } = taps("c3", "c5");
  assert.ok(choice.at === "line");
  assert.deepEqual([...targets(table, choice).keys()].sort(), ["c2", "c6", "c7", "e7"]);
});

test("a flight that is not legal is asked for as well, and the line stays chosen", () => {
  const step = taps("c3", "c5", "c8");
  assert.equal(step.move, "c3:c5-E3");
  assert.deepEqual(lineOf(step.choice), ["c3", "c4", "c5"]);
  assert.equal(taps("c3", "c5", "d5").move, "c3:c5-NW1");
  assert.equal(taps("f5", "c5").move, null);
  assert.equal(taps("f5", "f4").move, "f5-W1");
});

test("a tap that is on no straight line gives the choice up", () => {
  assert.deepEqual(taps("f5", "a3"), { choice: START, move: null });
});

test("a flight that divides waits for the region to keep", () => {
  const { choice, move } = taps("f5", "e4");
  assert.equal(move, null);
  assert.ok(choice.at === "region");
  assert.equal(choice.flight.text, "f5-SW1/a2");
  assert.deepEqual(tap(table, choice, "h5"), { choice: START, move: "f5-SW1/h4" });
  assert.deepEqual(tap(table, choice, "b1"), { choice: START, move: "f5-SW1/a2" });
});

test("a tap outside all regions goes back to the chosen line, and so does cancel", () => {
  const { choice } = taps("f5", "e4");
  assert.deepEqual(lineOf(tap(table, choice, "k2").choice), ["f5"]);
  assert.deepEqual(lineOf(cancel(choice)), ["f5"]);
  assert.deepEqual(cancel(cancel(choice)), START);
});

test("a drag from bird to bird chooses the line", () => {
  const { choice, move } = drop(table, START, "c5", "c3");
  assert.deepEqual([lineOf(choice), move], [["c3", "c4", "c5"], null]);
});

test("a drag of a bird flies it", () => {
  assert.deepEqual(drop(table, START, "f5", "f3"), { choice: START, move: "f5-W2" });
  assert.equal(drop(table, START, "f5", "f8").move, "f5-E3");
});

test("a drag across birds flies their line in file", () => {
  assert.equal(drop(table, START, "c3", "c7").move, "c3:c5-E2");
  assert.deepEqual(drag(table, START, "c3", "c7")?.line.line, ["c3", "c4", "c5"]);
});

test("a drag of a bird of the chosen line takes the line along", () => {
  const { choice } = taps("c3", "c5");
  assert.equal(drop(table, choice, "c4", "e6").move, "c3:c5-NE2");
  assert.equal(drop(table, choice, "c3", "c4").move, "c3:c5-E1");
  assert.equal(drop(table, choice, "c5", "c7").move, "c3:c5-E2");
  assert.equal(drop(table, choice, "c4", "c8").move, "c3:c5-E4");
});

test("a drag that means nothing changes nothing", () => {
  const { choice } = taps("f5");
  assert.deepEqual(drop(table, choice, "f5", "a3"), { choice, move: null });
  assert.deepEqual(drop(table, choice, "a3", "a4"), { choice, move: null });
  assert.deepEqual(drop(table, choice, "f5", "f5"), { choice, move: null });
});

test("a drag that divides waits for the region to keep, and ends in it", () => {
  const { choice } = drop(table, START, "f5", "e4");
  assert.equal(choice.at, "region");
  assert.equal(drop(table, choice, "k2", "h4").move, "f5-SW1/h4");
});

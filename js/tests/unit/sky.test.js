import assert from "node:assert/strict";
import { test } from "node:test";
import { Canvas } from "../../board/canvas.js";
import { DIRECTIONS, Sky } from "../../board/sky.js";

test("R1: a sky is a hexagon without its corners and its center", () => {
  const counts = [4, 5, 6, 7, 8].map((edge) => new Sky(edge).spaces.size);
  assert.deepEqual(counts, [30, 54, 84, 120, 162]);
  for (const edge of [4, 5, 6, 7, 8]) assert.equal(new Sky(edge).missing.size, 7);
  for (const edge of [3, 9, 4.5, Number.NaN]) assert.throws(() => new Sky(edge), RangeError);
});

test("R2: a space has neighbors in six directions, and missing spaces are walls", () => {
  const sky = new Sky(4);
  const neighbors = /** @param {string} space */ (space) => DIRECTIONS.map((direction) => sky.step(space, direction));
  assert.deepEqual(neighbors("b2"), ["b3", "a2", undefined, "b1", "c2", "c3"]);
  assert.deepEqual(neighbors("d3"), [undefined, "c3", "c2", "d2", "e2", "e3"]);
  assert.throws(() => sky.step("d4", "E"), /'d4' is not a space of the sky of edge 4/);
  assert.throws(() => sky.place("<b>&".repeat(99)), RangeError);
});

test("a straight line joins two spaces if its steps lead from one to the other", () => {
  const sky = new Sky(7);
  for (const space of sky.spaces.keys()) {
    for (const direction of DIRECTIONS) {
      for (let distance = 1; distance < 12; distance++) {
        const end = sky.step(space, direction, distance);
        if (end !== undefined) assert.deepEqual(sky.way(space, end), { direction, distance });
      }
    }
  }
  assert.equal(sky.way("b2", "c5"), null);
  assert.equal(sky.way("b2", "b2"), null);
});

test("every space is nearest to its own point, however the sky is turned", () => {
  for (let turns = 0; turns < 6; turns++) {
    const canvas = new Canvas(new Sky(5), turns);
    for (const space of canvas.sky.spaces.keys()) assert.equal(canvas.nearest(canvas.of(space)), space);
    assert.equal(canvas.nearest({ x: 0, y: 0 }), null);
    assert.equal(canvas.nearest(canvas.point(canvas.sky.center)), null);
  }
});

test("arrow keys walk in rows and columns, and across the missing center", () => {
  const canvas = new Canvas(new Sky(4));
  assert.equal(canvas.next("d3", "right", 0), "d5");
  assert.equal(canvas.next("d5", "left", 0), "d3");
  assert.equal(canvas.next("d6", "right", 0), "d6");
  // From b2 upwards in its column: the spaces of every other row are half a step to the right.
  const walk = ["b2"];
  for (let row = 0; row < 6; row++) walk.push(canvas.next(walk.at(-1) ?? "", "up", canvas.sky.place("b2").x));
  assert.deepEqual(walk, ["b2", "c3", "d3", "e3", "f2", "g2", "g2"]);
});

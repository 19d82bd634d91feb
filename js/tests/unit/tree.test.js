import assert from "node:assert/strict";
import { test } from "node:test";
import { START, Tree } from "../../page/tree.js";

/** Play a move in the current position, and go there. @param {Tree} tree @param {string} move @param {string} fen */
function play(tree, move, fen) {
  tree.current = tree.add(tree.current, move, fen);
  return tree.current;
}

/** A tree with the lines `a b c`, `a b d` and `x`. */
function sample() {
  const tree = new Tree("start");
  play(tree, "a", "fa");
  play(tree, "b", "fb");
  play(tree, "c", "fc");
  tree.current = 1;
  play(tree, "d", "fd");
  tree.current = START;
  play(tree, "x", "fx");
  return tree;
}

/** @param {Tree} tree */
function texts(tree) {
  return tree.nodes.map(({ parent, move }) => `${parent}:${move}`);
}

test("a move in an earlier position makes a branch, and a move that was played there is entered again", () => {
  const tree = sample();
  assert.deepEqual(texts(tree), ["-1:a", "0:b", "1:c", "1:d", "-1:x"]);
  assert.deepEqual(tree.children(1), [2, 3]);
  const { revision } = tree;
  tree.current = START;
  assert.equal(play(tree, "a", "fa"), 0);
  assert.equal(tree.nodes.length, 5);
  assert.equal(tree.revision, revision);
});

test("a promoted branch comes first at each of its positions, and the current node stays", () => {
  const tree = sample();
  tree.current = 3;
  tree.promote(3);
  assert.deepEqual(texts(tree), ["-1:a", "0:b", "1:d", "1:c", "-1:x"]);
  assert.equal(tree.fen(tree.current), "fd");
  tree.current = 4;
  tree.promote(4);
  assert.deepEqual(texts(tree), ["-1:x", "-1:a", "1:b", "2:d", "2:c"]);
  assert.deepEqual(tree.fens, ["fx", "fa", "fb", "fd", "fc"]);
  assert.equal(tree.fen(tree.current), "fx");
});

test("a removed node takes with it what follows, and the position before it becomes the current one", () => {
  const tree = sample();
  tree.current = 3;
  tree.remove(1);
  assert.deepEqual(texts(tree), ["-1:a", "-1:x"]);
  assert.equal(tree.fen(tree.current), "fa");
  tree.remove(1);
  assert.equal(tree.fen(tree.current), "fa");
});

test("a game has at most 10,000 nodes, and long lines are walked without recursion", () => {
  const tree = new Tree("start");
  for (let ply = 0; ply < 10_000; ply++) {
    tree.nodes.push({ parent: ply - 1, move: `m${ply}` });
    tree.fens.push(`f${ply}`);
  }
  assert.equal(tree.line(START).length, 10_000);
  tree.promote(9_999);
  assert.equal(tree.nodes.length, 10_000);
  tree.current = 5;
  assert.throws(() => play(tree, "new", "f"), RangeError);
});

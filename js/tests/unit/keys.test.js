import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf, KEYS, keyName } from "../../page/keys.js";

const plain = { code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test("keys have actions, with Shift for the branches", () => {
  assert.equal(actionOf({ ...plain, key: "ArrowLeft" }), "back");
  assert.equal(actionOf({ ...plain, key: "ArrowLeft", shiftKey: true }), "previousBranch");
  assert.equal(actionOf({ ...plain, key: "?", shiftKey: true }), "help");
  assert.equal(actionOf({ ...plain, key: "q" }), null);
});

test("letters work with Caps Lock, and on keyboards with letters of another script", () => {
  assert.equal(actionOf({ ...plain, key: "F", code: "KeyF" }), "flip");
  assert.equal(actionOf({ ...plain, key: "\u0430", code: "KeyF" }), "flip");
  // On a keyboard of another order, the letter that is written on the key counts.
  assert.equal(actionOf({ ...plain, key: "u", code: "KeyF" }), "undo");
});

test("keys of the browser are left alone", () => {
  assert.equal(actionOf({ ...plain, key: "f", ctrlKey: true }), null);
  assert.equal(actionOf({ ...plain, key: "ArrowLeft", altKey: true }), null);
});

test("no key has two actions", () => {
  const all = KEYS.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
});

test("keys are named as on a keyboard", () => {
  assert.equal(keyName("Shift+ArrowUp"), "Shift \u2191");
  assert.equal(keyName(" "), "Space");
});

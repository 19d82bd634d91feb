import assert from "node:assert/strict";
import { test } from "node:test";
import { actionOf, KEYS, keyName } from "../../page/keys.js";

const plain = { code: "", shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };

test("keys have actions", () => {
  for (const [event, action] of /** @type {const} */ ([
    [{ key: "ArrowLeft" }, "back"],
    [{ key: "ArrowLeft", shiftKey: true }, "previousBranch"],
    [{ key: "?", shiftKey: true }, "help"],
    [{ key: "q" }, null],
    // Caps Lock, and a keyboard with letters of another script.
    [{ key: "F", code: "KeyF" }, "flip"],
    [{ key: "\u0430", code: "KeyF" }, "flip"],
    // On a keyboard of another order, the letter that is written on the key counts.
    [{ key: "u", code: "KeyF" }, "undo"],
    // Keys of the browser.
    [{ key: "f", ctrlKey: true }, null],
    [{ key: "ArrowLeft", altKey: true }, null],
  ])) {
    assert.equal(actionOf({ ...plain, ...event }), action, JSON.stringify(event));
  }
});

test("no key has two actions", () => {
  const all = KEYS.flatMap(({ keys }) => keys);
  assert.equal(new Set(all).size, all.length);
});

test("keys are named as on a keyboard", () => {
  assert.equal(keyName("Shift+ArrowUp"), "Shift \u2191");
  assert.equal(keyName(" "), "Space");
});

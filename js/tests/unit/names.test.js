import assert from "node:assert/strict";
import { test } from "node:test";
import { isolated, visible } from "../../board/names.js";

test("controls and invisible characters are left out of names", () => {
  assert.equal(visible("Anna\u202e\tKarenina\u0007"), "Anna Karenina");
  assert.equal(visible("\u200b\u2060\ufeff\u3164\u200d"), "");
  assert.equal(
    visible("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  );
});

test("a name ends its own direction", () => {
  assert.equal(isolated("\u05d0\u2069\u202e"), "\u2068\u05d0\u2069");
});

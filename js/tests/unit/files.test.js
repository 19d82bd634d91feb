import assert from "node:assert/strict";
import { test } from "node:test";
import { textOf } from "../../page/files.js";

test("a file is UTF-8, and a line that is not is Windows-1252, as old programs write", async () => {
  const name = '[Orange "J\u00fcrgen"]\n';
  const old = Buffer.from(name, "latin1");
  for (const [parts, text, isGuessed] of /** @type {const} */ ([
    [[name], name, false],
    [[old], name, true],
    // A file that was joined has lines of both kinds.
    [[name, old, name], name.repeat(3), true],
  ])) {
    assert.deepEqual(await textOf(new File([...parts], "games")), { text, isGuessed });
  }
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BUNDLES, bundled, pathOf } from "../../page/bundles.js";

for (const bundle of BUNDLES) {
  test(`${bundle.file} is what \`make bundles\` writes, and the same each time`, async () => {
    const fresh = await bundled(bundle);
    assert.equal(await bundled(bundle), fresh);
    const found = readFileSync(pathOf(bundle), "utf8").replaceAll("\r\n", "\n");
    assert.ok(found === fresh, `${bundle.file} is out of date: make bundles`);
  });

  test(`${bundle.file} can be part of an HTML document`, async () => {
    assert.doesNotMatch(await bundled(bundle), /<\/(script|style)|<!--|<script/i);
  });
}

test("the page on which one plays has no inline script and no inline style, which its Content-Security-Policy forbids", () => {
  const page = readFileSync(new URL("../../page/index.html", import.meta.url), "utf8");
  assert.doesNotMatch(page, /<style|style=|\son[a-z]+=|<script(?! src=)/);
});

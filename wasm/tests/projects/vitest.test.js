import { expect, test } from "vitest";
import { Position } from "volo-rules";

test("the package in vitest", () => {
  expect(() => new Position().play("b3")).toThrow("R6");
});
